import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { blobShaOf } from '../git-object-id.ts';
import { filesOf, textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { save } from './requests.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const MODULE = '89e6c98d92887913cadf06b2adb97f26cde4849b';

// Names that sort differently by bytes, by UTF-16 and with a directory's slash. None is both a file
// and a directory.
const PATHS = ['a', 'a.b', 'a-b/c', 'd/e', 'd/f/g', 'd.x', 'd-x', 'd0', 'Z', '\uffee', '😀'];
/** Deletions without effect. */
const NO_FILES = { d: null, 'a/x': null, gone: null };

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

const ILLEGAL_PATHS = [
  '',
  '/absolute',
  'ends/with/',
  'two//slashes',
  './here',
  '../above',
  'in/../between',
  '.git/config',
  'posts/.GIT/hooks',
  'posts/git~1',
  'posts/.git .',
  'posts/.g\u200cit',
  'back\\slash',
  'nul\0byte',
  'half a \ud83d character',
];

const REFUSED = [
  ...ILLEGAL_PATHS.map((path) => ({ 'fine.txt': 'fine', [path]: 'not fine' })),
  { 'a.txt/below.txt': 'a file is there' },
  { posts: 'a directory is there' },
  { both: 'a file', 'both/of/them.txt': 'and a directory' },
  { 'a.bin': { sha: blobShaOf(Buffer.from('nowhere')), size: 7 } },
];

export const describeCommits = (open: OpenHarness): void => {
  describe('committing', () => {
    it('makes one commit of any changes, as a plain map has them, or none without effect', async () => {
      await fc.assert(
        fc.asyncProperty(changeSets, async (all) => {
          const { store, openStore, entries } = await open({ keep: 'kept' });
          let head = await store.head();
          let files: Record<string, string> = { keep: 'kept' };
          const versions = new Map([[head, files]]);
          for (const changes of all) {
            const next = apply(files, changes);
            const result = await save(store, { ...changes, ...NO_FILES });
            expect(result.parent).toBe(head);
            expect(result.head === head).toBe(isDeepStrictEqual(next, files));
            if (result.head !== head) expect((await store.show(result.head)).parent).toBe(head);
            [head, files] = [result.head, next];
            versions.set(head, files);
            expect(await store.head()).toBe(head);
            expect(result.tree).toEqual(await openStore().list(head));
            const isUsed = (path: string) =>
              Object.keys(files).some((file) => file === path || file.startsWith(`${path}/`));
            for (const [path, { sha }] of await entries(head)) {
              expect(isUsed(path)).toBe(true);
              if (path in files) expect(sha).toBe(blobShaOf(Buffer.from(files[path]!)));
            }
          }
          const tree = await store.list(head);
          expect(await save(store, {})).toEqual({ head, parent: head, tree });
          for (const [commit, version] of versions) {
            expect(await textsOf(openStore(), commit)).toEqual(version);
          }
        }),
        { numRuns: 10 },
      );
    });

    it('commits staged blobs and other changes as one commit', async () => {
      const photo = Uint8Array.from({ length: 256 }, (_, value) => 255 - value);
      const { store, openStore } = await open({ 'old.bin': photo, 'gone.txt': 'gone' });
      const before = await store.head();
      const staged = [await store.stage(photo.slice(7)), await store.stage(bytes('x'))];
      expect(await store.head()).toBe(before);
      const { head, tree } = await save(store, {
        'photos/1/a.bin': staged[0]!,
        'photos/2/b.txt': staged[1]!,
        'photos/1/photo.json': '{}\n',
        'new.bin': (await store.list(before)).get('old.bin')!,
        'old.bin': null,
        'gone.txt': null,
      });
      expect((await store.show(head)).parent).toBe(before);
      expect(tree).toEqual(await openStore().list(head));
      expect(Object.fromEntries(await filesOf(openStore(), head))).toEqual({
        'photos/1/a.bin': Buffer.from(photo.slice(7)),
        'photos/2/b.txt': Buffer.from('x'),
        'photos/1/photo.json': Buffer.from('{}\n'),
        'new.bin': Buffer.from(photo),
      });
    });

    it('keeps the message exactly, and records author and date', async () => {
      const { store, openStore } = await open();
      const subject =
        'Create post “Größe – 日本 🙂”\n\nA body, <with> "marks" & an\nindented:\n\n    line\n\n' +
        'Co-authored-by: Ada <ada@example.com>';
      const { head } = await save(store, { 'a.txt': 'a' }, { subject });
      const { message, author, date } = await openStore().show(head);
      expect(message).toMatch(/^[^]*\n\nOperation-Id: operation-\d+$/);
      expect(message.startsWith(`${subject}\n\nOperation-Id`)).toBe(true);
      expect(author.name).not.toBe('');
      expect(author.email).toContain('@');
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.000)?Z$/);
    });

    it.each(REFUSED)('refuses the changes %j and writes nothing', async (files) => {
      const { store } = await open({ 'a.txt': 'a', 'posts/b.md': 'b' });
      const head = await store.head();
      await expect(save(store, files)).rejects.toMatchObject({ code: 'StoreRefused' });
      expect(await store.head()).toBe(head);
    });

    it('writes a stored blob with its mode, but keeps the mode of a file that is there', async () => {
      const script = { content: bytes('echo'), mode: '100755' } as const;
      const { store, openStore, entries } = await open({
        'run.sh': script,
        'bin/other.sh': script,
        'bin/changed.sh': script,
        'plain.txt': 'text',
      });
      const stored = (await store.list(await store.head())).get('run.sh')!;
      const { head, tree } = await save(store, {
        ...{ 'run.sh': null, 'moved.sh': stored, 'plain.txt': stored },
        ...{ 'bin/changed.sh': 'echo hello', 'bin/new.txt': 'new' },
      });
      const files = [...(await entries(head))].filter(([, { mode }]) => mode !== '040000');
      expect(Object.fromEntries(files.map(([path, { mode }]) => [path, mode]))).toEqual({
        'bin/changed.sh': '100755',
        'bin/new.txt': '100644',
        'bin/other.sh': '100755',
        'moved.sh': '100755',
        'plain.txt': '100644',
      });
      expect(await openStore().list(head)).toEqual(tree);
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
      const deletions = { 'docs/link.md': null, 'docs/module': null };
      const { head, tree } = await save(store, { 'docs/new.md': 'new', ...deletions });
      expect([...tree.keys()].sort()).toEqual(['docs/new.md', 'readme.md']);
      const [had, has] = [await entries(before), await entries(head)];
      expect(has.get('docs/link.md')).toEqual(had.get('docs/link.md'));
      expect(has.get('docs/module')).toEqual({ mode: '160000', sha: MODULE });
      for (const each of [store, openStore()]) {
        expect((await each.links(head)).toSorted()).toEqual(links);
      }
      for (const path of ['docs/link.md', 'docs/module', 'docs/module/new.md']) {
        const saved = save(store, { [path]: 'a file' });
        await expect(saved).rejects.toMatchObject({ code: 'StoreRefused' });
      }
      expect(await store.head()).toBe(head);
    });

    it('replaces a file by a directory, and a directory by a file', async () => {
      const { store, openStore } = await open({ page: 'a file', 'posts/a.md': 'a', b: 'b' });
      const added = { 'page/index.md': 'a directory', posts: 'a file' };
      const { head } = await save(store, { page: null, 'posts/a.md': null, ...added });
      expect(await textsOf(openStore(), head)).toEqual({ b: 'b', ...added });
    });
  });
};
