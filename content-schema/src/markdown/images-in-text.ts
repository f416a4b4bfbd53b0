/** The images and links of a Markdown text, found without parsing it, as often as it is typed. */

interface TextImage {
  readonly start: number;
  /** Where its alt text stands. */
  readonly altStart: number;
  readonly altEnd: number;
  /** Without escapes. */
  readonly alt: string;
  readonly address: string;
}

// Bounded, so that a text of nothing but brackets takes no time.
const IMAGE = /!\[((?:\\.|[^\\\]\n]){0,1000})\]\(([^()\s]{1,1000})/g;

export const imagesIn = (text: string): readonly TextImage[] =>
  [...text.matchAll(IMAGE)].map(({ index, 1: alt = '', 2: address = '' }) => ({
    start: index,
    altStart: index + '!['.length,
    altEnd: index + '!['.length + alt.length,
    alt: alt.replace(/\\([\\[\]])/g, '$1'),
    address,
  }));

const blank = (code: string): string => ' '.repeat(code.length);

/** The same text with spaces for code, in which nothing is an image. */
export const withoutCode = (text: string): string =>
  text
    .replace(/^ {0,3}(`{3,}|~{3,}).*\n[^]*?(?:^ {0,3}\1|(?![^]))/gm, blank)
    .replace(/(`+)[^`\n]*\1/g, blank);

/** The id of the own photo that an image shows; undefined for another address. */
export const photoIdAt = (address: string): string | undefined => {
  const [, id] = /^\/photos\/([^/?#]+)/.exec(address) ?? [];
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
};

/** The pictures in a text that shows them, and does not say what they show. */
export const undescribedImages = (text: string): readonly TextImage[] =>
  imagesIn(withoutCode(text)).filter(({ alt }) => alt.trim() === '');

/** An address in a link, a picture, a reference or HTML, which begins at this site's root. */
const OWN_PATH =
  /(?:\]\(\s*<?|^ {0,3}\[[^[\]\n]{1,500}\]:\s*<?|<(?:a|img)\b[^<>]{0,500}?\s(?:href|src)=["'])(\/(?!\/)[^\s()<>"']{0,1000})/gim;

/** The paths of this site that a text leads to or shows, each once. */
export const ownPathsIn = (text: string): readonly string[] => {
  const found = withoutCode(text).matchAll(OWN_PATH);
  return [...new Set([...found].map(([, path = '']) => path))];
};
