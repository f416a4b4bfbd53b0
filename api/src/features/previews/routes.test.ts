import type { PreviewResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { setupServer } from 'msw/node';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { git } from '../../../test/git.ts';
import { messageOf } from '../../../test/github/edits.ts';
import { json } from '../../../test/responses.ts';
import { ADMIN_EMAIL } from '../../../test/run-app.ts';
import { passTime } from '../../../test/set-clock.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const startOnGitHub = githubTestServers(setupServer());

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const profile = (name: string) => ({ 'profile.json': `{\n  "name": "${name}"\n}\n` });
const FILES = {
  ...profile('Ada'),
  'posts/draft.md': `---\ntitle: Draft\nhidden: true\n---\n\nA secret ![](/photos/${PHOTO})\n`,
  'posts/other.md': '---\ntitle: Other\nhidden: true\n---\n\nAnother secret\n',
  [`photos/${PHOTO}/dunes.webp`]: await samplePhoto('dunes.webp'),
};

const start = async () => startAsAdmin({ files: FILES, web: await testWebApp() });

const makeLink = async (
  admin: TestClient,
  of: string,
  name: string,
  more = {},
): Promise<string> => {
  const response = await admin.post('/api/admin/previews', { of, name, hours: 24, ...more });
  expect(response.status).toBe(201);
  return new URL((await json<PreviewResponse>(response)).url).pathname;
};

const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

test('a link shows its hidden post, and no other hidden content', async () => {
  const { admin, visitor } = await start();
  const link = await makeLink(admin, 'post', 'draft');
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
  expect(page.headers.get('x-frame-options')).toBe('DENY');
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
  const { admin, visitor } = await start();
  const link = await makeLink(admin, 'post', 'draft');
  await admin.patch('/api/posts/draft/visibility', { hidden: false });
  expect((await visitor.get(link)).headers.get('location')).toBe('/blogs/draft');
  await admin.delete('/api/posts/draft');
  const deleted = await visitor.get(link);
  expect(deleted.status).toBe(404);
  expect(await deleted.text()).toContain('What this link showed no longer exists.');
});

test('a link expires, and is invalid when any part of it is changed', async () => {
  const { admin, visitor } = await start();
  const link = await makeLink(admin, 'post', 'draft');
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
  passTime(25 * 60 * 60 * 1000);
  expect((await visitor.get(`${link}blogs/draft`)).status).toBe(403);
});

test('all links, of a post or a local branch, can be ended; later ones work', async () => {
  const { admin, visitor, push, repository } = await start();
  git(repository, 'branch', 'next', 'main');
  await push(profile('Grace'));
  const first = await makeLink(admin, 'post', 'draft');
  const second = await makeLink(admin, 'branch', 'next');
  const statuses = async () => [
    (await visitor.get(`${first}blogs/draft`)).status,
    (await visitor.get(second)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  expect(await (await visitor.get(second)).text()).toContain('Ada');
  expect((await visitor.get(`${second}blogs/draft`)).status).toBe(404);
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
  const { admin, url } = await start();
  const link = await makeLink(admin, 'post', 'draft');
  for (const path of ['\\evil.example', '/\\evil.example', '\\/\\evil.example']) {
    const sent = get(url, { path: `${link}${path}` });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.headers.location).toBe('/evil.example');
  }
});

test('only the administrator can create links, and only to existing targets', async () => {
  const { admin, visitor } = await start();
  const make = (client: TestClient, changes: object = {}) =>
    client.post('/api/admin/previews', { of: 'post', name: 'draft', hours: 24, ...changes });
  expect((await make(visitor)).status).toBe(401);
  const names = ['é'.repeat(250), 'a..b', 'a b', '.hidden', '~', 'a.lock', '/', 'a\u0000', 'never'];
  for (const [message, ...bodies] of [
    ['There is no such post', { name: 'never' }],
    ['There is no such commit', { of: 'commit', name: 'main' }],
    ['There is no such branch', ...names.map((name) => ({ of: 'branch', name }))],
    ['There is no such open pull request', ...['7', 'x'].map((name) => ({ of: 'pull', name }))],
    ['This name is too long', { of: 'branch', name: 'x'.repeat(5000) }],
    ['Choose how long the link works', { hours: 0 }],
    ['A link works for 90 days at most', { hours: 24 * 91 }],
    ['Choose what the link shows', { of: 'site' }],
  ] as const) {
    for (const body of bodies) {
      const response = await make(admin, body);
      expect([body, response.status, await messageOf(response)]).toEqual([body, 400, message]);
    }
  }
});

test('a pull request is shown at the commit of the link until it is closed, and a branch as it is', async () => {
  const secret = "It's a Secret to Everybody";
  const webhook = { secret, branch: 'main' };
  const options = { files: FILES, web: await testWebApp(), webhook, contentMaxAgeSeconds: 3600 };
  const { signIn, visitor, repository, github, url } = await startOnGitHub(options);
  const files = profile('Grace');
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

  for (const one of [pull, fork]) one.push({ changes: profile('Edith') });
  await github.webhooks.settled();
  expect(await textAt(links.branch)).toContain('Edith');
  expect(await textAt(links.pull)).toContain('Grace');
  expect(await textAt(links.fork)).toContain('Grace');
  expect(await textAt(await makeLink(admin, 'pull', '2'))).toContain('Edith');
  expect(await textAt(await makeLink(admin, 'pull', '1', { head: seen }))).toContain('Grace');

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
  const options = { files: FILES, web: await testWebApp() };
  const { signIn, visitor, repository, content } = await startOnGitHub(options);
  repository.openPullRequest({ title: 'Idea', files: profile('Grace') });
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
      expect(Object.fromEntries(page.headers)).toMatchObject(PRIVATE_HEADERS);
      expect(text).toContain('The link works until');
      const secrets = [ADMIN_EMAIL, 'Another secret', ...(of === 'post' ? [] : ['A secret'])];
      for (const secret of secrets) expect(text).not.toContain(secret);
      // The link is for pages, not for calls.
      expect((await client.get(`${link}api/content`)).headers.get('location')).toBe(
        of === 'post' ? '/api/content' : link,
      );
    }
  }
});
