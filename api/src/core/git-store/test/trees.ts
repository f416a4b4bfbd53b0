import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { changesFrom, request } from './requests.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const MODULE = '89e6c98d92887913cadf06b2adb97f26cde4849b';

// Names that sort differently by bytes, by UTF-16 and with a directory's slash. None is both a file
// and a directory.
const PATHS = ['a', 'a.b', 'a-b/c', 'd/e', 'd/f/g', 'd.x', 'd-x', 'd0', 'Z', '\uffee', '😀'];

const changeSets = fc.array(
  fc.dictionary(
    fc.constantFrom(...PATHS),
    fc.option(fc.constantFrom('', 'one', 'two', '\r\n'), { nil: null }),
    { noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 4 },
);

const apply = (files: Record<string, string>, change: Record<string, string | null>) =>
  Object.fromEntries(
    Object.entries({ ...files, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );

export const describeTrees = (open: OpenHarness): void => {
  describe('trees', () => {
    it('writes a stored blob with its mode, but keeps the mode of a file that is there', async () => {
      const { store, openStore, entries } = await open({
        'run.sh': { content: bytes('echo'), mode: '100755' },
        'plain.txt': 'text',
      });
      const before = await store.head();
      const script = (await store.list(before)).get('run.sh') ?? null;
      const changes = changesFrom({ 'run.sh': null, 'moved.sh': script, 'plain.txt': script });
      const { head, tree } = await store.commit(request(before, changes));
      const all = await entries(head);
      expect([...all.keys()].sort()).toEqual(['moved.sh', 'plain.txt']);
      expect(all.get('moved.sh')?.mode).toBe('100755');
      expect(all.get('plain.txt')?.mode).toBe('100644');
      expect(await openStore().list(head)).toEqual(tree);
    });

    it('keeps the mode of a changed file, and writes new files without the executable bit', async () => {
      const { store, entries } = await open({
        'run.sh': { content: bytes('echo'), mode: '100755' },
        'bin/other.sh': { content: bytes('echo'), mode: '100755' },
      });
      const changes = changesFrom({ 'run.sh': 'echo hello', 'bin/new.txt': 'new' });
      const { head } = await store.commit(request(await store.head(), changes));
      const all = await entries(head);
      expect(all.get('run.sh')?.mode).toBe('100755');
      expect(all.get('bin/other.sh')?.mode).toBe('100755');
      expect(all.get('bin/new.txt')?.mode).toBe('100644');
    });

    it('does not list or change symbolic links and submodules', async () => {
      const { store, openStore, entries } = await open({
        'readme.md': 'hello',
        'docs/link.md': { content: bytes('../readme.md'), mode: '120000' },
        'docs/module': { submodule: MODULE },
      });
      const before = await store.head();
      expect([...(await store.list(before)).keys()]).toEqual(['readme.md']);
      const links = ['docs/link.md', 'docs/module'];
      expect((await store.links(before)).toSorted()).toEqual(links);
      const changes = changesFrom({
        'docs/new.md': 'new',
        'docs/link.md': null,
        'docs/module': null,
      });
      const { head, tree } = await store.commit(request(before, changes));
      expect([...tree.keys()].sort()).toEqual(['docs/new.md', 'readme.md']);
      const [had, has] = [await entries(before), await entries(head)];
      expect(has.get('docs/link.md')).toEqual(had.get('docs/link.md'));
      expect(has.get('docs/module')).toEqual({ mode: '160000', sha: MODULE });
      expect((await store.links(head)).toSorted()).toEqual(links);
      expect((await openStore().links(head)).toSorted()).toEqual(links);

      for (const path of ['docs/link.md', 'docs/module', 'docs/module/new.md']) {
        const save = store.commit(request(head, changesFrom({ [path]: 'a file' })));
        await expect(save).rejects.toMatchObject({ code: 'StoreRefused' });
      }
      expect(await store.head()).toBe(head);
    });

    it('replaces a file by a directory, and a directory by a file', async () => {
      const { store, openStore } = await open({ page: 'a file', 'posts/a.md': 'a', b: 'b' });
      const changes = changesFrom({
        page: null,
        'page/index.md': 'a directory',
        'posts/a.md': null,
        posts: 'a file',
      });
      const { head } = await store.commit(request(await store.head(), changes));
      const expected = { b: 'b', 'page/index.md': 'a directory', posts: 'a file' };
      expect(await textsOf(openStore(), head)).toEqual(expected);
    });

    it("shares git's blob between files with the same bytes", async () => {
      const { store, entries } = await open({ 'a.txt': 'same' });
      const changes = changesFrom({ 'copies/b.txt': 'same' });
      const { head, tree } = await store.commit(request(await store.head(), changes));
      expect(tree.get('copies/b.txt')).toEqual(tree.get('a.txt'));
      expect((await entries(head)).get('copies/b.txt')?.sha).toBe(tree.get('a.txt')?.sha);
    });

    it('holds the same files as a plain map after any changes', async () => {
      await fc.assert(
        fc.asyncProperty(changeSets, async (changes) => {
          const { store, openStore } = await open({ keep: 'kept' });
          let head = await store.head();
          let expected: Record<string, string> = { keep: 'kept' };
          for (const change of changes) {
            ({ head } = await store.commit(request(head, changesFrom(change))));
            expected = apply(expected, change);
          }
          expect(await textsOf(openStore(), head)).toEqual(expected);
        }),
        { numRuns: 10 },
      );
    });
  });
};
