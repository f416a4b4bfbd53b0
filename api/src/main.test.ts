import type { ContentResponse } from 'content-schema';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commitsOf, git } from '../test/git.ts';
import { fastImport } from './core/git-store/local/test/git.ts';
import {
  ADMINISTRATOR,
  runProcess,
  signInAsPrinted,
  signInTo,
  startProcess,
} from '../test/start-process.ts';
import { createTestClient, type TestClient } from '../test/test-client.ts';
import { testFolder } from '../test/test-folder.ts';

const profileOf = async (client: TestClient) =>
  ((await (await client.get('/api/content')).json()) as ContentResponse).profile;

const pushWithGit = (repository: string, files: Readonly<Record<string, string>>) =>
  fastImport(repository, 'main', 'refs/heads/main^0', new Map(Object.entries(files)), 'A push\n');

test('the first start creates content and a password, and the next one keeps them and logs its settings', async () => {
  const DATA_DIR = join(await testFolder(), 'data');
  const first = await startProcess({ DATA_DIR, CONTENT_REPO: 'ada/content' });
  expect(first.printed().output).toContain('CONTENT_REPO is not a known variable');
  expect(first.printed().output.match(/with the password/g)).toHaveLength(1);
  const admin = await signInAsPrinted(first);
  const profile = await profileOf(admin);
  expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
  const secrets = await stat(join(DATA_DIR, 'secrets.json'));
  expect((secrets.mode & 0o777).toString(8)).toBe('600');
  const other = await signInAsPrinted(first);
  const stolen = other.cookies();
  expect((await other.post('/api/auth/logout')).status).toBe(204);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = await startProcess({ DATA_DIR });
  const { output } = second.printed();
  expect(output).not.toContain('password');
  const line = output.split('\n').find((text) => text.includes('"starting"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    store: 'local',
    branch: 'main',
    folder: DATA_DIR,
  });
  const again = await signInAsPrinted({ ...second, printed: first.printed });
  expect((await profileOf(again)).name).toBe('Bea');
  expect((await again.get('/api/auth/me', { cookie: admin.cookies() })).status).toBe(200);
  expect((await again.get('/api/auth/me', { cookie: stolen })).status).toBe(401);
  const repository = join(DATA_DIR, 'content.git');
  expect(commitsOf(repository)).toHaveLength(2);
  expect(git(repository, 'fsck', '--strict')).toBe('');
});

test('the first start adds a README to the repository, and the site never writes it again', async () => {
  const folder = await testFolder();
  const [DATA_DIR, clone] = [join(folder, 'data'), join(folder, 'clone')];
  const repository = join(DATA_DIR, 'content.git');
  const readme = () => git(repository, 'show', 'main:README.md');
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  const admin = await signInTo(server);
  const explained = [...readme().matchAll(/^\| `([^/`]+)/gm)].map(([, name]) => name);
  const names = git(repository, 'ls-tree', '--name-only', 'main').trim().split('\n');
  // The sample has no pages.
  expect([...new Set(explained), 'README.md'].sort()).toEqual([...names, 'pages'].sort());
  const { problems } = (await (await admin.get('/api/content')).json()) as ContentResponse;
  expect(problems).toEqual([]);

  git(folder, 'clone', '--quiet', repository, clone);
  await writeFile(join(clone, 'README.md'), 'Mine\n');
  const author = ['-c', 'user.name=Bea', '-c', 'user.email=bea@example.com'];
  git(clone, ...author, 'commit', '--quiet', '--all', '--message', 'Explain it in my words');
  git(clone, 'push', '--quiet', 'origin', 'main');
  const profile = await profileOf(admin);
  await admin.put('/api/profile', { ...profile, name: 'Bea' });
  expect((await admin.post('/api/reset')).status).toBe(200);
  server.child.kill('SIGTERM');
  await server.ended;
  const again = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  expect(readme()).toBe('Mine\n');
  git(clone, 'pull', '--quiet', 'origin', 'main');
  git(clone, 'rm', '--quiet', 'README.md');
  git(clone, ...author, 'commit', '--quiet', '--message', 'Do without it');
  git(clone, 'push', '--quiet', 'origin', 'main');
  const later = await signInTo(again);
  expect((await later.post('/api/reset')).status).toBe(200);
  expect(git(repository, 'ls-tree', '--name-only', 'main')).not.toContain('README.md');
});

test('a port in use is reported, and the process exits with 1', async () => {
  const taken = createServer().listen(0);
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { code, errors } = await runProcess({
    ...ADMINISTRATOR,
    DATA_DIR: join(await testFolder(), 'data'),
    PORT: String((taken.address() as AddressInfo).port),
  });
  expect(code).toBe(1);
  expect(errors).toMatch(/EADDRINUSE|in use/);
  expect(errors).not.toMatch(/\n\s+at /);
});

test('on SIGTERM a long-polling request gets its response, and idle clients are disconnected at once', async () => {
  const server = await startProcess({
    ...ADMINISTRATOR,
    DATA_DIR: join(await testFolder(), 'data'),
  });
  const admin = await signInTo(server);
  const revision = (await admin.get('/api/content')).headers.get('content-revision') ?? '';
  const waiting = admin.get(`/api/revision?after=${revision}`);
  // It has arrived once a later one was answered.
  await admin.get('/api/auth/me');
  const base = performance.now();
  server.child.kill('SIGTERM');
  expect(await (await waiting).json()).toEqual({ revision });
  expect(await server.ended).toBe(0);
  expect(performance.now() - base).toBeLessThan(4_000);
});

test('a push is shown without being asked for, also after git has packed the refs', async () => {
  const DATA_DIR = join(await testFolder(), 'data');
  const { url } = await startProcess({
    ...ADMINISTRATOR,
    DATA_DIR,
    CONTENT_MAX_AGE_SECONDS: '3600',
  });
  const visitor = createTestClient(url);
  const repository = join(DATA_DIR, 'content.git');
  const rename = (name: string) =>
    pushWithGit(repository, { 'profile.json': JSON.stringify({ name }) });
  const expectName = (name: string) =>
    vi.waitFor(async () => expect((await profileOf(visitor)).name).toBe(name), { timeout: 15_000 });

  await rename('Grace');
  await expectName('Grace');
  git(repository, 'pack-refs', '--all', '--prune');
  await rename('Ada');
  await expectName('Ada');
  await rename('Hedy');
  git(repository, 'pack-refs', '--all', '--prune');
  await expectName('Hedy');
});

/** Posts that are 7.5 MB together, more than sockets hold of a response, and quick to render. */
const LONG_POSTS = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => {
    return [
      `posts/long-${index}.md`,
      `# Post ${index}\n\n~~~\n${'A word and another. '.repeat(12_500)}\n~~~\n`,
    ];
  }),
);

test('a client that does not read delays the shutdown for less than 10 s, and no save is lost', async () => {
  const DATA_DIR = join(await testFolder(), 'data');
  const repository = join(DATA_DIR, 'content.git');
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  await pushWithGit(repository, LONG_POSTS);
  const admin = await signInTo(server);
  const profile = await profileOf(admin);

  const reader = connect(Number(new URL(server.url).port), 'localhost');
  onTestFinished(() => void reader.destroy());
  reader.on('error', () => undefined).pause();
  await once(reader, 'connect');
  const request = `GET /api/content HTTP/1.1\r\nHost: a\r\nCookie: ${admin.cookies()}\r\n\r\n`;
  reader.write(request.repeat(4));
  await once(reader, 'readable');

  const saves = ['One', 'Two', 'Three'].map((name) =>
    admin.put('/api/profile', { ...profile, name }),
  );
  await Promise.race(saves);
  const base = performance.now();
  server.child.kill('SIGTERM');
  const acknowledged = (await Promise.allSettled(saves)).filter(
    (save) => save.status === 'fulfilled' && save.value.status === 200,
  );
  expect(await server.ended).toBe(0);
  expect(performance.now() - base).toBeLessThan(10_000);
  expect(reader.bytesRead).toBeLessThan(7_500_000);
  expect(acknowledged.length).toBeGreaterThanOrEqual(1);
  expect(commitsOf(repository)).toHaveLength(2 + acknowledged.length);
});
