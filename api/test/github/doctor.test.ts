import { generateKeyPairSync } from 'node:crypto';
import { createGitHub, startGitHubServer, type GitHub } from 'fixtures/github';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLastBackup } from '../../src/core/last-backup.ts';
import { describeFinding, diagnose, signInLink } from '../../src/doctor.ts';
import { createLocalGitStore } from '../../src/core/git-store/local/local-git-store.ts';
import { createLocalRepository } from '../../src/core/git-store/local/repository.ts';
import { passTime } from '../set-clock.ts';
import { ADMINISTRATOR, startProcess } from '../start-process.ts';
import { testFolder } from '../test-folder.ts';
import { startListener } from './redirecting-github.ts';

/** Nothing listens on the port 1. */
const NOWHERE = 'http://localhost:1';

const linesOf = async (environment: Record<string, string>): Promise<string[]> => {
  const DATA_DIR = await testFolder();
  const findings = await diagnose({ DATA_DIR, PUBLIC_URL: NOWHERE, ...environment });
  return findings.map((finding) =>
    describeFinding(finding)
      .replaceAll(DATA_DIR, 'DATA_DIR')
      .replace(/\d+ MB/, 'N MB'),
  );
};

const withGitHub = async (github: GitHub, environment: Record<string, string> = {}) => {
  const server = await startGitHubServer(github, { port: 0 });
  onTestFinished(() => server.close());
  return linesOf({
    ...{ GITHUB_API_URL: server.url, CONTENT_REPOSITORY: 'ada/content' },
    ...{ GITHUB_TOKEN: github.token, ...ADMINISTRATOR, ...environment },
  });
};

const FILES = { 'profile.json': '{}' };

test('a valid repository is reported as ready, and is not changed', async () => {
  const github = createGitHub();
  const repository = github.createRepository('ada/content', { files: FILES });
  const before = repository.head();
  expect(await withGitHub(github, { GITHUB_WEBHOOK_SECRET: 'shared' })).toEqual([
    `✓ Configuration: valid, for ${NOWHERE}`,
    '✓ Token: GitHub accepts the credentials, and they may read ada/content',
    expect.stringMatching(/^✓ Token: \d+ of 5000 requests are left for this hour$/),
    '✓ Permissions: they may write to ada/content',
    '✓ Permissions: they include "Pull requests: read and write"',
    '✓ Permissions: they include "Commit statuses: read and write"',
    '✓ Repository: it is private, so hidden posts are',
    '✓ Branch: "main" is not protected, so saves reach it',
    '✓ Clock: it agrees with GitHub',
    `! Webhook: GitHub has none with the address ${NOWHERE}/api/webhooks/github: a push shows after 30 seconds`,
    expect.stringContaining(`! Public address: this site does not answer at ${NOWHERE}`),
    '✓ Disk: caches are kept in DATA_DIR',
    '✓ Disk: N MB are free',
  ]);
  expect(repository.head()).toBe(before);
});

test('an empty repository stays empty', async () => {
  const github = createGitHub();
  const repository = github.createRepository('ada/content');
  const lines = await withGitHub(github);
  expect(lines).toContain('✓ Branch: the repository is empty: the first start fills it');
  expect(lines).toContain(
    '! Webhook: GITHUB_WEBHOOK_SECRET is not set: a push shows after 30 seconds',
  );
  expect(() => repository.head()).toThrow();
});

test('the reasons why saves fail at GitHub are reported', async () => {
  const github = createGitHub();
  const repository = github.createRepository('ada/content', { files: FILES });
  repository.protections.set('main', 'classic');
  repository.isPublic = true;
  // GitHub's time is that of the server, which is not faked.
  passTime(-120_000);
  const lines = await withGitHub(github, { GITHUB_TOKEN: github.issueToken({ access: 'read' }) });
  expect(lines).toContain(
    '✗ Permissions: The GitHub token may not write to ada/content: it needs "Contents: read and write".',
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^! Repository: anyone can read .*\/ada\/content\/settings$/),
  );
  expect(lines).toContain(
    '! Branch: "main" is protected: its rules have to let the credentials push',
  );
  expect(lines).toContainEqual(expect.stringMatching(/^✗ Clock: it is 1[12]\d seconds behind$/));
});

test('each permission is checked by itself, without an effect at GitHub', async () => {
  const github = createGitHub();
  const repository = github.createRepository('ada/content', { files: FILES });
  const before = [...repository.refs];
  const GITHUB_TOKEN = github.issueToken({ lacks: ['statuses', 'webhooks'] });
  const lines = await withGitHub(github, { GITHUB_TOKEN, GITHUB_WEBHOOK_SECRET: 'shared' });
  expect(lines).toEqual(
    expect.arrayContaining([
      '✓ Permissions: they may write to ada/content',
      '✓ Permissions: they include "Pull requests: read and write"',
      '! Permissions: "Commit statuses: read and write" is missing: pull requests at GitHub don’t say whether they are ready. Add it to the token or App at GitHub; saves work without it',
      `– Webhook: not checked: GitHub is to send pushes to ${NOWHERE}/api/webhooks/github`,
    ]),
  );
  expect([...repository.refs]).toEqual(before);
});

test("an App's webhook, and one of the repository, are found by their address", async () => {
  const address = `${NOWHERE}/api/webhooks/github`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const github = createGitHub();
  github.createRepository('ada/content', { files: FILES });
  const app = { appId: 12, installationId: 34, slug: 'portfolio', publicKey, webhookUrl: address };
  github.registerApp({ ...app, access: 'write', repositories: 'all' });
  const asApp = {
    ...{ GITHUB_TOKEN: '', GITHUB_APP_ID: '12', GITHUB_APP_INSTALLATION_ID: '34' },
    GITHUB_APP_PRIVATE_KEY: privateKey,
  };
  const GITHUB_WEBHOOK_SECRET = 'shared';
  const line = `✓ Webhook: GitHub sends pushes to ${address}`;
  expect(await withGitHub(github, { ...asApp, GITHUB_WEBHOOK_SECRET })).toContain(line);
  github.webhooks.add({ url: address, secret: GITHUB_WEBHOOK_SECRET });
  expect(await withGitHub(github, { GITHUB_WEBHOOK_SECRET })).toContain(line);
});

test('the public address is compared with the store, and its proxies with TRUST_PROXY', async () => {
  const DATA_DIR = await testFolder();
  const site = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  await fetch(site.url);
  const environment = { ...ADMINISTRATOR, DATA_DIR, PUBLIC_URL: site.url };
  expect(await linesOf(environment)).toEqual(
    expect.arrayContaining([
      `✓ Public address: ${site.url} serves the newest commit`,
      '✓ Proxies: 0, as TRUST_PROXY says',
    ]),
  );
  expect(await linesOf({ ...environment, TRUST_PROXY: '1' })).toContain(
    '✗ Proxies: 0, so that addresses can be forged: set TRUST_PROXY to 0',
  );
  const PUBLIC_URL = await startListener((request, response) => {
    const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' };
    void fetch(`${site.url}${request.url ?? ''}`, { headers })
      .then((answer) => answer.text())
      .then((text) => response.end(text));
  });
  const throughProxy = { ...environment, PUBLIC_URL };
  expect(await linesOf(throughProxy)).toContain(
    '✗ Proxies: 2, so that all visitors count as one: set TRUST_PROXY to 2',
  );
  expect(await linesOf({ ...throughProxy, TRUST_PROXY: '2' })).toContain(
    '✓ Proxies: 2, as TRUST_PROXY says',
  );
  const other = await testFolder();
  await makeRepository(other);
  expect(await linesOf({ ...environment, DATA_DIR: other })).toContain(
    `! Public address: ${site.url} does not serve the newest commit: it may be another site, or late`,
  );
});

test.each([
  ['a wrong token', { GITHUB_TOKEN: 'wrong' }, 'GitHub does not accept the token'],
  ['a missing repository', { CONTENT_REPOSITORY: 'ada/none' }, 'There is no repository'],
  ['a missing branch', { CONTENT_BRANCH: 'draft' }, 'There is no branch "draft"'],
])('%s is the only report about GitHub', async (_, environment, message) => {
  const github = createGitHub();
  github.createRepository('ada/content', { files: FILES });
  const lines = await withGitHub(github, environment);
  expect(lines.filter((line) => line.startsWith('✗'))).toEqual([
    expect.stringContaining(`✗ GitHub: ${message}`),
  ]);
});

test("a network's sign-in page is not taken for GitHub", async () => {
  const GITHUB_API_URL = await startListener((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Welcome to our hotel</h1>');
  });
  const lines = await withGitHub(createGitHub(), { GITHUB_API_URL });
  expect(lines).toContain(
    '✗ GitHub: Something else than GitHub answers: its address may be wrong, or this network may want you to sign in. Please try again in a moment.',
  );
});

test('all problems of the configuration are reported at once', async () => {
  expect(await linesOf({ PORT: 'http', CONTENT_REPOSITORY: 'ada' })).toEqual(
    expect.arrayContaining([
      '✗ Configuration: PORT must be a whole number',
      '✗ Configuration: CONTENT_REPOSITORY must be owner/name',
    ]),
  );
});

test('without GitHub it tells where the first start puts the content, and makes none', async () => {
  const folder = join(await testFolder(), 'data');
  expect(await linesOf({ DATA_DIR: folder })).toContain(
    `✓ Content: the first start makes ${folder}/content.git`,
  );
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

const makeRepository = async (dataDir: string) => {
  const author = { name: 'Ada', email: 'ada@example.com' };
  const local = { dir: join(dataDir, 'content.git'), branch: 'main', author };
  const files = new Map([['profile.json', Buffer.from('{}')]]);
  await createLocalRepository({ ...local, files, message: 'Begin\n' });
  return createLocalGitStore(local).head();
};

test('of content on this disk alone it tells how old the last backup is', async () => {
  const DATA_DIR = await testFolder();
  const lastBackup = createLastBackup(DATA_DIR);
  const head = await makeRepository(DATA_DIR);
  const before = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000).toISOString();
  const day = new Date(before).toLocaleDateString('en-GB', { dateStyle: 'long' });
  expect(await linesOf({ DATA_DIR })).toEqual(
    expect.arrayContaining([
      `✓ Content: it is only on this disk, in ${DATA_DIR}/content.git`,
      '! Backup: none was downloaded yet: the dashboard has one in "Content store"',
    ]),
  );
  await lastBackup.remember({ date: before, revision: head });
  expect(await linesOf({ DATA_DIR })).toContain(`✓ Backup: the last one is of ${day}`);
  await lastBackup.remember({ date: before, revision: 'another' });
  expect(await linesOf({ DATA_DIR })).toContain(
    `! Backup: the last one is of ${day}, and the site was changed since`,
  );
});

test('content that has vanished, or has not the branch, is named', async () => {
  const DATA_DIR = await testFolder();
  await writeFile(join(DATA_DIR, 'content-began'), '');
  const missing = /^✗ Content: The content repository is missing, or has no branch "\w+"/;
  expect(await linesOf({ DATA_DIR })).toContainEqual(expect.stringMatching(missing));
  await makeRepository(DATA_DIR);
  expect(await linesOf({ DATA_DIR, CONTENT_BRANCH: 'draft' })).toContainEqual(
    expect.stringMatching(missing),
  );
  expect(await linesOf({ DATA_DIR, CONTENT_BRANCH: 'a b' })).toContain(
    '✗ Content: Git doesn\'t allow the branch name "a b"',
  );
});

test('a file in the place of the data folder is named', async () => {
  const file = join(await testFolder(), 'data');
  await writeFile(file, '');
  expect(await linesOf({ DATA_DIR: file })).toContain(
    `✗ Disk: ${file} cannot be written to: ${file} is a file, not a folder`,
  );
});

// The superuser may write anywhere.
test.skipIf(process.getuid?.() === 0)('a folder without write permission is reported', async () => {
  const folder = await testFolder();
  await chmod(folder, 0o500);
  expect((await linesOf({ DATA_DIR: folder })).join('\n')).toContain('✗ Disk:');
});

test('a link to sign in is made with the secret of the site, and not before there is one', async () => {
  const DATA_DIR = await testFolder();
  const PUBLIC_URL = 'https://ada.example.com';
  await expect(signInLink({ DATA_DIR, PUBLIC_URL })).rejects.toThrow('Start the site once first');
  expect(await readdir(DATA_DIR)).toEqual([]);
  const { SESSION_SECRET } = ADMINISTRATOR;
  const link = /^https:\/\/ada\.example\.com\/login#sign-in=[\w-]+\.[\w-]+$/;
  expect(await signInLink({ DATA_DIR, PUBLIC_URL, SESSION_SECRET })).toMatch(link);
});
