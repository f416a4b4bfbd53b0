import { expect, test } from 'vitest';
import { messageOf } from '../../../../test/github/edits.ts';
import { createMemoryAuthState } from '../../../../test/memory-auth-state.ts';
import { issuesOf, json, statusAndBody } from '../../../../test/responses.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../../../test/run-app.ts';
import { passTime } from '../../../../test/set-clock.ts';
import { startAsAdmin, startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { createLog } from '../../log.ts';

const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
const WRONG = { ...credentials, password: 'wrong' };

const logIn = (client: TestClient, fields: object = {}, headers = {}): Promise<Response> =>
  client.post('/api/auth/login', { ...credentials, ...fields }, headers);

/** The status of the call for the user of a session. */
const statusOf = async (client: TestClient, headers = {}) =>
  (await client.get('/api/auth/me', headers)).status;

test('signing in responds with the user and begins a session of its own', async () => {
  const { admin, visitor } = await startAsAdmin();
  // Both are trimmed, and the email is compared without case.
  const typed = { email: ` ${ADMIN_EMAIL.toUpperCase()} `, password: `${ADMIN_PASSWORD} ` };
  expect(await json(logIn(visitor, typed))).toEqual({ email: ADMIN_EMAIL });
  const me = await visitor.get('/api/auth/me');
  expect(await me.json()).toEqual({ email: ADMIN_EMAIL });
  expect(me.headers.get('cache-control')).toBe('no-store');
  expect(visitor.cookies()).not.toBe(admin.cookies());
});

test('all missing credentials are reported, and not which of them is wrong', async () => {
  const { visitor } = await startTestServer();
  expect(await issuesOf(visitor.post('/api/auth/login', { email: ' ' }))).toEqual([
    'email: Email and password are required.',
    'password: Email and password are required.',
  ]);
  const wrong = await logIn(visitor, WRONG);
  const unknown = await logIn(visitor, { email: 'b@example.com' });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(await wrong.json()).toEqual(await unknown.json());
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test('the cookie is signed, and not available to scripts and other sites', async () => {
  const { visitor } = await startTestServer();
  for (const cookie of (await logIn(visitor)).headers.getSetCookie()) {
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).toMatch(/; samesite=lax/i);
  }
  const forged = visitor.cookies().replace(/session=([^;]+)/, (_, value: string) => {
    const data = JSON.parse(Buffer.from(value, 'base64').toString()) as { begunAt: number };
    return `session=${Buffer.from(JSON.stringify({ ...data, begunAt: 1e15 })).toString('base64')}`;
  });
  expect(await statusOf(visitor, { cookie: forged })).toBe(401);
});

test('over HTTPS the cookie is bound to the host and to encryption', async () => {
  const { visitor } = await startTestServer({ publicUrl: 'https://ada.example.com' });
  const cookies = (await logIn(visitor)).headers.getSetCookie();
  expect(cookies).toContainEqual(expect.stringMatching(/^__Host-session=.*; path=\/;.*; secure/i));
  expect(cookies).toContainEqual(expect.stringMatching(/^__Secure-device=.*; secure/i));
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i);
});

test('signing out makes the cookie invalid, even if it is sent again, and everywhere all others', async () => {
  const { admin, signIn, visitor } = await startAsAdmin();
  const stolen = admin.cookies();
  expect((await admin.post('/api/auth/logout')).status).toBe(204);
  expect(await statusOf(admin)).toBe(401);
  expect(await statusOf(admin, { cookie: stolen })).toBe(401);

  const devices = [await signIn(), await signIn()];
  const everywhere = '/api/auth/logout?everywhere=true';
  // Without a session it succeeds, and ends none.
  for (const [client, status] of [
    [visitor, 200],
    [devices[0]!, 401],
  ] as const) {
    expect((await client.post(everywhere)).status).toBe(204);
    for (const device of devices) expect(await statusOf(device)).toBe(status);
  }
  expect(await statusOf(await signIn())).toBe(200);
});

test('signing out ends the session in this browser, also if it cannot be stored', async () => {
  const authState = createMemoryAuthState({
    change: () => Promise.reject(new Error('The disk is full')),
  });
  const { admin } = await startAsAdmin({ authState });
  const error = { code: 'UnexpectedFailure', message: 'Unable to log out' };
  const everywhere = admin.post('/api/auth/logout?everywhere=true');
  expect(await statusAndBody(everywhere)).toEqual([500, error]);
  expect(await statusOf(admin)).toBe(200);
  expect((await admin.post('/api/auth/logout')).status).toBe(204);
  expect(await statusOf(admin)).toBe(401);
});

const MINUTE_MS = 60_000;

test('a session ends when it is idle for too long', async () => {
  const { admin } = await startAsAdmin({ idleMinutes: 30 });
  const cookie = admin.cookies();
  passTime(29 * MINUTE_MS);
  expect(await statusOf(admin, { cookie })).toBe(200);
  passTime(2 * MINUTE_MS);
  expect(await statusOf(admin, { cookie })).toBe(401);
});

test('a session that is used stays valid until its absolute limit', async () => {
  const { admin } = await startAsAdmin({ idleMinutes: 30, maxHours: 1 });
  for (const status of [200, 200, 401]) {
    passTime(25 * MINUTE_MS);
    expect(await statusOf(admin)).toBe(status);
  }
});

test('after too many failures a source has to wait, for as long as Retry-After says', async () => {
  const { visitor } = await startTestServer();
  for (let i = 0; i < 5; i += 1) await logIn(visitor, WRONG);
  const response = await logIn(visitor);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await messageOf(response)).toMatch(
    /^Too many failed attempts. Please try again in (1 second|[2-9] seconds).$/,
  );
});

test('a browser that has signed in before is not throttled for failures from the same network', async () => {
  const { admin, visitor } = await startAsAdmin();
  await admin.post('/api/auth/logout');
  const cookies = admin.cookies();
  for (let i = 0; i < 5; i += 1) await logIn(visitor, WRONG);
  for (const cookie of ['', cookies.replace('device=', 'device=x')]) {
    expect((await logIn(admin, {}, { cookie })).status).toBe(429);
  }
  const response = await logIn(admin, {}, { cookie: cookies });
  expect(response.status).toBe(200);
  const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith('device='));
  expect(device).toMatch(/; path=\/api\/auth; .*samesite=lax; httponly/);
});

test('each sign-in is logged with source and outcome, but not with the credentials', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const { visitor } = await startTestServer({ log, trustedProxies: 1 });
  const attempt = (password: string, source: string) => {
    const headers = { 'x-forwarded-for': source, 'x-request-id': `from-${source}`, cookie: '' };
    return logIn(visitor, { password }, headers);
  };
  await attempt(ADMIN_PASSWORD, '192.0.2.1');
  for (let i = 0; i < 6; i += 1) await attempt('a wrong guess', '2001:db8::1');
  await attempt(ADMIN_PASSWORD, '192.0.2.2');
  const audit = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'sign-in')
    .map(({ requestId, source, outcome, time }) => [requestId, source, outcome, typeof time]);
  expect(audit).toEqual([
    ['from-192.0.2.1', '192.0.2.1', 'accepted', 'number'],
    ...Array.from({ length: 5 }, () => ['from-2001:db8::1', '2001:db8::1', 'refused', 'number']),
    ['from-2001:db8::1', '2001:db8::1', 'throttled', 'number'],
    ['from-192.0.2.2', '192.0.2.2', 'accepted', 'number'],
  ]);
  expect(lines.join('')).not.toMatch(/correct horse|wrong guess/);
});

test('where PUBLIC_URL is set, only its origin may sign in', async () => {
  const allowedOrigin = 'https://ada.example.com';
  const { visitor, url } = await startTestServer({ allowedOrigin, trustedProxies: 1 });
  const proxied = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  for (const [headers, status] of [
    [{ origin: url }, 403],
    [{ ...proxied, origin: 'https://evil.example' }, 403],
    [{ ...proxied, origin: allowedOrigin }, 200],
  ] as const) {
    expect([headers, (await logIn(visitor, {}, headers)).status]).toEqual([headers, status]);
  }
});
