import type { Locator } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';

/** The calls that send a photo, and those after which it is stored: one or two, as the API can. */
export const PHOTO_SENT = /\/api\/(?:admin\/uploads\/staged|uploads)$/;
export const PHOTO_STORED = /\/api\/(?:admin\/)?uploads$/;

interface GivenFile {
  readonly name: string;
  readonly type: string;
}

/** Drops sample photos on an element, or pastes them into it, as a person would. */
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
    (target, { way: kind, files: given }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given) {
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
