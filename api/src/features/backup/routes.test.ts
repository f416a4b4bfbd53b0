// Needs: checklist, history
import type { ChecklistResponse, StoreResponse } from 'content-schema';
import { unzipSync } from 'fflate';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commitsOf, git } from '../../../test/git.ts';
import { readContent, rename } from '../../../test/github/edits.ts';
import { pushFile } from '../../../test/open-test-content.ts';
import { read, savedCommit } from '../../../test/responses.ts';
import { signInAsPrinted, startProcess } from '../../../test/start-process.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { createFileCache } from '../../core/git-store/disk-cache/file-cache.ts';
import type { GitStore } from '../../core/git-store/git-store.ts';
import { createLastBackup } from '../../core/last-backup.ts';
import { createLog } from '../../core/log.ts';
import { testFolder } from '../../../test/test-folder.ts';

const BACKUP = '/api/admin/backup';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Unpacks a download; resolves to the folder that it holds. */
const unpack = async (response: Response, into: string): Promise<string> => {
  expect(response.status).toBe(200);
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(into, path)), { recursive: true });
    await writeFile(join(into, path), bytes);
  }
  return join(into, files[0]?.[0].split('/')[0] ?? '');
};

/** Clones the repository of a backup; returns the folder of the clone. */
const expectSamePosts = (folder: string): string => {
  git(folder, 'clone', '--quiet', 'content.git', 'clone');
  expect(git(folder, 'diff', '--no-index', '--stat', 'clone/posts', 'content/posts')).toBe('');
  return join(folder, 'clone');
};

const storeOf = (admin: TestClient) => read<StoreResponse>(admin, '/api/admin/store');

const kindsOf = async (admin: TestClient): Promise<string[]> =>
  (await read<ChecklistResponse>(admin, '/api/admin/checklist')).items.map(({ kind }) => kind);

test('a backup is one file with the content as it is now and all of its history', async () => {
  const { admin, outsider, repository } = await startAsAdmin();
  await pushFile(outsider, 'posts/größe.md', '---\ntitle: Größe\n---\n\nText\n');
  const response = await admin.get(BACKUP);
  const day = new Date().toISOString().slice(0, 10);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="marit-ashgrove-${day}.zip"`,
  );
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const folder = await unpack(response, await testFolder());
  const copy = join(folder, 'content.git');
  expect(git(copy, 'fsck', '--strict')).toBe('');
  expect(commitsOf(copy)).toEqual(commitsOf(repository));
  const clone = expectSamePosts(folder);
  expect(git(clone, 'ls-files', '-z').split('\0').length).toBeGreaterThan(10);
});

test('a site begins again from a backup, with its history, and without its secrets', async () => {
  const first = await startProcess({ DATA_DIR: await testFolder() });
  const owner = await signInAsPrinted(first);
  await savedCommit(rename(owner, 'Ada'));
  const folder = await unpack(await owner.get(BACKUP), await testFolder());
  first.child.kill('SIGTERM');
  await first.ended;

  const restored = await startProcess({ DATA_DIR: folder });
  const admin = await signInAsPrinted(restored);
  expect(await readContent(admin)).toMatchObject({ profile: { name: 'Ada' } });
  expect(await read(admin, '/api/history')).toMatchObject({
    commits: [{ subject: 'Update profile: name' }, { subject: 'Begin with the default content' }],
  });
  await savedCommit(rename(admin, 'Bea'));
  expect(git(join(folder, 'content.git'), 'fsck', '--strict')).toBe('');
});

test('a later backup reads only the files that are new', async () => {
  const names = Array.from({ length: 500 }, (_, i) => `posts/post-${i}.md`);
  const files = Object.fromEntries(
    names.map((name) => [name, `---\ntitle: ${name}\n---\n\nText\n`]),
  );
  let reads = 0;
  const counting = (store: GitStore): GitStore => ({
    ...store,
    read: (shas, reader) => {
      reads += shas.length;
      return store.read(shas, reader);
    },
  });
  const pictures = { folder: await testFolder(), maxBytes: 10_000_000 };
  const { admin, repository, push } = await startAsAdmin({ files, pictures, store: counting });
  const backUp = async () => {
    reads = 0;
    const folder = await unpack(await admin.get(BACKUP), await testFolder());
    expect(git(join(folder, 'content.git'), 'fsck', '--strict')).toBe('');
    return { folder, reads };
  };
  expect((await backUp()).reads).toBeGreaterThanOrEqual(names.length);
  await createFileCache(pictures).idle();
  await push({ 'posts/post-7.md': '---\ntitle: Seven\n---\n\nChanged\n' });
  const second = await backUp();
  expect(second.reads).toBeLessThan(names.length / 2);
  expectSamePosts(second.folder);
  // Git packs everything, so all is read and checked again.
  git(repository, 'gc', '--quiet', '--prune=now');
  expect((await backUp()).reads).toBeGreaterThanOrEqual(names.length);
});

test('a backup is remembered once it has arrived, and one that was cut off is not', async () => {
  const lastBackup = createLastBackup(await testFolder());
  const large = { 'photos/a/large.bin': Buffer.alloc(20_000_000, 'x') };
  const errors: string[] = [];
  const log = createLog('error', { write: (line) => void errors.push(line) });
  const { admin } = await startAsAdmin({ lastBackup, files: large, log });
  expect(await kindsOf(admin)).toContain('local-only');
  const cutOff = new AbortController();
  const begun = await admin.request('GET', BACKUP, { signal: cutOff.signal });
  expect(begun.status).toBe(200);
  cutOff.abort();
  await expect(begun.arrayBuffer()).rejects.toThrow();
  await admin.request('HEAD', BACKUP);
  expect(await storeOf(admin)).not.toHaveProperty('lastBackup');

  await (await admin.get(BACKUP)).arrayBuffer();
  await vi.waitFor(async () => expect(await lastBackup.read()).toBeDefined(), { timeout: 10_000 });
  const { date = '' } = (await lastBackup.read()) ?? {};
  expect(Date.now() - Date.parse(date)).toBeLessThan(60_000);
  expect((await storeOf(admin)).lastBackup).toBe(date);
  expect(errors).toEqual([]);
  expect(await kindsOf(admin)).not.toContain('local-only');
});

test('the checklist asks for a new backup when the last one is old and the content has changed', async () => {
  const lastBackup = createLastBackup(await testFolder());
  const { admin, outsider, push } = await startAsAdmin({ lastBackup });
  const revision = await outsider.head();
  const remember = (days: number) =>
    lastBackup.remember({ date: new Date(Date.now() - days * DAY_MS).toISOString(), revision });
  await remember(31);
  expect(await kindsOf(admin)).not.toContain('old-backup');
  await push({ 'notes.txt': 'Later' });
  const kinds = await kindsOf(admin);
  expect(kinds).toContain('old-backup');
  expect(kinds).not.toContain('local-only');
  await remember(29);
  expect(await kindsOf(admin)).not.toContain('old-backup');
});
