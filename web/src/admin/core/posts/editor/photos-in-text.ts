import { imagesIn, photoIdAt, undescribedImages } from 'content-schema/images-in-text';
import { photoMarkdown } from '../../../../data/photos.ts';

/** Finds the photos in a Markdown text, and the changes for them. */

export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The ids that a browser has chosen are ULIDs. */
const CHOSEN_ID = /\/photos\/([0-7][0-9A-HJKMNP-TV-Z]{25})(?![\w-])/g;

/** The ids of photos in a text that a browser may have chosen, each once. */
export const chosenIdsIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(CHOSEN_ID), ([, id = '']) => id)),
];

const imageOf = (text: string, id: string) =>
  imagesIn(text).find(({ address }) => address.includes(id) && photoIdAt(address) === id);

/** The alternative text of a photo; undefined if no image of the photo is in the text. */
export const altInText = (text: string, id: string): string | undefined => imageOf(text, id)?.alt;

/** The change that gives the image of a photo an alternative text; undefined without an image. */
export const altChange = (text: string, id: string, alt: string): TextChange | undefined => {
  const image = imageOf(text, id);
  const [, escaped = ''] = /^!\[(.*)\]\(/.exec(photoMarkdown(alt, id)) ?? [];
  return image && { start: image.altStart, end: image.altEnd, text: escaped };
};

/** Removes a photo's image, with its line if it is alone there; undefined without an image. */
export const removalChange = (text: string, id: string): TextChange | undefined => {
  const image = imageOf(text, id);
  if (!image) return undefined;
  const { start, altEnd, address } = image;
  const addressEnd = altEnd + ']('.length + address.length;
  const [rest = ''] = /^(?:\s+"[^"\n]*")?\s*\)/.exec(text.slice(addressEnd)) ?? [];
  const end = addressEnd + rest.length;
  const before = /(?:^|\n)\n?$/.exec(text.slice(0, start))?.[0];
  const after = /^\n{0,2}/.exec(text.slice(end))?.[0] ?? '';
  const isAlone = before !== undefined && (after !== '' || end === text.length);
  if (!isAlone) return { start, end, text: '' };
  const gap = before === '\n' ? 1 : 2;
  return { start, end: end + Math.min(gap, after.length), text: '' };
};

/** The positions of missing alternative texts; a photo that `isDescribed` has one of its own. */
export const missingAlts = (
  text: string,
  isDescribed: (photoId: string) => boolean = () => false,
): readonly number[] =>
  undescribedImages(text)
    .filter(({ address }) => !isDescribed(photoIdAt(address) ?? ''))
    .map(({ altStart }) => altStart);
