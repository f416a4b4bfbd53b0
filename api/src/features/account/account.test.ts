import type { AccountResponse } from 'content-schema';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { issuesOf, read } from '../../../test/responses.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, SECRETS } from '../../../test/run-app.ts';
import { git } from '../../../test/git.ts';
import { startAsAdmin, startTestServer } from '../../../test/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';
import { openCredentials } from '../../core/auth/credentials.ts';
import { hashPassword } from '../../core/auth/password.ts';
import { readConfig } from '../../core/config.ts';
import { testFolder } from '../../../test/test-folder.ts';

const NEW_PASSWORD = 'a new password';
const NEW_EMAIL = 'grace@example.org';

const accountOf = (admin: TestClient) => read<AccountResponse>(admin, '/api/auth/account');

const statusOf = async (client: TestClient, headers = {}) =>
  (await client.get('/api/auth/me', headers)).status;

/** Starts a server with stored secrets, as in local mode. */
const startLocal = async () => {
  const DATA_DIR = await testFolder();
  const password = 'the first password';
  // With bcrypt's lowest cost, to be fast.
  const adminPasswordHash = await hashPassword(password, 4);
  const secrets = { adminEmail: ADMIN_EMAIL, adminPasswordHash, sessionSecret: SECRETS[0] };
  await writeFile(join(DATA_DIR, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
  const open = () => openCredentials(readConfig({ DATA_DIR }));
  const credentials = await open();
  const server = await startTestServer({ credentials });
  const logIn = async (
    password: string,
    { url }: { readonly url: string } = server,
    email = ADMIN_EMAIL,
  ) => {
    const client = createTestClient(url);
    const response = await client.post('/api/auth/login', { email, password });
    return { client, status: response.status };
  };
  return { ...server, DATA_DIR, open, logIn, password };
};

test('a new password counts at once and after a restart, and ends all other sessions', async () => {
  const { DATA_DIR, open, logIn, password } = await startLocal();
  const [{ client: admin }, { client: other }] = [await logIn(password), await logIn(password)];
  const stolen = admin.cookies();
  expect((await accountOf(admin)).canChangePassword).toBe(true);
  // A process that ended while it wrote leaves this.
  const file = join(DATA_DIR, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...secrets, other: 'stays' }));
  await writeFile(`${file}.new`, '{"adminEm', { mode: 0o600 });
  const body = { password, newPassword: ` ${NEW_PASSWORD} ` };
  expect((await admin.put('/api/auth/password', body)).status).toBe(204);
  expect(await statusOf(admin)).toBe(200);
  expect(await statusOf(other)).toBe(401);
  expect(await statusOf(other, { cookie: stolen })).toBe(401);
  expect((await logIn(password)).status).toBe(401);
  expect((await logIn(NEW_PASSWORD)).status).toBe(200);
  const stored = await readFile(file, 'utf8');
  expect(stored).not.toContain(NEW_PASSWORD);
  expect(stored).toContain('stays');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(DATA_DIR)).not.toContain('secrets.json.new');
  const restarted = await startTestServer({ credentials: await open() });
  expect((await logIn(NEW_PASSWORD, restarted)).status).toBe(200);
  expect((await logIn(password, restarted)).status).toBe(401);
});

test('a password is only changed with the present one, to one that is long enough', async () => {
  const { logIn, password } = await startLocal();
  const { client: admin } = await logIn(password);
  const change = (password: string, newPassword = NEW_PASSWORD) =>
    admin.put('/api/auth/password', { password, newPassword });
  expect(await issuesOf(change(' ', 'short'))).toEqual([
    'password: Enter your current password',
    'newPassword: The new password needs at least 8 characters',
  ]);
  const tooLong = 'The new password must be 72 bytes or fewer; a letter with an accent has two';
  for (const newPassword of ['x'.repeat(73), 'é'.repeat(37)]) {
    expect(await issuesOf(change(password, newPassword))).toEqual([`newPassword: ${tooLong}`]);
  }
  const wrong = ['password: This is not your current password'];
  for (let i = 0; i < 5; i += 1) expect(await issuesOf(change('wrong'))).toEqual(wrong);
  expect((await change(password)).status).toBe(429);
  expect(await statusOf(admin)).toBe(200);
});

test('a new email signs in at once and after a restart, is the author’s, and ends all other sessions', async () => {
  const { open, logIn, password, repository, ...server } = await startLocal();
  const [{ client: admin }, { client: other }] = [await logIn(password), await logIn(password)];
  const stolen = admin.cookies();
  expect((await accountOf(admin)).canChangeEmail).toBe(true);
  const change = (email: string, current = password) =>
    admin.put('/api/auth/email', { email, password: current });
  expect(await issuesOf(change('grace', ''))).toEqual([
    'password: Enter your current password',
    'email: Enter a valid email address',
  ]);
  expect(await issuesOf(change(NEW_EMAIL, 'wrong'))).toEqual([
    'password: This is not your current password',
  ]);
  expect((await change(` ${NEW_EMAIL} `)).status).toBe(204);
  expect(await read(admin, '/api/auth/me')).toEqual({ email: NEW_EMAIL });
  expect(await statusOf(other)).toBe(401);
  expect(await statusOf(other, { cookie: stolen })).toBe(401);
  const restarted = await startTestServer({ credentials: await open() });
  for (const each of [server, restarted]) {
    expect((await logIn(password, each)).status).toBe(401);
    expect((await logIn(password, each, NEW_EMAIL)).status).toBe(200);
  }
  const profile = await read<{ profile: object }>(admin, '/api/content');
  await admin.put('/api/profile', { ...profile.profile, name: 'Grace Hopper' });
  expect(git(repository, 'log', '-1', '--format=%an <%ae>')).toBe(`Grace Hopper <${NEW_EMAIL}>\n`);
});

test('the first start keeps the email of the variable, which wins over a changed one', async () => {
  const DATA_DIR = await testFolder();
  const emailOf = async (variables = {}) =>
    (await openCredentials(readConfig({ DATA_DIR, ...variables }))).administrator.email;
  expect(await emailOf({ ADMIN_EMAIL })).toBe(ADMIN_EMAIL);
  expect(await emailOf()).toBe(ADMIN_EMAIL);
  expect(await emailOf({ ADMIN_EMAIL: NEW_EMAIL })).toBe(NEW_EMAIL);
});

test('a password or an email that a variable sets is not changed, and the response says how to', async () => {
  const { admin } = await startAsAdmin();
  const { canChangePassword, canChangeEmail } = await accountOf(admin);
  expect([canChangePassword, canChangeEmail]).toEqual([false, false]);
  const email = { email: NEW_EMAIL, password: ADMIN_PASSWORD };
  expect(await issuesOf(admin.put('/api/auth/email', email))).toEqual([
    expect.stringContaining('ADMIN_EMAIL'),
  ]);
  const body = { password: ADMIN_PASSWORD, newPassword: NEW_PASSWORD };
  expect(await issuesOf(admin.put('/api/auth/password', body))).toEqual([
    expect.stringContaining('ADMIN_PASSWORD_HASH'),
  ]);
});

test('two processes that make the first secrets at the same moment have the same ones', async () => {
  const config = readConfig({ DATA_DIR: await testFolder() });
  const opened = await Promise.all([openCredentials(config), openCredentials(config)]);
  const [one, other] = opened.map(({ administrator, sessionSecrets }) => ({
    ...{ passwordHash: administrator.passwordHash, sessionSecrets },
  }));
  expect(one).toEqual(other);
  expect(opened.filter(({ newPassword }) => newPassword !== undefined)).toHaveLength(1);
});
