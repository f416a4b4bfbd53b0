import type { ErrorResponseBody, PreviewResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setupServer } from 'msw/node';
import { afterEach, expect, test, vi } from 'vitest';
import { pushFile } from '../../../test/open-test-content.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { ADMIN_EMAIL } from '../../../test/run-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { git } from '../../../test/git.ts';

const startOnGitHub = githubTestServers(setupServer());

afterEach(() => void vi.useRealTimers());

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const FILES = new Map<string, Uint8Array>([
  ['profile.json', Buffer.from('{\n  "name": "Ada"\n}\n')],
  [
    'posts/draft.md',
    Buffer.from(`---\ntitle: Draft\nhidden: true\n---\n\nA secret ![](/photos/${PHOTO})\n`),
  ],
  ['posts/other.md', Buffer.from('---\ntitle: Other\nhidden: true\n---\n\nAnother secret\n')],
  [`photos/${PHOTO}/dunes.webp`, await samplePhoto('dunes.webp')],
]);

const start = async () => startTestServer({ files: FILES, web: await testWebApp() });

const makeLink = async (admin: TestClient, of: string, name: string): Promise<string> => {
  const response = await admin.post('/api/admin/previews', { of, name, hours: 24 });
  expect(response.status).toBe(201);
  const { url } = (await response.json()) as PreviewResponse;
  return new URL(url).pathname;
};

test('a link shows its hidden post, and no other hidden content', async () => {
  const { signIn, visitor } = await start();
  const link = await makeLink(await signIn(), 'post', 'draft');
  const first = await visitor.get(link);
  expect([first.status, first.headers.get('location')]).toEqual([302, `${link}blogs/draft`]);
  const page = await visitor.get(`${link}blogs/draft`);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain('A secret');
  expect(text).toMatch(
    /A preview of the post “Draft”, which is not public\. The link works until \d+ \w+ \d{4} at \d\d:\d\d UTC\./,
  );
  expect(text).toContain(`src="${link}photos/${PHOTO}`);
  expect((await visitor.get(`${link}photos/${PHOTO}`)).status).toBe(302);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  expect(page.headers.getSetCookie()).toEqual([]);
  for (const [path, to] of [
    ['blogs/other', '/blogs/other'],
    ['blogs', '/blogs'],
    ['/elsewhere.example/', '/elsewhere.example/'],
  ]) {
    expect((await visitor.get(`${link}${path}`)).headers.get('location')).toBe(to);
  }
  expect((await visitor.get('/blogs/draft')).status).toBe(404);
  expect(await (await visitor.get('/blogs')).text()).not.toContain('Draft');
});

test('the link of a post that has become public redirects to the post', async () => {
  const { signIn, visitor } = await start();
  const admin = await signIn();
  const link = await makeLink(admin, 'post', 'draft');
  await admin.patch('/api/posts/draft/visibility', { hidden: false });
  expect((await visitor.get(link)).headers.get('location')).toBe('/blogs/draft');
  await admin.delete('/api/posts/draft');
  const deleted = await visitor.get(link);
  expect(deleted.status).toBe(404);
  expect(await deleted.text()).toContain('What this link showed no longer exists.');
});

test('a link expires, and is invalid when any part of it is changed', async () => {
  const { signIn, visitor } = await start();
  const link = await makeLink(await signIn(), 'post', 'draft');
  const [, , token = ''] = link.split('/');
  const [text = '', signature = ''] = token.split('.');
  const forged = Buffer.from(
    Buffer.from(text, 'base64url').toString().replace('draft', 'other'),
  ).toString('base64url');
  for (const wrong of [`${forged}.${signature}`, text, `${text}.`, 'nonsense', `${token}x`]) {
    const response = await visitor.get(`/preview/${wrong}/blogs/other`);
    expect([wrong, response.status]).toEqual([wrong, 403]);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('no longer valid');
  }
  vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ['Date'] });
  expect((await visitor.get(`${link}blogs/draft`)).status).toBe(403);
});

test('all links can be ended; later ones work', async () => {
  const { signIn, visitor } = await start();
  const admin = await signIn();
  const [first, second] = [
    await makeLink(admin, 'post', 'draft'),
    await makeLink(admin, 'post', 'other'),
  ];
  const statuses = async () => [
    (await visitor.get(`${first}blogs/draft`)).status,
    (await visitor.get(`${second}blogs/other`)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  expect((await admin.delete('/api/admin/previews')).status).toBe(204);
  expect(await statuses()).toEqual([403, 403]);
  expect((await admin.get('/api/auth/me')).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const later = await makeLink(admin, 'post', 'draft');
  expect((await visitor.get(`${later}blogs/draft`)).status).toBe(200);
  await admin.post('/api/auth/logout?everywhere=true');
  expect((await visitor.get(`${later}blogs/draft`)).status).toBe(200);
  expect(await statuses()).toEqual([403, 403]);
});

test('a link redirects to no other site', async () => {
  const { signIn, url } = await start();
  const link = await makeLink(await signIn(), 'post', 'draft');
  for (const path of ['\\evil.example', '/\\evil.example', '\\/\\evil.example']) {
    const sent = get(url, { path: `${link}${path}` });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.headers.location).toBe('/evil.example');
  }
});

test('only the administrator can create links, and only to existing targets', async () => {
  const { signIn, visitor } = await start();
  const body = { of: 'post', name: 'draft', hours: 24 };
  expect((await visitor.post('/api/admin/previews', body)).status).toBe(401);
  const admin = await signIn();
  const rejected = async (changes: object) => {
    const response = await admin.post('/api/admin/previews', { ...body, ...changes });
    expect(response.status).toBe(400);
    return ((await response.json()) as ErrorResponseBody).message;
  };
  expect(await rejected({ name: 'never' })).toBe('There is no such post');
  expect(await rejected({ of: 'commit', name: 'main' })).toBe('There is no such commit');
  expect(await rejected({ of: 'branch', name: 'never' })).toBe('There is no such branch');
  expect(await rejected({ of: 'pull', name: '7' })).toBe('There is no such open pull request');
  expect(await rejected({ of: 'pull', name: 'x' })).toBe('There is no such open pull request');
  expect(await rejected({ of: 'branch', name: 'x'.repeat(5000) })).toBe('This name is too long');
  for (const name of ['é'.repeat(250), 'a..b', 'a b', '.hidden', '~', 'a.lock', '/', 'a\u0000'])
    expect(await rejected({ of: 'branch', name })).toBe('There is no such branch');
  expect(await rejected({ hours: 0 })).toBe('Choose how long the link works');
  expect(await rejected({ hours: 24 * 91 })).toBe('A link works for 90 days at most');
  expect(await rejected({ of: 'site' })).toBe('Choose what the link shows');
});

test('the whole site is shown at a commit, and on a branch of the local repository', async () => {
  const { signIn, visitor, outsider, repository, content } = await start();
  const first = await outsider.head();
  git(repository, 'branch', 'next', 'main');
  await pushFile(outsider, 'profile.json', '{\n  "name": "Grace"\n}\n');
  await content.reader.refresh();
  const admin = await signIn();
  for (const link of [
    await makeLink(admin, 'commit', first),
    await makeLink(admin, 'branch', 'next'),
  ]) {
    const text = await (await visitor.get(link)).text();
    expect(text).toContain('Ada');
    expect(text).not.toContain('Draft');
    expect((await visitor.get(`${link}blogs/draft`)).status).toBe(404);
  }
  expect(await (await visitor.get('/')).text()).toContain('Grace');
});

test('a pull request is shown at the commit of the link until it is closed, and a branch as it is', async () => {
  const secret = "It's a Secret to Everybody";
  const webhook = { secret, branch: 'main' };
  const options = { files: FILES, web: await testWebApp(), webhook, contentMaxAgeSeconds: 3600 };
  const { signIn, visitor, repository, github, url } = await startOnGitHub(options);
  const files = { 'profile.json': '{"name": "Grace"}\n' };
  const pull = repository.openPullRequest({ title: 'Idea', files });
  const fork = repository.openPullRequest({ title: 'Afar', files, fork: true });
  github.webhooks.add({ url: `${url}/api/webhooks/github`, secret });
  const admin = await signIn();
  const seen = pull.head;
  const links = {
    pull: await makeLink(admin, 'pull', '1'),
    fork: await makeLink(admin, 'pull', '2'),
    branch: await makeLink(admin, 'branch', 'idea'),
  };
  const textAt = async (link: string) => (await visitor.get(link)).text();
  for (const link of Object.values(links)) expect(await textAt(link)).toContain('Grace');
  expect(await textAt(links.pull)).toContain(
    `A preview of the site at commit ${seen.slice(0, 7)} of pull request 1, which is not public.`,
  );

  const changes = { 'profile.json': '{"name": "Edith"}\n' };
  pull.push({ changes });
  fork.push({ changes });
  await github.webhooks.settled();
  expect(await textAt(links.branch)).toContain('Edith');
  expect(await textAt(links.pull)).toContain('Grace');
  expect(await textAt(links.fork)).toContain('Grace');
  expect(await textAt(await makeLink(admin, 'pull', '2'))).toContain('Edith');
  const asSeen = await admin.post('/api/admin/previews', {
    ...{ of: 'pull', name: '1', head: seen, hours: 1 },
  });
  const { url: later } = (await asSeen.json()) as PreviewResponse;
  expect(await textAt(new URL(later).pathname)).toContain('Grace');

  for (const one of [pull, fork]) one.close();
  await github.webhooks.settled();
  const mark = github.requests.mark();
  for (const link of [links.pull, links.fork, links.pull, links.fork]) {
    const ended = await visitor.get(link);
    expect(ended.status).toBe(404);
    expect(await ended.text()).toContain('What this link showed no longer exists.');
  }
  // However often they are opened.
  expect(mark.count('pulls/get')).toBe(2);
  expect(await textAt('/')).toContain('Ada');
});

test('previews set no cookie, are not indexed or cached, and show nothing that requires a session', async () => {
  const { signIn, visitor, repository, content } = await startOnGitHub({
    files: FILES,
    web: await testWebApp(),
  });
  repository.openPullRequest({ title: 'Idea', files: { 'profile.json': '{"name": "Grace"}\n' } });
  await content.reader.refresh();
  const admin = await signIn();
  for (const [of, name, path] of [
    ['post', 'draft', 'blogs/draft'],
    ['commit', repository.head(), ''],
    ['branch', 'idea', ''],
    ['pull', '1', ''],
  ] as const) {
    const link = await makeLink(admin, of, name);
    // The administrator's cookie shows no more.
    for (const client of [visitor, admin]) {
      const page = await client.get(`${link}${path}`);
      const text = await page.text();
      expect([of, page.status]).toEqual([of, 200]);
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      expect(text).toContain('The link works until');
      for (const secret of [
        ADMIN_EMAIL,
        'Another secret',
        ...(of === 'post' ? [] : ['A secret']),
      ]) {
        expect(text).not.toContain(secret);
      }
      // The link is for pages, not for calls.
      expect((await client.get(`${link}api/content`)).headers.get('location')).toBe(
        of === 'post' ? '/api/content' : link,
      );
    }
  }
});
