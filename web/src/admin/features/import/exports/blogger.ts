import { elementsIn, makeElement, textOf } from '../../../core/posts/editor/html-to-markdown.ts';
import type { Element } from 'hast';
import type { Export, ExportedPost } from './exported-post.ts';
import { attribute, figureHtml, plainText } from './html.ts';
import { childrenOf, readXml, textIn } from './xml.ts';

/** Reads the exports of Blogger (Atom), also those of Google Takeout. */

export const isBlogger = (text: string): boolean =>
  /<feed[\s>]/.test(text.slice(0, 5000)) && /blogger\.com/.test(text.slice(0, 20_000));

const SIZE =
  /(https?:\/\/[^"\s]*(?:bp\.blogspot|googleusercontent)\.com\/[^"\s]*(?:\/|=))[swh]\d[\w-]*(?=\/[^/"\s]+"|")/g;
const CAPTIONED =
  /<table[^>]*tr-caption-container[^]*?(<a [^]*?<\/a>|<img[^>]*>)[^]*?"tr-caption"[^>]*>([^]*?)<\/td>[^]*?<\/table>/g;

const bodyOf = (html: string): string =>
  html
    .replace(SIZE, '$1s0')
    .replace(CAPTIONED, figureHtml('$1', '$2'))
    .replace(/(?:<br\s*\/?>\s*){2,}/g, '</p><p>');

/** The kind of an entry in the singular, such as `post`, `comment` or `setting`. */
const kindOf = (entry: Element): string => {
  const [kind = textIn(entry, 'blogger:type').toLowerCase()] = childrenOf(
    entry,
    'category',
  ).flatMap((category) => /kind#(\w+?)s?$/.exec(attribute(category, 'term'))?.[1] ?? []);
  return kind;
};

const postOf = (entry: Element): ExportedPost => {
  const labels = childrenOf(entry, 'category').map((category) => attribute(category, 'term'));
  const links = childrenOf(entry, 'link').filter((link) => attribute(link, 'rel') === 'alternate');
  const isDraft =
    textIn(entry, 'blogger:status') === 'DRAFT' ||
    elementsIn(entry, 'app:draft').some((draft) => textOf(draft).includes('yes'));
  const address =
    links.map((link) => attribute(link, 'href'))[0] ?? textIn(entry, 'blogger:filename');
  return {
    fields: {
      ...{
        title: plainText(textIn(entry, 'x-title')),
        tags: labels.filter((label) => label !== '' && !label.includes('kind#')),
      },
      ...{ createdAt: textIn(entry, 'published'), updatedAt: textIn(entry, 'updated') },
      description: plainText(textIn(entry, 'blogger:metadescription')),
    },
    ...{ addresses: [isDraft ? '' : address], name: '', isPage: kindOf(entry) === 'page' },
    hidden: isDraft ? 'a draft' : undefined,
    author: childrenOf(entry, 'author')
      .map((author) => textIn(author, 'name'))
      .join(', '),
    ...{ html: bodyOf(textIn(entry, 'content')), skipped: [] },
  };
};

export const readBlogger = (parts: ReadonlyMap<string, string>): Export => {
  const feeds = [...parts.values()].flatMap((text) => readXml(text).children as Element[]);
  const entries = elementsIn(makeElement('feeds', feeds), 'entry');
  const isPost = (entry: Element) => /^(?:post|page)$/.test(kindOf(entry));
  const posts = entries.filter(isPost).map(postOf);
  const [site = ''] = posts.flatMap(
    ({ addresses: [address] }) => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? [],
  );
  const leftOut = [
    ...entries.filter((entry) => !isPost(entry)).map(kindOf),
    ...[...parts]
      .filter(([, text]) => !/<\/feed>\s*$/.test(text))
      .map(([path]) => `missing end of ${path}`),
  ];
  return { posts, leftOut, site, hosts: ['bp.blogspot.com', 'googleusercontent.com'] };
};
