// Needs: account
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './run-app.ts';
import { ADMINISTRATOR, signInTo, startProcess } from './start-process.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { testFolder } from './test-folder.ts';

const DOCTOR = join(import.meta.dirname, '..', 'dist', 'doctor.js');
const NEW_PASSWORD = 'a new password';
/** Other processes notice a change within this time. */
const SEEN_WITHIN_MS = 5_000;

const startTwo = async () => {
  const DATA_DIR = await testFolder();
  const secrets = {
    adminEmail: ADMIN_EMAIL,
    adminPasswordHash: ADMINISTRATOR.ADMIN_PASSWORD_HASH,
    sessionSecret: ADMINISTRATOR.SESSION_SECRET,
  };
  await writeFile(join(DATA_DIR, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
  const first = await startProcess({ DATA_DIR });
  return { DATA_DIR, first, second: await startProcess({ DATA_DIR }) };
};

const statusOf = async (client: TestClient, headers = {}) =>
  (await client.get('/api/auth/me', headers)).status;

const logIn = async ({ url }: { readonly url: string }, password: string) =>
  (await createTestClient(url).post('/api/auth/login', { email: ADMIN_EMAIL, password })).status;

test('a password changed in one process counts in the other, too, and ends its sessions', async () => {
  const { first, second } = await startTwo();
  const [admin, other] = [await signInTo(first), await signInTo(second)];
  expect(await statusOf(other)).toBe(200);
  const body = { password: ADMIN_PASSWORD, newPassword: NEW_PASSWORD };
  expect((await admin.put('/api/auth/password', body)).status).toBe(204);
  const left = { timeout: SEEN_WITHIN_MS };
  await expect.poll(() => statusOf(other), left).toBe(401);
  await expect.poll(() => logIn(second, NEW_PASSWORD), left).toBe(200);
  expect(await logIn(second, ADMIN_PASSWORD)).toBe(401);
  expect(await statusOf(admin)).toBe(200);
});

test('a link to sign in that is sent to both processes at the same moment signs in once', async () => {
  const { DATA_DIR, first, second } = await startTwo();
  const env = { PATH: process.env['PATH'], DATA_DIR };
  for (let round = 0; round < 5; round += 1) {
    const output = execFileSync(process.execPath, [DOCTOR, '--sign-in'], { env, encoding: 'utf8' });
    const token = /#sign-in=(\S+)/.exec(output)?.[1];
    const statuses = await Promise.all(
      [first, second, first, second].map(async ({ url }) => {
        const client = createTestClient(url);
        return (await client.post('/api/auth/link', { token })).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  }
});

test('sessions that are signed out in both processes at the same moment are refused by both', async () => {
  const { first, second } = await startTwo();
  const sessions = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signInTo(index % 2 === 0 ? first : second)),
  );
  const cookies = sessions.map((session) => session.cookies());
  await Promise.all(sessions.map((session) => session.post('/api/auth/logout')));
  for (const { url } of [first, second]) {
    const client = createTestClient(url);
    const statuses = () =>
      Promise.all(cookies.map((cookie) => statusOf(client, { cookie }))).then(
        (all) => new Set(all),
      );
    await expect.poll(statuses, { timeout: SEEN_WITHIN_MS }).toEqual(new Set([401]));
  }
});
