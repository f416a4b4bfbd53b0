import { createHash } from 'node:crypto';
import type { RouteDeps } from '../../core/http/deps.ts';
import { drawingKey } from '../../core/http/pages/public-content.ts';
import type { FileCache } from '../../core/git-store/disk-cache/file-cache.ts';
import type { Waiter } from '../../core/limit.ts';
import { createImages, type ImageCache } from '../../core/photos/image-cache.ts';
import type { Workers } from '../../core/workers/workers.ts';
import type { CardInput } from './card-task.ts';
import type { Icons, IconsInput } from './icon-task.ts';

interface Options {
  readonly workers: Workers;
  readonly cache: ImageCache;
  /** Keeps share cards for later processes; absent means they are not kept. */
  readonly files?: FileCache | undefined;
}

/** Each takes up to a second. */
const WAITING_MAX = 20;

export interface DrawingDeps extends RouteDeps {
  readonly drawings: ReturnType<typeof createDrawings>;
}

/** Draws share cards and icons in worker threads, through a bounded cache. */
export const createDrawings = ({ workers, cache, files }: Options) => {
  // One is read while another is drawn.
  const images = createImages({ cache, atOnce: workers.threads + 1, waitingMax: WAITING_MAX });

  const drawCard = async (name: string, read: () => Promise<CardInput>): Promise<Uint8Array> => {
    const drawn = await workers.run('drawCard', await read());
    files?.write(name, drawn);
    return drawn;
  };

  return {
    /**
     * Returns the PNG of a share card. `key` identifies its content; `read` is called if it has to
     * be drawn. Throws the errors of `read`, `PicturesBusy` while the waiter's source waits for too
     * many, and the reason of the waiter's signal.
     */
    card: (key: string, read: () => Promise<CardInput>, waiter: Waiter): Promise<Uint8Array> => {
      const name = `${key}-card.png`;
      return images(name, {
        waiter,
        stored: files && (() => files.read(name)),
        create: () => drawCard(name, read),
      });
    },
    /** Throws like `card`. */
    icons: async (input: IconsInput, waiter: Waiter): Promise<Icons> => {
      const logo = input.logo && createHash('sha256').update(input.logo.bytes).digest('base64');
      return images(`icons ${drawingKey(input.initials, logo, input.hue)}`, {
        waiter,
        create: () => workers.run('drawIcons', input),
      });
    },
  };
};
