/** Converts the image syntax of other programs to Markdown. */
import { PICTURE_EXTENSION } from 'content-schema';
import type { ImportedPicture } from 'content-schema/front-matter';
import { linksIn, withoutCode } from 'content-schema/images-in-text';

const encode = (letter: string): string =>
  ({ '(': '%28', ')': '%29' })[letter] ?? encodeURIComponent(letter);

const withBackslashes = (text: string, marks: RegExp): string => text.replace(marks, '\\$&');

const pictureMarkdown = ({ address, alt, caption }: ImportedPicture): string => {
  const title = caption === '' ? '' : ` "${withBackslashes(caption, /["\\]/g)}"`;
  const place = address.replace(/[\s()<>]/g, encode);
  return `![${withBackslashes(alt, /[[\]\\]/g)}](${place}${title})`;
};

/** Hugo's `{{< figure src="a.jpg" >}}` and Obsidian's `![[a.jpg|300]]`. */
const FOREIGN_PICTURE = new RegExp(
  String.raw`\{\{[<%]\s*figure\s([^{}]{1,2000}?)\/?\s*[>%]\}\}|!\[\[([^[\]|#\n]{1,500}${PICTURE_EXTENSION})(?:\|([^[\]\n]{0,500}))?\]\]`,
  'gi',
);
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
/** Obsidian allows a width in place of the alt text. */
const SIZE = /^\d+(?:x\d+)?$/;

/** The Markdown of a figure, linked if it has a `link`; undefined without a source. */
const figure = (source: string): string | undefined => {
  const attributes = new Map(
    Array.from(source.matchAll(ATTRIBUTE), ([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find(Boolean)?.replace(/\s+/g, ' ').trim() ?? '',
    ]),
  );
  const valueOf = (name: string): string => attributes.get(name) ?? '';
  const [address, link] = [valueOf('src'), valueOf('link')];
  if (address === '') return undefined;
  const caption = valueOf('caption') || valueOf('title');
  const picture = pictureMarkdown({ address, alt: valueOf('alt') || caption, caption });
  return link === '' ? picture : `[${picture}](${link.replace(/[\s()<>]/g, encode)})`;
};

/** Replaces the images of other programs with Markdown images. */
export const withMarkdownPictures = (text: string): string => {
  let [result, position] = ['', 0];
  for (const { index, 0: whole, 1: source, 2: file = '', 3: words = '' } of withoutCode(
    text,
  ).matchAll(FOREIGN_PICTURE)) {
    const alt = SIZE.test(words.trim()) ? '' : words.trim();
    const picture =
      source === undefined
        ? pictureMarkdown({ address: file.trim(), alt, caption: '' })
        : figure(source);
    result += text.slice(position, index) + (picture ?? whole);
    position = index + whole.length;
  }
  return result + text.slice(position);
};

/**
 * Puts the first available cover above the text, unless the text shows that image itself. A cover is
 * available if `addressFor` returns its new address, or if it has an https address.
 */
export const withCover = (
  text: string,
  covers: readonly ImportedPicture[],
  addressFor: (address: string) => string | undefined,
): string => {
  const [cover] = covers.flatMap((picture) => {
    const { address: written } = picture;
    const address = addressFor(written) ?? (written.startsWith('https:') ? written : undefined);
    return address === undefined ? [] : [{ ...picture, address }];
  });
  if (!cover || linksIn(text).some(({ address }) => address === cover.address)) return text;
  const [lineBreak] = /\r?\n/.exec(text) ?? ['\n'];
  return pictureMarkdown(cover) + lineBreak + lineBreak + text;
};
