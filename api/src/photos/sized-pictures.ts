import { PHOTO_WIDTHS, type PhotoWidth } from 'content-schema';
import { LRUCache } from 'lru-cache';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { BlobSha } from '../git-store/git-store.ts';
import { createLimit } from '../limit.ts';
import type { CacheCounts } from '../metrics.ts';
import { PicturesBusy } from './errors.ts';
import { extensionOf } from './image-types.ts';
import { resizePicture, type SizedType } from './resize-picture.ts';

/** One of the forms in which a picture is served. */
export interface SizedPicture {
  readonly blob: BlobSha;
  readonly width: PhotoWidth;
  readonly type: SizedType;
}

/** Makes pictures in other widths and kinds, each once, and keeps them. */
export interface SizedPictures {
  /**
   * The picture's bytes; those of the original where no other can be made of it. `readOriginal` is
   * called where it has to be made. Throws what that throws, and `PicturesBusy` while too many wait.
   */
  read(picture: SizedPicture, readOriginal: () => Promise<Uint8Array>): Promise<Uint8Array>;
  readonly counts: CacheCounts;
}

interface Options {
  readonly maxBytes: number;
  /** Absent: a start forgets all. */
  readonly files?: FileCache | undefined;
}

/** libvips runs in libuv's four threads, which files are read in, too. */
const CONCURRENCY = 2;
/** Each holds a connection, and its original for as long as it is worked on. */
const WAITING_MAX = 200;
/** A picture of which none can be made is not tried again for so long. */
const FAILED_MS = 10 * 60_000;
const FAILED_MAX = 1_000;

/** The smallest of the widths that is not less; the largest for what is larger than all. */
export const photoWidthFor = (pixels: number): PhotoWidth =>
  PHOTO_WIDTHS.find((width) => width >= pixels) ?? PHOTO_WIDTHS[PHOTO_WIDTHS.length - 1] ?? 2560;

/** Names a form of a picture: in files, in entity tags. */
export const nameOf = ({ blob, width, type }: SizedPicture): string =>
  `${blob}-${width}.${extensionOf(type)}`;

export const createSizedPictures = ({ maxBytes, files }: Options): SizedPictures => {
  const memory = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.byteLength + 200,
  });
  const failed = new LRUCache<string, true>({ max: FAILED_MAX, ttl: FAILED_MS });
  const flights = new Map<string, Promise<Uint8Array>>();
  const counts: CacheCounts = { hits: 0, misses: 0 };
  const inTurn = createLimit(CONCURRENCY);

  const make = async (
    name: string,
    { width, type }: SizedPicture,
    readOriginal: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> => {
    if (inTurn.waiting() >= WAITING_MAX) throw new PicturesBusy();
    return inTurn(async () => {
      const original = await readOriginal();
      try {
        const made = await resizePicture(original, width, type);
        // A disk that takes no more costs the next process the work.
        files?.write(name, made).catch(() => undefined);
        return made;
      } catch {
        failed.set(name, true);
        return original;
      }
    });
  };

  const find = async (
    name: string,
    picture: SizedPicture,
    readOriginal: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> => {
    const kept = await files?.read(name);
    counts[kept ? 'hits' : 'misses'] += 1;
    const bytes = kept ?? (await make(name, picture, readOriginal));
    memory.set(name, bytes);
    return bytes;
  };

  return {
    counts,
    read: async (picture, readOriginal) => {
      const name = nameOf(picture);
      if (failed.has(name)) return readOriginal();
      const known = memory.get(name) ?? flights.get(name);
      if (known) {
        counts.hits += 1;
        return known;
      }
      const flight = find(name, picture, readOriginal).finally(() => flights.delete(name));
      flights.set(name, flight);
      return flight;
    },
  };
};
