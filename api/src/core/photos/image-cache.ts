import { createCache, type Cache, type CacheRegistry } from '../cache.ts';
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
  /** The number of images that are created at a time. */
  readonly atOnce: number;
  /** The number of images that one source may wait for. */
  readonly waitingMax: number;
}

interface Source<Image extends CachedImage> {
  readonly waiter: Waiter;
  /** Reads what an earlier process created, without waiting for a turn. */
  readonly stored?: (() => Promise<Image | undefined>) | undefined;
  readonly create: () => Promise<Image>;
}

/**
 * Creates images that take long, each once. Sources of requests take turns. Throws the errors of
 * `create`, `PicturesBusy` while the source waits for too many, and the reason of the waiter's
 * signal.
 */
export const createImages = ({ cache, atOnce, waitingMax }: Options) => {
  const inTurn = createFairLimit(atOnce);
  return async <Image extends CachedImage>(
    key: string,
    { waiter, stored, create }: Source<Image>,
  ): Promise<Image> => {
    // Each key is used for one type of image.
    const load = () => cache.load(key, create) as Promise<Image>;
    if (cache.has(key)) return load();
    const image = await stored?.();
    if (image) cache.set(key, image);
    if (cache.has(key)) return load();
    if (inTurn.waiting(waiter.source) >= waitingMax) throw new PicturesBusy();
    // Another request may have created it meanwhile.
    return inTurn(load, waiter);
  };
};
