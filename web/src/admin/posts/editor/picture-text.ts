import { photoAddress } from 'content-schema';
import { imagesIn, photoIdAt, undescribedImages } from 'content-schema/images-in-text';
import { photoMarkdown } from '../../../data/photos.ts';

/** What a Markdown text says of pictures: placeholders of those on their way, and what they show. */

export interface TextChange {
  /** The characters that are replaced. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A picture that was put into a text. */
export interface PlacedPicture {
  /** What stands in the text until the picture is uploaded. */
  readonly placeholder: string;
  /** The id of the photo, once it is stored. */
  readonly photoId: string | undefined;
  /** What was typed of what it shows; undefined where the text has the last word. */
  readonly alt: string | undefined;
}

const PLACEHOLDER = /!\[Uploading [^\]\n]{1,200}…\]\(\)/g;
const NAME_MAX_LENGTH = 80;

/** The placeholders in a text, each once. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(text.match(PLACEHOLDER)),
];

/** Without what would end a placeholder. */
const plainName = (name: string): string =>
  name
    .replace(/[[\]\\`\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH) || 'picture';

/** A placeholder of a file that is not among those taken. */
export const newPlaceholder = (filename: string, isTaken: (it: string) => boolean): string => {
  const name = plainName(filename);
  for (let count = 1; ; count += 1) {
    const placeholder = `![Uploading ${name}${count === 1 ? '' : ` (${count})`}…]()`;
    if (!isTaken(placeholder)) return placeholder;
  }
};

/** The file's name in a placeholder. */
export const placeholderName = (placeholder: string): string =>
  placeholder.slice('![Uploading '.length, -'…]()'.length);

const isOfPhoto = ({ address }: { readonly address: string }, id: string): boolean =>
  address.replace(/[?#].*$/, '').endsWith(photoAddress(id));

/** What the text says that a photo shows; undefined where the photo is not in it. */
export const altInText = (text: string, id: string): string | undefined =>
  imagesIn(text).find((it) => isOfPhoto(it, id))?.alt;

const startsOf = (text: string, part: string): readonly number[] => {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    starts.push(at);
  }
  return starts;
};

/** The changes that put stored pictures in place of their placeholders, last place first. */
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

/** The changes that take a placeholder out, with the line it stood alone on, last place first. */
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

/** The text after changes that are given last place first. */
export const withChanges = (text: string, changes: readonly TextChange[]): string =>
  changes.reduce(
    (changed, { start, end, text: put }) => changed.slice(0, start) + put + changed.slice(end),
    text,
  );

/**
 * Where descriptions belong that pictures of the text don't have. Of a photo that is described by itself,
 * which `isDescribed` says, its own is shown.
 */
export const missingAlts = (
  text: string,
  isDescribed: (photoId: string) => boolean = () => false,
): readonly number[] =>
  undescribedImages(text)
    .filter(({ address }) => !isDescribed(photoIdAt(address) ?? ''))
    .map(({ altStart }) => altStart);
