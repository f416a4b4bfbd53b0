import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { CacheCounts } from '../metrics.ts';
import { PicturesBusy } from '../photos/errors.ts';
import type { Workers } from '../workers/workers.ts';
import type { CardInput } from './card-task.ts';
import type { Icons, IconsInput } from './icon-task.ts';

/** Draws share cards and icons in worker threads, through a bounded cache. */
export interface Drawings {
  readonly counts: CacheCounts;
  /**
   * Returns the PNG of a share card. `key` identifies its content; `read` is called if it has to be
   * drawn. Throws the errors of `read`, and `PicturesBusy`.
   */
  card(key: string, read: () => Promise<CardInput>): Promise<Buffer>;
  /** Throws `PicturesBusy`. */
  icons(input: IconsInput): Promise<Icons>;
}

interface Options {
  /** Separate threads for drawing, so that pages don't wait for drawings. */
  readonly workers: Workers;
  readonly maxBytes: number;
  /** Keeps share cards for later processes; absent means they are not kept. */
  readonly files?: FileCache | undefined;
}

/** The most drawings in progress or waiting; each takes up to a second. */
const FLIGHTS_MAX = 20;

const sizeOf = (drawing: Icons | Buffer): number =>
  Buffer.isBuffer(drawing)
    ? drawing.byteLength
    : Object.values(drawing).reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Returns a key of everything that a drawing depends on. */
export const drawingKey = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);

export const createDrawings = ({ workers, maxBytes, files }: Options): Drawings => {
  const counts: CacheCounts = { hits: 0, misses: 0 };
  const cache = new LRUCache<string, Icons | Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (drawing) => sizeOf(drawing) + 500,
  });
  const flights = new Map<string, Promise<Icons | Buffer>>();

  const once = async <Drawing extends Icons | Buffer>(
    key: string,
    draw: () => Promise<Drawing>,
  ): Promise<Drawing> => {
    const known = cache.get(key) ?? flights.get(key);
    counts[known ? 'hits' : 'misses'] += 1;
    // Keys of cards and icons differ.
    if (known) return known as Promise<Drawing> | Drawing;
    if (flights.size >= FLIGHTS_MAX) throw new PicturesBusy();
    const flight = draw()
      .then((drawing) => {
        cache.set(key, drawing);
        return drawing;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  const drawCard = async (key: string, read: () => Promise<CardInput>): Promise<Buffer> => {
    const name = `${key}-card.png`;
    const kept = await files?.read(name);
    if (kept) return Buffer.from(kept);
    const drawn = Buffer.from(await workers.run('drawCard', await read()));
    // If the disk is full, the next process draws it again.
    files?.write(name, drawn).catch(() => undefined);
    return drawn;
  };

  return {
    counts,
    card: (key, read) => once(`card ${key}`, () => drawCard(key, read)),
    icons: (input) => {
      const logo = input.logo && createHash('sha256').update(input.logo.bytes).digest('base64');
      const key = drawingKey(input.initials, logo);
      return once(`icons ${key}`, () => workers.run('drawIcons', input));
    },
  };
};
