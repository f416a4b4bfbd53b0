import { readDefaultContent } from 'fixtures/default-content';
import type { PreviewResponse } from 'content-schema';
import { networkFailure, type GitHub, type Repository } from 'fixtures/github';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { createAuthState, sharedStore } from '../../src/auth/auth-state.ts';
import { makeSignInLink } from '../../src/auth/sign-in-links.ts';
import { createGitHubGitStore } from '../../src/git-store/github/github-git-store.ts';
import { createAuthenticator } from '../authenticator.ts';
import { ADMIN_PASSWORD, SECRETS } from '../run-app.ts';
import { serveTestApp } from '../serve-test-app.ts';
import { githubTestServers } from '../start-github-test-server.ts';
import { createTestClient, type TestClient } from '../test-client.ts';
import { testWebApp } from '../test-web-app.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const openStore = ({ token, baseUrl }: GitHub, { owner, name }: Repository) =>
  createGitHubGitStore({
    owner,
    name,
    branch: 'main',
    auth: { token },
    apiUrl: baseUrl,
    firstContent: readDefaultContent,
    retryDelayMs: 1,
  });

/** Starts instances that check for ended sessions with every request. */
const start = async () => {
  const github = await startGitHubTestServer();
  const { repository } = github;
  const open = async () => {
    const store = openStore(github.github, repository);
    const state = sharedStore(store.state!);
    const web = await testWebApp();
    return serveTestApp(store, { authState: createAuthState(state, 0), web });
  };
  return { ...github, open };
};

const statusOf = async (url: string, cookie: string): Promise<number> =>
  (await createTestClient(url).get('/api/auth/me', { cookie })).status;

test('a session that was signed out is refused by every instance, and after a restart', async () => {
  const { open, repository } = await start();
  const [{ url, signIn }, other] = [await open(), await open()];
  const admin = await signIn();
  const stolen = admin.cookies();
  expect(await statusOf(other.url, stolen)).toBe(200);
  const commits = repository.commits().length;
  expect((await admin.post('/api/auth/logout')).status).toBe(204);
  expect(await statusOf(url, stolen)).toBe(401);
  expect(await statusOf(other.url, stolen)).toBe(401);
  expect(await statusOf((await open()).url, stolen)).toBe(401);
  expect(repository.commits()).toHaveLength(commits);
  expect([...repository.refs.keys()]).toEqual(['refs/heads/main', 'refs/state/sessions']);
});

test('a preview link that was ended is refused by every instance', async () => {
  const { open, repository } = await start();
  const [{ signIn, visitor }, other] = [await open(), await open()];
  const admin = await signIn();
  const body = { of: 'commit', name: repository.head(), hours: 1 };
  const made = async () =>
    ((await (await admin.post('/api/admin/previews', body)).json()) as PreviewResponse).url;
  const [first, second] = [await made(), await made()];
  const statusesOf = (client: TestClient) =>
    Promise.all(
      [first, second].map(async (url) => (await client.get(new URL(url).pathname)).status),
    );
  await admin.post('/api/admin/previews/end', { url: first });
  expect((await statusesOf(other.visitor))[0]).toBe(403);
  await admin.delete('/api/admin/previews');
  for (const client of [visitor, other.visitor, (await open()).visitor]) {
    expect(await statusesOf(client)).toEqual([403, 403]);
  }
  expect((await admin.get('/api/auth/me')).status).toBe(200);
});

test('a link that signed in on one instance is refused by the other', async () => {
  const { open } = await start();
  const [{ visitor }, other] = [await open(), await open()];
  const token = makeSignInLink(SECRETS, '').split('=').at(-1);
  expect((await visitor.post('/api/auth/link', { token })).status).toBe(200);
  expect((await other.visitor.post('/api/auth/link', { token })).status).toBe(403);
});

test('a passkey that is added or removed on one instance is so on every one, without a commit', async () => {
  const { open, repository } = await start();
  const [first, second] = [await open(), await open()];
  const admin = await first.signIn();
  const commits = repository.commits().length;
  const authenticator = createAuthenticator();
  const body = { name: 'Laptop', password: ADMIN_PASSWORD };
  const options: unknown = await (await admin.post('/api/auth/passkeys/new', body)).json();
  const passkey = authenticator.create(options as PublicKeyCredentialCreationOptionsJSON);
  const added = await admin.post('/api/auth/passkeys', { name: 'Laptop', passkey });
  expect(added.status).toBe(204);
  const signIn = async ({ url }: { readonly url: string }, other = url, faults = {}) => {
    const client = createTestClient(url);
    const request: unknown = await (await client.post('/api/auth/passkeys/options')).json();
    const signed = authenticator.get(request as PublicKeyCredentialRequestOptionsJSON, faults);
    // The challenge of one instance is known to the other.
    const cookie = client.cookies();
    const use = () => createTestClient(other).post('/api/auth/passkeys/login', signed, { cookie });
    return [(await use()).status, (await use()).status];
  };
  expect(await signIn(second, first.url)).toEqual([200, 401]);
  // The first one has counted three uses.
  expect(await signIn(second, second.url, { counter: 2 })).toEqual([401, 401]);
  expect(await signIn(await open())).toEqual([200, 401]);
  expect(repository.commits()).toHaveLength(commits);
  const path = `/api/auth/passkeys/${authenticator.id}`;
  expect((await (await second.signIn()).delete(path)).status).toBe(204);
  expect((await first.visitor.post('/api/auth/passkeys/options')).status).toBe(204);
});

test('sessions that instances end concurrently are all refused, and all sessions can be ended at once', async () => {
  const { open } = await start();
  const [{ signIn }, other] = [await open(), await open()];
  const sessions = [await signIn(), await other.signIn(), await signIn(), await other.signIn()];
  const third = await signIn();
  const cookies = sessions.map((session) => session.cookies());
  await Promise.all(
    sessions.map(async (session) => {
      expect((await session.post('/api/auth/logout')).status).toBe(204);
    }),
  );
  const { url } = await open();
  for (const cookie of cookies) expect(await statusOf(url, cookie)).toBe(401);
  const last = third.cookies();
  expect(await statusOf(url, last)).toBe(200);
  expect((await third.post('/api/auth/logout?everywhere=true')).status).toBe(204);
  expect(await statusOf((await open()).url, last)).toBe(401);
});

test('checking for ended sessions costs no quota, and its failure does not prevent work', async () => {
  const { open, github } = await start();
  const { signIn } = await open();
  const ended = await signIn();
  await ended.post('/api/auth/logout');
  const admin = await signIn();
  await admin.get('/api/auth/me');
  const mark = github.requests.mark();
  expect((await admin.get('/api/auth/me')).status).toBe(200);
  expect(mark.requests().map(({ status, cost }) => [status, cost])).toEqual([[304, 0]]);
  github.faults.set(networkFailure());
  expect((await admin.get('/api/auth/me')).status).toBe(200);
});
