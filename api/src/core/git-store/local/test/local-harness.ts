import { join } from 'node:path';
import { testFolder } from '../../../../../test/test-folder.ts';
import type { GitEntry, GitStoreHarness, OutsideFile, OutsideFiles } from '../../test/harness.ts';
import { toCommitSha } from '../../git-object-id.ts';
import { createLocalGitStore } from '../local-git-store.ts';
import { fastImport, git } from './git.ts';

export const AUTHOR = { name: 'Ada Lovelace', email: 'ada@example.com' };

const parseEntry = (line: string): [string, GitEntry] => {
  const [, mode = '', sha = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
  return [path, { mode, sha }];
};

/** A harness for a bare repository that the `git` program creates, changes and inspects. */
export const createLocalHarness = async (files: OutsideFiles) => {
  const folder = await testFolder();
  const dir = join(folder, 'content.git');
  const openStore = (branch = 'main') => createLocalGitStore({ dir, branch, author: AUTHOR });
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', dir);
  await fastImport(dir, 'main', null, files, 'Begin\n');
  return {
    dir,
    store: openStore(),
    openStore,
    push: async (changes, message = 'Change from outside\n') => {
      const head = await git(dir, 'rev-parse', 'refs/heads/main');
      await fastImport(dir, 'main', head, changes, message);
      return toCommitSha(await git(dir, 'rev-parse', 'refs/heads/main'));
    },
    entries: async (commit) => {
      const listing = await git(dir, 'ls-tree', '-r', '-t', '-z', commit);
      return new Map(listing.split('\0').filter(Boolean).map(parseEntry));
    },
  } satisfies GitStoreHarness & { readonly dir: string };
};

export const openLocalHarness = (files: Readonly<Record<string, OutsideFile>> = { a: 'a' }) =>
  createLocalHarness(new Map(Object.entries(files)));
