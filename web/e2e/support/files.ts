import { expect, type Locator } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';

/** The requests that send a photo, and those that store it. An API may need one request or two. */
export const PHOTO_SENT = /\/api\/(?:admin\/uploads\/staged|uploads)$/;
export const PHOTO_STORED = /\/api\/(?:admin\/)?uploads$/;

export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A sample photo, by default of the type that its name says. */
export const photoFile = async (
  name: string,
  mimeType = `image/${name.split('.').at(-1) ?? ''}`,
): Promise<ChosenFile> => ({ name, mimeType, buffer: Buffer.from(await samplePhoto(name)) });

/** Chooses files, or a folder, in the dialog that a button opens. */
export const chooseFiles = async (
  button: Locator,
  files: ChosenFile | ChosenFile[] | string,
): Promise<void> => {
  const choosing = button.page().waitForEvent('filechooser');
  await button.click();
  await (await choosing).setFiles(files);
};

/** Drops sample photos on an element, or pastes them into it, with the browser's own events. */
export const givePhotos = async (
  element: Locator,
  way: 'drop' | 'paste',
  photos: readonly Pick<ChosenFile, 'name' | 'mimeType'>[],
): Promise<void> => {
  const files = await Promise.all(
    photos.map(async ({ name, mimeType }) => {
      const { buffer } = await photoFile(name);
      return { name, type: mimeType, base64: buffer.toString('base64') };
    }),
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

/** Waits until the browser shows the image. */
export const expectLoaded = (image: Locator): Promise<void> =>
  expect
    .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0);
