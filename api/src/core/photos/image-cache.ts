import { createCache, type Cache, type CacheRegistry } from '../cache.ts';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import { createFairLimit, type Waiter } from '../limit.ts';
import { PicturesBusy } from './errors.ts';

/** An image, several by file name, or the failure to create one. */
type CachedImage = Uint8Array | Readonly<Record<string, Uint8Array>> | 'unusable';

export type ImageCache = Cache<CachedImage>;

/** An image that can't be created is not tried again for this long. */
const FAILED_MS = 10 * 60_000;

const sizeOf = (image: CachedImage): number => {
  if (image === 'unusable') return 0;
  const images = image instanceof Uint8Array ? [image] : Object.values(image);
  return images.reduce((sum, { byteLength }) => sum + byteLength, 0);
};

/** Creates the cache of resized photos, share cards and icons; their keys differ. */
export const createImageCache = (caches: CacheRegistry): ImageCache =>
  createCache<CachedImage>(caches, {
    name: 'images',
    share: 1 / 8,
    sizeOf,
    ttlMsOf: (image) => (image === 'unusable' ? FAILED_MS : undefined),
  });

interface Options {
  readonly cache: ImageCache;
  readonly atOnce: number;
  readonly waitingMax: number;
}

interface Source<Image extends CachedImage> {
  readonly waiter: Waiter;
  /** Keeps the image for later processes; absent means it is not kept. */
  readonly files?: FileCache | undefined;
  readonly create: () => Promise<Image>;
}

/**
 * Creates images that take long, each once; a single one is kept in `files` by its key. Sources of
 * requests take turns. Throws like `create`, `PicturesBusy` while the source waits for too many,
 * and the reason of the waiter's signal.
 */
export const createImages = ({ cache, atOnce, waitingMax }: Options) => {
  const inTurn = createFairLimit(atOnce);
  return async <Image extends CachedImage>(
    key: string,
    { waiter, files, create }: Source<Image>,
  ): Promise<Image> => {
    // Each key is used for one type of image.
    const load = () => cache.load(key, make) as Promise<Image>;
    const make = async () => {
      const image = await create();
      if (image instanceof Uint8Array) files?.write(key, image);
      return image;
    };
    if (cache.has(key)) return load();
    // What an earlier process created is read without waiting for a turn.
    const image = await files?.read(key);
    if (image) cache.set(key, image);
    if (cache.has(key)) return load();
    if (inTurn.waiting(waiter.source) >= waitingMax) throw new PicturesBusy();
    // Another request may have created it meanwhile.
    return inTurn(load, waiter);
  };
};
