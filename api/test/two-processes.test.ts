// Needs: account
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './run-app.ts';
import { ADMINISTRATOR, signInTo, startProcess } from './start-process.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { testFolder } from './test-folder.ts';

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
  return [await startProcess({ DATA_DIR }), await startProcess({ DATA_DIR })] as const;
};

const statusOf = async (client: TestClient, headers = {}) =>
  (await client.get('/api/auth/me', headers)).status;

const logIn = async ({ url }: { readonly url: string }, password: string) =>
  (await createTestClient(url).post('/api/auth/login', { email: ADMIN_EMAIL, password })).status;

test('a sign-out and a new password in one process count in the other, too, and end its sessions', async () => {
  const [first, second] = await startTwo();
  const [admin, other] = [await signInTo(first), await signInTo(second)];
  expect(await statusOf(other)).toBe(200);
  const left = { timeout: SEEN_WITHIN_MS };
  const third = await signInTo(second);
  const headers = { cookie: third.cookies() };
  expect((await third.post('/api/auth/logout')).status).toBe(204);
  await expect.poll(() => statusOf(createTestClient(first.url), headers), left).toBe(401);
  const body = { password: ADMIN_PASSWORD, newPassword: NEW_PASSWORD };
  expect((await admin.put('/api/auth/password', body)).status).toBe(204);
  await expect.poll(() => statusOf(other), left).toBe(401);
  await expect.poll(() => logIn(second, NEW_PASSWORD), left).toBe(200);
  expect(await logIn(second, ADMIN_PASSWORD)).toBe(401);
  expect(await statusOf(admin)).toBe(200);
});
