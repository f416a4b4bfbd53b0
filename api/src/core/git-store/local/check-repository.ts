/** Reads what a repository needs from the disk, without caches, and compares it with its ids. */

import { resolve } from 'node:path';
import { createCacheRegistry } from '../../cache.ts';
import { NotFound, RepositoryDamaged, UnreadableObject } from '../errors.ts';
import { objectIdOf, type GitObjectType } from '../git-object-id.ts';
import type { CommitSha, Tree } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { parseCommit, type Commit } from '../commit-object.ts';
import { compareCommits } from './compare-commits.ts';
import { createObjects, type Objects } from './objects.ts';
import { createTreeChanges } from './tree-changes.ts';
import { createTrees } from './trees.ts';

const CONCURRENCY = 8;

/** The error for a repository in `dir` that lacks an object, or has a damaged one. */
export const damageError = (dir: string, cause: Error): RepositoryDamaged =>
  new RepositoryDamaged(
    `The content repository ${resolve(dir)} is damaged. ${cause.message}. Restore the repository from a backup.`,
    { cause },
  );

/** Objects whose bodies are compared with their ids. */
const verified = (objects: Objects): Objects => ({
  ...objects,
  read: async (sha: string, type: GitObjectType) => {
    const body = await objects.read(sha, type);
    if (objectIdOf(type, body) === sha) return body;
    throw new UnreadableObject(`The object ${sha} of the content repository is damaged`);
  },
});

const listFiles = async (objects: Objects, head: CommitSha): Promise<Tree> => {
  const { tree } = parseCommit(head, await objects.read(head, 'commit'));
  return (await createTrees({ objects, caches: createCacheRegistry() }).listing(tree)).tree;
};

type ReadCommit = (sha: CommitSha) => Promise<Commit>;

const checkCommits = async (commit: ReadCommit, head: CommitSha): Promise<void> => {
  const next = [head];
  const seen = new Set(next);
  for (let sha = next.pop(); sha !== undefined; sha = next.pop()) {
    const { parent, merges } = await commit(sha);
    next.push(...[parent ?? [], merges].flat().filter((one) => !seen.has(one)));
    next.forEach((one) => seen.add(one));
  }
};

/**
 * Throws `RepositoryDamaged` unless a branch's commits and its head's directories are sound; with
 * `since`, a commit that was, only those that are new since then are read.
 */
export const checkRepository = async (
  dir: string,
  head: CommitSha,
  since?: CommitSha,
): Promise<void> => {
  const sound = verified(createObjects(dir));
  const commit: ReadCommit = async (sha) => parseCommit(sha, await sound.read(sha, 'commit'));
  try {
    if (since) await compareCommits({ commit }, since, head);
    else await checkCommits(commit, head);
    const [before, { tree }] = [since ? (await commit(since)).tree : null, await commit(head)];
    await createTreeChanges(sound).names(before, tree, Infinity, Infinity);
  } catch (error) {
    const isDamaged = error instanceof NotFound || error instanceof UnreadableObject;
    throw isDamaged ? damageError(dir, error) : error;
  }
};

export const findDamagedFiles = async (objects: Objects, head: CommitSha): Promise<string[]> => {
  const sound = verified(objects);
  const files = [...(await listFiles(sound, head))];
  const damaged = await mapConcurrently(files, CONCURRENCY, ([path, { sha }]) =>
    sound.read(sha, 'blob').then(
      () => [],
      () => [path],
    ),
  );
  return damaged.flat();
};
