import { createMemoryAuthState } from '../../../../test/memory-auth-state.ts';
import type { ErrorResponseBody } from 'content-schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../../../../test/run-app.ts';
import { createLog } from '../../log.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };

test('signing in responds with the user and begins a session', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.post('/api/auth/login', credentials);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ email: ADMIN_EMAIL });
  const me = await visitor.get('/api/auth/me');
  expect(me.status).toBe(200);
  expect(await me.json()).toEqual({ email: ADMIN_EMAIL });
  expect(me.headers.get('cache-control')).toBe('no-store');
});

test('email and password are trimmed, and the email is compared without case', async () => {
  const { visitor } = await startTestServer();
  const typed = { email: ` ${ADMIN_EMAIL.toUpperCase()} `, password: `${ADMIN_PASSWORD} ` };
  expect((await visitor.post('/api/auth/login', typed)).status).toBe(200);
});

test('all missing credentials are reported', async () => {
  const { visitor } = await startTestServer();
  const message = 'Email and password are required.';
  const response = await visitor.post('/api/auth/login', { email: ' ' });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'InvalidInput',
    message,
    issues: [
      { path: 'email', message },
      { path: 'password', message },
    ],
  });
});

test('a wrong password and an unknown email get the same response', async () => {
  const { visitor } = await startTestServer();
  const wrong = await visitor.post('/api/auth/login', { ...credentials, password: 'wrong' });
  const unknown = await visitor.post('/api/auth/login', { ...credentials, email: 'b@example.com' });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(await wrong.json()).toEqual(await unknown.json());
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test('without a session the user is unknown', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.get('/api/auth/me');
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ code: 'NotAuthenticated', message: 'Not authenticated' });
});

test('the cookie is signed, and not available to scripts and other sites', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.post('/api/auth/login', credentials);
  for (const cookie of response.headers.getSetCookie()) {
    expect(cookie).toMatch(/; httponly/i);
    expect(cookie).toMatch(/; samesite=lax/i);
  }
  const forged = visitor.cookies().replace(/session=([^;]+)/, (_, value: string) => {
    const data = JSON.parse(Buffer.from(value, 'base64').toString()) as { begunAt: number };
    return `session=${Buffer.from(JSON.stringify({ ...data, begunAt: 1e15 })).toString('base64')}`;
  });
  const me = await visitor.get('/api/auth/me', { cookie: forged });
  expect(me.status).toBe(401);
});

test('over HTTPS the cookie is bound to the host and to encryption', async () => {
  const server = await startTestServer({ publicUrl: 'https://ada.example.com' });
  const response = await server.visitor.post('/api/auth/login', credentials);
  const cookies = response.headers.getSetCookie();
  expect(cookies).toContainEqual(expect.stringMatching(/^__Host-session=.*; path=\/;.*; secure/i));
  expect(cookies).toContainEqual(expect.stringMatching(/^__Secure-device=.*; secure/i));
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i);
});

test('each sign-in has a different id', async () => {
  const { signIn } = await startTestServer();
  expect((await signIn()).cookies()).not.toBe((await signIn()).cookies());
});

test('after signing out the cookie is invalid, even if it is sent again', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const stolen = admin.cookies();
  const response = await admin.post('/api/auth/logout');
  expect(response.status).toBe(204);
  expect((await admin.get('/api/auth/me')).status).toBe(401);
  expect((await admin.get('/api/auth/me', { cookie: stolen })).status).toBe(401);
});

test('signing out everywhere ends the sessions of all devices', async () => {
  const { visitor, signIn } = await startTestServer();
  const devices = [await signIn(), await signIn()];
  expect((await visitor.post('/api/auth/logout?everywhere=true')).status).toBe(204);
  for (const device of devices) expect((await device.get('/api/auth/me')).status).toBe(200);
  expect((await devices[0]!.post('/api/auth/logout?everywhere=true')).status).toBe(204);
  for (const device of devices) expect((await device.get('/api/auth/me')).status).toBe(401);
  expect((await (await signIn()).get('/api/auth/me')).status).toBe(200);
});

test('signing out ends the session in this browser, also if it cannot be stored', async () => {
  const authState = createMemoryAuthState({
    change: () => Promise.reject(new Error('The disk is full')),
  });
  const { signIn } = await startTestServer({ authState });
  const admin = await signIn();
  const everywhere = await admin.post('/api/auth/logout?everywhere=true');
  expect(everywhere.status).toBe(500);
  expect(await everywhere.json()).toEqual({
    code: 'UnexpectedFailure',
    message: 'Unable to log out',
  });
  expect((await admin.get('/api/auth/me')).status).toBe(200);
  expect((await admin.post('/api/auth/logout')).status).toBe(204);
  expect((await admin.get('/api/auth/me')).status).toBe(401);
});

test('signing out without a session succeeds', async () => {
  const { visitor } = await startTestServer();
  expect((await visitor.post('/api/auth/logout')).status).toBe(204);
});

const MINUTE_MS = 60_000;

/** Advances the clock of the server and its cookies; timers are not affected. */
const passTime = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

test('a session ends when it is idle for too long', async () => {
  const { signIn } = await startTestServer({ idleMinutes: 30 });
  const admin = await signIn();
  const cookie = admin.cookies();
  passTime(29 * MINUTE_MS);
  expect((await admin.get('/api/auth/me', { cookie })).status).toBe(200);
  passTime(2 * MINUTE_MS);
  expect((await admin.get('/api/auth/me', { cookie })).status).toBe(401);
});

test('a session that is used stays valid until its absolute limit', async () => {
  const { signIn } = await startTestServer({ idleMinutes: 30, maxHours: 1 });
  const admin = await signIn();
  passTime(25 * MINUTE_MS);
  expect((await admin.get('/api/auth/me')).status).toBe(200);
  passTime(25 * MINUTE_MS);
  expect((await admin.get('/api/auth/me')).status).toBe(200);
  passTime(25 * MINUTE_MS);
  expect((await admin.get('/api/auth/me')).status).toBe(401);
});

test('after too many failures a source has to wait, for as long as Retry-After says', async () => {
  const { visitor } = await startTestServer();
  const wrong = { ...credentials, password: 'wrong' };
  for (let i = 0; i < 5; i += 1) await visitor.post('/api/auth/login', wrong);
  const response = await visitor.post('/api/auth/login', credentials);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const { message } = (await response.json()) as ErrorResponseBody;
  expect(message).toMatch(
    /^Too many failed attempts. Please try again in (1 second|[2-9] seconds).$/,
  );
});

test('a password that bcrypt would truncate does not sign in', async () => {
  const password = 'p'.repeat(72);
  const { visitor } = await startTestServer({ password });
  const statusFor = async (typed: string) =>
    (await visitor.post('/api/auth/login', { ...credentials, password: typed })).status;
  expect(await statusFor(`${password}x`)).toBe(401);
  expect(await statusFor(password)).toBe(200);
});

test('a browser that has signed in before is not throttled for failures from the same network', async () => {
  const { visitor, signIn } = await startTestServer();
  const owner = await signIn();
  await owner.post('/api/auth/logout');
  const cookies = owner.cookies();
  for (let i = 0; i < 5; i += 1) {
    await visitor.post('/api/auth/login', { ...credentials, password: 'wrong' });
  }
  const attempt = (cookie: string) => owner.post('/api/auth/login', credentials, { cookie });
  expect((await attempt('')).status).toBe(429);
  expect((await attempt(cookies.replace('device=', 'device=x'))).status).toBe(429);
  const response = await attempt(cookies);
  expect(response.status).toBe(200);
  const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith('device='));
  expect(device).toMatch(/; path=\/api\/auth; .*samesite=lax; httponly/);
});

test('each sign-in is logged with source and outcome, but not with the credentials', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const { visitor } = await startTestServer({ log, trustedProxies: 1 });
  const attempt = (password: string, source: string) =>
    visitor.post(
      '/api/auth/login',
      { ...credentials, password },
      { 'x-forwarded-for': source, 'x-request-id': `from-${source}` },
    );
  await attempt(ADMIN_PASSWORD, '192.0.2.1');
  for (let i = 0; i < 6; i += 1) await attempt('a wrong guess', '2001:db8::1');
  const audit = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'sign-in')
    .map(({ requestId, source, outcome, time }) => [requestId, source, outcome, typeof time]);
  expect(audit).toEqual([
    ['from-192.0.2.1', '192.0.2.1', 'accepted', 'number'],
    ...Array.from({ length: 5 }, () => ['from-2001:db8::1', '2001:db8::1', 'refused', 'number']),
    ['from-2001:db8::1', '2001:db8::1', 'throttled', 'number'],
  ]);
  expect(lines.join('')).not.toMatch(/correct horse|wrong guess/);
});

test('the owner can sign in while hundreds of sources guess passwords', async () => {
  const { visitor } = await startTestServer({ trustedProxies: 1 });
  const attempt = (password: string, source: string) =>
    visitor.post('/api/auth/login', { ...credentials, password }, { 'x-forwarded-for': source });
  const guesses = Array.from({ length: 300 }, (_, i) =>
    attempt('wrong', `10.${i >> 8}.${i & 255}.1`),
  );
  const owner = attempt(ADMIN_PASSWORD, '192.0.2.1');
  expect((await owner).status).toBe(200);
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('a sign-in request from another site is refused', async () => {
  const { visitor, url } = await startTestServer();
  const attempt = (headers: Record<string, string>) =>
    visitor.post('/api/auth/login', credentials, headers);
  expect((await attempt({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await attempt({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await attempt({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await attempt({ origin: url })).status).toBe(200);
  expect((await attempt({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('where PUBLIC_URL is set, only its origin may sign in', async () => {
  const allowedOrigin = 'https://ada.example.com';
  const { visitor, url } = await startTestServer({ allowedOrigin, trustedProxies: 1 });
  const attempt = (headers: Record<string, string>) =>
    visitor.post('/api/auth/login', credentials, headers);
  const proxied = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  expect((await attempt({ origin: url })).status).toBe(403);
  expect((await attempt({ ...proxied, origin: 'https://evil.example' })).status).toBe(403);
  expect((await attempt({ ...proxied, origin: allowedOrigin })).status).toBe(200);
});
