// Needs: feeds
import type { ContentResponse } from 'content-schema';
import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commitsOf, git } from './git.ts';
import { ADMINISTRATOR, runProcess, signInTo, startProcess } from './start-process.ts';
import { testFolder } from './test-folder.ts';

/** Mounts a file system of 8 MB; undefined if this user may not mount. */
const mountSmallDisk = async (): Promise<string | undefined> => {
  const folder = await testFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
};

/** Writes to the file until the disk is full. */
const fill = async (path: string): Promise<void> => {
  const file = await open(path, 'w');
  try {
    for (const size of [65_536, 512]) {
      const bytes = Buffer.alloc(size, 'x');
      await file.write(bytes).catch(() => undefined);
      for (;;) {
        const written = await file.write(bytes).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        );
        if (written === 0) break;
      }
    }
  } finally {
    await file.close();
  }
};

test('a save on a full disk is refused with the reason, and succeeds once there is space', async (context) => {
  const disk = await mountSmallDisk();
  if (disk === undefined) return context.skip('only root on Linux can mount a file system');
  const DATA_DIR = join(disk, 'data');
  const repository = join(DATA_DIR, 'content.git');
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  const admin = await signInTo(server);
  const { profile } = (await (await admin.get('/api/content')).json()) as ContentResponse;
  const health = async (): Promise<unknown> => (await admin.get('/healthz')).json();

  const filler = join(disk, 'filler');
  await fill(filler);
  const reason = 'The disk of the content repository is full.';
  for (const name of ['Bea', 'Cleo']) {
    const rejected = await admin.put('/api/profile', { ...profile, name });
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ code: 'StoreUnavailable', message: reason });
    expect(await health()).toMatchObject({ status: 'ok', saves: 'failing', reason });
  }
  expect((await admin.get('/api/content')).status).toBe(200);
  expect((await admin.get('/feed.xml')).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  const other = await signInTo(server);
  expect((await other.post('/api/auth/logout')).status).toBe(204);
  expect((await other.get('/api/auth/me')).status).toBe(401);
  // The other sessions would go on, so this must not seem to succeed.
  expect((await admin.post('/api/auth/logout?everywhere=true')).status).toBe(500);
  expect((await admin.get('/api/auth/me')).status).toBe(200);

  await rm(filler);
  const saved = await admin.put('/api/profile', { ...profile, name: 'Dora' });
  expect(saved.status).toBe(200);
  expect(await health()).not.toHaveProperty('saves');
  expect(git(repository, 'show', 'main:profile.json')).toContain('Dora');
  expect(git(repository, 'fsck', '--strict')).toBe('');
});

test('a read-only disk is named by saves, by the health and by a first start', async (context) => {
  const disk = await mountSmallDisk();
  if (disk === undefined) return context.skip('only root on Linux can mount a file system');
  const DATA_DIR = join(disk, 'data');
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  const admin = await signInTo(server);
  const { profile } = (await (await admin.get('/api/content')).json()) as ContentResponse;
  // A disk with a file open for writing can't become read-only: the start may still store something.
  await vi.waitFor(
    () => execFileSync('mount', ['-o', 'remount,ro', disk], { stdio: 'ignore' }),
    20_000,
  );
  const reason = 'The disk of the content repository is read-only.';
  const rejected = await admin.put('/api/profile', { ...profile, name: 'Bea' });
  expect([rejected.status, await rejected.json()]).toMatchObject([503, { message: reason }]);
  expect(await (await admin.get('/healthz')).json()).toMatchObject({ saves: 'failing', reason });
  expect((await admin.post('/api/auth/logout')).status).toBe(204);
  expect((await admin.get('/api/auth/me')).status).toBe(401);

  const { code, errors } = await runProcess({
    ...ADMINISTRATOR,
    DATA_DIR: join(disk, 'other'),
  });
  expect([code, errors]).toEqual([1, `${join(disk, 'other', 'content.git')}: ${reason}\n`]);
});
