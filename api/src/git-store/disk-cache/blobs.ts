/**
 * Keeps what was read from a distant store on this machine's disk, so that a start needs less of the
 * store, or none of it. Everything in the folder may be deleted at any time.
 */

import { LRUCache } from 'lru-cache';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { blobShaOf, isObjectId } from '../git-object-id.ts';
import type { BlobSha, GitStore } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { replaceFile } from './replace-file.ts';

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

/** Blobs in a file each, by their names. A file that is damaged counts as none. */
const openBlobs = ({ folder, maxBytes }: Options, attempt: (work: Promise<unknown>) => void) => {
  const pathOf = (sha: string) => join(folder, 'blobs', sha.slice(0, 2), sha.slice(2));
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size + 1,
    dispose: (_size, sha, reason) => {
      if (reason === 'evict') attempt(rm(pathOf(sha), { force: true }));
    },
  });

  /** What an earlier process left, the oldest first. */
  const findAll = async (): Promise<void> => {
    const names = await readdir(join(folder, 'blobs'), { recursive: true });
    const shas = names.map((name) => name.replace(/\W/, '')).filter(isObjectId);
    const found = await mapConcurrently(shas, CONCURRENCY, async (sha) => {
      const { size, mtimeMs } = await stat(pathOf(sha));
      return { sha, size, mtimeMs };
    });
    found.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { sha, size } of found) if (!sizes.has(sha)) sizes.set(sha, size);
  };
  findAll().catch(() => undefined);

  return {
    read: async (sha: BlobSha): Promise<Uint8Array | undefined> => {
      const bytes = await readFile(pathOf(sha)).catch(() => undefined);
      if (bytes === undefined || blobShaOf(bytes) !== sha) return undefined;
      sizes.set(sha, bytes.byteLength);
      return bytes;
    },
    write: async (sha: BlobSha, bytes: Uint8Array): Promise<void> => {
      if (sizes.has(sha) || bytes.byteLength >= maxBytes) return;
      await replaceFile(pathOf(sha), bytes);
      sizes.set(sha, bytes.byteLength);
    },
  };
};

/**
 * A store that reads the files from the disk that were read from `store` before, also by earlier
 * processes. A disk that fails costs nothing but the cache.
 */
export const withBlobsOnDisk = (store: GitStore, options: Options): GitStore => {
  let failed = false;
  const attempt = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!failed) options.onFailure(error);
      failed = true;
    });
  };
  const blobs = openBlobs(options, attempt);

  const keep = async (contents: readonly NamedBlob[]): Promise<void> => {
    if (failed) return;
    await mapConcurrently(contents, CONCURRENCY, ({ sha, content }) => blobs.write(sha, content));
  };

  return {
    ...store,
    read: async (shas) => {
      const onDisk = await mapConcurrently(shas, CONCURRENCY, blobs.read);
      const contents = new Map(
        shas.flatMap((sha, i) => {
          const bytes = onDisk[i];
          return bytes ? [[sha, bytes]] : [];
        }),
      );
      const missing = shas.filter((sha) => !contents.has(sha));
      if (missing.length === 0) return contents;
      const read = await store.read(missing);
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
