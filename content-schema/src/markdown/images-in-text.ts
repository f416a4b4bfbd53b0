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

/** A link, a picture, a reference or HTML up to its address. Jekyll has `{{ site.baseurl }}` before some, and another before that. */
const ADDRESS =
  /(\]\(\s*<|^ {0,3}\[[^[\]\n]{1,500}\]:\s*<)([^<>\n]{1,1000})(?=>)|(\]\(\s*|^ {0,3}\[[^[\]\n]{1,500}\]:\s*)((?:\{\{[^{}\n]{0,200}\}\}){0,2}(?:[^\s()<>"']|\([^\s()<>"']{0,200}\)){0,1000})|(<(?:a|img)\b[^<>]{0,500}?\s(?:href|src)=["'])([^<>"'\n]{1,1000})/gim;

interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly address: string;
}

/** What a text leads to or shows. */
export const linksIn = (text: string): readonly TextLink[] =>
  [...withoutCode(text).matchAll(ADDRESS)].flatMap((match): TextLink[] => {
    const [whole, , bracketed, , bare, , quoted] = match;
    const address = bracketed ?? bare ?? quoted ?? '';
    const end = match.index + whole.length;
    return address === '' ? [] : [{ start: end - address.length, end, address }];
  });

/** The text with other addresses in its links and pictures; undefined leaves one as it is. */
export const relink = (
  text: string,
  addressFor: (address: string) => string | undefined,
): string => {
  let [result, position] = ['', 0];
  for (const { start, end, address } of linksIn(text)) {
    result += text.slice(position, start) + (addressFor(address) ?? address);
    position = end;
  }
  return result + text.slice(position);
};

/** The paths of this site that a text leads to or shows, each once. */
export const ownPathsIn = (text: string): readonly string[] => {
  const addresses = linksIn(text).map(({ address }) => address);
  return [...new Set(addresses.filter((address) => /^\/(?!\/)/.test(address)))];
};

/** What other site generators would replace, e.g. `{{< figure … >}}`, `{% include … %}` and `[[note]]`. */
const FOREIGN = /\{\{[<%][^\n]{0,500}?[>%]\}\}|\{%[^\n]{0,500}?%\}|!?\[\[[^[\]\n]{1,200}\]\](?!\()/;

/** The first text that is no Markdown and stays as it is. */
export const foreignMarkup = (text: string): string | undefined =>
  FOREIGN.exec(withoutCode(text))?.[0];
