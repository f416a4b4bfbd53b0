// Needs: account, checklist
import { readDefaultContent } from 'fixtures/default-content';
import type { ChecklistResponse } from 'content-schema';
import { networkFailure, type GitHub, type Repository } from 'fixtures/github';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { createAuthState } from '../../src/core/auth/auth-state.ts';
import { createGitHubGitStore } from '../../src/core/git-store/github/github-git-store.ts';
import { createLog } from '../../src/core/log.ts';
import { createAuthenticator } from '../authenticator.ts';
import { ADMIN_PASSWORD, SECRETS } from '../run-app.ts';
import { serveTestApp } from '../serve-test-app.ts';
import { githubTestServers } from '../start-github-test-server.ts';
import { createTestClient, type TestClient } from '../test-client.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const openStore = ({ token, baseUrl }: GitHub, { owner, name }: Repository) =>
  createGitHubGitStore({
    ...{ owner, name, branch: 'main', auth: { token }, apiUrl: baseUrl },
    ...{ firstContent: readDefaultContent, retryDelayMs: 1 },
  });

const REF = 'refs/state/sessions';

/** Starts instances that check for ended sessions with every request. */
const start = async () => {
  const github = await startGitHubTestServer();
  const { repository } = github;
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const open = () => {
    const store = openStore(github.github, repository);
    const options = { store: store.state!, secrets: SECRETS, repository: 'ada/site', log };
    return serveTestApp(store, { authState: createAuthState({ ...options, maxAgeMs: 0 }) });
  };
  /** Writes the text like somebody who may write to the repository, but doesn't know the secret. */
  const plant = (text: string) => openStore(github.github, repository).state!.change(() => text);
  const moveRef = (to: string | undefined) => repository.moveRef(REF, repository.refs.get(REF), to);
  const errors = () =>
    lines.filter((line) => (JSON.parse(line) as { level: number }).level === 50).length;
  return { ...github, open, plant, moveRef, errors };
};

type Authenticator = ReturnType<typeof createAuthenticator>;

const addPasskey = async (admin: TestClient, authenticator: Authenticator) => {
  const body = { name: 'Laptop', password: ADMIN_PASSWORD };
  const options: unknown = await (await admin.post('/api/auth/passkeys/new', body)).json();
  const passkey = authenticator.create(options as PublicKeyCredentialCreationOptionsJSON);
  return (await admin.post('/api/auth/passkeys', { name: 'Laptop', passkey })).status;
};

/** Returns the status of a sign-in with the passkey, at an instance that may have offered none. */
const signInWith = async (url: string, authenticator: Authenticator) => {
  const client = createTestClient(url);
  const offered = await client.post('/api/auth/passkeys/options');
  if (offered.status === 204) return 204;
  const options = (await offered.json()) as PublicKeyCredentialRequestOptionsJSON;
  return (await client.post('/api/auth/passkeys/login', authenticator.get(options))).status;
};

const problemsOf = async (admin: TestClient) => {
  const response = await admin.get('/api/admin/checklist');
  const { items } = (await response.json()) as ChecklistResponse;
  return items.map(({ kind }) => kind).filter((kind) => kind === 'sign-in-reset');
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
  expect([...repository.refs.keys()]).toEqual(['refs/heads/main', REF]);
});

test('a passkey that is added or removed on one instance is so on every one, without a commit', async () => {
  const { open, repository } = await start();
  const [first, second] = [await open(), await open()];
  const admin = await first.signIn();
  const commits = repository.commits().length;
  const authenticator = createAuthenticator();
  expect(await addPasskey(admin, authenticator)).toBe(204);
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
  const removed = await (await second.signIn()).delete(path, { password: ADMIN_PASSWORD });
  expect(removed.status).toBe(204);
  expect((await first.visitor.post('/api/auth/passkeys/options')).status).toBe(204);
});

test('sessions that instances end concurrently are all refused, and all sessions can be ended at once', async () => {
  const { open } = await start();
  const [{ signIn }, other] = [await open(), await open()];
  const sessions = [await signIn(), await other.signIn(), await signIn(), await other.signIn()];
  const third = await signIn();
  const cookies = sessions.map((session) => session.cookies());
  const ended = await Promise.all(sessions.map((session) => session.post('/api/auth/logout')));
  expect(ended.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
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

test('a state without a seal ends all sessions until the owner signs in again', async () => {
  const { open, plant, errors } = await start();
  const [first, second] = [await open(), await open()];
  const authenticator = createAuthenticator();
  const owner = await first.signIn();
  await addPasskey(owner, authenticator);
  const before = owner.cookies();
  expect(await problemsOf(owner)).toEqual([]);
  await plant('{"ended":{},"endedBefore":0,"passkeys":[]}');
  for (const { url } of [first, second]) {
    expect(await statusOf(url, before)).toBe(401);
    expect(await signInWith(url, authenticator)).toBe(204);
  }
  expect(errors()).toBe(2);
  const again = await first.signIn();
  expect(await problemsOf(again)).toEqual(['sign-in-reset']);
  for (const { url } of [first, second, await open()]) {
    expect(await statusOf(url, again.cookies())).toBe(200);
    expect(await statusOf(url, before)).toBe(401);
    // The process in which the owner signed in had verified it before.
    expect(await signInWith(url, authenticator)).toBe(200);
  }
  expect(errors()).toBe(2);
});

test('a state that was moved to another object, or removed, is written again at the next sign-in or change', async () => {
  const { open, moveRef, repository, errors } = await start();
  const { url, signIn } = await open();
  const owner = await signIn();
  await owner.post('/api/auth/logout');
  moveRef(repository.objects.putBlob(Buffer.from('no commit')));
  const again = await signIn();
  expect(errors()).toBe(1);
  expect(await statusOf(url, again.cookies())).toBe(200);
  expect(await statusOf((await open()).url, again.cookies())).toBe(200);
  moveRef(undefined);
  expect(await statusOf(url, again.cookies())).toBe(200);
});
