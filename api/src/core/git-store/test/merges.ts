import { describe, expect, it } from 'vitest';
import { toCommitSha } from '../git-object-id.ts';
import { textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { save, type FilesToSave } from './requests.ts';

const ABSENT = toCommitSha('0123456789012345678901234567890123456789');

/** A branch of two commits, beside one of the store's branch. */
const diverge = async (open: OpenHarness) => {
  const harness = await open({ 'a.md': 'a', 'b.md': 'b' });
  const { store } = harness;
  const base = await store.head();
  const branch = 'texts/autumn';
  const { head: first } = await save(store, { 'b.md': 'draft' }, { branch, subject: 'Draft' });
  const { head } = await save(store, { 'c.md': 'c' }, { branch, from: first });
  const { head: main } = await save(store, { 'a.md': 'changed' });
  const merge = (files: FilesToSave) => save(store, files, { merges: head });
  return { ...harness, branch, base, first, head, main, merge };
};

export const describeMerges = (open: OpenHarness): void => {
  describe('branches and merges', () => {
    it('writes on another branch by compare and swap', async () => {
      const { store, branch, first, head } = await diverge(open);
      for (const from of [first, await store.head()]) {
        const late = save(store, { 'd.md': 'd' }, { branch, from });
        await expect(late).rejects.toMatchObject({ code: 'StaleHead' });
      }
      expect(await store.resolve({ branch })).toBe(head);
    });

    it('lets one of two writers create a branch', async () => {
      const { store, openStore } = await open();
      const from = await store.head();
      const results = await Promise.allSettled(
        [store, openStore()].map((one, i) =>
          save(one, { 'new.md': `${i}` }, { branch: 'new', from }),
        ),
      );
      const winner = results.findIndex(({ status }) => status === 'fulfilled');
      expect(results[1 - winner]).toMatchObject({ reason: { code: 'StaleHead' } });
      const head = await store.resolve({ branch: 'new' });
      expect(results[winner]).toMatchObject({ value: { head } });
    });

    it('merges, with the expected head as the first parent', async () => {
      const { store, openStore, main, first, base, merge } = await diverge(open);
      const files = { 'b.md': 'draft', 'c.md': 'c' };
      const { head, parent, tree } = await merge(files);
      expect(parent).toBe(main);
      expect(await store.head()).toBe(head);
      expect((await openStore().show(head)).parent).toBe(main);
      expect(tree).toEqual(await openStore().list(head));
      expect(await textsOf(store, head)).toEqual({ 'a.md': 'changed', ...files });
      const { commits } = await store.history({ page: 1, perPage: 10, path: 'a.md' });
      expect(commits.map(({ sha }) => sha)).toEqual([main, base]);
      const [merged] = await store.versions('c.md', [head]);
      expect(merged).toBe((await store.list(head)).get('c.md')?.sha);
      expect(await store.versions('b.md', [first, main])).not.toContain(null);
    });

    it('merges without a change of files, on the first parent only', async () => {
      const { store, main, merge } = await diverge(open);
      const { head } = await merge({});
      expect(head).not.toBe(main);
      expect((await store.show(head)).parent).toBe(main);
      expect(await store.list(head)).toEqual(await store.list(main));
      const late = save(store, {}, { from: main, merges: head });
      await expect(late).rejects.toMatchObject({ code: 'StaleHead' });
    });

    it('refuses a second parent that does not exist', async () => {
      const { store } = await open();
      const head = await store.head();
      const merge = save(store, { a: 'a' }, { merges: ABSENT });
      await expect(merge).rejects.toMatchObject({ code: 'StoreRefused' });
      expect(await store.head()).toBe(head);
    });
  });
};

export const describeProposals = (open: OpenHarness): void => {
  describe('proposals', () => {
    it('finds the merge base through all parents', async () => {
      const { store, openStore, branch, base, first, head, main, merge } = await diverge(open);
      expect(await store.mergeBase(main, head)).toBe(base);
      expect(await store.mergeBase(head, main)).toBe(base);
      expect(await store.mergeBase(head, first)).toBe(first);
      expect(await store.mergeBase(main, main)).toBe(main);
      const { head: merged } = await merge({});
      expect(await openStore().mergeBase(merged, head)).toBe(head);
      const { head: later } = await save(store, { 'd.md': 'd' }, { branch, from: head });
      const { head: after } = await save(store, { 'a.md': 'after' });
      expect(await store.mergeBase(after, later)).toBe(head);
      await expect(store.mergeBase(main, ABSENT)).rejects.toMatchObject({ code: 'NotFound' });
    });

    it('lists what is open, until it is merged', async () => {
      const { store, openStore, head, merge } = await diverge(open);
      const proposal = { branch: 'texts/autumn', title: 'Draft', body: 'Texts for autumn' };
      const { id } = (await store.pullRequests?.open(proposal)) ?? { id: proposal.branch };
      await openStore().pullRequests?.open(proposal);
      const { proposals } = await openStore().proposals();
      expect(proposals).toMatchObject([
        { id, title: 'Draft', branch: 'texts/autumn', head, comments: [] },
      ]);
      expect(proposals[0]!.paths.toSorted()).toEqual(['b.md', 'c.md']);
      expect(proposals[0]!.author).not.toBe('');
      expect(Date.parse(proposals[0]!.date)).toBeGreaterThan(0);
      await merge({ 'c.md': 'c' });
      expect(await store.proposals()).toEqual({ proposals: [] });
    });
  });
};
