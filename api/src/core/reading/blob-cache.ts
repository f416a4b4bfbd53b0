import type { Cache } from '../cache.ts';
import { readBlobsThrough, readThrough } from '../git-store/disk-cache/blobs.ts';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import { UnreadableObject } from '../git-store/errors.ts';
import {
  START_BYTES,
  type BlobContents,
  type BlobSha,
  type BlobStart,
  type GitStore,
  type StoredBlob,
} from '../git-store/git-store.ts';
import { decodeText } from './text-file.ts';

const startKey = (blob: BlobSha): string => `start of ${blob}`;

export type ReadBlobs = (blobs: readonly BlobSha[]) => Promise<ReadonlyMap<BlobSha, Uint8Array>>;

export type BlobCache = ReturnType<typeof createBlobCache>;

/** Reads blobs through a bounded cache in memory and, with `files`, on the disk. None expires. */
export const createBlobCache = (
  store: Pick<GitStore, 'read' | 'starts'>,
  cache: Cache<Uint8Array>,
  files?: FileCache,
) => {
  const readStore = files ? readBlobsThrough(files, store.read) : store.read;
  const flights = new Map<BlobSha, Promise<BlobContents>>();

  const fetchMissing = (blobs: readonly BlobSha[], reader: 'visitor' | undefined) => {
    const flight = readStore(blobs, reader).finally(() => {
      for (const blob of blobs) flights.delete(blob);
    });
    for (const blob of blobs) flights.set(blob, flight);
    return flight;
  };

  /** Like `read`, with the error in place of a blob that can't be read. */
  const readEach = async (blobs: Iterable<BlobSha>, reader?: 'visitor'): Promise<BlobContents> => {
    const result = new Map<BlobSha, Uint8Array | UnreadableObject>();
    const joined = new Set<Promise<BlobContents>>();
    const absent: BlobSha[] = [];
    const requested = new Set(blobs);
    for (const blob of requested) {
      const cached = cache.get(blob);
      const flight = flights.get(blob);
      if (cached) result.set(blob, cached);
      else if (flight) joined.add(flight);
      else absent.push(blob);
    }
    if (absent.length > 0) joined.add(fetchMissing(absent, reader));
    for (const fetched of await Promise.all(joined)) {
      for (const [blob, content] of fetched) {
        if (!requested.has(blob)) continue;
        result.set(blob, content);
        if (content instanceof Uint8Array) cache.set(blob, content);
      }
    }
    return result;
  };

  /**
   * The bytes of each blob; those that are not cached are read in one batch. Throws like
   * `GitStore.read`, and `UnreadableObject`.
   */
  const read = async (
    blobs: Iterable<BlobSha>,
    reader?: 'visitor',
  ): Promise<ReadonlyMap<BlobSha, Uint8Array>> => {
    const contents = [...(await readEach(blobs, reader))];
    return new Map(
      contents.map(([blob, content]) => {
        if (content instanceof UnreadableObject) throw content;
        return [blob, content];
      }),
    );
  };

  return {
    read,
    readEach,
    /** Like `GitStore.starts`, without requests for what is cached or was recently written. */
    starts: (blobs: readonly BlobSha[]): Promise<ReadonlyMap<BlobSha, BlobStart>> =>
      readThrough<Uint8Array | 'binary'>(
        blobs,
        (blob) =>
          Promise.resolve(cache.peek(startKey(blob)) ?? cache.peek(blob)?.subarray(0, START_BYTES)),
        (others) => store.starts(others),
      ),
    /** One blob as UTF-8 text, a byte order mark included. */
    text: async (blob: BlobSha): Promise<string> => decodeText((await read([blob])).get(blob)),
    peek: (blob: BlobSha) => cache.peek(blob),
    /** Whether a blob can be read without the store, as far as is known without reading it. */
    has: ({ sha, size }: StoredBlob): boolean => cache.has(sha) || (files?.has(sha, size) ?? false),
    remember: (blob: BlobSha, bytes: Uint8Array): void => {
      files?.write(blob, bytes);
      cache.set(blob, bytes);
      // A file that is too large to cache is still examined without the store.
      if (!cache.has(blob)) cache.set(startKey(blob), bytes.slice(0, START_BYTES));
    },
  };
};
