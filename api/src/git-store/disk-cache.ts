/**
 * Keeps what was read from a distant store on this machine's disk, so that a start needs less of the
 * store, or none of it. Everything in the folder may be deleted at any time.
 */

import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobShaOf, isCommitSha, isObjectId } from './git-object-id.ts';
import type { BlobSha, CommitSha, GitStore, Listing, Tree } from './git-store.ts';
import { mapConcurrently } from './map-concurrently.ts';

interface Options {
  /** Made when it is first written to. */
  readonly folder: string;
  /** Of all blobs together; the ones that were used least recently go first. */
  readonly maxBytes: number;
  /** Names the branch, since the folder may have been another's. */
  readonly subject: string;
  /** Called once, when the disk takes no more; it is left alone from then on. */
  readonly onFailure: (error: unknown) => void;
}

/** Files open at a time. */
const CONCURRENCY = 32;

/** Puts a whole file in its place. A crash may leave it incomplete, which its reader notices. */
const place = async (path: string, bytes: Uint8Array | string): Promise<void> => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
};

/** The branch as it was last seen. */
interface LastListing extends Listing {
  readonly links: readonly string[];
}

const LISTING = 'listing.json';

const writeListing = (subject: string, { head, tree, links }: LastListing): string =>
  JSON.stringify({
    subject,
    head,
    links,
    files: [...tree].map(([path, { sha, size }]) => [path, sha, size]),
  });

/** Undefined for what is no listing of the subject. */
const readListing = (subject: string, text: string): LastListing | undefined => {
  try {
    const found = JSON.parse(text) as {
      readonly subject: unknown;
      readonly head: unknown;
      readonly links: readonly string[];
      readonly files: readonly (readonly [path: string, sha: BlobSha, size: number])[];
    };
    if (found.subject !== subject || !isCommitSha(found.head)) return undefined;
    const tree: Tree = new Map(found.files.map(([path, sha, size]) => [path, { sha, size }]));
    return { head: found.head, tree, links: found.links };
  } catch {
    return undefined;
  }
};

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
      await place(pathOf(sha), bytes);
      sizes.set(sha, bytes.byteLength);
    },
  };
};

/**
 * A store that reads from the disk what was read from `store` before, also by earlier processes.
 * `lastKnown` gives the branch as it was last seen. A disk that fails costs nothing but the cache.
 */
export const withDiskCache = (store: GitStore, options: Options): GitStore => {
  const { folder, subject, onFailure } = options;
  let failed = false;
  const attempt = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!failed) onFailure(error);
      failed = true;
    });
  };
  const blobs = openBlobs(options, attempt);
  const listing = join(folder, LISTING);
  let head: CommitSha | undefined;
  let last: Promise<LastListing | undefined> | undefined;

  const lastListing = (): Promise<LastListing | undefined> =>
    (last ??= readFile(listing, 'utf8').then(
      (text) => readListing(subject, text),
      () => undefined,
    ));

  let written = Promise.resolve();
  /** One after the other, so that the last one stays. */
  const keep = async ({ head: commit, tree }: Listing): Promise<void> => {
    const links = await store.links(commit).catch(() => undefined);
    if (!links) return;
    const kept = { head: commit, tree, links };
    last = Promise.resolve(kept);
    if (failed) return;
    written = written.then(() => place(listing, writeListing(subject, kept)));
    await written;
  };

  const keepBlobs = async (contents: readonly NamedBlob[]): Promise<void> => {
    if (failed) return;
    await mapConcurrently(contents, CONCURRENCY, ({ sha, content }) => blobs.write(sha, content));
  };

  const listed = async (commit: CommitSha): Promise<LastListing | undefined> => {
    const found = await lastListing();
    return found?.head === commit ? found : undefined;
  };

  return {
    ...store,
    head: async (staleHead) => {
      head = await store.head(staleHead);
      return head;
    },
    list: async (commit) => {
      const known = await listed(commit);
      if (known) return known.tree;
      const tree = await store.list(commit);
      if (commit === head) attempt(keep({ head: commit, tree }));
      return tree;
    },
    links: async (commit) => (await listed(commit))?.links ?? store.links(commit),
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
      attempt(keepBlobs(found));
      return new Map([...contents, ...read]);
    },
    // A store that has not answered yet must not hold up what the disk has.
    starts: async (shas) => (head === undefined ? new Map() : store.starts(shas)),
    commit: async (request) => {
      const result = await store.commit(request);
      head = result.head;
      const changed = [...request.changes].flatMap(([path, content]) => {
        const sha = result.tree.get(path)?.sha;
        return content && sha ? [{ sha, content }] : [];
      });
      attempt(keepBlobs(changed).then(() => keep(result)));
      return result;
    },
    lastKnown: lastListing,
  };
};
