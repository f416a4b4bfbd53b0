import { describe, expect, it } from 'vitest';
import { blobShaOf, toCommitSha } from '../git-object-id.ts';
import type { GitStore, HistoryQuery, RemovalQuery } from '../git-store.ts';
import type { OpenHarness } from './harness.ts';
import { save as saveFiles } from './requests.ts';

const save = (store: GitStore, subject: string, files: Readonly<Record<string, string | null>>) =>
  saveFiles(store, files, { subject });

const subjectsOf = async (store: GitStore, query: Partial<HistoryQuery> = {}) => {
  const { commits, hasMore } = await store.history({ page: 1, perPage: 10, ...query });
  return { subjects: commits.map(({ message }) => message.split('\n')[0]), hasMore };
};

export const describeHistory = (open: OpenHarness): void => {
  describe('history', () => {
    it('lists the commits, newest first, down to the first', async () => {
      const { store, push } = await open();
      const first = await store.head();
      const { head: second } = await save(store, 'Second', { 'a.txt': 'a' });
      const third = await push(new Map([['b.txt', 'b']]), 'Third, pushed with git\n');
      const { commits, hasMore } = await store.history({ page: 1, perPage: 10 });
      expect(commits.map(({ sha, parent }) => [sha, parent])).toEqual([
        [third, second],
        [second, first],
        [first, null],
      ]);
      expect(hasMore).toBe(false);
      expect(commits[0]!.message).toBe('Third, pushed with git');
      for (const commit of commits) expect(await store.show(commit.sha)).toEqual(commit);
    });

    it('lists only the commits that changed a file, or anything in a directory', async () => {
      const { store } = await open({ 'posts/a.md': 'a', 'posts/b.md': 'b' });
      await save(store, 'Change b', { 'posts/b.md': 'b2' });
      await save(store, 'Change a', { 'posts/a.md': 'a2' });
      const { head } = await save(store, 'Change both', { 'posts/a.md': 'a3', 'posts/b.md': 'b3' });
      await save(store, 'Delete a', { 'posts/a.md': null });
      await save(store, 'Change the site', { 'site.json': '{}' });
      await save(store, 'Bring a back', { 'posts/a.md': 'a3' });
      const query = { path: 'posts/a.md', perPage: 4 };
      const subjects = ['Bring a back', 'Delete a', 'Change both', 'Change a'];
      expect(await subjectsOf(store, query)).toEqual({ subjects, hasMore: true });
      const rest = await subjectsOf(store, { ...query, page: 2 });
      expect(rest).toEqual({ subjects: [expect.any(String)], hasMore: false });
      const ofFolder = await subjectsOf(store, { path: 'posts', perPage: 2 });
      expect(ofFolder.subjects).toEqual(['Bring a back', 'Delete a']);
      const earlier = await subjectsOf(store, { ...query, from: head, perPage: 2 });
      expect(earlier.subjects).toEqual(['Change both', 'Change a']);
      for (const path of ['posts/never.md', 'never', 'posts/a.md/below']) {
        expect(await subjectsOf(store, { path })).toEqual({ subjects: [], hasMore: false });
      }
      const absent = toCommitSha('0123456789012345678901234567890123456789');
      await expect(store.history({ from: absent, page: 1, perPage: 1 })).rejects.toMatchObject({
        code: 'NotFound',
      });
    });

    it('lists the commits between two dates, to the second', async () => {
      const { store } = await open();
      const { head } = await save(store, 'Second', { 'a.txt': 'a' });
      const { date } = await store.show(head);
      const later = new Date(Date.parse(date) + 60_000).toISOString();
      const earlier = new Date(Date.parse(date) - 60_000).toISOString();
      expect((await subjectsOf(store, { since: date })).subjects).toContain('Second');
      expect((await subjectsOf(store, { until: date })).subjects).toContain('Second');
      expect((await subjectsOf(store, { since: later })).subjects).toEqual([]);
      expect((await subjectsOf(store, { until: earlier })).subjects).not.toContain('Second');
    });

    it('returns the blob of a file at each commit', async () => {
      const { store } = await open({ 'posts/a.md': 'a' });
      const first = await store.head();
      const { head: second } = await save(store, 'Second', { 'posts/a.md': 'b' });
      const { head: third } = await save(store, 'Third', { 'posts/a.md': null, 'b.md': 'b' });
      expect(await store.versions('posts/a.md', [third, second, first])).toEqual([
        null,
        (await store.list(second)).get('posts/a.md')?.sha,
        (await store.list(first)).get('posts/a.md')?.sha,
      ]);
      expect(await store.versions('posts/never.md', [first])).toEqual([null]);
    });

    it('lists the files that were removed, newest first, with those that were added', async () => {
      const { store } = await open({ 'posts/a.md': 'a', 'posts/b.md': 'b', 'pages/é.md': 'c' });
      const tree = await store.list(await store.head());
      const shaOf = (path: string) => tree.get(path)?.sha;
      await save(store, 'Delete', { 'posts/a.md': null, 'pages/é.md': null, 'posts/deep/x': 'x' });
      await save(store, 'Elsewhere', { 'a.txt': 'a' });
      await save(store, 'Elsewhere', { 'a.txt': null });
      // More than one request of the adapter reads.
      for (let i = 0; i < 100; i += 1) await save(store, 'Edit', { 'posts/b.md': `${i}` });
      const { head: base } = await save(store, 'Back', { 'posts/a.md': 'a', 'posts/b.md': 'b' });
      await save(store, 'Move', { 'posts/b.md': null, 'posts/c.md': 'b', 'posts/d.md': 'd' });
      const from = await store.head();
      const { date } = await store.show(from);
      const removals = (isSought: (path: string) => boolean, options?: Partial<RemovalQuery>) =>
        store.removals({ from, folders: ['posts', 'pages', 'none'], isSought, ...options });
      const moved = { 'posts/b.md': shaOf('posts/b.md') };
      const added = {
        'posts/c.md': shaOf('posts/b.md'),
        'posts/d.md': blobShaOf(Buffer.from('d')),
      };
      const deleted = { 'posts/a.md': shaOf('posts/a.md'), 'pages/é.md': shaOf('pages/é.md') };
      const asObjects = (list: Awaited<ReturnType<typeof removals>>) =>
        list.map((each) => [Object.fromEntries(each.removed), Object.fromEntries(each.added)]);
      const all = await removals(() => true);
      expect(asObjects(all)).toEqual([
        [moved, added],
        [deleted, {}],
      ]);
      expect(all[0]?.sha).toBe(from);
      expect(Date.parse(all[0]?.date ?? '')).toBe(Date.parse(date));
      expect(await removals(() => true, { max: 1 })).toEqual(all.slice(0, 1));
      const after = await save(store, 'Edit', { 'posts/d.md': 'e' });
      expect(await removals(() => true, { base: from, from: after.head })).toEqual([]);
      expect(await removals(() => true, { base, from: after.head })).toEqual(all.slice(0, 1));
      expect(asObjects(await removals((path) => path === 'pages/é.md'))).toEqual([[deleted, {}]]);
    });

    it('resolves another branch to its commit', async () => {
      const { store, openStore } = await open();
      expect(await store.resolve({ branch: 'main' })).toBe(await store.head());
      expect(await openStore('elsewhere').resolve({ branch: 'main' })).toBe(await store.head());
      for (const reference of [{ branch: 'never' }, { pull: 7 }]) {
        await expect(store.resolve(reference)).rejects.toMatchObject({ code: 'NotFound' });
      }
    });
  });
};
