import { expect, test, vi } from 'vitest';
import { commitsOf, git } from '../../../test/git.ts';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';
import { StaleHead } from '../git-store/errors.ts';
import type { TreeEntry } from '../git-store/git-store.ts';
import { textChange, type Command } from './save-command.ts';

const FILES = { 'profile.json': '{"name": "Ada"}\n' };

const write =
  (path: string, text: string): Command =>
  () =>
    Promise.resolve({ subject: `Write ${path}`, changes: new Map([textChange(path, text)]) });

/** Appends to the current file, so that a lost save is detected. */
const append =
  (path: string, text: string): Command =>
  async ({ current, blobs }) => {
    const entry = current.tree.get(path);
    const before = entry ? await blobs.text(entry.sha) : '';
    return { subject: `Append to ${path}`, changes: new Map([textChange(path, before + text)]) };
  };

/** Removes the last commit by a forced push and a garbage collection. */
const dropLast = (repository: string): void => {
  git(repository, 'update-ref', 'refs/heads/main', 'main~1');
  git(repository, 'reflog', 'expire', '--expire=now', '--all');
  git(repository, 'gc', '--quiet', '--prune=now');
};

test('no read follows a save', async () => {
  const { content, calls } = await openTestContent({ files: FILES });
  await content.reader.current();
  const before = { ...calls };
  const saved = await content.saves.save(write('profile.json', '{"name": "Bea"}\n'));
  expect(saved.content.profile.name).toBe('Bea');
  expect(await content.reader.current()).toBe(saved.content);
  expect(calls).toEqual({ ...before, commit: before.commit + 1 });
});

test('a commit is by the name after it: a new one, a stored one that returns, none', async () => {
  const { content, repository } = await openTestContent({ files: FILES });
  const { tree } = await content.reader.current();
  const authorAfter = async (file: Uint8Array | TreeEntry | null) => {
    const changes = new Map([['profile.json', file]]);
    await content.saves.save(() => ({ subject: 'Change the profile', changes }));
    return git(repository, 'log', '-1', '--format=%an').trim();
  };
  expect(await authorAfter(Buffer.from('{"name": "Bea"}'))).toBe('Bea');
  expect(await authorAfter(tree.get('profile.json')!)).toBe('Ada');
  expect(await authorAfter(null)).toBe('ada');
});

test('saves wait for each other, and each builds on the one before', async () => {
  const { content, repository } = await openTestContent({ files: FILES });
  const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(letters.map((letter) => content.saves.save(append('notes.txt', letter))));
  expect(git(repository, 'show', 'main:notes.txt')).toBe('abcdef');
  expect(commitsOf(repository)).toHaveLength(1 + letters.length);
});

test('a save gives up with an error when others are faster every time', async () => {
  const { content, calls } = await openTestContent({
    files: FILES,
    store: (local) => ({ ...local, commit: () => Promise.reject(new StaleHead('moved')) }),
  });
  await expect(content.saves.save(append('notes.txt', 'x'))).rejects.toThrow(StaleHead);
  expect(calls.commit).toBe(8);
});

test('a long command runs before its turn, and again only if the content has changed', async () => {
  const { content, repository } = await openTestContent({ files: FILES });
  let runs = 0;
  const appendLong = (letter: string, meanwhile?: Promise<unknown>) =>
    content.saves.save(
      async (context) => {
        runs += 1;
        const change = await append('notes.txt', letter)(context);
        await meanwhile;
        return change;
      },
      { isLong: true },
    );
  await appendLong('a');
  expect(runs).toBe(1);
  const other = content.saves.save(append('notes.txt', 'b'));
  await appendLong('c', other);
  expect(runs).toBe(3);
  expect(git(repository, 'show', 'main:notes.txt')).toBe('abc');
});

test('idle resolves once the running saves are written', async () => {
  const { content, repository } = await openTestContent({ files: FILES });
  const save = content.saves.save(append('notes.txt', 'x'));
  await content.saves.idle();
  expect(commitsOf(repository)).toHaveLength(2);
  await save;
});

test('repeating a save that a forced push dropped writes it again', async () => {
  const { content, repository } = await openTestContent({ files: FILES });
  const operationId = 'the same operation';
  await content.saves.save(append('notes.txt', 'a'), { operationId });
  await content.saves.save(append('notes.txt', 'a'), { operationId });
  expect(git(repository, 'show', 'main:notes.txt')).toBe('a');
  git(repository, 'update-ref', 'refs/heads/main', 'main~1');
  await content.reader.refresh();
  await content.saves.save(append('notes.txt', 'a'), { operationId });
  expect(commitsOf(repository)).toHaveLength(2);
});

test('a save whose base was removed by a forced push and a garbage collection is made on the new head', async () => {
  const { content, outsider, repository } = await openTestContent({ files: FILES });
  const base = await pushFile(outsider, 'notes.txt', 'dropped ');
  expect((await content.reader.refresh()).revision).toBe(base);
  dropLast(repository);
  const { content: saved } = await content.saves.save(append('notes.txt', 'mine'), { base });
  expect(git(repository, 'show', 'main:notes.txt')).toBe('mine');
  expect(saved.revision).toBe(commitsOf(repository)[0]);
});

test('reads recover at once from a forced push and a garbage collection', async () => {
  const { content, outsider, repository } = await openTestContent({ files: FILES });
  await pushFile(outsider, 'notes.txt', 'dropped');
  const stale = await content.reader.refresh();
  dropLast(repository);
  const deleted = stale.tree.get('notes.txt')!.sha;
  await expect(content.blobs.read([deleted])).rejects.toThrow();
  await vi.waitFor(async () => {
    expect((await content.reader.current()).revision).toBe(commitsOf(repository)[0]);
  }, 10_000);
});
