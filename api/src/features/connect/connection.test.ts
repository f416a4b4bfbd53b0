// Needs: history, import, layout, proposals
import {
  type ConnectedResponse,
  type ConnectionPlan,
  type ConnectionResponse,
  type ContentResponse,
  type DisconnectedResponse,
  type ErrorResponseBody,
  type ImportResponse,
  type ProposalsResponse,
} from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { createGitHub, startGitHubServer, type GitHub } from 'fixtures/github';
import { samplePhoto } from 'fixtures/sample-files';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fastImport, git as runGit, gitWithInput } from '../../core/git-store/local/test/git.ts';
import { diagnose } from '../../doctor.ts';
import { commitsOf, git } from '../../../test/git.ts';
import { startOwnSite } from '../../../test/own-site.ts';
import { ADMIN_PASSWORD } from '../../../test/run-app.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { ADMINISTRATOR, runProcess, signInTo, startProcess } from '../../../test/start-process.ts';
import { stagePhoto } from '../../../test/stage-photo.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { rename, subjectsOf } from '../../../test/github/edits.ts';
import { testFolder } from '../../../test/test-folder.ts';
import { startListener, startRedirecting } from '../../../test/github/redirecting-github.ts';

const PUBLIC_URL = 'https://ada.example.com';
const CONNECTION = '/api/admin/connection';

const { ADMIN_EMAIL, ADMIN_PASSWORD_HASH, SESSION_SECRET } = ADMINISTRATOR;
/** As a first start would have stored them. */
const SECRETS = {
  ...{ adminEmail: ADMIN_EMAIL, adminPasswordHash: ADMIN_PASSWORD_HASH },
  sessionSecret: SESSION_SECRET,
};

type Settings = Readonly<Record<string, string>>;

/** Starts the product as a process. */
const launch = async (settings: Settings) => {
  const { child, ended, ...process } = await startProcess(settings);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { ...process, stop };
};

/** Starts a GitHub with the repository ada/site, and a local site. */
const startSiteBy = async <Running extends { readonly url: string; stop(): Promise<unknown> }>(
  open: (settings: Settings) => Promise<Running>,
  environment: Settings = {},
) => {
  const github = createGitHub({ baseUrl: 'https://github.example.com/api/v3' });
  const remote = github.createRepository('ada/site');
  const server = await startGitHubServer(github, { port: 0 });
  onTestFinished(async () => {
    await server.close();
    expect(github.requests.unknown).toEqual([]);
  });
  const DATA_DIR = await testFolder();
  await writeFile(join(DATA_DIR, 'secrets.json'), JSON.stringify(SECRETS), { mode: 0o600 });
  const settings = { DATA_DIR, LOG_LEVEL: 'trace', ...environment };
  const start = async () => {
    const running = await open(settings);
    return { ...running, admin: await signInTo(running) };
  };
  const repository = join(DATA_DIR, 'content.git');
  const site = await start();
  const { origin } = new URL(server.url);
  const target = { repository: 'ada/site', site: origin, token: github.token };
  const plan = (more: object = {}) =>
    json<ConnectionPlan>(site.admin.post(`${CONNECTION}/plan`, { ...target, ...more }));
  const connect = (more: object = {}) =>
    site.admin.put(CONNECTION, { ...target, kind: 'empty', password: ADMIN_PASSWORD, ...more });
  const atGitHub = { github, remote, origin, target, plan, connect };
  return { ...site, ...atGitHub, repository, settings, start };
};

const startSite = (environment?: Settings) => startSiteBy(startOwnSite, environment);

const json = async <Body>(response: Promise<Response> | Response, status = 200): Promise<Body> => {
  const settled = await response;
  const text = await settled.text();
  expect([settled.status, text]).toEqual([status, text]);
  return JSON.parse(text) as Body;
};

const disconnect = (admin: TestClient, password = ADMIN_PASSWORD) =>
  admin.delete(CONNECTION, { password });
const read = (admin: TestClient) => json<ConnectionResponse>(admin.get(CONNECTION));
const refused = (reason: string) => ({
  kind: 'refused',
  reason: expect.stringContaining(reason) as string,
});
const messageOf = async (response: Promise<Response>, status: number) =>
  (await json<ErrorResponseBody>(response, status)).message;
const nameAt = async (admin: TestClient) =>
  (await json<ContentResponse>(admin.get('/api/content'))).profile.name;

/** Makes an App as the administrator's browser does; returns what GitHub sends it back with. */
const submitApp = async (admin: TestClient, github: GitHub, origin: string) => {
  const page = await admin.get(`${CONNECTION}/app?site=${origin}`);
  expect(page.headers.get('content-security-policy')).toContain(`form-action ${origin}`);
  const html = (await page.text()).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const [, action = ''] = /action="([^"]*)"/.exec(html) ?? [];
  const [, manifest = ''] = /name="manifest" value="(.*)">/.exec(html) ?? [];
  expect(action).toMatch(`${origin}/settings/apps/new?state=`);
  const code = github.submitManifest(JSON.parse(manifest) as never);
  return { manifest, code, state: new URL(action).searchParams.get('state') ?? '' };
};

/** Makes an App, stores and installs it. */
const installApp = async (admin: TestClient, github: GitHub, origin: string): Promise<void> => {
  const { code, state } = await submitApp(admin, github, origin);
  const app = { code, state, password: ADMIN_PASSWORD };
  expect((await admin.post(`${CONNECTION}/app`, app)).status).toBe(204);
  github.installApp('site-localhost', ['ada/site']);
};

test('an App is made, and each thing that goes wrong on the way says what to do', async () => {
  const { admin, github, origin, settings, url, ...site } = await startSite({ PUBLIC_URL });
  const target = { ...site.target, token: undefined };
  const plan = () => site.plan(target);
  const early = admin.post(`${CONNECTION}/plan`, target);
  expect(await messageOf(early, 400)).toContain('Enter a token, or create a GitHub App first');

  const { manifest, code, state } = await submitApp(admin, github, origin);
  expect(JSON.parse(manifest)).toMatchObject({
    redirect_url: `${PUBLIC_URL}/admin/connect`,
    setup_url: `${PUBLIC_URL}/admin/connect`,
    hook_attributes: { url: `${PUBLIC_URL}/api/webhooks/github` },
    default_permissions: { contents: 'write', metadata: 'read' },
    public: false,
  });
  const send = (client: TestClient, body: object) =>
    client.post(`${CONNECTION}/app`, { password: ADMIN_PASSWORD, ...body });
  const other = await signInTo({ url });
  const wrong = await submitApp(admin, github, origin);
  expect(await messageOf(send(other, wrong), 400)).toContain('in another session');
  expect(await messageOf(send(admin, { code, state: `${state}x` }), 400)).toContain('10 minutes');
  const unknown = await submitApp(admin, github, origin);
  const withWrongCode = send(admin, { state: unknown.state, code: 'none' });
  expect(await messageOf(withWrongCode, 404)).toContain('Create the App again');
  const withWrongPassword = send(admin, { code, state, password: 'wrong' });
  expect(await messageOf(withWrongPassword, 400)).toContain('not your current password');
  expect((await admin.post(`${CONNECTION}/app`, { code, state })).status).toBe(400);
  expect((await read(admin)).app).toBeUndefined();
  expect((await send(admin, { code, state })).status).toBe(204);
  expect(await messageOf(send(admin, { code, state }), 400)).toContain('used before');

  const { app, repositories } = await read(admin);
  expect(app).toMatchObject({ name: 'Site ada.example.com' });
  expect(app?.installUrl).toMatch(/\/installations\/new$/);
  expect(repositories).toEqual([]);
  expect(await plan()).toEqual(refused('is not installed on ada/site'));
  github.installApp('site-ada-example-com', ['ada/site']);
  expect((await read(admin)).repositories).toEqual([{ name: 'ada/site', isPublic: false }]);
  const empty = { kind: 'empty', branch: 'main', isPublic: false, commits: 1, proposals: [] };
  expect(await plan()).toEqual(empty);
  const { variables } = await json<ConnectedResponse>(site.connect(target));
  expect(variables.map(({ name }) => name)).toEqual([
    ...['CONTENT_REPOSITORY', 'GITHUB_API_URL', 'GITHUB_APP_ID', 'GITHUB_APP_PRIVATE_KEY'],
    ...['GITHUB_APP_INSTALLATION_ID', 'GITHUB_WEBHOOK_SECRET'],
    ...['ADMIN_EMAIL', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'],
  ]);
  expect((await rename(admin, 'Bea')).status).toBe(200);
  const { DATA_DIR: _, ...environment } = settings;
  const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  const DATA_DIR = await testFolder();
  const elsewhere = await startOwnSite({ ...environment, ...values, DATA_DIR });
  expect(await nameAt(await signInTo(elsewhere))).toBe('Bea');
});

test('the page that makes an App opens from the site itself only, and warns of other hosts than github.com', async () => {
  const admin = await (await startTestServer()).signIn();
  const open = (site: string, from?: string) => {
    const path = `${CONNECTION}/app?site=${encodeURIComponent(site)}`;
    return admin.get(path, from === undefined ? {} : { 'sec-fetch-site': from });
  };
  for (const from of ['cross-site', 'same-site']) {
    const response = await open('https://github.com', from);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('<form');
  }
  for (const from of ['same-origin', 'none', undefined]) {
    const page = await (await open('https://github.com', from)).text();
    expect(page).toContain('action="https://github.com/');
    expect(page).not.toContain('Warning');
  }
  const other = await (await open('https://github.example.com', 'same-origin')).text();
  expect(other).toContain('Warning: this leads to github.example.com, not to github.com.');
  for (const site of ['http://127.0.0.1:99999999', 'https://example.com:0x1', 'https://a b', 'x']) {
    expect((await open(site, 'same-origin')).status).toBe(400);
  }
});

test('a local site with 200 commits moves to GitHub with its history, and back with what was changed there', async () => {
  const site = await startSiteBy(launch);
  const { admin, connect, plan, remote, repository, settings, start, stop, url } = site;
  const head = (n: number) => (n === 0 ? 'from refs/heads/main^0\n' : '');
  const commit = (_: unknown, n: number) =>
    `commit refs/heads/main\ncommitter A <a@b.c> ${1e9 + n} +0000\ndata 0\n${head(n)}\n`;
  const commits = Buffer.from(Array.from({ length: 199 }, commit).join(''));
  await gitWithInput(repository, ['fast-import', '--quiet'], commits);
  const before = commitsOf(repository);
  expect(await plan()).toMatchObject({ kind: 'empty', commits: 200 });
  const rejected = connect({ password: 'wrong' });
  expect(await messageOf(rejected, 400)).toContain('not your current password');
  expect(remote.refs.size).toBe(0);

  const signedOut = await signInTo({ url });
  const stolen = signedOut.cookies();
  await signedOut.post('/api/auth/logout');
  const revision = (await admin.get('/api/content')).headers.get('content-revision') ?? '';
  const polling = admin.get(`/api/revision?after=${revision}`);
  await json<ConnectedResponse>(connect());
  expect((await polling).status).toBe(200);
  expect(remote.commits().map(({ sha }) => sha)).toEqual(before);
  // The same session, and the ends of others.
  expect((await admin.get('/api/auth/me')).status).toBe(200);
  expect((await admin.get('/api/auth/me', { cookie: stolen })).status).toBe(401);
  expect(await read(admin)).toMatchObject({ kind: 'connected', repository: 'ada/site' });
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(remote.commits()).toHaveLength(201);
  expect(commitsOf(repository)).toEqual(before);
  const findings = (await diagnose(settings)).map(({ text }) => text);
  expect(findings).toContain('they may write to ada/site');

  expect(await stop()).toBe(0);
  const again = await start();
  expect(await nameAt(again.admin)).toBe('Bea');
  expect((await rename(again.admin, 'Cleo')).status).toBe(200);
  expect((await again.admin.delete(CONNECTION)).status).toBe(415);
  expect(await messageOf(disconnect(again.admin, 'wrong'), 400)).toContain('your current password');
  expect(await read(again.admin)).toMatchObject({ kind: 'connected' });
  const back = disconnect(again.admin);
  expect(await json<DisconnectedResponse>(back)).toEqual({ hasChanges: true, left: [] });
  expect(commitsOf(repository)).toEqual(remote.commits().map(({ sha }) => sha));
  expect(await nameAt(again.admin)).toBe('Cleo');
  expect(await read(again.admin)).toMatchObject({ kind: 'local', commits: 202 });
  const secrets = await readFile(join(settings.DATA_DIR, 'secrets.json'), 'utf8');
  expect(JSON.parse(secrets)).toEqual(SECRETS);
  expect(git(repository, 'fsck', '--strict')).toBe('');
});

/** Commits a post onto a branch of a local repository; a new one begins at the head of the site. */
const addPost = (repository: string, branch: string, subject: string): Promise<void> => {
  const files = new Map([[`posts/${branch}.md`, `---\ntitle: ${subject}\n---\n\nText\n`]]);
  return fastImport(repository, branch, 'refs/heads/main^0', files, subject);
};

const titlesAt = async (admin: TestClient): Promise<string[]> => {
  const { proposals } = await json<ProposalsResponse>(admin.get('/api/proposals'));
  return proposals.map(({ title }) => title).sort();
};

test('open proposals move to GitHub as pull requests, and back; what stays is named', async () => {
  const { admin, connect, plan, remote, repository } = await startSite();
  const long = `Winter${'y'.repeat(300)}`;
  const proposed = { autumn: 'Autumn texts', refused: 'Of rules', trunk: 'Of trees', winter: long };
  for (const request of Object.entries(proposed)) await addPost(repository, ...request);
  remote.protections.set('refused', 'ruleset');
  const proposals = expect.arrayContaining(Object.values(proposed)) as string[];
  expect(await plan({ branch: 'trunk' })).toMatchObject({ kind: 'empty', proposals });

  const { left } = await json<ConnectedResponse>(connect({ branch: 'trunk' }));
  expect([...left].sort()).toEqual([
    expect.stringMatching(/^“Of rules”: GitHub refuses the push/),
    '“Of trees”: The branch of the site has the same name, "trunk".',
  ]);
  expect(await titlesAt(admin)).toEqual(['Autumn texts', long.slice(0, 256)]);
  const [autumn] = remote.pullRequests.filter(({ branch }) => branch === 'autumn');
  expect(autumn?.head).toBe(git(repository, 'rev-parse', 'autumn').trim());
  expect((await rename(admin, 'Bea')).status).toBe(200);

  autumn?.push({ changes: { 'posts/more.md': 'More' } });
  const spring = { title: 'Spring', files: { 'posts/spring.md': 'Spring' } };
  remote.openPullRequest({ ...spring, base: 'trunk' });
  const fork = { title: 'By grace', files: { 'posts/grace.md': 'Hers' }, fork: true };
  remote.openPullRequest({ ...fork, base: 'trunk' });
  const back = { hasChanges: true, left: ['“By grace”: It is from a fork.'] };
  expect(await json<DisconnectedResponse>(disconnect(admin))).toEqual(back);
  expect(await titlesAt(admin)).toHaveLength(5);
  expect(git(repository, 'show', 'autumn:posts/more.md')).toBe('More');
  expect(git(repository, 'fsck', '--strict')).toBe('');
});

test('a move that ended halfway is continued', async () => {
  const { admin, connect, github, origin, plan, remote, repository } = await startSite();
  await addPost(repository, 'autumn', 'Autumn texts');
  // As if the process had been killed after its first push.
  const url = `${origin.replace('//', `//x:${github.token}@`)}/ada/site.git`;
  await runGit(repository, 'push', '--quiet', url, 'main', 'autumn');
  expect((await rename(admin, 'Bea')).status).toBe(200);
  const rest = { kind: 'empty', commits: 2, proposals: ['Autumn texts'] };
  expect(await plan()).toMatchObject(rest);
  const token = github.issueToken({ access: 'read' });
  expect(await plan({ token })).toEqual(refused('may not write'));
  expect(await json<ConnectedResponse>(connect())).toMatchObject({ left: [] });
  expect(await titlesAt(admin)).toEqual(['Autumn texts']);
  expect(remote.head()).toBe(commitsOf(repository)[0]);
  expect(await nameAt(admin)).toBe('Bea');
});

test('git moves the content without settings and credentials from outside', async () => {
  const HOME = await testFolder();
  const url = '[url "http://localhost:1/"]\n\tinsteadOf = http://\n';
  await writeFile(join(HOME, '.gitconfig'), `${url}[http]\n\textraHeader = X-Foreign: 1\n`);
  const { connect, plan, remote, repository } = await startSiteBy(launch, {
    ...{ HOME, GIT_DIR: '/nowhere', GIT_CONFIG_GLOBAL: join(HOME, '.gitconfig') },
    GIT_CONFIG_PARAMETERS: "'url.http://localhost:1/.insteadOf'='http://'",
  });
  expect(await plan()).toMatchObject({ kind: 'empty', commits: 1 });
  await json(connect());
  expect(remote.head()).toBe(commitsOf(repository)[0]);
});

test('a photo that was staged before the move is sent again, and nothing fails', async () => {
  const { admin, connect, url } = await startSite();
  const { staged } = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
  await json(connect());
  const save = (name: string) => admin.post('/api/admin/uploads', { photos: [{ staged: name }] });
  const { issues } = await json<ErrorResponseBody>(save(staged), 400);
  expect(issues?.map(({ path }) => path)).toEqual(['photos.0.staged']);
  expect(await json(fetch(`${url}/healthz`))).not.toHaveProperty('saves');
  const again = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
  expect((await save(again.staged)).status).toBeLessThan(300);
});

test('no save is lost while the content moves', async () => {
  const { admin, connect, remote, repository } = await startSite();
  let isMoving = true;
  const saveAll = async (): Promise<string[]> => {
    const saved: string[] = [];
    for (let index = 0; isMoving || index < 5; index += 1) {
      const response = await rename(admin, `Name ${index}`);
      if (response.status === 200) saved.push(`Name ${index}`);
      else expect(response.status).toBe(503);
    }
    return saved;
  };
  const saving = saveAll();
  await json<ConnectedResponse>(connect());
  await rename(admin, 'The last');
  isMoving = false;
  const saved = await saving;
  const profiles = remote.commits().map(({ sha }) => remote.files(sha).get('profile.json'));
  const names = profiles.map((file) => /"name": "([^"]*)"/.exec(String(file))?.[1]);
  expect(saved.length).toBeGreaterThan(3);
  expect(names).toEqual(expect.arrayContaining(saved));
  const moved = new Set(remote.commits().map(({ sha }) => sha));
  expect(commitsOf(repository).filter((sha) => !moved.has(sha))).toEqual([]);
});

test('a repository with content is shown and connected as it is, and what is local is kept', async () => {
  const { admin, connect, remote, repository, ...site } = await startSiteBy(launch);
  remote.push({ changes: await readDefaultContent() });
  remote.push({ changes: { 'site.json': '{"title": "From GitHub"}\n' } });
  remote.isPublic = true;
  const plan = await site.plan();
  expect(plan).toMatchObject({
    ...{ kind: 'content', branch: 'main', isPublic: true, title: 'From GitHub', posts: 3 },
    newest: expect.arrayContaining([expect.any(String)]) as string[],
  });
  const page = await admin.get(plan.kind === 'content' ? plan.address : '');
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('From GitHub')]);
  expect(await messageOf(connect(), 409)).toContain('changed meanwhile');
  const local = commitsOf(repository);
  await json(connect({ kind: 'content' }));
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(remote.commits()).toHaveLength(3);
  expect(await json(disconnect(admin))).toEqual({
    hasChanges: false,
    reason: 'The history of ada/site does not continue the local one.',
    left: [],
  });
  expect(commitsOf(repository)).toEqual(local);
});

test('what can not be connected is refused with the reason', async () => {
  const { admin, connect, github, plan, remote } = await startSite();
  remote.push({ changes: await readDefaultContent() });
  const empty = github.createRepository('ada/empty');
  expect(await plan({ repository: 'ada/none' })).toEqual(refused('no repository ada/none'));
  expect(await plan({ branch: 'none' })).toEqual(refused('There is no branch "none"'));
  expect(await plan({ token: 'github_pat_x' })).toEqual(refused('not accept the token'));
  const reader = github.issueToken({ access: 'read' });
  expect(await plan({ token: reader })).toEqual(refused('"Contents: read and write"'));
  const body = { repository: 'nothing', site: 'http://example.com', token: 'two words' };
  const { issues } = await json<ErrorResponseBody>(admin.post(`${CONNECTION}/plan`, body), 400);
  expect(issues?.map(({ path }) => path)).toEqual(['repository', 'token', 'site']);

  const rejected = connect({ repository: 'ada/empty', token: reader });
  expect(await messageOf(rejected, 503)).toContain('may not write to ada/empty');
  empty.protections.clear();
  expect(empty.refs.size).toBe(0);
  expect(await read(admin)).toMatchObject({ kind: 'local' });
  expect((await rename(admin, 'Bea')).status).toBe(200);
});

test('a repository with a README alone keeps it below the content', async () => {
  const { admin, connect, plan, remote, repository } = await startSite();
  remote.push({ changes: { 'README.md': 'Mine', LICENSE: 'MIT', '.github/CODEOWNERS': '@ada' } });
  const keeps = ['.github/CODEOWNERS', 'LICENSE', 'README.md'];
  expect(await plan()).toMatchObject({ kind: 'empty', keeps });
  await json(connect());
  expect(subjectsOf(remote)).toEqual(['Move the content to GitHub', expect.any(String)]);
  const paths = git(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  expect([...remote.files().keys()].sort()).toEqual([...new Set([...keeps, ...paths])].sort());
  expect(String(remote.files().get('README.md'))).toBe('Mine');
  expect((await rename(admin, 'Bea')).status).toBe(200);
});

const photo = await samplePhoto('lighthouse.png');
const JEKYLL = {
  '_config.yml': 'title: Tides\nurl: https://tides.example\n',
  'about.md': '---\ntitle: About\n---\n\nMe.\n',
  '_posts/2019-05-04-boat.md': '---\ntitle: Boat\nslug: ship\n---\n\n![A lamp](/assets/lamp.png)\n',
  '_posts/2020-01-02-oars.md': '---\ntitle: Oars\n---\n\n[Boat]({% post_url 2019-05-04-boat %})\n',
  'assets/lamp.png': photo,
};

test('a blog of another generator is copied, or written here while that publishes it', async () => {
  const { admin, connect, plan, remote, repository, url } = await startSiteBy(launch);
  remote.push({ changes: JEKYLL });
  const { length } = remote.commits();
  const description = 'a Jekyll blog: 2 posts in _posts/, 1 page in the root, 1 picture in assets/';
  expect(await plan()).toMatchObject({
    ...{ kind: 'content', title: 'Tides', posts: 3 },
    layout: { generator: 'Jekyll', address: 'https://tides.example', description },
  });

  const copied = await json<ImportResponse>(admin.post('/api/admin/posts/copy'));
  expect(copied).toMatchObject({ count: 3, errors: [] });
  expect(git(repository, 'log', '-1', '--format=%s').trim()).toBe(
    'Import 2 posts and 1 page with 1 photo',
  );
  const changes = git(repository, 'diff', '--name-status', 'main^', 'main');
  expect(changes).toMatch(/^A\tpages\/about\.md\nA\tphotos\/\w+\/lamp\.png\n/);
  expect(git(repository, 'show', 'main:posts/oars.md')).toContain('[Boat](/blogs/boat)');
  const boat = git(repository, 'show', 'main:posts/boat.md');
  expect(boat).toMatch(/- \/2019\/05\/04\/ship\n[^]*\(\/photos\/\w{26}\)/);
  const again = await json<ImportResponse>(admin.post('/api/admin/posts/copy'));
  expect([again.count, again.already.length]).toEqual([0, 3]);

  await json(connect({ kind: 'content', publishedAt: 'https://tides.example/' }));
  expect(remote.commits()).toHaveLength(length);
  const answer = async (path: string, headers = {}) => {
    const response = await fetch(url + path, { headers, redirect: 'manual' });
    await response.arrayBuffer();
    return [response.status, response.headers.get('location')];
  };
  const pages = [
    '/',
    '/2019/boat.html?a=1',
    '/feed.xml',
    '/robots.txt',
    '/sitemap.xml',
    '/assets/lamp.png',
  ];
  for (const path of [...pages, '/search-index.json', '/photos/x', '/blogs/boat']) {
    expect(await answer(path)).toEqual([302, `https://tides.example${path}`]);
  }
  for (const path of ['/api/content', '/api/posts/boat']) {
    expect(await answer(path)).toEqual([401, null]);
  }
  expect(await answer('/login')).toEqual([200, null]);
  expect(await json(admin.get('/api/auth/me'))).toMatchObject({
    publishedAt: 'https://tides.example',
  });
  const page = await admin.get('/blogs/boat');
  expect(await page.text()).toContain('Boat');
  expect(page.headers.get('cache-control')).toMatch(/^private/);
  expect(await answer('/blogs/boat')).toEqual([302, 'https://tides.example/blogs/boat']);
  expect(await read(admin)).toMatchObject({
    ...{ kind: 'connected', publishedAt: 'https://tides.example' },
    layout: { description },
  });

  const publish = async (publishedAt: string | null, status = 204) =>
    expect((await admin.patch(CONNECTION, { publishedAt })).status).toBe(status);
  await publish('tides', 400);
  await publish('');
  expect(await answer('/blogs/boat')).toEqual([302, '/login']);
  await publish(null);
  expect(await answer('/blogs/boat')).toEqual([200, null]);
  expect(remote.commits()).toHaveLength(length);
});

test('without git the content moves as one commit, and the local one stays', async () => {
  const PATH = await testFolder();
  await symlink(process.execPath, join(PATH, 'node'));
  const { admin, connect, plan, remote, repository } = await startSiteBy(launch, { PATH });
  expect(await rename(admin, 'Bea')).toMatchObject({ status: 200 });
  const empty = { kind: 'empty', branch: 'main', isPublic: false, proposals: [] };
  expect(await plan()).toEqual(empty);
  expect(await read(admin)).not.toHaveProperty('commits');
  await json(connect());
  expect(subjectsOf(remote)).toEqual(['Move the content to GitHub']);
  const paths = git(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  expect([...remote.files().keys()].sort()).toEqual(paths.sort());
  expect(await nameAt(admin)).toBe('Bea');
  const reason = expect.stringContaining('git') as string;
  const back = await json<DisconnectedResponse>(disconnect(admin));
  expect(back).toMatchObject({ hasChanges: false, reason });
  expect(await nameAt(admin)).toBe('Bea');
});

test('credentials that no longer work can be mended in the admin area, also after a restart', async () => {
  const { connect, github, settings, start, stop, target } = await startSite();
  const first = github.issueToken();
  await json(connect({ token: first }));
  await stop();
  github.revokeToken(first);
  const again = await startOwnSite({ ...settings, DISK_CACHE_MAX_MB: '0' });
  const owner = await signInTo(again);
  const { kind, problem } = await read(owner);
  expect([kind, problem]).toEqual(['connected', expect.stringContaining('not accept the token')]);
  await json(owner.put(CONNECTION, { ...target, kind: 'content', password: ADMIN_PASSWORD }));
  expect(await read(owner)).not.toHaveProperty('problem');
  expect((await rename(owner, 'Bea')).status).toBe(200);
  await again.stop();
  github.revokeToken(github.token);
  const last = await start();
  expect(await json(disconnect(last.admin))).toMatchObject({ hasChanges: false });
  expect((await rename(last.admin, 'Cleo')).status).toBe(200);
});

test('git follows no redirect to another origin, and a renamed repository gets its new name', async () => {
  const { admin, connect, origin } = await startSite();
  const asked: string[] = [];
  const inner = await startListener((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(403).end();
  });
  const lying = await startRedirecting(origin, (url) =>
    url.includes('.git/') ? inner + url : url,
  );
  const rejected = connect({ site: lying });
  expect(await messageOf(rejected, 503)).toContain("history can't be moved now");
  expect(asked).toEqual([]);
  expect(await read(admin)).toMatchObject({ kind: 'local' });
  const renaming = await startRedirecting(origin, (url) => url.replace('/ada/old', '/ada/site'));
  await json(connect({ site: renaming, repository: 'ada/old' }));
  expect(await read(admin)).toMatchObject({ kind: 'connected', repository: 'ada/site' });
});

test('an App without a webhook gets a secret, and an empty one opens none', async () => {
  const { admin, connect, github, origin, settings, start, stop, url } = await startSite();
  await installApp(admin, github, origin);
  const { variables } = await json<ConnectedResponse>(connect({ token: undefined }));
  const secret = variables.find(({ name }) => name === 'GITHUB_WEBHOOK_SECRET')?.value;
  expect(secret).toMatch(/^[\w-]{32}$/);
  const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
  const deliver = async (at: string) =>
    (await fetch(`${at}/api/webhooks/github`, { method: 'POST', body: '{}', headers })).status;
  expect(await deliver(url)).toBe(401);

  await stop();
  const path = join(settings.DATA_DIR, 'secrets.json');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(secret ?? '?', ''));
  const again = await start();
  expect(await deliver(again.url)).toBe(404);
});

test('variables win over a stored connection, and can not be changed here', async () => {
  const { connect, github, origin, settings, stop, target } = await startSite();
  github.createRepository('ada/other', { files: await readDefaultContent() });
  await json(connect());
  await stop();
  const environment = {
    ...{ ...settings, ...ADMINISTRATOR, CONTENT_REPOSITORY: 'ada/other' },
    ...{ GITHUB_TOKEN: github.token, GITHUB_API_URL: `${origin}/api/v3`, DISK_CACHE_MAX_MB: '0' },
  };
  const configured = await signInTo(await startOwnSite(environment));
  expect(await read(configured)).toMatchObject({ kind: 'configured', repository: 'ada/other' });
  const message = 'The variable CONTENT_REPOSITORY sets the repository: change it there.';
  const body = { ...target, kind: 'empty', password: ADMIN_PASSWORD };
  expect(await messageOf(configured.put(CONNECTION, body), 422)).toBe(message);
  expect(await messageOf(disconnect(configured), 422)).toBe(message);
  const { code } = await runProcess({ ...environment, GITHUB_TOKEN: 'github_pat_x' });
  expect(code).toBe(1);
});

test('nothing secret is in a log, an argument, a response or a commit', async () => {
  const folder = await testFolder();
  const calls = join(folder, 'calls');
  const program = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  await mkdir(join(folder, 'bin'));
  const wrapper = join(folder, 'bin', 'git');
  await writeFile(
    wrapper,
    `#!/bin/sh\necho "$@" >> ${calls}\nenv | grep -v "^GIT_CONFIG_VALUE_1=" >> ${calls}\nexec ${program} "$@"\n`,
  );
  await chmod(wrapper, 0o755);
  const PATH = [join(folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  const site = await startSiteBy(launch, { PATH, SESSION_SECRET });
  const { admin, connect, github, origin, printed, remote, repository, settings, target } = site;
  await installApp(admin, github, origin);
  const responses: string[] = [];
  const note = async (response: Promise<Response>): Promise<void> => {
    responses.push(await (await response).text());
  };
  await note(admin.get(CONNECTION));
  await note(admin.post(`${CONNECTION}/plan`, { ...target, token: undefined }));
  await note(admin.post(`${CONNECTION}/plan`, target));
  const { variables } = await json<ConnectedResponse>(connect({ token: undefined }));
  expect(variables.length).toBeGreaterThan(5);
  await note(rename(admin, 'Bea'));
  await note(admin.get(CONNECTION));
  await note(connect({ repository: 'ada/none' }));
  await note(disconnect(admin));
  const stored = JSON.stringify(variables);
  const [, key = ''] = /-----\\n([^\\]{40})/.exec(stored.replaceAll('\\\\n', '\\n')) ?? [];
  const secret = variables.find(({ name }) => name === 'GITHUB_WEBHOOK_SECRET')?.value ?? '';
  const git64 = Buffer.from('x-access-token:').toString('base64').slice(0, 18);
  const made = [key, secret, github.token, SESSION_SECRET, ADMIN_PASSWORD_HASH, ADMIN_PASSWORD];
  const files = await readdir(repository, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && !file.parentPath.includes('objects'))
    .map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  const { output, errors } = printed();
  const shown = [
    ...[output, errors, await readFile(calls, 'utf8'), ...responses, ...(await Promise.all(texts))],
    ...[...remote.files().values()].map(String),
    ...remote.commits().map(({ message }) => message),
  ].join('\n');
  expect(shown).toContain(' push http');
  for (const each of [...made, git64, 'ghs_']) {
    expect(each.length).toBeGreaterThan(3);
    expect(shown.includes(each), each).toBe(false);
  }
  const mode = execFileSync('stat', ['-c', '%a', join(settings.DATA_DIR, 'secrets.json')]);
  expect(mode.toString().trim()).toBe('600');
});
