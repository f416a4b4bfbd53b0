import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AccountResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { issuesOf, json, read } from '../../../test/responses.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../../test/run-app.ts';
import { passTime } from '../../../test/set-clock.ts';
import { startAsAdmin, startTestServer } from '../../../test/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';
import { createLog } from '../../core/log.ts';

const NAME = 'Laptop';

const BEGIN = { password: ADMIN_PASSWORD, name: NAME };

const createOptions = (admin: TestClient) =>
  json<PublicKeyCredentialCreationOptionsJSON>(admin.post('/api/auth/passkeys/new', BEGIN));

const requestOptions = (client: TestClient) =>
  json<PublicKeyCredentialRequestOptionsJSON>(client.post('/api/auth/passkeys/options'));

const passkeysOf = async (admin: TestClient) =>
  (await read<AccountResponse>(admin, '/api/auth/account')).passkeys;

const logIn = (client: TestClient, body: object, headers = {}) =>
  client.post('/api/auth/passkeys/login', body, headers);

type Authenticator = ReturnType<typeof createAuthenticator>;

const addPasskey = async (admin: TestClient, authenticator: Authenticator, name = NAME) => {
  const passkey = authenticator.create(await createOptions(admin));
  return admin.post('/api/auth/passkeys', { name, passkey });
};

/** Starts a server with a passkey, and returns its authenticator. */
const startWithPasskey = async (counts = true) => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await startTestServer({ log });
  const authenticator = createAuthenticator({ counts });
  const admin = await server.signIn();
  expect((await addPasskey(admin, authenticator)).status).toBe(204);
  const signIn = async (client: TestClient, ...faults: Parameters<Authenticator['get']>[1][]) => {
    const body = authenticator.get(await requestOptions(client), ...faults);
    return { body, response: await logIn(client, body) };
  };
  const newClient = () => createTestClient(server.url);
  return { ...server, authenticator, admin, signIn, newClient, lines };
};

const expectRefused = async (response: Response) => {
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    code: 'WrongCredentials',
    message: 'This passkey was not accepted. Try again, or use your password.',
  });
};

/** The cookies whose names begin with one of the prefixes. */
const cookiesOf = (client: TestClient, ...prefixes: string[]): string =>
  client
    .cookies()
    .split('; ')
    .filter((cookie) => prefixes.some((prefix) => cookie.startsWith(prefix)))
    .join('; ');

test('a passkey that was added signs in, as often as one likes, and its last use is shown', async () => {
  const { visitor, admin, authenticator, signIn } = await startWithPasskey();
  const added = await passkeysOf(admin);
  expect(added).toEqual([
    { id: authenticator.id, name: NAME, addedAt: expect.any(String) as string },
  ]);
  for (let i = 0; i < 2; i += 1) {
    const { response } = await signIn(visitor);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ email: ADMIN_EMAIL });
    expect((await visitor.get('/api/auth/me')).status).toBe(200);
    await visitor.post('/api/auth/logout');
  }
  expect(await passkeysOf(admin)).toMatchObject([{ usedAt: expect.any(String) as string }]);
});

test('options ask for a discoverable passkey and a verified user, at the public host', async () => {
  const { visitor, signIn } = await startTestServer({ publicUrl: 'https://ada.example.com' });
  const none = await visitor.post('/api/auth/passkeys/options');
  expect([none.status, none.headers.getSetCookie()]).toEqual([204, []]);
  const admin = await signIn();
  const response = await admin.post('/api/auth/passkeys/new', BEGIN);
  expect(response.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^__Secure-challenge=.*; path=\/api\/auth; .*samesite=lax; .*httponly/i),
  );
  const options = (await response.json()) as PublicKeyCredentialCreationOptionsJSON;
  expect(options).toMatchObject({
    rp: { id: 'ada.example.com' },
    user: { name: ADMIN_EMAIL },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const at = { origin: 'https://ada.example.com', rpId: 'ada.example.com' };
  const passkey = createAuthenticator().create(options, at);
  expect((await admin.post('/api/auth/passkeys', { name: NAME, passkey })).status).toBe(204);
  expect(await requestOptions(visitor)).toMatchObject({
    rpId: 'ada.example.com',
    userVerification: 'required',
  });
});

test('an authenticator that does not count signs in, too', async () => {
  const { visitor, signIn } = await startWithPasskey(false);
  for (let i = 0; i < 2; i += 1) expect((await signIn(visitor)).response.status).toBe(200);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }, 'Unexpected authentication response ori'],
  ['another host', { rpId: 'evil.example' }, 'Unexpected RP ID hash'],
  ['no verified user', { unverified: true }, 'User verification required'],
  ['another user', { userHandle: 'b3RoZXI' }, 'The passkey is for another user'],
  ['a counter that went back', { counter: 1 }, 'Response counter value 1 was lower'],
] as const)('a sign-in with %s is refused and logged', async (_, fault, reason) => {
  const { visitor, signIn, lines } = await startWithPasskey();
  expect((await signIn(visitor)).response.status).toBe(200);
  await visitor.post('/api/auth/logout');
  const { response } = await signIn(visitor, fault);
  await expectRefused(response);
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(logged.find(({ msg }) => msg === 'a passkey was refused')?.['reason']).toContain(reason);
  expect(logged.filter(({ msg }) => msg === 'sign-in').at(-1)).toMatchObject({
    outcome: 'refused',
  });
});

test('a response signed with another key, or changed, is refused', async () => {
  const { visitor, authenticator } = await startWithPasskey();
  const options = await requestOptions(visitor);
  const response = createAuthenticator().get(options, { userHandle: 'YWRtaW5pc3RyYXRvcg' });
  const { id } = authenticator;
  await expectRefused(await logIn(visitor, { ...response, id, rawId: id }));
  for (const body of [response, { id, response: { clientDataJSON: '' } }]) {
    await requestOptions(visitor);
    await expectRefused(await logIn(visitor, body));
  }
});

test('a challenge is accepted once, within five minutes, in the browser that asked for it', async () => {
  const { newClient, authenticator, signIn } = await startWithPasskey();
  const first = newClient();
  const options = await requestOptions(first);
  const cookie = first.cookies();
  const send = (client: TestClient, headers = {}) =>
    logIn(client, authenticator.get(options), headers);
  await expectRefused(await send(newClient()));
  const other = newClient();
  await requestOptions(other);
  await expectRefused(await send(other));
  const body = authenticator.get(options);
  expect((await logIn(first, body)).status).toBe(200);
  expect(first.cookies()).not.toContain('challenge');
  // Both the same response, and a new one to the same challenge.
  await expectRefused(await logIn(newClient(), body, { cookie }));
  await expectRefused(await send(newClient(), { cookie }));
  const late = newClient();
  const lateOptions = await requestOptions(late);
  passTime(5 * 60_000 + 1000);
  const lateBody = authenticator.get(lateOptions);
  const expired = await logIn(late, lateBody, { cookie: late.cookies() });
  await expectRefused(expired);
  expect((await signIn(newClient())).response.status).toBe(200);
});

test('two uses of a challenge at the same moment sign in once', async () => {
  const { newClient, authenticator } = await startWithPasskey();
  const client = newClient();
  const options = await requestOptions(client);
  const cookie = client.cookies();
  const bodies = [authenticator.get(options), authenticator.get(options)];
  const statuses = await Promise.all(
    bodies.map(async (body) => (await logIn(newClient(), body, { cookie })).status),
  );
  expect(statuses.sort()).toEqual([200, 401]);
});

test('adding a passkey needs the password, a name, and a challenge made for that', async () => {
  const { admin, signIn } = await startAsAdmin();
  const begin = (body: object) => issuesOf(admin.post('/api/auth/passkeys/new', body));
  expect(await begin({ name: ' ', password: '' })).toEqual([
    'password: Enter your current password',
    'name: Give the passkey a name',
  ]);
  expect(await begin({ name: NAME, password: 'wrong' })).toEqual([
    'password: This is not your current password',
  ]);
  const refused = ['passkey: This passkey was not accepted. Please try again.'];
  const authenticator = createAuthenticator();
  const add = (passkey: object, headers = {}) =>
    admin.post('/api/auth/passkeys', { name: NAME, passkey }, headers);
  for (const fault of [{ origin: 'https://evil.example' }, { unverified: true }]) {
    const passkey = authenticator.create(await createOptions(admin), fault);
    expect(await issuesOf(add(passkey))).toEqual(refused);
  }
  const options = await createOptions(admin);
  const cookie = admin.cookies();
  expect((await add(authenticator.create(options))).status).toBe(204);
  expect(await issuesOf(add(createAuthenticator().create(options), { cookie }))).toEqual(refused);
  // The challenge of a sign-in is given without the password.
  const signingIn = { ...options, ...(await requestOptions(admin)) };
  expect(await issuesOf(add(authenticator.create(signingIn)))).toEqual(refused);
  // Another session of the administrator.
  const { challenge } = await createOptions(admin);
  const moved = `${cookiesOf(await signIn(), 'session')}; ${cookiesOf(admin, 'challenge')}`;
  const passkey = createAuthenticator().create({ ...options, challenge });
  expect(await issuesOf(add(passkey, { cookie: moved }))).toEqual(refused);
  expect(await passkeysOf(admin)).toHaveLength(1);
});

test('guessing the password of an open session is throttled like signing in', async () => {
  const { admin, visitor } = await startAsAdmin();
  // A stolen cookie of the session, without that of the device.
  const cookie = cookiesOf(admin, 'session');
  const begin = (password: string) =>
    visitor.post('/api/auth/passkeys/new', { ...BEGIN, password }, { cookie });
  for (let i = 0; i < 5; i += 1) expect((await begin('wrong')).status).toBe(400);
  expect((await begin(ADMIN_PASSWORD)).status).toBe(429);
  expect((await admin.post('/api/auth/passkeys/new', BEGIN)).status).toBe(200);
});

test('failed passkeys are throttled like passwords, and do not lock out the owner', async () => {
  const { newClient, admin, signIn } = await startWithPasskey();
  await admin.post('/api/auth/logout');
  const guesser = newClient();
  const body = { id: 'unknown', response: { clientDataJSON: '' } };
  for (let i = 0; i < 5; i += 1) {
    await expectRefused(await logIn(guesser, body));
  }
  expect((await logIn(guesser, body)).status).toBe(429);
  const { response } = await signIn(admin);
  expect(response.status).toBe(200);
});

test('a passkey can be renamed, and no longer signs in once it is removed with the password', async () => {
  const { admin, visitor, authenticator, signIn } = await startWithPasskey();
  const path = `/api/auth/passkeys/${authenticator.id}`;
  expect((await admin.patch(path, { name: ' Phone ' })).status).toBe(204);
  expect(await passkeysOf(admin)).toMatchObject([{ name: 'Phone' }]);
  expect((await admin.patch(path, { name: 'x'.repeat(61) })).status).toBe(400);
  const second = createAuthenticator();
  expect((await addPasskey(admin, second, 'Key')).status).toBe(204);
  expect((await admin.delete(path)).status).toBe(415);
  expect(await issuesOf(admin.delete(path, { password: 'wrong' }))).toEqual([
    'password: This is not your current password',
  ]);
  expect(await passkeysOf(admin)).toHaveLength(2);
  expect((await admin.delete(path, { password: ADMIN_PASSWORD })).status).toBe(204);
  expect(await passkeysOf(admin)).toMatchObject([{ name: 'Key' }]);
  await expectRefused((await signIn(visitor)).response);
  expect((await admin.patch(path, { name: 'A' })).status).toBe(204);
  expect(await passkeysOf(admin)).toHaveLength(1);
});
