import type { GitStore } from '../src/core/git-store/git-store.ts';

/** Returns a wrapper of stores that records the blobs that are read. */
export const recordReads = () => {
  const reads: string[] = [];
  const store = (local: GitStore): GitStore => ({
    ...local,
    read: (blobs) => {
      reads.push(...blobs);
      return local.read(blobs);
    },
  });
  return { reads, store };
};
