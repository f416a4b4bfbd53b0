import { expect, test } from 'vitest';
import { commitsOf } from '../../../test/git.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';

test('health is 503 until content can be served, then names store and revision', async () => {
  const { visitor, content, repository } = await startTestServer();
  const before = await visitor.get('/healthz');
  expect(before.status).toBe(503);
  expect(await before.json()).toEqual({ status: 'unavailable', store: 'local' });
  await content.reader.refresh();
  const after = await visitor.get('/healthz');
  expect(after.status).toBe(200);
  expect(await after.json()).toEqual({
    status: 'ok',
    store: 'local',
    revision: commitsOf(repository)[0],
  });
});

test('when the store fails, what was read is served on and called stale', async () => {
  let down = false;
  const { visitor, content } = await startTestServer({
    store: (local) => ({
      ...local,
      head: () => (down ? Promise.reject(new StoreUnavailable('down')) : local.head()),
    }),
  });
  await content.reader.refresh();
  down = true;
  await expect(content.reader.refresh()).rejects.toThrow('down');
  const health = await visitor.get('/healthz');
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ status: 'stale' });
  expect((await visitor.get('/api/content')).status).toBe(200);
});
