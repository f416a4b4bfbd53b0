import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreateHarness, GitEntry } from '../../contract/harness.ts';
import type { CommitSha } from '../../git-store.ts';
import { createLocalGitStore } from '../local-git-store.ts';
import { fastImport, git } from './git.ts';

export const AUTHOR = { name: 'Ada Lovelace', email: 'ada@example.com' };

const parseEntry = (line: string): [string, GitEntry] => {
  const [, mode = '', sha = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
  return [path, { mode, sha }];
};

/** A bare repository made by the `git` program, and what that program sees in it. */
export const createLocalHarness = async (...[files]: Parameters<CreateHarness>) => {
  const folder = await mkdtemp(join(tmpdir(), 'git-store-'));
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
      return (await git(dir, 'rev-parse', 'refs/heads/main')) as CommitSha;
    },
    entries: async (commit) => {
      const listing = await git(dir, 'ls-tree', '-r', '-t', '-z', commit);
      return new Map(listing.split('\0').filter(Boolean).map(parseEntry));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  } satisfies Awaited<ReturnType<CreateHarness>> & { readonly dir: string };
};
