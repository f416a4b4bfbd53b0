/**
 * Caches blobs of a remote store on the local disk, so that a start sends few requests or none. The
 * folder may be deleted at any time.
 */

import { join } from 'node:path';
import { blobShaOf } from '../git-object-id.ts';
import { UnreadableObject } from '../errors.ts';
import type { BlobSha, BlobStart, GitStore } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { createFileCache } from './file-cache.ts';

interface Options {
  /** Created by the first write. */
  readonly folder: string;
  /** Total size of all blobs; the least recently used are evicted first. */
  readonly maxBytes: number;
  /** Called once, when a write fails; nothing more is written from then on. */
  readonly onFailure: (error: unknown) => void;
}

/** Files open at a time. */
const CONCURRENCY = 32;

/** The share of `maxBytes` for the beginnings of files, of at most 4 KB each. */
const STARTS_SHARE = 1 / 16;

/** A cached beginning is one byte for its kind, then its bytes if it is text. */
const TEXT = 't';
const BINARY = 'b';

const startAsBytes = (start: Uint8Array | 'binary'): Uint8Array =>
  start === 'binary' ? Buffer.from(BINARY) : Buffer.concat([Buffer.from(TEXT), start]);

const startOfBytes = (bytes: Uint8Array): Uint8Array | 'binary' =>
  bytes[0] === BINARY.charCodeAt(0) ? 'binary' : bytes.subarray(1);

interface NamedBlob {
  readonly sha: BlobSha;
  readonly content: Uint8Array;
}

/**
 * Returns a store that reads blobs from the disk if this or an earlier process has read them from
 * `store` before. A disk failure disables the cache; reads still succeed.
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

  const starts = createFileCache({
    folder: join(folder, 'starts'),
    maxBytes: Math.ceil(maxBytes * STARTS_SHARE),
    isIntact: (_name, bytes) => [TEXT, BINARY].some((kind) => kind.charCodeAt(0) === bytes[0]),
    onFailure,
  });

  const keepStarts = async (found: ReadonlyMap<BlobSha, BlobStart>): Promise<void> => {
    if (failed) return;
    await mapConcurrently([...found], CONCURRENCY, async ([sha, start]) => {
      if (!(start instanceof UnreadableObject)) await starts.write(sha, startAsBytes(start));
    });
  };

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
    starts: async (shas) => {
      const onDisk = await mapConcurrently(shas, CONCURRENCY, (sha) => starts.read(sha));
      const known = new Map<BlobSha, BlobStart>(
        shas.flatMap((sha, i) => {
          const bytes = onDisk[i];
          return bytes ? [[sha, startOfBytes(bytes)]] : [];
        }),
      );
      const missing = shas.filter((sha) => !known.has(sha));
      if (missing.length === 0) return known;
      const found = await store.starts(missing);
      attempt(keepStarts(found));
      return new Map([...known, ...found]);
    },
    commit: async (request) => {
      const result = await store.commit(request);
      const changed = [...request.changes].flatMap(([path, content]) => {
        const sha = result.tree.get(path)?.sha;
        return content instanceof Uint8Array && sha ? [{ sha, content }] : [];
      });
      attempt(keep(changed));
      return result;
    },
    stage: async (bytes) => {
      const stored = await store.stage(bytes);
      attempt(keep([{ sha: stored.sha, content: bytes }]));
      return stored;
    },
  };
};
