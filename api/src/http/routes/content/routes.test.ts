import type { ContentAnswer } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { StoreUnavailable } from '../../../git-store/errors.ts';

const readContent = async (client: TestClient): Promise<ContentAnswer> =>
  (await (await client.get('/api/content')).json()) as ContentAnswer;

const file = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

test('the default content is served with its revision', async () => {
  const { visitor, repository } = await startTestServer();
  const answer = await visitor.get('/api/content');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(answer.headers.get('vary')).toMatch(/cookie/i);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const content = (await answer.json()) as ContentAnswer;
  expect(Object.keys(content).sort()).toEqual([
    'experiences',
    'posts',
    'profile',
    'sections',
    'site',
  ]);
  expect(content.experiences).toHaveLength(3);
  expect(content.posts).toHaveLength(3);
  for (const post of content.posts) expect(post.contentHtml).toContain('<p>');
});

test('what has not changed is answered with 304', async () => {
  const { visitor } = await startTestServer();
  const etag = (await visitor.get('/api/content')).headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = await visitor.get('/api/content', { 'if-none-match': etag });
  expect(again.status).toBe(304);
});

test('posts come newest first, and hidden ones only to the administrator', async () => {
  const files = new Map([
    ['posts/old.md', file('---\ntitle: Old\ncreatedAt: 2020-01-01\n---\nText\n')],
    ['posts/new.md', file('---\ntitle: New\ncreatedAt: 2025-01-01\n---\nText\n')],
    ['posts/undated.md', file('# Undated\n')],
    ['posts/hidden.md', file('---\ntitle: Hidden\nhidden: true\n---\nText\n')],
  ]);
  const { visitor, signIn } = await startTestServer({ files });
  const idsOf = ({ posts }: ContentAnswer) => posts.map(({ id }) => id);
  expect(idsOf(await readContent(visitor))).toEqual(['new', 'old', 'undated']);
  expect(idsOf(await readContent(await signIn()))).toEqual(['new', 'old', 'hidden', 'undated']);
});

test('a visitor gets nothing that the site does not show', async () => {
  const profile = {
    name: 'Ada',
    location: 'Lisbon',
    email: 'secret@example.com',
    social: { linkedin: 'https://linkedin.com/in/secret', github: 'https://github.com/ada' },
    contactVisibility: { email: false, linkedin: false, github: true },
    highlightsEnabled: true,
    availability: { value: 'secret availability', enabled: false },
    focusAreas: { value: 'Git', enabled: true },
  };
  const sections = {
    educations: { visible: false, items: [{ institution: 'secret school' }] },
    programmingLanguages: { visible: false, items: ['secret language'] },
    languagesSpoken: { visible: true, items: ['English'] },
    achievements: { visible: false, items: ['secret achievement'] },
  };
  const files = new Map([
    ['profile.json', file(profile)],
    ['sections.json', file(sections)],
  ]);
  const { visitor, signIn } = await startTestServer({ files });
  const seen = await readContent(visitor);
  expect(JSON.stringify(seen)).not.toContain('secret');
  expect(seen.profile).toMatchObject({
    location: 'Lisbon',
    focusAreas: { value: 'Git', enabled: true },
    social: { linkedin: '', github: 'https://github.com/ada' },
  });
  expect(seen.sections.languagesSpoken.items).toEqual(['English']);
  const all = JSON.stringify(await readContent(await signIn()));
  expect(all.match(/secret/g)?.length).toBeGreaterThanOrEqual(7);
});

test('without highlights a visitor does not learn the location', async () => {
  const files = new Map([['profile.json', file({ location: 'Lisbon', highlightsEnabled: false })]]);
  const { visitor } = await startTestServer({ files });
  expect((await readContent(visitor)).profile.location).toBe('');
});

test('files that can not be read are served as empty, the others as they are', async () => {
  const files = new Map([
    ['profile.json', file('{ broken')],
    ['site.json', file({ title: 'Still here' })],
    ['posts/broken.md', file('---\ntitle: [\n---\nThe text')],
  ]);
  const { visitor } = await startTestServer({ files });
  const content = await readContent(visitor);
  expect(content.profile.name).toBe('');
  expect(content.site.title).toBe('Still here');
  expect(content.posts[0]?.content).toContain('The text');
});

test('the logo travels as a data URL', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const files = new Map([
    ['site.json', file({ title: 'Ada', homeButtonMode: 'logo', logo })],
    ['assets/logo.svg', file(svg)],
  ]);
  const { visitor } = await startTestServer({ files });
  expect((await readContent(visitor)).site).toMatchObject({
    homeButtonMode: 'logo',
    logo: {
      data: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      type: 'image/svg+xml',
      alt: 'Mark',
    },
  });
});

test('a logo whose file is missing is none', async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const files = new Map([['site.json', file({ homeButtonMode: 'logo', logo })]]);
  const { visitor } = await startTestServer({ files });
  const { site } = await readContent(visitor);
  expect(site).toMatchObject({ homeButtonMode: 'text', logo: null });
});

test('without any content ever read, the store being down is said so', async () => {
  const { visitor } = await startTestServer({
    store: (local) => ({
      ...local,
      head: () => Promise.reject(new StoreUnavailable('The content store can not be reached')),
    }),
  });
  const answer = await visitor.get('/api/content');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('10');
});

test('unknown calls are answered in JSON', async () => {
  const { visitor } = await startTestServer();
  const answer = await visitor.get('/api/nothing');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: 'Not found' });
});

test('a wrong method is answered with those that are allowed', async () => {
  const { visitor } = await startTestServer();
  const answer = await visitor.delete('/api/content');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('HEAD, GET');
});
