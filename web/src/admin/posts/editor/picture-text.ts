import { photoAddress } from 'content-schema';
import { imagesIn, photoIdAt, undescribedImages } from 'content-schema/images-in-text';
import { photoMarkdown } from '../../../data/photos.ts';

/**
 * Reads and changes the pictures in a Markdown text: the placeholders of uploads, and the
 * alternative texts.
 */

export interface TextChange {
  /** The range to replace. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A picture that was inserted into a text. */
export interface PlacedPicture {
  /** The text in its place until it is uploaded. */
  readonly placeholder: string;
  /** The id of the photo once it is stored. */
  readonly photoId: string | undefined;
  /** The alternative text typed in the panel; undefined if the text itself decides. */
  readonly alt: string | undefined;
}

const PLACEHOLDER = /!\[Uploading [^\]\n]{1,200}…\]\(\)/g;
const NAME_MAX_LENGTH = 80;

/** The unique placeholders in a text. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(text.match(PLACEHOLDER)),
];

/** Replaces characters that would end a placeholder. */
const plainName = (name: string): string =>
  name
    .replace(/[[\]\\`\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH) || 'picture';

/** A placeholder for a file that isn't taken yet. */
export const newPlaceholder = (filename: string, isTaken: (it: string) => boolean): string => {
  const name = plainName(filename);
  for (let count = 1; ; count += 1) {
    const placeholder = `![Uploading ${name}${count === 1 ? '' : ` (${count})`}…]()`;
    if (!isTaken(placeholder)) return placeholder;
  }
};

/** The file name in a placeholder. */
export const placeholderName = (placeholder: string): string =>
  placeholder.slice('![Uploading '.length, -'…]()'.length);

const isOfPhoto = ({ address }: { readonly address: string }, id: string): boolean =>
  address.replace(/[?#].*$/, '').endsWith(photoAddress(id));

/** The alternative text of a photo; undefined if the photo is not in the text. */
export const altInText = (text: string, id: string): string | undefined =>
  imagesIn(text).find((it) => isOfPhoto(it, id))?.alt;

const startsOf = (text: string, part: string): readonly number[] => {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    starts.push(at);
  }
  return starts;
};

/**
 * The changes that replace placeholders with their stored pictures, and update alternative texts.
 * The last position comes first.
 */
export const pictureChanges = (
  text: string,
  pictures: readonly PlacedPicture[],
): readonly TextChange[] => {
  const changes = pictures.flatMap(({ placeholder, photoId, alt }): TextChange[] => {
    if (photoId === undefined) return [];
    const put = photoMarkdown(alt ?? '', photoId);
    const replaced = startsOf(text, placeholder).map((start) => ({
      start,
      end: start + placeholder.length,
      text: put,
    }));
    if (alt === undefined) return replaced;
    const described = imagesIn(text)
      .filter((image) => isOfPhoto(image, photoId) && image.alt !== alt)
      .map(({ altStart, altEnd }) => ({
        start: altStart,
        end: altEnd,
        text: put.slice('!['.length, put.lastIndexOf('](')),
      }));
    return [...replaced, ...described];
  });
  return changes.toSorted((one, other) => other.start - one.start);
};

/**
 * The changes that remove a placeholder, including a line of its own. The last position comes
 * first.
 */
export const removalChanges = (text: string, placeholder: string): readonly TextChange[] =>
  startsOf(text, placeholder)
    .map((start): TextChange => {
      const end = start + placeholder.length;
      const before = /(?:^|\n)\n?$/.exec(text.slice(0, start))?.[0];
      const after = /^\n{0,2}/.exec(text.slice(end))?.[0] ?? '';
      const isAlone = before !== undefined && (after !== '' || end === text.length);
      if (!isAlone) return { start, end, text: '' };
      const gap = before === '\n' ? 1 : 2;
      return { start, end: end + Math.min(gap, after.length), text: '' };
    })
    .toReversed();

/** Applies changes, which must be in order of position from the last to the first. */
export const withChanges = (text: string, changes: readonly TextChange[]): string =>
  changes.reduce(
    (changed, { start, end, text: put }) => changed.slice(0, start) + put + changed.slice(end),
    text,
  );

/**
 * The positions of missing alternative texts. Photos for which `isDescribed` is true have one of
 * their own, which is used instead.
 */
export const missingAlts = (
  text: string,
  isDescribed: (photoId: string) => boolean = () => false,
): readonly number[] =>
  undescribedImages(text)
    .filter(({ address }) => !isDescribed(photoIdAt(address) ?? ''))
    .map(({ altStart }) => altStart);
