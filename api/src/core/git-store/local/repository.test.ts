import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../test/contents.ts';
import { save } from '../test/requests.ts';
import { createLocalGitStore } from './local-git-store.ts';
import { createLocalRepository } from './repository.ts';
import { git } from './test/git.ts';
import { AUTHOR } from './test/local-harness.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const FILES = { 'site.json': '{}\n', 'posts/größe.md': 'Größe\n', 'empty.txt': '' };

const prepare = async (branch = 'main') => {
  const folder = await testFolder();
  const repository = { dir: join(folder, 'data/content.git'), branch, author: AUTHOR };
  const create = (files: Readonly<Record<string, string>> = FILES) => {
    const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
    return createLocalRepository({ ...repository, files: bytes, message: 'Begin' });
  };
  return { dir: repository.dir, create, store: createLocalGitStore(repository) };
};

describe('creating a repository', () => {
  it('makes a bare one with the files as its first commit', async () => {
    const { dir, create, store } = await prepare('sites/live');
    await create();
    expect(await git(dir, 'rev-parse', '--is-bare-repository')).toBe('true');
    expect(await git(dir, 'symbolic-ref', 'HEAD')).toBe('refs/heads/sites/live');
    expect(await git(dir, 'fsck', '--strict')).toBe('');
    const head = await store.head();
    const begin = { parent: null, author: AUTHOR, message: 'Begin' };
    expect(await store.show(head)).toMatchObject(begin);
    expect(await textsOf(store, head)).toEqual(FILES);
  });

  it.each(['', '../main', 'a..b', '.hidden', 'a/', 'main.lock', 'a b', 'a~1', 'a@{0}'])(
    'refuses the branch name %j',
    async (branch) => {
      await expect(prepare(branch)).rejects.toMatchObject({ code: 'StoreRefused' });
    },
  );

  it('does not change a repository that has the branch, packed or not', async () => {
    const { dir, create, store } = await prepare();
    await create();
    const { head } = await save(store, { 'site.json': '{"title":"Mine"}\n' });
    await git(dir, 'symbolic-ref', 'HEAD', 'refs/heads/other');
    for (const pack of [false, true]) {
      if (pack) await git(dir, 'gc', '--quiet');
      await create({ 'site.json': 'another beginning' });
      expect(await store.head()).toBe(head);
      expect(await git(dir, 'symbolic-ref', 'HEAD')).toBe('refs/heads/other');
    }
  });

  it.each([
    { step: 'nothing but the directory', lost: ['objects', 'refs', 'config', 'HEAD'] },
    { step: 'objects alone', lost: ['refs', 'config', 'HEAD'] },
    { step: 'no HEAD', lost: ['refs/heads/main', 'HEAD'] },
    { step: 'no branch', lost: ['refs/heads/main'] },
  ])('completes a start that left $step', async ({ lost }) => {
    const { dir, create, store } = await prepare();
    await create();
    for (const path of lost) await rm(join(dir, path), { recursive: true });
    await create();
    expect(await textsOf(store, await store.head())).toEqual(FILES);
    expect(await git(dir, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(await git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('completes a start that left half of an object in a temporary file', async () => {
    const { dir, create, store } = await prepare();
    await mkdir(join(dir, 'objects/e6'), { recursive: true });
    await writeFile(join(dir, 'objects/e6/tmp_obj_half'), 'half');
    await create();
    expect(await textsOf(store, await store.head())).toEqual(FILES);
    expect(await git(dir, 'fsck', '--strict')).toBe('');
  });

  it('makes one first commit when several processes start at once', async () => {
    const { dir, create, store } = await prepare();
    await Promise.all([1, 2, 3, 4].map((number) => create({ 'site.json': `{"by":${number}}\n` })));
    expect(await git(dir, 'rev-list', '--count', 'main')).toBe('1');
    expect((await store.list(await store.head())).size).toBe(1);
    expect(await readFile(join(dir, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  });
});
