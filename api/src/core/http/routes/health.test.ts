import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { commitsOf } from '../../../../test/git.ts';
import { testWorkers } from '../../../../test/run-app.ts';
import { read } from '../../../../test/responses.ts';
import { startAsAdmin, startTestServer } from '../../../../test/start-test-server.ts';
import { readContent, rename } from '../../../../test/github/edits.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { PermissionDenied, type GitStoreError } from '../../git-store/errors.ts';
import { unwritableMessage } from '../../git-store/files.ts';

test('health is 503 until content can be served, then names store and revision', async () => {
  const { visitor, content, repository } = await startTestServer();
  const before = await visitor.get('/healthz');
  expect(before.status).toBe(503);
  expect(await before.json()).toEqual({ status: 'unavailable', store: 'local' });
  await content.reader.refresh();
  const after = await visitor.get('/healthz');
  expect(after.status).toBe(200);
  const [revision] = commitsOf(repository);
  expect(await after.json()).toEqual({ status: 'ok', store: 'local', revision });
});

test('health reports a store that refuses saves, without its own message', async () => {
  let rejection: GitStoreError | undefined = new PermissionDenied('The token of ada/site may not');
  const { admin, visitor } = await startAsAdmin({
    store: (local) => ({
      ...local,
      commit: (request) => (rejection ? Promise.reject(rejection) : local.commit(request)),
    }),
  });
  expect((await rename(admin, 'Bea')).status).toBe(503);
  const reason = 'The store does not accept the credentials, or they may not write';
  const failing = { status: 'ok', saves: 'failing', reason };
  expect(await read(visitor, '/healthz')).toMatchObject(failing);
  rejection = undefined;
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(await read(visitor, '/healthz')).not.toHaveProperty('saves');
});

test.skipIf(process.getuid?.() === 0)(
  'a repository without write permission is reported as the reason',
  async () => {
    const { admin, visitor, repository } = await startAsAdmin();
    await readContent(admin);
    execFileSync('chmod', ['-R', 'a-w', repository]);
    onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', repository]));
    const rejected = await rename(admin, 'Bea');
    expect(rejected.status).toBe(503);
    const reason = 'The server may not write to the content repository.';
    expect(await rejected.json()).toMatchObject({ code: 'StoreUnavailable', message: reason });
    expect(await read(visitor, '/healthz')).toMatchObject({ saves: 'failing', reason });
  },
);

test('while the process has too many open files, that is the reason, and pages are 503', async () => {
  const exhausted = (code: string) =>
    Object.assign(new Error(`Worker initialization failure: ${code}`), { code });
  const { visitor } = await startTestServer({
    web: await testWebApp(),
    workers: { ...testWorkers, run: () => Promise.reject(exhausted('ERR_WORKER_INIT_FAILED')) },
  });
  for (const path of ['/', '/api/content']) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 503]);
  }
  expect(unwritableMessage(exhausted('EMFILE'))).toContain('too many open files');
});
