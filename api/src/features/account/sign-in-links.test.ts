import { ADMIN_EMAIL, SECRETS } from '../../../test/run-app.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';
import { expect, test } from 'vitest';
import { passTime } from '../../../test/set-clock.ts';
import { makeSignInLink } from '../../core/auth/sign-in-links.ts';
import { createLog } from '../../core/log.ts';

const makeToken = (secrets: readonly string[] = SECRETS) =>
  new URL(makeSignInLink(secrets, 'https://ada.example.com')).hash.replace('#sign-in=', '');

const use = (client: TestClient, token: string) => client.post('/api/auth/link', { token });

const expectRefused = async (response: Response) => {
  const message = 'This link was used before, or has expired.';
  expect([response.status, await response.json()]).toEqual([403, { code: 'LinkRefused', message }]);
};

test('a link signs in once, and no log contains its token', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const { url, visitor } = await startTestServer({ log });
  const token = makeToken();
  expect((await visitor.get('/login')).headers.getSetCookie()).toEqual([]);
  const statuses = await Promise.all(
    [createTestClient(url), createTestClient(url)].map(
      async (client) => (await use(client, token)).status,
    ),
  );
  expect(statuses.sort()).toEqual([200, 403]);
  await expectRefused(await use(visitor, token));
  const response = await use(visitor, makeToken());
  expect(await response.json()).toEqual({ email: ADMIN_EMAIL });
  expect((await visitor.get('/api/auth/me')).status).toBe(200);
  expect(lines.join('')).not.toContain(token);
});

test('a link is refused after ten minutes, with another secret, changed, or of another kind', async () => {
  const { visitor } = await startTestServer();
  const token = makeToken();
  await expectRefused(await use(visitor, makeToken(['another secret of 32 characters.'])));
  for (const changed of [`${token}x`, `x${token}`, `${token}.x`, '']) {
    const client = createTestClient((await startTestServer()).url);
    await expectRefused(await use(client, changed));
  }
  passTime(10 * 60_000);
  await expectRefused(await use(visitor, token));
});

test('signing out everywhere ends links, too, and guesses are throttled', async () => {
  const { signIn, visitor } = await startTestServer();
  const token = makeToken();
  const admin = await signIn();
  await admin.post('/api/auth/logout?everywhere=true');
  await expectRefused(await use(visitor, token));
  for (let i = 0; i < 4; i += 1) await expectRefused(await use(visitor, 'guess'));
  expect((await use(visitor, 'guess')).status).toBe(429);
});
