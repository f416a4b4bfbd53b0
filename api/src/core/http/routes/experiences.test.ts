import type { ContentSummaryResponse, ExperienceResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const readExperiences = async (client: TestClient): Promise<ExperienceResponse[]> => {
  const response = await client.get('/api/content?posts=summary');
  return ((await response.json()) as ContentSummaryResponse).experiences;
};

const startAsAdmin = async (files?: ReadonlyMap<string, Uint8Array>) => {
  const { signIn, repository } = await startTestServer(files && { files });
  const admin = await signIn();
  return { admin, repository, experiences: await readExperiences(admin) };
};

test('one edited line is one changed line of one commit', async () => {
  const { admin, repository, experiences } = await startAsAdmin();
  const [first, ...others] = experiences;
  const edited = [{ ...first, company: 'Another company' }, ...others];
  const response = await admin.put('/api/experiences', edited);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(edited);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Update experience "Lead engineer"');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t1\texperiences.json\n');
});

test('descriptions and achievements come back with their HTML, which is not stored', async () => {
  const { admin, repository } = await startAsAdmin();
  const sent = {
    role: 'Engineer',
    company: 'Bridge Works',
    year: '2020 – now',
    location: '',
    description: '**Bold**',
    descriptionHtml: '<script>',
    achievements: ['*One* bridge', ' '],
    achievementsHtml: ['<script>', '<script>'],
    stack: ['Git'],
  };
  const response = await admin.put('/api/experiences', [sent]);
  const [saved] = (await response.json()) as ExperienceResponse[];
  expect(saved?.descriptionHtml.trim()).toBe('<p><strong>Bold</strong></p>');
  expect(saved?.achievements).toEqual(['*One* bridge']);
  expect(saved?.achievementsHtml).toEqual(['<em>One</em> bridge']);
  expect(git(repository, 'show', 'main:experiences.json')).not.toContain('Html');
});

test('removed and reordered experiences are saved in the order that was sent', async () => {
  const { admin, repository, experiences } = await startAsAdmin();
  const [first, second, third] = experiences;
  await admin.put('/api/experiences', [third, first]);
  expect(await readExperiences(admin)).toEqual([third, first]);
  expect(subjectOf(repository)).toBe(`Remove experience "${second?.role}"`);
  await admin.put('/api/experiences', [first, third]);
  expect(subjectOf(repository)).toBe('Reorder experiences');
});

test('every incomplete experience is reported, and nothing is written', async () => {
  const { admin, repository, experiences } = await startAsAdmin();
  const [first] = experiences;
  const needs = 'needs a year, title, company, description, and at least one skill chip';
  const incomplete = [{ ...first, year: '' }, first, { ...first, stack: [' '] }];
  const response = await admin.put('/api/experiences', incomplete);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'InvalidInput',
    message: `Experience 1 ${needs}`,
    issues: [
      { path: '0.year', message: `Experience 1 ${needs}` },
      { path: '2.stack', message: `Experience 3 ${needs}` },
    ],
  });
  const none = await admin.put('/api/experiences', []);
  expect(await none.json()).toMatchObject({ message: 'Add at least one experience before saving' });
  const noList = await admin.put('/api/experiences', { role: 'Engineer' });
  expect(await noList.json()).toMatchObject({ message: 'The body must be a list' });
  expect(commitsOf(repository)).toHaveLength(1);
});

const HAND_MADE = `[
  {"role":"One ", "company":"A", "year":"2020", "description":"x", "stack":["Git "], "note": 1},
  {"role":"Two", "company":"B", "year":"2021", "description":"x", "stack":["Git"]},
  {"role":"Three", "company":"C", "year":"2022", "description":"x", "stack":["Git"], "note": 3}
]`;

test('what was written by hand is sent back without changing a byte', async () => {
  const files = new Map([['experiences.json', Buffer.from(HAND_MADE)]]);
  const { admin, repository, experiences } = await startAsAdmin(files);
  expect((await admin.put('/api/experiences', experiences)).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('when an experience is removed, the others keep their unknown keys', async () => {
  const files = new Map([['experiences.json', Buffer.from(HAND_MADE)]]);
  const { admin, repository, experiences } = await startAsAdmin(files);
  const [one, , three] = experiences;
  await admin.put('/api/experiences', [one, three]);
  expect(git(repository, 'show', 'main:experiences.json')).toBe(
    HAND_MADE.replace(/\n {2}\{"role":"Two".*/, ''),
  );
});

test('edits of different experiences by two people are both kept', async () => {
  const { admin, repository, experiences } = await startAsAdmin();
  const [first, second, third] = experiences;
  const base = { 'content-revision': commitsOf(repository)[0] ?? '' };
  await admin.put('/api/experiences', [{ ...first, company: 'Theirs' }, second, third], base);
  const mine = [first, second, { ...third, company: 'Mine' }];
  const response = await admin.put('/api/experiences', mine, base);
  expect(response.status).toBe(200);
  const companies = (await readExperiences(admin)).map(({ company }) => company);
  expect(companies).toEqual(['Theirs', second?.company, 'Mine']);
  expect(changesOf(repository)).toEqual(['M experiences.json']);
});

test('fields that an experience is sent without are kept, also when it is edited and moved', async () => {
  const { admin, repository, experiences } = await startAsAdmin();
  const [first, second, third] = experiences.map(
    ({ location: _, achievements: __, ...sent }) => sent,
  );
  const added = { ...first, role: 'Added', company: 'New', description: 'Not there before.' };
  const edited = { ...second, year: '1999', stack: ['Git'] };
  const response = await admin.put('/api/experiences', [added, third, edited, first]);
  expect(response.status).toBe(200);
  const stored = (await readExperiences(admin)).map(({ location, achievements }) => ({
    location,
    achievements,
  }));
  const of = (index: number) => {
    const { location, achievements } = experiences[index]!;
    return { location, achievements };
  };
  expect(stored).toEqual([{ location: '', achievements: [] }, of(2), of(1), of(0)]);
  expect(commitsOf(repository)).toHaveLength(2);
});
