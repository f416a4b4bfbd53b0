import { describe, expect, it } from 'vitest';
import { StaleHead } from '../errors.ts';
import { textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { save, type FilesToSave } from './requests.ts';

const ROUNDS = 8;

/** A site that others have pushed to since `base`. */
const openBehind = async (open: OpenHarness) => {
  const { store, push } = await open({ 'a.txt': 'a', 'b.txt': 'b' });
  const base = await store.head();
  const pushed = await push(new Map([['a.txt', 'pushed']]));
  return { store, base, pushed };
};

export const describeRaces = (open: OpenHarness): void => {
  describe('writers at the same time', () => {
    it('throws StaleHead and writes nothing after a push, and writes on the new head', async () => {
      const { store, base, pushed } = await openBehind(open);
      const late = save(store, { 'b.txt': 'mine' }, { from: base });
      await expect(late).rejects.toMatchObject({ code: 'StaleHead' });
      expect(await store.head()).toBe(pushed);
      const { head } = await save(store, { 'b.txt': 'mine' }, { from: pushed });
      expect(await textsOf(store, head)).toEqual({ 'a.txt': 'pushed', 'b.txt': 'mine' });
    });

    it('rebases only when the changed paths are the same at the new head', async () => {
      const { store, base, pushed } = await openBehind(open);
      const onto = (files: FilesToSave) => save(store, files, { from: base, mayRebase: true });
      for (const text of ['mine', null]) {
        await expect(onto({ 'a.txt': text })).rejects.toMatchObject({ code: 'StaleHead' });
      }
      expect(await store.head()).toBe(pushed);
      const files = { 'b.txt': 'mine', 'c/d.txt': 'new' };
      const result = await onto(files).catch((error: unknown) => error);
      if (result instanceof StaleHead) return;
      const head = await store.head();
      expect(result).toEqual({ head, parent: pushed, tree: await store.list(head) });
      expect(await textsOf(store, head)).toEqual({ 'a.txt': 'pushed', ...files });
    });

    it('accepts a change without effect even on a stale head', async () => {
      const { store, base } = await openBehind(open);
      const result = await save(store, { 'a.txt': 'a' }, { from: base });
      expect(result).toEqual({ head: base, parent: base, tree: await store.list(base) });
    });

    it('lets exactly one of several writes win, of one store or of two', async () => {
      const { store, openStore } = await open({ 'a.txt': 'a' });
      const writers = [store, store, store, openStore()];
      for (let round = 0; round < ROUNDS; round += 1) {
        const from = await store.head();
        const before = await textsOf(store, from);
        const filesOf = (writer: number) => ({ [`${writer}.txt`]: `${round}` });
        // The last writer begins first at times.
        const order = round % 2 === 0 ? [0, 1, 2, 3] : [3, 2, 1, 0];
        const results = await Promise.allSettled(
          order.map((writer) => save(writers[writer]!, filesOf(writer), { from })),
        );
        const head = await store.head();
        const winner = results.findIndex(({ status }) => status === 'fulfilled');
        expect(results[winner]).toMatchObject({ value: { head, parent: from } });
        for (const loss of results.toSpliced(winner, 1)) {
          expect(loss).toMatchObject({ reason: { code: 'StaleHead' } });
        }
        expect((await store.show(head)).parent).toBe(from);
        expect(await textsOf(store, head)).toEqual({ ...before, ...filesOf(order[winner]!) });
      }
    });
  });
};
