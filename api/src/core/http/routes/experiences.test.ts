import type { ExperienceResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf } from '../../../../test/git.ts';
import { messageOf, readContent } from '../../../../test/github/edits.ts';
import { issuesOf, json, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const start = async () => {
  const server = await startAsAdmin();
  const { admin } = server;
  const readExperiences = async () => (await readContent(admin)).experiences;
  return {
    ...server,
    readExperiences,
    experiences: await readExperiences(),
    put: (sent: unknown, headers = {}) => admin.put('/api/experiences', sent, headers),
  };
};

test('descriptions and achievements come back with their HTML, which is not stored', async () => {
  const { put, show } = await start();
  const sent = {
    role: 'Engineer',
    company: 'Bridge Works',
    year: '2020 – now',
    location: '',
    description: '**Bold**',
    descriptionHtml: '<script>',
    stack: ['Git'],
    achievements: ['*One* bridge', ' '],
    achievementsHtml: ['<script>', '<script>'],
  };
  const [saved] = await json<ExperienceResponse[]>(put([sent]));
  expect(saved?.descriptionHtml.trim()).toBe('<p><strong>Bold</strong></p>');
  expect(saved?.achievements).toEqual(['*One* bridge']);
  expect(saved?.achievementsHtml).toEqual(['<em>One</em> bridge']);
  expect(show('experiences.json')).not.toContain('Html');
});

test('every incomplete experience is reported, and nothing is written', async () => {
  const { experiences, put, repository } = await start();
  const [first] = experiences;
  const needs = 'needs a year, title, company, description, and at least one skill chip';
  expect(await issuesOf(put([{ ...first, year: '' }, first, { ...first, stack: [' '] }]))).toEqual([
    `0.year: Experience 1 ${needs}`,
    `2.stack: Experience 3 ${needs}`,
  ]);
  expect(await messageOf(await put([]))).toBe('Add at least one experience before saving');
  expect(await messageOf(await put({ role: 'Engineer' }))).toBe('The body must be a list');
  expect(commitsOf(repository)).toHaveLength(1);
});

test('fields that an experience is sent without are kept, also when it is edited and moved', async () => {
  const { experiences, put, readExperiences, repository } = await start();
  const [first, second, third] = experiences.map(
    ({ location: _, achievements: __, ...sent }) => sent,
  );
  const added = { ...first, role: 'Added', company: 'New', description: 'Not there before.' };
  const edited = { ...second, year: '1999', stack: ['Git'] };
  await savedCommit(put([added, third, edited, first]));
  const keptOf = ({ location, achievements }: ExperienceResponse) => ({ location, achievements });
  const none = { location: '', achievements: [] };
  expect((await readExperiences()).map(keptOf)).toEqual([
    none,
    ...experiences.map(keptOf).reverse(),
  ]);
  expect(commitsOf(repository)).toHaveLength(2);
});
