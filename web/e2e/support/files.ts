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

interface GivenFiles {
  readonly way: 'drop' | 'paste';
  readonly files: readonly {
    readonly name: string;
    readonly type: string;
    readonly base64: string;
  }[];
}

/** What `giveFiles` needs of sample photos. */
export const givenPhotos = async (
  way: GivenFiles['way'],
  photos: readonly Pick<ChosenFile, 'name' | 'mimeType'>[],
): Promise<GivenFiles> => {
  const files = photos.map(async ({ name, mimeType }) => {
    const { buffer } = await photoFile(name);
    return { name, type: mimeType, base64: buffer.toString('base64') };
  });
  return { way, files: await Promise.all(files) };
};

/** Runs in a page: drops files on an element, or pastes them into it, with the browser's own events. */
export const giveFiles = (target: Element, { way, files }: GivenFiles): void => {
  const data = new DataTransfer();
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
  }
  const options = { bubbles: true, cancelable: true, dataTransfer: data };
  const event = way === 'drop' ? new DragEvent(way, options) : new ClipboardEvent(way, options);
  // Firefox ignores it among the options.
  if (way === 'paste') Object.defineProperty(event, 'clipboardData', { value: data });
  target.dispatchEvent(event);
};

/** Drops sample photos on an element, or pastes them into it. */
export const givePhotos = async (
  element: Locator,
  ...given: Parameters<typeof givenPhotos>
): Promise<void> => element.evaluate(giveFiles, await givenPhotos(...given));

/** Waits until the browser shows the image. */
export const expectLoaded = (image: Locator): Promise<void> =>
  expect
    .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0);
