import type { Locator } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';

/** The requests that send a photo, and those that store it. An API may need one request or two. */
export const PHOTO_SENT = /\/api\/(?:admin\/uploads\/staged|uploads)$/;
export const PHOTO_STORED = /\/api\/(?:admin\/)?uploads$/;

interface GivenFile {
  readonly name: string;
  readonly type: string;
}

/** Drops sample photos on an element, or pastes them into it, with the browser's own events. */
export const givePhotos = async (
  element: Locator,
  way: 'drop' | 'paste',
  photos: readonly GivenFile[],
): Promise<void> => {
  const files = await Promise.all(
    photos.map(async ({ name, type }) => ({
      name,
      type,
      base64: Buffer.from(await samplePhoto(name)).toString('base64'),
    })),
  );
  await element.evaluate(
    (target, { way: kind, files: input }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of input) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    { way, files },
  );
};
