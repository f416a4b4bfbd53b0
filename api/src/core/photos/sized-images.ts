import type { PhotoWidth } from 'content-schema';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { BlobSha } from '../git-store/git-store.ts';
import type { Waiter } from '../limit.ts';
import { createImages, type ImageCache } from './image-cache.ts';
import { extensionOf, type RasterType } from './image-types.ts';
import { resizeImage } from './resize-image.ts';

export interface SizedImage {
  readonly blob: BlobSha;
  readonly width: PhotoWidth;
  readonly type: RasterType;
}

interface Options {
  readonly cache: ImageCache;
  readonly files?: FileCache | undefined;
}

/** libvips uses libuv's four threads, which file access needs, too. */
const CONCURRENCY = 2;
/** More than a page has. Each waiting request has a connection. */
const WAITING_MAX = 100;

/** Returns a unique name for a resized image, for files and entity tags. */
export const nameOf = ({ blob, width, type }: SizedImage): string =>
  `${blob}-${width}.${extensionOf(type)}`;

export type SizedImages = ReturnType<typeof createSizedImages>;

/** Resizes images to other widths and formats, each once, through a cache. */
export const createSizedImages = ({ cache, files }: Options) => {
  const images = createImages({ cache, atOnce: CONCURRENCY, waitingMax: WAITING_MAX });

  return {
    /** Undefined if it can't be resized now. Throws like `readOriginal` and `createImages`. */
    read: async (sized: SizedImage, readOriginal: () => Promise<Uint8Array>, waiter: Waiter) => {
      const { width, type } = sized;
      const image = await images<Uint8Array | 'unusable'>(nameOf(sized), {
        waiter,
        files,
        create: async () => {
          const original = await readOriginal();
          return resizeImage(original, width, type).catch(() => 'unusable');
        },
      });
      return image === 'unusable' ? undefined : image;
    },
  };
};
