/**
 * Keeps what was read from a distant store on this machine's disk, so that a start needs less of the
 * store, or none of it. Everything in the folder may be deleted at any time.
 */

import { join } from 'node:path';
import { blobShaOf } from '../git-object-id.ts';
import type { BlobSha, GitStore } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { createFileCache } from './file-cache.ts';

interface Options {
  /** Made when it is first written to. */
  readonly folder: string;
  /** Of all blobs together; the ones that were used least recently go first. */
  readonly maxBytes: number;
  /** Called once, when the disk takes no more; it is left alone from then on. */
  readonly onFailure: (error: unknown) => void;
}

/** Files open at a time. */
const CONCURRENCY = 32;

interface NamedBlob {
  readonly sha: BlobSha;
  readonly content: Uint8Array;
}

/**
 * A store that reads the files from the disk that were read from `store` before, also by earlier
 * processes. A disk that fails costs nothing but the cache.
 */
export const withBlobsOnDisk = (store: GitStore, options: Options): GitStore => {
  const { folder, maxBytes } = options;
  let failed = false;
  const onFailure = (error: unknown): void => {
    if (!failed) options.onFailure(error);
    failed = true;
  };
  const attempt = (work: Promise<unknown>): void => {
    work.catch(onFailure);
  };
  const blobs = createFileCache({
    folder: join(folder, 'blobs'),
    maxBytes,
    isIntact: (name, bytes) => blobShaOf(bytes) === name,
    onFailure,
  });

  const keep = async (contents: readonly NamedBlob[]): Promise<void> => {
    if (failed) return;
    await mapConcurrently(contents, CONCURRENCY, ({ sha, content }) => blobs.write(sha, content));
  };

  return {
    ...store,
    read: async (shas, limit) => {
      const onDisk = await mapConcurrently(shas, CONCURRENCY, (sha) => blobs.read(sha));
      const contents = new Map(
        shas.flatMap((sha, i) => {
          const bytes = onDisk[i];
          return bytes ? [[sha, bytes]] : [];
        }),
      );
      const missing = shas.filter((sha) => !contents.has(sha));
      if (missing.length === 0) return contents;
      const read = await store.read(missing, limit);
      const found = [...read].flatMap(([sha, content]) =>
        content instanceof Uint8Array ? [{ sha, content }] : [],
      );
      attempt(keep(found));
      return new Map([...contents, ...read]);
    },
    commit: async (request) => {
      const result = await store.commit(request);
      const changed = [...request.changes].flatMap(([path, content]) => {
        const sha = result.tree.get(path)?.sha;
        return content && sha ? [{ sha, content }] : [];
      });
      attempt(keep(changed));
      return result;
    },
  };
};
