import type { ContentResponse, ContentSummaryResponse, RevisionResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const readContent = async (client: TestClient): Promise<ContentResponse> =>
  (await (await client.get('/api/content')).json()) as ContentResponse;

const file = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

test('the default content is served with its revision', async () => {
  const { visitor, repository } = await startTestServer();
  const response = await visitor.get('/api/content');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(response.headers.get('vary')).toMatch(/cookie/i);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const content = (await response.json()) as ContentResponse;
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

test('the content for editing requires a session, even if visitors were served before', async () => {
  const { visitor, signIn } = await startTestServer();
  const admin = await signIn();
  for (const client of [visitor, admin, visitor]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await client.request(method, '/api/content?posts=headings');
      expect(response.status).toBe(client === admin ? 200 : 401);
    }
  }
  const rejected = await visitor.get('/api/content?posts=headings');
  expect(await rejected.json()).toEqual({
    code: 'NotAuthenticated',
    message: 'Authentication required',
  });
  expect(rejected.headers.get('cache-control')).toBe('no-store');
});

test('unchanged content is a 304', async () => {
  const { visitor } = await startTestServer();
  const etag = (await visitor.get('/api/content')).headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = await visitor.get('/api/content', { 'if-none-match': etag });
  expect(again.status).toBe(304);
});

test('posts are sorted newest first, and only the administrator gets hidden ones', async () => {
  const files = new Map([
    ['posts/old.md', file('---\ntitle: Old\ncreatedAt: 2020-01-01\n---\nText\n')],
    ['posts/newer.md', file('---\ntitle: New\ncreatedAt: 2025-01-01\n---\nText\n')],
    ['posts/undated.md', file('# Undated\n')],
    ['posts/hidden.md', file('---\ntitle: Hidden\nhidden: true\n---\nText\n')],
  ]);
  const { visitor, signIn } = await startTestServer({ files });
  const idsOf = ({ posts }: ContentResponse) => posts.map(({ id }) => id);
  expect(idsOf(await readContent(visitor))).toEqual(['newer', 'old', 'undated']);
  expect(idsOf(await readContent(await signIn()))).toEqual(['newer', 'old', 'hidden', 'undated']);
});

test('a visitor gets only what the site shows', async () => {
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

test('files that cannot be read are served as empty, and the others are unaffected', async () => {
  const files = new Map([
    ['profile.json', file('{ broken')],
    ['site.json', file({ title: 'Still here' })],
    ['posts/broken.md', file('---\ntitle: [\n---\nThe text')],
    ['posts/fine.md', file('# Fine')],
  ]);
  const { visitor } = await startTestServer({ files });
  const content = await readContent(visitor);
  expect(content.profile.name).toBe('');
  expect(content.site.title).toBe('Still here');
  expect(content.posts.map(({ id }) => id)).toEqual(['fine']);
});

test('the logo is sent as a data URL', async () => {
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

test('a logo whose file is missing is left out', async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const files = new Map([['site.json', file({ homeButtonMode: 'logo', logo })]]);
  const { visitor } = await startTestServer({ files });
  const { site } = await readContent(visitor);
  expect(site).toMatchObject({ homeButtonMode: 'text', logo: null });
});

test('the response to an unknown call is JSON', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.get('/api/nothing');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ code: 'NoSuchRoute', message: 'Not found' });
});

test.each(['br', 'gzip', 'identity'])(
  'encoded as %s the content is the same, from the application and from the cache',
  async (encoding) => {
    const { url } = await startTestServer();
    const plain = await (await fetch(`${url}/api/content`)).text();
    const ask = (headers = {}) =>
      fetch(`${url}/api/content`, { headers: { 'accept-encoding': encoding, ...headers } });
    const [cold, warm] = [await ask(), await ask()];
    for (const response of [cold, warm]) {
      const encoded = response.headers.get('content-encoding') ?? 'identity';
      expect(encoded).toBe(encoding);
      expect(response.headers.get('vary')).toMatch(/Accept-Encoding.*Cookie/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toBe(plain);
    }
    const etag = cold.headers.get('etag') ?? '';
    expect(warm.headers.get('etag')).toBe(etag);
    const again = await ask({ 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-encoding')).toBe(cold.headers.get('content-encoding'));
  },
);

test('a client that refuses every encoding still gets the response', async () => {
  const { visitor } = await startTestServer();
  for (const encoding of ['identity;q=0', '*;q=0', 'unknown, *;q=0']) {
    const response = await visitor.get('/api/content', { 'accept-encoding': encoding });
    expect([encoding, response.status]).toEqual([encoding, 200]);
    expect(response.headers.get('content-encoding')).toBeNull();
  }
});

test('each encoding has a different entity tag', async () => {
  const { visitor } = await startTestServer();
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (encoding) =>
      (await visitor.get('/api/content', { 'accept-encoding': encoding })).headers.get('etag'),
    ),
  );
  expect(new Set(tags).size).toBe(3);
});

test('the next visitor sees a save, even if the response was cached', async () => {
  const { visitor, signIn } = await startTestServer();
  const admin = await signIn();
  const { profile } = await readContent(visitor);
  for (const name of ['One', 'Two', 'Three']) {
    await readContent(visitor);
    await admin.put('/api/profile', { ...(await readContent(admin)).profile, name });
    expect((await readContent(visitor)).profile.name).toBe(name);
  }
  expect(profile.name).not.toBe('Three');
});

test('the administrator gets hidden content right after a request of a visitor for the same path', async () => {
  const files = new Map([
    ['posts/secret.md', file('---\ntitle: Secret\nhidden: true\n---\nText\n')],
  ]);
  const { visitor, signIn } = await startTestServer({ files });
  const admin = await signIn();
  const { headers } = await admin.get('/api/posts/secret');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  for (let i = 0; i < 2; i += 1) {
    expect((await readContent(visitor)).posts).toEqual([]);
    expect((await readContent(admin)).posts).toHaveLength(1);
  }
  await admin.post('/api/auth/logout');
  expect((await readContent(admin)).posts).toEqual([]);
});

test('the summary has excerpts, reading times and first photos in place of the texts', async () => {
  const photo = '01J8ZQ4Y7M3C5D6E7F8G9H0J1K';
  const paragraph = `Some prose. ${'More of it. '.repeat(8)}`.trim();
  const text = `# Heading\n\n${paragraph.replace('prose', '**prose**')}\n\n![](/photos/${photo})\n\n${'word '.repeat(660)}\n`;
  const files = new Map([
    ['posts/one.md', file(`---\ntitle: One\n---\n${text}`)],
    ['posts/two.md', file('---\ntitle: Two\n---\nNo ![](/photos/missing) picture.\n')],
    [`photos/${photo}/lighthouse.png`, await samplePhoto('lighthouse.png')],
    [`photos/${photo}/photo.json`, file('{"colour": "#8a6f4d", "focus": {"x": 0.2, "y": 0.4}}')],
  ]);
  const { visitor } = await startTestServer({ files });
  const response = await visitor.get('/api/content?posts=summary');
  expect(response.headers.get('content-revision')).not.toBeNull();
  const { posts } = (await response.json()) as ContentSummaryResponse;
  expect(posts).toEqual([
    {
      ...{ id: 'one', title: 'One', tags: [], hidden: false, minutes: 3 },
      excerpt: `${paragraph} ${'word '.repeat(22).trim()}…`,
      picture: { id: photo, colour: '#8a6f4d', focus: { x: 0.2, y: 0.4 } },
    },
    { id: 'two', title: 'Two', tags: [], hidden: false, excerpt: 'No picture.', minutes: 1 },
  ]);
});

test('a request for one post does not wait until all others are rendered', async () => {
  const text = '**Some** _prose_ with `code`.\n\n'.repeat(100);
  const files = new Map(
    Array.from({ length: 8 }, (_, i) => [`posts/p${i}.md`, file(`# Post ${i}\n\n${text}`)]),
  );
  files.set('posts/hidden.md', file('---\nhidden: true\n---\nText\n'));
  const { visitor, signIn, content } = await startTestServer({ files });
  const admin = await signIn();
  await content.reader.refresh();
  const order: string[] = [];
  const all = visitor.get('/api/content').then(() => order.push('all'));
  await visitor.get('/api/content?posts=summary').then(() => order.push('summary'));
  await admin.get('/api/posts/hidden').then(() => order.push('one'));
  await all;
  expect(order).toEqual(['summary', 'one', 'all']);
});

test('the default content is restored by one commit, and photos are kept', async () => {
  const photo = 'photos/01JWT6444RQM8SZKMERQ1BVHWF/mine.png';
  const files = new Map([
    ['posts/mine.md', file('# Mine\n')],
    ['profile.json', file({ name: 'Bea' })],
    ['assets/logo.png', file('png')],
    ['notes/todo.txt', file('Not content')],
    [photo, file('png')],
  ]);
  const { signIn, repository } = await startTestServer({ files });
  const admin = await signIn();
  const response = await admin.post('/api/reset');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  const content = (await response.json()) as ContentResponse;
  expect(content).toEqual(await readContent(admin));
  expect(content.posts).toHaveLength(3);
  expect(content.posts[0]?.contentHtml).toContain('<p>');
  expect(commitsOf(repository)).toHaveLength(2);
  expect(subjectOf(repository)).toBe('Restore defaults');
  const changes = changesOf(repository);
  expect(changes).toEqual(
    expect.arrayContaining(['D posts/mine.md', 'M profile.json', 'D assets/logo.png']),
  );
  expect(changes.join()).not.toMatch(/notes|mine\.png/);
  expect(git(repository, 'show', 'main~:posts/mine.md')).toBe('# Mine\n');

  expect((await admin.post('/api/reset')).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(2);
});

test('a client with the current revision waits for the next one, which does not extend the session', async () => {
  const { visitor, signIn } = await startTestServer();
  const admin = await signIn();
  const before = (await admin.get('/api/content')).headers.get('content-revision') ?? '';
  const revisionAfter = async (after: string) => {
    const response = await admin.get(`/api/revision?after=${after}`);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    return (await response.json()) as RevisionResponse;
  };
  expect(await revisionAfter('an older one')).toEqual({ revision: before });
  const next = revisionAfter(before);
  const { profile } = await readContent(admin);
  const saved = await admin.put('/api/profile', { ...profile, name: 'Bea' });
  const revision = saved.headers.get('content-revision');
  expect(revision).not.toBe(before);
  expect(await next).toEqual({ revision });
  expect((await visitor.get('/api/revision')).status).toBe(401);
});
