import { describe, expect, it } from 'vitest';
import { StaleHead } from '../errors.ts';
import type { Changes } from '../git-store.ts';
import { textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { changesFrom, request } from './requests.ts';

const ROUNDS = 8;

export const describeRaces = (open: OpenHarness): void => {
  describe('writers at the same time', () => {
    it('throws StaleHead and writes nothing when another store wrote', async () => {
      const { store, openStore } = await open({ 'a.txt': 'a' });
      const base = await store.head();
      const { head } = await openStore().commit(request(base, changesFrom({ 'a.txt': 'theirs' })));
      await expect(
        store.commit(request(base, changesFrom({ 'b.txt': 'mine' }))),
      ).rejects.toMatchObject({
        code: 'StaleHead',
      });
      expect(await store.head()).toBe(head);
      expect(await textsOf(store, head)).toEqual({ 'a.txt': 'theirs' });
    });

    it('throws StaleHead after a push, and writes on the new head', async () => {
      const { store, push } = await open({ 'a.txt': 'a' });
      const base = await store.head();
      const pushed = await push(new Map([['a.txt', 'pushed']]));
      const changes = changesFrom({ 'b.txt': 'mine' });
      await expect(store.commit(request(base, changes))).rejects.toMatchObject({
        code: 'StaleHead',
      });
      const { head } = await store.commit(request(pushed, changes));
      expect(await textsOf(store, head)).toEqual({ 'a.txt': 'pushed', 'b.txt': 'mine' });
    });

    it('rebases only when the changed paths are the same at the new head', async () => {
      const { store, push } = await open({ 'a.txt': 'a', 'b.txt': 'b' });
      const base = await store.head();
      const pushed = await push(new Map([['a.txt', 'pushed']]));
      const onto = (changes: Changes) =>
        store.commit({ ...request(base, changes), mayRebase: true });
      await expect(onto(changesFrom({ 'a.txt': 'mine' }))).rejects.toMatchObject({
        code: 'StaleHead',
      });
      await expect(onto(changesFrom({ 'a.txt': null }))).rejects.toMatchObject({
        code: 'StaleHead',
      });
      expect(await store.head()).toBe(pushed);
      const result = await onto(changesFrom({ 'b.txt': 'mine', 'c/d.txt': 'new' })).catch(
        (error: unknown) => error,
      );
      if (result instanceof StaleHead) return;
      const tree = await store.list(await store.head());
      expect(result).toEqual({ head: await store.head(), parent: pushed, tree });
      expect(await textsOf(store, await store.head())).toEqual({
        'a.txt': 'pushed',
        'b.txt': 'mine',
        'c/d.txt': 'new',
      });
    });

    it('accepts a change without effect even on a stale head', async () => {
      const { store, push } = await open({ 'a.txt': 'a' });
      const base = await store.head();
      await push(new Map([['a.txt', 'pushed']]));
      const result = await store.commit(request(base, changesFrom({ 'a.txt': 'a' })));
      expect(result).toEqual({ head: base, parent: base, tree: await store.list(base) });
    });

    it('lets exactly one of two stores win', async () => {
      const { store, openStore } = await open({ 'a.txt': 'a' });
      const other = openStore();
      for (let round = 0; round < ROUNDS; round += 1) {
        const base = await store.head();
        const before = await textsOf(store, base);
        const writes = [
          { by: store, files: { 'mine.txt': `mine ${round}` } },
          { by: other, files: { 'theirs.txt': `theirs ${round}` } },
        ];
        const results = await Promise.allSettled(
          writes.map(({ by, files }) => by.commit(request(base, changesFrom(files)))),
        );
        const winner = results.findIndex(({ status }) => status === 'fulfilled');
        expect(results[1 - winner]).toMatchObject({ reason: { code: 'StaleHead' } });
        const head = await store.head();
        expect(results[winner]).toMatchObject({ value: { head } });
        expect(await textsOf(store, head)).toEqual({ ...before, ...writes[winner]!.files });
      }
    });

    it('lets exactly one of many writes of one store win', async () => {
      const { store } = await open();
      const base = await store.head();
      const results = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) =>
          store.commit(request(base, changesFrom({ [`${index}.txt`]: 'mine' }))),
        ),
      );
      const lost = results.filter(({ status }) => status === 'rejected');
      expect(lost).toHaveLength(5);
      for (const loss of lost) expect(loss).toMatchObject({ reason: { code: 'StaleHead' } });
      expect((await store.show(await store.head())).parent).toBe(base);
    });
  });
};
