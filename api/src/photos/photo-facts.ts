import { LRUCache } from 'lru-cache';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import type { BlobSha } from '../git-store/git-store.ts';
import { measurePicture, type PictureFacts } from './measure-picture.ts';

/** The measured facts of images, by blob. */
export interface PhotoFacts {
  /** Resolves once the facts of earlier processes are loaded. */
  readonly ready: Promise<void>;
  /** The facts of an image; undefined if it was not measured, null if it can't be. */
  of(blob: BlobSha): PictureFacts | null | undefined;
  /** Measures an image unless that was done before, one at a time. Never throws. */
  measure(blob: BlobSha, bytes: Uint8Array): Promise<PictureFacts | null>;
  /** A number that changes with each new fact. */
  readonly version: () => number;
}

const FACTS_MAX = 20_000;
const WRITE_DELAY_MS = 2_000;

interface Options {
  /** A file that may be deleted at any time; absent means facts are kept in memory only. */
  readonly path?: string | undefined;
}

const readFacts = async (path: string): Promise<[BlobSha, PictureFacts | null][]> => {
  const text = await readFile(path, 'utf8');
  return Object.entries(JSON.parse(text) as Record<BlobSha, PictureFacts | null>) as [
    BlobSha,
    PictureFacts | null,
  ][];
};

export const createPhotoFacts = ({ path }: Options = {}): PhotoFacts => {
  const facts = new LRUCache<BlobSha, { readonly found: PictureFacts | null }>({ max: FACTS_MAX });
  const runExclusive = pLimit(1);
  let version = 0;
  let timer: NodeJS.Timeout | undefined;

  const ready = (path === undefined ? Promise.resolve([]) : readFacts(path)).then(
    (entries) => {
      for (const [blob, found] of entries) facts.set(blob, { found });
    },
    () => undefined,
  );

  const write = async (): Promise<void> => {
    timer = undefined;
    if (path === undefined) return;
    const entries = [...facts.entries()].map(([blob, { found }]) => [blob, found]);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.tmp`, JSON.stringify(Object.fromEntries(entries)));
    await rename(`${path}.tmp`, path);
  };

  /** Writes the facts soon; ignores disk failures. */
  const writeSoon = (): void => {
    timer ??= setTimeout(() => void write().catch(() => undefined), WRITE_DELAY_MS).unref();
  };

  return {
    ready,
    of: (blob) => facts.get(blob)?.found,
    version: () => version,
    measure: (blob, bytes) =>
      runExclusive(async () => {
        const known = facts.get(blob);
        if (known) return known.found;
        const found = (await measurePicture(bytes)) ?? null;
        facts.set(blob, { found });
        version += 1;
        writeSoon();
        return found;
      }),
  };
};
