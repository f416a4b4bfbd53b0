import { createGitHub, type App } from 'fixtures/github';
import { generateKeyPairSync } from 'node:crypto';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { interceptGitHub } from '../../../../test/intercept-github.ts';
import { changesFrom, request } from '../test/requests.ts';
import { createTestStore } from './test/github-harness.ts';

const intercept = interceptGitHub(setupServer());

// GitHub issues an App's key in this format.
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

const AUTH = { appId: '12', privateKey, installationId: 34 };
const APP = {
  appId: 12,
  installationId: 34,
  slug: 'portfolio',
  publicKey,
  access: 'write',
  repositories: ['ada/site'],
} as const;
const TOKEN_REQUEST = 'apps/create-installation-access-token';

const openWithApp = (app: Partial<App> = {}) => {
  const github = createGitHub();
  const repository = github.createRepository('ada/site', { files: { 'a.txt': 'a' } });
  github.registerApp({ ...APP, ...app });
  intercept(github);
  return { github, repository, store: createTestStore(github, { auth: AUTH }) };
};

test('an App signs for a token once, and reads and writes with it', async () => {
  const { github, repository, store } = openWithApp();
  expect(await store.check()).toBeUndefined();
  const { head } = await store.commit(request(await store.head(), changesFrom({ 'b.txt': 'b' })));
  expect(repository.head()).toBe(head);
  expect((await store.show(head)).author.name).toBe('portfolio[bot]');
  expect(github.requests.count(TOKEN_REQUEST)).toBe(1);
});

test('its token expires after an hour, and is renewed automatically', async () => {
  const { github, store } = openWithApp();
  await store.head();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await store.head();
  expect(github.requests.count(TOKEN_REQUEST)).toBe(2);
});

test("an App with another App's key gets PermissionDenied that names what must belong together", async () => {
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { store } = openWithApp({ publicKey: other.publicKey });
  await expect(store.check()).rejects.toMatchObject({
    code: 'PermissionDenied',
    message:
      'GitHub does not accept the App: its id, private key and installation must belong together.',
  });
});

test('a key that is not in PEM format is refused before any request', () => {
  const { github } = openWithApp();
  const auth = { ...AUTH, privateKey: 'secret-nonsense' };
  expect(() => createTestStore(github, { auth })).toThrow(
    'The private key of the GitHub App is not a key in PEM format.',
  );
});

test('an App that may only read gets an error that says so', async () => {
  const { store } = openWithApp({ access: 'read' });
  expect(await store.check()).toMatchObject({
    code: 'PermissionDenied',
    message: 'The GitHub App may not write to ada/site: it needs "Contents: read and write".',
  });
});

test('an App that may not see the repository gets an error that says so', async () => {
  const { store } = openWithApp({ repositories: ['ada/other'] });
  await expect(store.check()).rejects.toMatchObject({
    code: 'RepositoryMissing',
    message: 'There is no repository ada/site, or the GitHub App may not see it.',
  });
});
