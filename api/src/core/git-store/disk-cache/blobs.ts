/** Reads blobs of a remote store through files on the disk, so that a start sends few requests or none. */

import { UnreadableObject } from '../errors.ts';
import { START_BYTES, type BlobSha, type GitStore } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { FileCache } from './file-cache.ts';

/** Files open at a time. */
const CONCURRENCY = 32;

/** Reads each blob from a cache, e.g. of files, or else from the store, and then caches it. */
export const readThrough = async <Content>(
  shas: readonly BlobSha[],
  readFile: (sha: BlobSha) => Promise<Content | undefined>,
  readStore: (
    missing: readonly BlobSha[],
  ) => Promise<ReadonlyMap<BlobSha, Content | UnreadableObject>>,
  writeFile: (sha: BlobSha, content: Content) => void = () => undefined,
): Promise<ReadonlyMap<BlobSha, Content | UnreadableObject>> => {
  const cached = new Map<BlobSha, Content>();
  await mapConcurrently(shas, CONCURRENCY, async (sha) => {
    const content = await readFile(sha);
    if (content !== undefined) cached.set(sha, content);
  });
  const missing = shas.filter((sha) => !cached.has(sha));
  if (missing.length === 0) return cached;
  const read = await readStore(missing);
  for (const [sha, content] of read) {
    if (!(content instanceof UnreadableObject)) writeFile(sha, content);
  }
  return new Map([...cached, ...read]);
};

export const readBlobsThrough =
  (files: FileCache, read: GitStore['read']): GitStore['read'] =>
  (shas, reader) =>
    readThrough(
      shas,
      (sha) => files.read(sha),
      (missing) => read(missing, reader),
      (sha, bytes) => files.write(sha, bytes),
    );

/** A cached beginning is one byte for its kind, then its bytes if it is text. */
const TEXT = 't';
const BINARY = 'b';

const startAsBytes = (start: Uint8Array | 'binary'): Uint8Array =>
  start === 'binary' ? Buffer.from(BINARY) : Buffer.concat([Buffer.from(TEXT), start]);

const startOfBytes = (bytes: Uint8Array): Uint8Array | 'binary' =>
  bytes[0] === BINARY.charCodeAt(0) ? 'binary' : bytes.subarray(1);

const startName = (sha: BlobSha): string => `${sha}.start`;

/** Like `GitStore.starts`, through files of their own, and those of whole `images`. */
export const readStartsThrough =
  (files: FileCache, images: FileCache, starts: GitStore['starts']): GitStore['starts'] =>
  (shas) =>
    readThrough<Uint8Array | 'binary'>(
      shas,
      async (sha) => {
        const bytes = await files.read(startName(sha));
        if (bytes) return startOfBytes(bytes);
        return (await images.read(sha))?.subarray(0, START_BYTES);
      },
      starts,
      (sha, start) => files.write(startName(sha), startAsBytes(start)),
    );
