import type { Element } from 'hast';
import { groupBy, isImageAt } from 'content-schema';
import { elementsIn, makeElement, textOf } from '../../../core/posts/editor/html-to-markdown.ts';
import { hostOf, type Export, type ExportedPost } from './exported-post.ts';
import { attribute, escaped, figureHtml, imageHtml, linkHtml, plainText } from './html.ts';
import { childrenOf, readXml, textIn } from './xml.ts';

/** Reads the exports of WordPress (WXR), also several files of one site. */

/** The items of all files by their ids. */
type Items = ReadonlyMap<string, Element>;

const metaOf = (item: Element, name: string): string =>
  childrenOf(item, 'wp:postmeta')
    .filter((meta) => textIn(meta, 'wp:meta_key') === name)
    .map((meta) => textIn(meta, 'wp:meta_value'))[0] ?? '';

/** A file of the media library. */
const mediumOf = (item: Element) => ({
  url: textIn(item, 'wp:attachment_url') || textIn(item, 'guid'),
  alt: metaOf(item, '_wp_attachment_image_alt'),
  title: plainText(textIn(item, 'excerpt:encoded')),
});

const SHORTCODE =
  /(?<!\[)\[((?:wp_)?caption|gallery|audio|video|embed|playlist)\b([^\]]*)\](?:((?:(?!\[\1\b)[^])*?)\[\/\1\])?/g;
const CAPTIONED = /^\s*((?:<a [^>]*>)?\s*<img[^>]*>\s*(?:<\/a>)?)([^]*)$/;
/** Those of plugins have attributes, an end or more than one word. */
const FOREIGN = /\[(?:\/[a-z][\w-]*|[a-z][\w-]*(?:\s[^\]<>]*=[^\]<>]*|[-_][\w-]+))\s*\/?\](?!\()/g;

const withoutShortcodes = (text: string, id: string, items: Items): string =>
  text.replace(SHORTCODE, (whole, name: string, source: string, body = '') => {
    const valueOf = (key: string) => RegExp(`(?<=\\b${key}=["']?)[^"'\\]]+`).exec(source)?.[0];
    if (name.endsWith('caption')) {
      const [, image = String(body), words = ''] = CAPTIONED.exec(String(body)) ?? [];
      return figureHtml(image, words.trim() || (valueOf('caption') ?? ''));
    }
    if (name === 'gallery' || name === 'playlist') {
      const attached = [...items.values()].filter((item) => textIn(item, 'wp:post_parent') === id);
      const ids = (valueOf('ids') ?? valueOf('include'))?.split(/[\s,]+/);
      const chosen = ids?.flatMap((each) => items.get(each) ?? []) ?? attached;
      const media = chosen.map(mediumOf);
      if (name === 'playlist') return media.map(({ url }) => linkHtml(url)).join('');
      const figures = media
        .filter(({ url }) => isImageAt(url))
        .map(({ url, alt, title }) => figureHtml(imageHtml(url, alt), escaped(title)));
      return `<div class="gallery">${figures.join('')}</div>`;
    }
    const address = String(body).trim() || /https?:[^\s"']+/.exec(source)?.[0];
    return address ? linkHtml(plainText(address)) : whole;
  });

const BLOCK = String.raw`</?(?:address|article|aside|blockquote|d[dlt]|details|div|figcaption|figure|footer|form|h[1-6r]|header|iframe|li|ol|p|pre|script|section|style|summary|t[dhr]|table|tbody|tfoot|thead|ul)(?:\s[^<>]*)?/?>`;

/** Makes paragraphs of lines, as WordPress does when it shows a text without blocks. */
const withParagraphs = (text: string): string => {
  const kept: string[] = [];
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/<(pre|script|style)[\s>][^]*?<\/\1>/gi, (part) => `<pre ${kept.push(part) - 1}>`)
    .replace(RegExp(`(?<!\\s)\\s*(${BLOCK})\\s*`, 'gi'), '\n\n$1\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim().replaceAll('\n', '<br>\n'))
    .map((part) => (part === '' || RegExp(`^${BLOCK}`, 'i').test(part) ? part : `<p>${part}</p>`))
    .join('\n')
    .replace(/<pre (\d+)>/g, (_, index: string) => kept[Number(index)] ?? '');
};

const REUSED = /<!-{2}\s+wp:block\s+\{"ref":(\d+)[^>]*\/-->/g;
const WITHOUT_TEXT = /<!-{2}\s+wp:([\w/-]+)\s(?:(?!-->)[^])*?\/-->/g;

/** The texts of footnotes are beside the text, which has their ids. */
const notesIn = (json: string): string[] => {
  try {
    const notes = JSON.parse(json) as readonly { readonly id: string; readonly content: string }[];
    return notes.map(({ id, content }) => `<x-note id="${id}">${content}</x-note>`);
  } catch {
    return [];
  }
};

const bodyOf = (item: Element, items: Items, skipped: string[]): string => {
  const written = textIn(item, 'content:encoded').replace(REUSED, (whole, id: string) => {
    const block = items.get(id);
    return block ? textIn(block, 'content:encoded') : whole;
  });
  skipped.push(...Array.from(written.matchAll(WITHOUT_TEXT), ([, name = '']) => `“${name}” block`));
  const text = withoutShortcodes(written, textIn(item, 'wp:post_id'), items);
  const audio = metaOf(item, 'enclosure').replace(/\s[^]*/, '');
  return [
    (/<!-{2}\s+wp:/.test(text) ? text : withParagraphs(text)).replace(
      /<sup data-fn="([\w-]+)"[^>]*>[^]*?<\/sup>/g,
      '<x-reference id="$1"></x-reference>',
    ),
    audio === '' || text.includes(audio) ? '' : linkHtml(audio),
    ...notesIn(metaOf(item, 'footnotes')),
  ].join('');
};

const DRAFT = 'a draft';
/** By status. */
const HIDDEN: Readonly<Record<string, string>> = {
  ...{ draft: DRAFT, pending: DRAFT, 'auto-draft': DRAFT, private: 'private', '': 'cut off' },
};

const hiddenBy = (status: string): string | undefined =>
  /^(?:publish|future|inherit)$/.test(status) ? undefined : (HIDDEN[status] ?? status);

const dateIn = (item: Element, ...names: readonly string[]): string => {
  const date = names.map((name) => textIn(item, name)).find((text) => /^[1-9]/.test(text));
  const time = Date.parse(date ? `${date.replace(' ', 'T')}Z` : textIn(item, 'pubdate'));
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

const postOf = (
  item: Element,
  items: Items,
  authors: ReadonlyMap<string, string>,
): ExportedPost => {
  const text = (name: string) => textIn(item, name);
  const terms = childrenOf(item, 'category').filter(
    (term) => attribute(term, 'nicename') !== 'uncategorized',
  );
  const termsIn = (...domains: readonly string[]) =>
    terms.filter((term) => domains.includes(attribute(term, 'domain')));
  const namesIn = (...domains: readonly string[]) =>
    termsIn(...domains).map((term) => plainText(textOf(term)));
  const [lang, translationKey] = ['language', 'post_translations'].map(
    (domain) => termsIn(domain).map((term) => attribute(term, 'nicename'))[0],
  );
  const skipped: string[] = [];
  const [status, address, creator] = [text('wp:status'), text('link'), text('dc:creator')];
  const cover = items.get(metaOf(item, '_thumbnail_id'));
  const html = bodyOf(item, items, skipped);
  const [first, ...foreign] = html.match(FOREIGN) ?? [];
  const dated = status === 'future' ? 'publishDate' : 'createdAt';
  return {
    fields: {
      ...{
        title: plainText(text('x-title')),
        tags: namesIn('category', 'post_tag'),
        lang,
        translationKey,
      },
      ...{ [dated]: dateIn(item, 'wp:post_date_gmt', 'wp:post_date') },
      updatedAt: text('wp:post_modified_gmt') && dateIn(item, 'wp:post_modified_gmt'),
      description: plainText(text('excerpt:encoded')) || metaOf(item, '_yoast_wpseo_metadesc'),
    },
    addresses: [HIDDEN[status] === DRAFT || address.includes('?') ? '' : address],
    ...{ name: text('wp:post_name'), isPage: text('wp:post_type') === 'page' },
    hidden: text('wp:post_password') ? 'behind a password' : hiddenBy(status),
    author: namesIn('author').join(', ') || (authors.get(creator) ?? creator),
    ...{ ...(cover && { cover: mediumOf(cover) }), html, skipped },
    notes: first
      ? [`Shortcodes of plugins are kept as text: ${foreign.length + 1}, e.g. ${first}`]
      : [],
  };
};

export const isWordPress = (text: string): boolean =>
  /<rss[\s>][^]*<wp:(?:wxr_version|post_type)>/.test(text);

const TYPES: Readonly<Record<string, string>> = { nav_menu_item: 'menu item', '': 'post' };

const kindOf = (item: Element): string => {
  const type = textIn(item, 'wp:post_type');
  return textIn(item, 'wp:status') === 'trash' ? 'deleted item' : (TYPES[type] ?? type);
};

export const readWordPress = (parts: ReadonlyMap<string, string>): Export => {
  const files = [...parts.values()].flatMap((text) => readXml(text).children as Element[]);
  const channel = makeElement('channel', files);
  const kinds = groupBy(elementsIn(channel, 'item'), kindOf);
  const items = new Map(
    [...kinds.values()].flat().map((item) => [textIn(item, 'wp:post_id'), item]),
  );
  const people = elementsIn(channel, 'wp:author').map((author) =>
    ['wp:author_login', 'wp:author_display_name'].map((name) => textIn(author, name)),
  );
  const authors = new Map(people as [string, string][]);
  const take = (kind: string): readonly Element[] => {
    const taken = kinds.get(kind) ?? [];
    kinds.delete(kind);
    return taken;
  };
  const posts = [...take('post'), ...take('page')].map((item) => postOf(item, items, authors));
  const media = take('attachment').map(mediumOf);
  take('wp_block');
  const texts = posts.map(({ html, cover }) => html + (cover?.url ?? '')).join('\n');
  const unused = media.filter(({ url }) => !texts.includes(url.replace(/^.*(?=\/)|\.\w+$/g, '')));
  const cut = [...parts].filter(([, text]) => !/<\/rss>\s*$/.test(text));
  const sites = ['wp:base_blog_url', 'wp:base_site_url', 'link'].flatMap((name) =>
    elementsIn(channel, name),
  );
  return {
    posts,
    leftOut: [
      ...elementsIn(channel, 'wp:comment').map(() => 'comment'),
      ...unused.map(() => 'unused media file'),
      ...[...kinds].flatMap(([kind, all]) => all.map(() => kind.replace(/(?<! item)$/, ' item'))),
      ...cut.map(([path]) => `missing end of ${path}`),
    ],
    site: sites.map((site) => textOf(site).trim()).find((site) => site.startsWith('http')) ?? '',
    hosts: media.map(({ url }) => hostOf(url)),
  };
};
