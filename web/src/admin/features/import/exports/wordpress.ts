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
const ATTRIBUTE = /([\w-]+)=(?:["']([^"']*)["']|([^\s"'\]]+))/g;
const CAPTIONED = /^\s*((?:<a [^>]*>)?\s*<img[^>]*>\s*(?:<\/a>)?)([^]*)$/;
/** Those of plugins have attributes, an end or more than one word. */
const FOREIGN = /\[(?:\/[a-z][\w-]*|[a-z][\w-]*(?:\s[^\]<>]*=[^\]<>]*|[-_][\w-]+))\s*\/?\](?!\()/g;

const withoutShortcodes = (text: string, id: string, items: Items): string =>
  text.replace(SHORTCODE, (whole, name: string, source: string, body = '') => {
    const pairs = Array.from(source.matchAll(ATTRIBUTE), ([, key, one, other = '']) => [
      key,
      one ?? other,
    ]);
    const {
      caption = '',
      include,
      ids = include,
    } = Object.fromEntries(pairs) as Record<string, string>;
    if (name.endsWith('caption')) {
      const [, image = String(body), words = ''] = CAPTIONED.exec(String(body)) ?? [];
      return figureHtml(image, words.trim() || caption);
    }
    if (name === 'gallery' || name === 'playlist') {
      const attached = [...items.values()].filter((item) => textIn(item, 'wp:post_parent') === id);
      const media = (ids?.split(/[\s,]+/).flatMap((each) => items.get(each) ?? []) ?? attached).map(
        mediumOf,
      );
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
    .replace(RegExp(`\\s*(${BLOCK})\\s*`, 'gi'), '\n\n$1\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim().replaceAll('\n', '<br>\n'))
    .map((part) => (part === '' || RegExp(`^${BLOCK}`, 'i').test(part) ? part : `<p>${part}</p>`))
    .join('\n')
    .replace(/<pre (\d+)>/g, (_, index: string) => kept[Number(index)] ?? '');
};

const REUSED = /<!-{2}\s+wp:block\s+\{"ref":(\d+)[^>]*\/-->/g;
const WITHOUT_TEXT = /<!-{2}\s+wp:([\w/-]+)\s(?:(?!-->)[^])*?\/-->/g;
const NOTE =
  /\{"content":"((?:[^"\\]|\\.)*)","id":"([\w-]+)"\}|\{"id":"([\w-]+)","content":"((?:[^"\\]|\\.)*)"\}/g;

const bodyOf = (item: Element, items: Items, skipped: string[]): string => {
  const written = textIn(item, 'content:encoded').replace(REUSED, (whole, id: string) => {
    const block = items.get(id);
    return block ? textIn(block, 'content:encoded') : whole;
  });
  skipped.push(...Array.from(written.matchAll(WITHOUT_TEXT), ([, name = '']) => `“${name}” block`));
  const text = withoutShortcodes(written, textIn(item, 'wp:post_id'), items);
  const audio = metaOf(item, 'enclosure').replace(/\s[^]*/, '');
  // The texts of footnotes are beside the text, which has their ids.
  const notes = Array.from(
    metaOf(item, 'footnotes').matchAll(NOTE),
    ([, one, id, otherId, other = '']) => {
      const content = JSON.parse(`"${one ?? other}"`) as string;
      return `<x-note id="${id ?? otherId ?? ''}">${content}</x-note>`;
    },
  );
  return [
    (/<!-{2}\s+wp:/.test(text) ? text : withParagraphs(text)).replace(
      /<sup data-fn="([\w-]+)"[^>]*>[^]*?<\/sup>/g,
      '<x-reference id="$1"></x-reference>',
    ),
    audio === '' || text.includes(audio) ? '' : linkHtml(audio),
    ...notes,
  ].join('');
};

const DRAFT = 'a draft';
/** By status. */
const HIDDEN: Readonly<Record<string, string>> = {
  ...{ draft: DRAFT, pending: DRAFT, 'auto-draft': DRAFT, private: 'private', '': 'cut off' },
};

const dateIn = (item: Element, ...names: readonly string[]): string => {
  const date = names.map((name) => textIn(item, name)).find((text) => /^[1-9]/.test(text));
  const time = Date.parse(
    date === undefined ? textIn(item, 'pubdate') : `${date.replace(' ', 'T')}Z`,
  );
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

const postOf = (
  item: Element,
  items: Items,
  authors: ReadonlyMap<string, string>,
): ExportedPost => {
  const text = (name: string) => textIn(item, name);
  const terms = groupBy(childrenOf(item, 'category'), (term) => attribute(term, 'domain'));
  const tagsIn = (domain: string) =>
    (terms.get(domain) ?? [])
      .filter((term) => attribute(term, 'nicename') !== 'uncategorized')
      .map((term) => plainText(textOf(term)));
  const slugIn = (domain: string) =>
    (terms.get(domain) ?? []).map((term) => attribute(term, 'nicename'))[0];
  const [skipped, status, address]: [string[], string, string] = [
    [],
    text('wp:status'),
    text('link'),
  ];
  const cover = items.get(metaOf(item, '_thumbnail_id'));
  const html = bodyOf(item, items, skipped);
  const foreign = html.match(FOREIGN) ?? [];
  return {
    fields: {
      ...{
        title: plainText(text('x-title')),
        tags: [...tagsIn('category'), ...tagsIn('post_tag')],
      },
      [status === 'future' ? 'publishDate' : 'createdAt']: dateIn(
        item,
        'wp:post_date_gmt',
        'wp:post_date',
      ),
      ...(text('wp:post_modified_gmt') && { updatedAt: dateIn(item, 'wp:post_modified_gmt') }),
      description: plainText(text('excerpt:encoded')) || metaOf(item, '_yoast_wpseo_metadesc'),
      ...{ lang: slugIn('language'), translationKey: slugIn('post_translations') },
    },
    addresses: [HIDDEN[status] === DRAFT || address.includes('?') ? '' : address],
    name: text('wp:post_name'),
    isPage: text('wp:post_type') === 'page',
    hidden: text('wp:post_password') ? 'behind a password' : HIDDEN[status],
    author: tagsIn('author').join(', ') || (authors.get(text('dc:creator')) ?? text('dc:creator')),
    ...{ cover: cover && mediumOf(cover), html, skipped },
    notes: foreign
      .slice(0, 1)
      .map((first) => `Shortcodes of plugins are kept as text: ${foreign.length}, e.g. ${first}`),
  };
};

export const isWordPress = (text: string): boolean =>
  /<rss[\s>][^]*<wp:(?:wxr_version|post_type)>/.test(text);

export const readWordPress = (parts: ReadonlyMap<string, string>): Export => {
  const channel = makeElement(
    'channel',
    [...parts.values()].flatMap((text) => readXml(text).children as Element[]),
  );
  const all = elementsIn(channel, 'item');
  const items = new Map(all.map((item) => [textIn(item, 'wp:post_id'), item]));
  const people = elementsIn(channel, 'wp:author');
  const authors = new Map(
    people.map((author) => [
      textIn(author, 'wp:author_login'),
      textIn(author, 'wp:author_display_name'),
    ]),
  );
  const kindOf = (item: Element) =>
    textIn(item, 'wp:status') === 'trash' ? 'deleted post' : textIn(item, 'wp:post_type') || 'post';
  const kinds = groupBy(all, kindOf);
  const posts = [...(kinds.get('post') ?? []), ...(kinds.get('page') ?? [])].map((item) =>
    postOf(item, items, authors),
  );
  const media = (kinds.get('attachment') ?? []).map(mediumOf);
  const texts = posts.map(({ html, cover }) => html + (cover?.url ?? '')).join('\n');
  const isUnused = ({ url }: (typeof media)[number]) =>
    !texts.includes(url.replace(/^.*(?=\/)|\.\w+$/g, ''));
  const own = /^(?:post|page|attachment|wp_block|deleted post)$/;
  const sites = ['wp:base_blog_url', 'wp:base_site_url', 'link'].flatMap((name) =>
    elementsIn(channel, name),
  );
  return {
    posts,
    leftOut: [
      ...elementsIn(channel, 'wp:comment').map(() => 'comment'),
      ...media.filter(isUnused).map(() => 'unused media file'),
      ...all
        .map(kindOf)
        .filter((kind) => !own.test(kind) || kind.startsWith('deleted'))
        .map((kind) =>
          kind.startsWith('deleted')
            ? kind
            : kind.replace(/^nav_menu_item$/, 'menu').replace(/$/, ' item'),
        ),
      ...[...parts]
        .filter(([, text]) => !/<\/rss>\s*$/.test(text))
        .map(([path]) => `missing end of ${path}`),
    ],
    site: sites.map((site) => textOf(site).trim()).find((site) => site.startsWith('http')) ?? '',
    hosts: media.map(({ url }) => hostOf(url)),
  };
};
