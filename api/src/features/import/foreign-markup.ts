/** Converts the syntax of other programs to Markdown, and finds what is left of it. */
import { IMAGE_EXTENSION, importMessages, isImageAt } from 'content-schema';
import type { ImportedImage } from 'content-schema/front-matter';
import { linksIn, withoutCode } from 'content-schema/images-in-text';

const encode = (letter: string): string =>
  ({ '(': '%28', ')': '%29' })[letter] ?? encodeURIComponent(letter);

const withBackslashes = (text: string, marks: RegExp): string => text.replace(marks, '\\$&');

const imageMarkdown = ({ address, alt, caption }: ImportedImage): string => {
  const title = caption === '' ? '' : ` "${withBackslashes(caption, /["\\]/g)}"`;
  const url = address.replace(/[\s()<>]/g, encode);
  return `![${withBackslashes(alt, /[[\]\\]/g)}](${url}${title})`;
};

/**
 * Elements that may be images: Hugo's `{{< figure src="a.jpg" >}}`, Liquid's `{% img a.jpg %}`,
 * components such as `<Image src={…} />`, and Obsidian's `![[a.jpg|300]]`.
 */
const ELEMENT = new RegExp(
  [
    String.raw`\{\{[<%]\s*([\w/-]+)\s([^{}]{1,2000}?)\/?\s*[>%]\}\}`,
    String.raw`\{%-?\s*(\w+)\s([^{}]{1,2000}?)-?%\}`,
    String.raw`(?<!\w)<([A-Z][\w.]*)\s([^<>]{1,2000}?)\/?>`,
    String.raw`!\[\[([^[\]|#\n]{1,500}${IMAGE_EXTENSION})(?:\|([^[\]\n]{0,500}))?\]\]`,
  ].join('|'),
  'g',
);
/** Elements whose image need not be in an attribute. */
const IMAGE_NAME = /^(?:img|image|figure|picture|photo|asset_img)$/;
const ADDRESS_NAMES = ['src', 'image_path', 'url', 'path', 'file'];
const ATTRIBUTE =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:require\()?["'`]?([^{}"'`()]*)["'`]?\)?\s*\}|([^\s"'{}]+))/g;
const WORD = /"([^"]*)"|'([^']*)'|([^\s"']+)/g;
/** Obsidian and Octopress allow a width in place of the alt text, or before it. */
const SIZE = /^\d+(?:x\d+|px|%)?$/;
/** In MDX, a component may show an imported image. */
const IMPORTED = /^import\s+([\w$]+)\s+from\s+["']([^"'\n]+)["']/gm;

const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim();

/** The image without attributes, as in `{% img left /a.jpg 300 "The pier" %}`. */
const fromWords = (source: string): string | undefined => {
  const words = Array.from(source.matchAll(WORD), ([, ...values]) => values.find(Boolean) ?? '');
  const index = words.findIndex(isImageAt);
  const texts = words.slice(index + 1).filter((word) => !SIZE.test(word));
  const [address, alt] = [words[index], oneLine(texts.join(' '))];
  return address === undefined ? undefined : imageMarkdown({ address, alt, caption: '' });
};

/** The Markdown of the image that an element shows, linked if it has a `link`. */
const imageOf = (
  name: string,
  source: string,
  imported: ReadonlyMap<string, string>,
): string | undefined => {
  const attributes = new Map(
    Array.from(source.matchAll(ATTRIBUTE), ([, key = '', ...values]) => [
      key.toLowerCase(),
      oneLine(values.find(Boolean) ?? ''),
    ]),
  );
  const valueOf = (key: string): string => attributes.get(key) ?? '';
  const isImage = IMAGE_NAME.test(name);
  const addresses = ADDRESS_NAMES.map(valueOf).map((address) => imported.get(address) ?? address);
  const address = addresses.find(isImageAt) ?? (isImage ? valueOf('src') : '');
  if (address === '') return isImage ? fromWords(source) : undefined;
  const caption = valueOf('caption') || valueOf('title');
  const image = imageMarkdown({ address, alt: valueOf('alt') || caption, caption });
  const link = valueOf('link');
  return link === '' ? image : `[${image}](${link.replace(/[\s()<>]/g, encode)})`;
};

/** Replaces the matches of a pattern, except in code; `replace` returns undefined to keep one. */
const replaceOutsideCode = (
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string | undefined,
): string => {
  let [result, position] = ['', 0];
  for (const match of withoutCode(text).matchAll(pattern)) {
    const [whole] = match;
    result += text.slice(position, match.index) + (replace(match) ?? whole);
    position = match.index + whole.length;
  }
  return result + text.slice(position);
};

export const withMarkdownImages = (text: string): string => {
  const imported = new Map(
    Array.from(text.matchAll(IMPORTED), ([, name = '', file = '']) => [name, file]),
  );
  return replaceOutsideCode(text, ELEMENT, (match) => {
    const [, hugo, hugoSource, liquid, liquidSource, component, componentSource] = match;
    const [file, label = ''] = match.slice(7);
    const name = hugo ?? liquid ?? component ?? '';
    const source = hugoSource ?? liquidSource ?? componentSource ?? '';
    const alt = SIZE.test(label.trim()) ? '' : label.trim();
    return file === undefined
      ? imageOf(name, source, imported)
      : imageMarkdown({ address: file.trim(), alt, caption: '' });
  });
};

const WIKI_LINK =
  /(?<!!)\[\[([^[\]|#\n\\]{1,200})(?:#[^[\]|\n]{0,200})?(?:\\?\|([^[\]\n]{0,500}))?\]\](?!\()/g;

/** The target of a wiki link among the URLs of a text, which is no URL. */
const wikiAddress = (target: string): string => `[[${target.trim()}]]`;

/** Returns the URLs of a text, each once, and the targets of its wiki links as `[[target]]`. */
export const addressesIn = (text: string): string[] => [
  ...new Set([
    ...linksIn(text).map(({ address }) => address),
    ...Array.from(withoutCode(text).matchAll(WIKI_LINK), ([, target = '']) => wikiAddress(target)),
  ]),
];

/** Replaces wiki links such as `[[target|label]]` with links; undefined keeps one. */
export const withWikiLinks = (
  text: string,
  addressFor: (address: string, label: string) => string | undefined,
): string =>
  replaceOutsideCode(text, WIKI_LINK, ([, target = '', alias]) => {
    const label = alias?.trim() || target.trim();
    const address = addressFor(wikiAddress(target), label);
    return address === undefined ? undefined : `[${label}](${address})`;
  });

/** What only MDX has: imports and exports, each up to a blank line, and comments. */
const MODULE_CODE =
  /^(?:import\s+(?:["'{*]|type\s|[\w$]+\s*,|[\w$]+\s+from\s)|export\s+(?:default|const|let|var|function|async|class|type|interface|[{*]))|\{\/\*[^]{0,5000}?\*\/\}[ \t]*/gm;
const BRACKET_OR_END = /[([{]|[)\]}]|\n(?=[ \t]*\r?\n)/g;

export const withoutModuleCode = (text: string): string => {
  const plain = withoutCode(text);
  // One open bracket would make each statement search the rest of the text.
  let hasOpenBracket = false;
  /** The first end outside of brackets, since code may contain blank lines; else the first one. */
  const endOf = (start: number): number => {
    let [depth, first] = [0, text.length];
    for (const { 0: result, index } of plain.slice(start).matchAll(BRACKET_OR_END)) {
      if ('([{'.includes(result)) depth += 1;
      else if (')]}'.includes(result)) depth -= 1;
      else {
        first = Math.min(first, start + index + 1);
        if (depth <= 0 || hasOpenBracket) return start + index + 1;
      }
    }
    hasOpenBracket ||= depth > 0;
    return depth > 0 ? first : text.length;
  };
  let [result, position] = ['', 0];
  for (const { index, 0: start } of plain.matchAll(MODULE_CODE)) {
    if (index < position) continue;
    result += text.slice(position, index);
    position = start.startsWith('{') ? index + start.length : endOf(index);
  }
  return position === 0 ? text : (result + text.slice(position)).replace(/^\s*\n/, '');
};

/** What is shown as its source, or not at all, by the plural of its name. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['shortcodes', /\{\{[<%][^\n]{0,500}?[>%]\}\}/g],
  ['Liquid tags', /(?<!\{)\{%[^\n]{0,500}?%\}/g],
  ['wiki links', /!?\[\[[^[\]\n]{1,200}\]\](?!\()/g],
  ['components', /(?<!\w)<[A-Z][\w.]*(?=[\s/>])[^<>\n]{0,200}>?/g],
  ['formulas', /\$\$[^$]{1,2000}\$\$|(?<![\\$\w])\$(?![\s$])[^$\n]{0,200}?(?<![\s\\])\$(?![\w$])/g],
  ['containers', /^:::+ *[\w{[][^\n]{0,200}/gm],
  ['attribute lists', /\{:?\s{0,5}[#.][a-z][^{}\n]{0,200}\}/gi],
];

/** Returns a warning for each syntax of other site generators in a text, which is kept. */
export const foreignMarkup = (text: string): string[] => {
  const plain = withoutCode(text);
  return KINDS.flatMap(([kind, pattern]) => {
    const [first, ...others] = plain.match(pattern) ?? [];
    return first === undefined ? [] : [importMessages.foreign(first, 1 + others.length, kind)];
  });
};

/** Puts the first cover with a new or an https address above a text that lacks it. */
export const withCover = (
  text: string,
  covers: readonly ImportedImage[],
  addressFor: (address: string) => string | undefined,
): string => {
  const [cover] = covers.flatMap((image) => {
    const { address: written } = image;
    const address = addressFor(written) ?? (written.startsWith('https:') ? written : undefined);
    return address === undefined ? [] : [{ ...image, address }];
  });
  if (!cover || linksIn(text).some(({ address }) => address === cover.address)) return text;
  const [lineBreak] = /\r?\n/.exec(text) ?? ['\n'];
  return imageMarkdown(cover) + lineBreak + lineBreak + text;
};
