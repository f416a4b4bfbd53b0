/** Finds images and links of a Markdown text without parsing it, fast enough for each keystroke. */
import { isImageAt } from '../import/import.ts';
import { ALT_MAX_LENGTH } from '../limits.ts';
import { applyEdits } from '../text/text-edit.ts';
import { decodeAddress } from '../text/web-address.ts';

interface TextImage {
  readonly start: number;
  readonly altStart: number;
  readonly altEnd: number;
  /** The unescaped alt text. */
  readonly alt: string;
  readonly address: string;
}

// Bounded, so that a text of only brackets is fast.
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

const LIST_ITEM = /^\s*(?:[-+*]|\d+[.)])\s/;

/** Replaces indented code by spaces. Below the item of a list, indented text belongs to the item. */
const withoutIndentedCode = (text: string): string => {
  let [isInList, mayBegin] = [false, true];
  return text.replace(/^.*$/gm, (line) => {
    if (line.trim() === '') mayBegin = true;
    else if (/^(?: {4}| {0,3}\t)/.test(line)) {
      if (mayBegin && !isInList) return blank(line);
    } else {
      isInList = LIST_ITEM.test(line) || (isInList && (!mayBegin || line.startsWith(' ')));
      mayBegin = false;
    }
    return line;
  });
};

/** Replaces code by spaces, since code contains no images. */
export const withoutCode = (text: string): string =>
  withoutIndentedCode(text)
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,3}\1|(?![^]))/gm, blank)
    .replace(/(`+)[^`\n]*\1/g, blank);

/** Returns the id of this site's photo at a URL; undefined for other URLs. */
export const photoIdAt = (address: string): string | undefined => {
  const [, id] = /^\/photos\/([^/?#]+)/.exec(address) ?? [];
  return id === undefined ? undefined : decodeAddress(id);
};

/** Returns the first alt text that a text gives each photo of this site, by the photo's id. */
export const altsIn = (text: string): ReadonlyMap<string, string> => {
  if (!text.includes('](/photos/')) return new Map();
  const described = imagesIn(withoutCode(text)).flatMap(({ alt, address }): [string, string][] => {
    const [id, words] = [photoIdAt(address), alt.trim()];
    return id === undefined || words === '' || words.length > ALT_MAX_LENGTH ? [] : [[id, words]];
  });
  return new Map(described.toReversed());
};

export const undescribedImages = (text: string): readonly TextImage[] =>
  /!\[\s*\]\(/.test(text) ? imagesIn(withoutCode(text)).filter(({ alt }) => alt.trim() === '') : [];

/**
 * A link, an image, a definition, an HTML attribute or `<URL>` up to its URL, which may begin with
 * a placeholder such as Jekyll's `{{ site.baseurl }}` or `{% post_url … %}`.
 */
const ADDRESS =
  /(\]\(\s*<|^ {0,3}(?:> ?){0,9}\[[^[\]\n]{1,500}\]:\s*<)([^<>\n]{1,1000})(?=>)|(\]\(\s*|^ {0,3}(?:> ?){0,9}\[[^[\]\n]{1,500}\]:\s*)((?:\{[{%][^{}\n]{0,200}[}%]\}){0,2}(?:[^\s()<>"']|\([^\s()<>"']{0,200}\)){0,1000})|(<(?:a|img)\b[^<>]{0,500}?\s(?:href|src)=["'])([^<>"'\n]{1,1000})|(<)(https?:\/\/[^<>\s]{1,1000})(?=>)/gim;

interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly address: string;
}

export const linksIn = (text: string): readonly TextLink[] =>
  [...withoutCode(text).matchAll(ADDRESS)].flatMap((match): TextLink[] => {
    const [whole, , bracketed, , bare, , quoted, , automatic] = match;
    const address = bracketed ?? bare ?? quoted ?? automatic ?? '';
    const end = match.index + whole.length;
    return address === '' ? [] : [{ start: end - address.length, end, address }];
  });

/** Replaces the URLs of links and images in a text; undefined keeps one. */
export const relink = (text: string, addressFor: (address: string) => string | undefined): string =>
  applyEdits(
    text,
    linksIn(text).map((link) => ({ ...link, text: addressFor(link.address) ?? link.address })),
  );

/** Returns the paths of this site among the URLs of a text, each once. */
export const ownPathsOf = (links: readonly TextLink[]): readonly string[] => {
  const addresses = links.map(({ address }) => address);
  return [...new Set(addresses.filter((address) => /^\/(?!\/)/.test(address)))];
};

/** The last part of a path, between what is before and after it. */
export const LAST_PART = /^((?:[^?#]*\/)?)([^/?#]+)(\/*(?:[?#].*)?)$/s;

/**
 * Returns the last parts of the paths among the URLs of a text, decoded, each once, except those of
 * photos: a link to a post ends with its name, however it is written.
 */
export const linkNamesOf = (links: readonly TextLink[]): readonly string[] => {
  const names = links.flatMap(({ address }) => {
    const [, before, part] = LAST_PART.exec(address) ?? [];
    return part === undefined || before === '/photos/' ? [] : part;
  });
  return [...new Set(names)].map((name) => decodeAddress(name.replaceAll('\\', '').trim()));
};

const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;
/** A post is at `/blogs/{id}`. */
const PHOTO = /^(?:\.\.)?\/(?:photos|uploads|media)\//;

/** Returns the images of this site among the URLs of a text, each once. */
export const imagesAmong = (links: readonly TextLink[]): readonly string[] =>
  [...new Set(links.map(({ address }) => address))].filter(
    (address) => isImageAt(address.replace(/[?#].*$/, '')) && !ELSEWHERE.test(address),
  );

/** Returns the images among the URLs of a post that this site can't have, each once. */
export const foreignImagesOf = (links: readonly TextLink[]): readonly string[] =>
  imagesAmong(links).filter((address) => !PHOTO.test(address));
