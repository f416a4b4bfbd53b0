import type { CommitSha, GitStore } from '../git-store.ts';

/** Returns the bytes of every file of a commit, by path. */
export const filesOf = async (store: GitStore, commit: CommitSha) => {
  const tree = await store.list(commit);
  const blobs = await store.read([...tree.values()].map(({ sha }) => sha));
  return new Map(
    [...tree].map(([path, { sha }]) => [path, Buffer.from(blobs.get(sha) as Uint8Array)]),
  );
};

/** Returns the text of every file of a commit, by path. */
export const textsOf = async (store: GitStore, commit: CommitSha) =>
  Object.fromEntries(
    [...(await filesOf(store, commit))].map(([path, bytes]) => [path, bytes.toString()]),
  );
