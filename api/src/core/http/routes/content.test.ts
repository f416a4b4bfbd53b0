import type { ContentResponse, ContentSummaryResponse, RevisionResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { rename } from '../../../../test/github/edits.ts';
import { json, read } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const readContent = (client: TestClient) => read<ContentResponse>(client, '/api/content');

const idsFor = async (client: TestClient) => (await readContent(client)).posts.map(({ id }) => id);

/** Starts a site with these files only. */
const start = (files: TestFiles) => startAsAdmin({ files });

test('posts are sorted newest first, and only the administrator gets hidden ones', async () => {
  const { admin, visitor } = await start({
    'posts/old.md': '---\ntitle: Old\ncreatedAt: 2020-01-01\n---\nText\n',
    'posts/newer.md': '---\ntitle: New\ncreatedAt: 2025-01-01\n---\nText\n',
    'posts/undated.md': '# Undated\n',
    'posts/hidden.md': '---\ntitle: Hidden\nhidden: true\n---\nText\n',
  });
  // Right after a request of a visitor for the same path, too.
  for (let times = 0; times < 2; times += 1) {
    expect(await idsFor(visitor)).toEqual(['newer', 'old', 'undated']);
    expect(await idsFor(admin)).toEqual(['newer', 'old', 'hidden', 'undated']);
  }
  const cachingOf = async (client: TestClient, path: string, sent = {}) => {
    const { headers } = await client.get(path, sent);
    expect(headers.get('vary')).toMatch(/\bCookie\b/);
    return [headers.get('content-audience'), headers.get('cache-control')];
  };
  const shared = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=600';
  for (const path of ['/api/content', '/api/content?posts=summary', '/api/posts/newer']) {
    const [own, others] = [await cachingOf(admin, path), await cachingOf(visitor, path)];
    expect(own, path).toEqual(['administrator', 'private, no-cache']);
    expect(others, path).toEqual(['visitor', shared]);
    // A forged session is answered by a cookie that ends it.
    const forged = await cachingOf(visitor, path, { cookie: 'session=a; session.sig=b' });
    expect(forged, path).toEqual(['visitor', 'private, no-cache']);
  }
  const { headers } = await admin.get('/api/posts/hidden');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const refused = await visitor.get('/api/content?posts=headings');
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
  await admin.post('/api/auth/logout');
  expect(await idsFor(admin)).toEqual(['newer', 'old', 'undated']);
});

test('a visitor gets only what the site shows', async () => {
  const profile = {
    name: 'Ada',
    location: 'Lisbon',
    email: 'secret@example.com',
    highlightsEnabled: true,
    social: { linkedin: 'https://linkedin.com/in/secret', github: 'https://github.com/ada' },
    contactVisibility: { email: false, linkedin: false, github: true },
    availability: { value: 'secret availability', enabled: false },
    focusAreas: { value: 'Git', enabled: true },
  };
  const sections = {
    educations: { visible: false, items: [{ institution: 'secret school' }] },
    programmingLanguages: { visible: false, items: ['secret language'] },
    languagesSpoken: { visible: true, items: ['English'] },
    achievements: { visible: false, items: ['secret achievement'] },
  };
  const { admin, push, visitor } = await start({
    'profile.json': JSON.stringify(profile),
    'sections.json': JSON.stringify(sections),
  });
  const seen = await readContent(visitor);
  const names = ['experiences', 'posts', 'profile', 'sections', 'site'];
  expect(Object.keys(seen).sort()).toEqual(names);
  expect(JSON.stringify(seen)).not.toContain('secret');
  const { location, focusAreas } = profile;
  const social = { linkedin: '', github: 'https://github.com/ada' };
  expect(seen.profile).toMatchObject({ location, focusAreas, social });
  expect(seen.sections.languagesSpoken.items).toEqual(['English']);
  const all = JSON.stringify(await readContent(admin));
  expect(all.match(/secret/g)?.length).toBeGreaterThanOrEqual(7);
  await push({ 'profile.json': JSON.stringify({ ...profile, highlightsEnabled: false }) });
  expect((await readContent(visitor)).profile.location).toBe('');
});

test('encoded in any way the content is the same, from the application and from the cache', async () => {
  const { url, visitor } = await startAsAdmin();
  const plain = await (await fetch(`${url}/api/content`)).text();
  const tags = new Set<string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const send = (headers = {}) =>
      fetch(`${url}/api/content`, { headers: { 'accept-encoding': encoding, ...headers } });
    const [cold, warm] = [await send(), await send()];
    for (const response of [cold, warm]) {
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(response.headers.get('vary')).toMatch(/Accept-Encoding.*Cookie/);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).toBe(plain);
    }
    const etag = cold.headers.get('etag') ?? '';
    tags.add(etag);
    expect(warm.headers.get('etag')).toBe(etag);
    const again = await send({ 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
  }
  expect(tags.size).toBe(3);
  // A client that refuses every encoding still gets the response.
  for (const encoding of ['identity;q=0', '*;q=0', 'unknown, *;q=0']) {
    const response = await visitor.get('/api/content', { 'accept-encoding': encoding });
    expect([encoding, response.status]).toEqual([encoding, 200]);
    expect(response.headers.get('content-encoding')).toBeNull();
  }
});

test('the summary has excerpts, reading times and first photos in place of the texts', async () => {
  const photo = '01J8ZQ4Y7M3C5D6E7F8G9H0J1K';
  const paragraph = `Some prose. ${'More of it. '.repeat(8)}`.trim();
  const text = `# Heading\n\n${paragraph.replace('prose', '**prose**')}\n\n![](/photos/${photo})\n\n${'word '.repeat(660)}\n`;
  const { visitor } = await start({
    'posts/one.md': `---\ntitle: One\n---\n${text}`,
    'posts/two.md': '---\ntitle: Two\n---\nNo ![](/photos/missing) picture.\n',
    [`photos/${photo}/lighthouse.png`]: await samplePhoto('lighthouse.png'),
    [`photos/${photo}/photo.json`]: '{"colour": "#8a6f4d", "focus": {"x": 0.2, "y": 0.4}}',
  });
  const response = await visitor.get('/api/content?posts=summary');
  expect(response.headers.get('content-revision')).not.toBeNull();
  const { posts } = await json<ContentSummaryResponse>(response);
  expect(posts).toEqual([
    {
      ...{ id: 'one', title: 'One', tags: [], hidden: false, minutes: 3 },
      excerpt: `${paragraph} ${'word '.repeat(22).trim()}…`,
      picture: {
        ...{ id: photo, version: 'bd7d2be616d5', formats: ['avif', 'webp', 'png'] },
        ...{ colour: 'r4 g3 b2', focus: 'x1 y2' },
      },
    },
    { id: 'two', title: 'Two', tags: [], hidden: false, excerpt: 'No picture.', minutes: 1 },
  ]);
});

test('a request for one post does not wait until all others are rendered', async () => {
  const text = '**Some** _prose_ with `code`.\n\n'.repeat(100);
  const posts = Array.from({ length: 8 }, (_, i) => [`posts/p${i}.md`, `# Post ${i}\n\n${text}`]);
  const { admin, visitor, content } = await start({
    ...(Object.fromEntries(posts) as TestFiles),
    'posts/hidden.md': '---\nhidden: true\n---\nText\n',
  });
  await content.reader.refresh();
  const order: string[] = [];
  const all = visitor.get('/api/content').then(() => order.push('all'));
  await visitor.get('/api/content?posts=summary').then(() => order.push('summary'));
  await admin.get('/api/posts/hidden').then(() => order.push('one'));
  await all;
  expect(order).toEqual(['summary', 'one', 'all']);
});

test('a client with the current revision waits for the next one, which does not extend the session', async () => {
  const { admin, outsider, visitor } = await startAsAdmin();
  const before = await outsider.head();
  const revisionAfter = async (after: string) => {
    const response = await admin.get(`/api/revision?after=${after}`);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    return (await json<RevisionResponse>(response)).revision;
  };
  expect(await revisionAfter('an older one')).toBe(before);
  const next = revisionAfter(before);
  const revision = (await rename(admin, 'Bea')).headers.get('content-revision');
  expect(revision).not.toBe(before);
  expect(await next).toBe(revision);
  expect((await visitor.get('/api/revision')).status).toBe(401);
});
