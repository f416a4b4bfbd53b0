import type { App } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { makeAppKeys } from '../../../../test/app-keys.ts';
import { passTime } from '../../../../test/set-clock.ts';
import { save } from '../test/requests.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const { publicKey, privateKey } = makeAppKeys();
const { publicKey: otherKey } = makeAppKeys();

const AUTH = { appId: '12', privateKey, installationId: 34 };
const APP = {
  ...{ appId: 12, installationId: 34, slug: 'portfolio', publicKey },
  ...{ access: 'write' as const, repositories: ['ada/site'] },
};
const TOKEN_REQUEST = 'apps/create-installation-access-token';

const openWithApp = (app: Partial<App> = {}) => {
  const { github, repository } = openGitHub(new Map([['a.txt', 'a']]));
  github.registerApp({ ...APP, ...app });
  return { github, repository, store: createTestStore(github, { auth: AUTH }) };
};

test('an App signs for a token once, and reads and writes with it', async () => {
  const { github, repository, store } = openWithApp();
  expect(await store.check()).toBeUndefined();
  const { head } = await save(store, { 'b.txt': 'b' });
  expect(repository.head()).toBe(head);
  expect((await store.show(head)).author.name).toBe('portfolio[bot]');
  expect(github.requests.count(TOKEN_REQUEST)).toBe(1);
});

test('its token expires after an hour, and is renewed automatically', async () => {
  const { github, store } = openWithApp();
  await store.head();
  passTime(61 * 60_000);
  await store.head();
  expect(github.requests.count(TOKEN_REQUEST)).toBe(2);
});

test('a key that is not in PEM format is refused before any request', () => {
  const { github } = openWithApp();
  const auth = { ...AUTH, privateKey: 'secret-nonsense' };
  expect(() => createTestStore(github, { auth })).toThrow(
    'The private key of the GitHub App is not a key in PEM format.',
  );
});

const NOT_TOGETHER =
  'GitHub does not accept the App: its id, private key and installation must belong together.';

test.each([
  { app: { publicKey: otherKey }, code: 'PermissionDenied', message: NOT_TOGETHER },
  {
    app: { access: 'read' as const },
    code: 'PermissionDenied',
    message: 'The GitHub App may not write to ada/site: it needs "Contents: read and write".',
  },
  {
    app: { repositories: ['ada/other'] },
    code: 'RepositoryMissing',
    message: 'There is no repository ada/site, or the GitHub App may not see it.',
  },
])(
  'an App that cannot be used gets an error that says why: $message',
  async ({ app, ...error }) => {
    const { store } = openWithApp(app);
    // `check` returns what makes writing impossible rather than throwing it.
    expect(await store.check().catch((thrown: unknown) => thrown)).toMatchObject(error);
  },
);
