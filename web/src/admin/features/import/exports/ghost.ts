import type { Export, ExportedPost } from './exported-post.ts';
import { escaped, figureHtml, imageHtml, linkHtml, plainText } from './html.ts';

/** Reads the exports of Ghost: documents of JSON, with pictures and redirects in an archive. */

type Row = Readonly<Record<string, unknown>>;

const rowsIn = (data: Row, name: string): readonly Row[] =>
  [data[name]].flat().filter((row): row is Row => row instanceof Object);

const isWord = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** The first text or number under the names; empty if there is none. */
const at = (row: Row, ...names: readonly string[]): string =>
  String(names.map((name) => row[name]).find(isWord) ?? '');

const tagged = (tag: string, html: string): string =>
  html === '' ? '' : `<${tag}>${html}</${tag}>`;

const link = (address: string, label: string): string =>
  address === '' ? '' : linkHtml(address, label);

const image = (card: Row, name = 'src'): string => {
  const html = at(card, name) === '' ? '' : imageHtml(at(card, name), at(card, 'alt'));
  const href = at(card, 'href');
  return href === '' ? html : `<a href="${escaped(href)}">${html}</a>`;
};

/** What only members and readers of mails have. */
const SKIPPED: Readonly<Record<string, string>> = {
  ...{ paywall: 'paywall', email: 'mail card', 'email-cta': 'mail card' },
  ...{ signup: 'sign-up form', 'call-to-action': 'call-to-action card' },
};

/** The HTML of a card of any kind: of each part that it may have, in the order of showing them. */
const cardHtml = (type: string, card: Row, skipped: string[]): string => {
  const meta = (card['metadata'] ?? {}) as Row;
  const text = (...names: readonly string[]) => at(card, ...names);
  const isFile = /^(?:file|audio|video)$/.test(type);
  const code = `<pre><code class="language-${escaped(text('language'))}">${escaped(text('code'))}</code></pre>`;
  const main = [
    isFile ? link(text('src'), escaped(text('fileTitle', 'title', 'fileName'))) : image(card),
    ...rowsIn(card, 'images').map((each) => image(each)),
    text('code') && code,
    text('url') ? linkHtml(text('url'), escaped(at(meta, 'title'))) : text('html'),
  ].join('');
  const html = [
    tagged('h2', text('header')) + tagged('p', text('subheader')),
    text('markdown') && `<x-markdown title="${escaped(text('markdown'))}"></x-markdown>`,
    main && text('caption') ? figureHtml(main, text('caption')) : main,
    tagged('p', escaped(at(meta, 'description'))),
    text('calloutText') &&
      `<div class="callout-card">${text('calloutEmoji')} ${text('calloutText').replace(/<\/?p[^>]*>/g, ' ')}</div>`,
    tagged('details', tagged('summary', text('heading')) + text('content')),
    image(card, 'productImageSrc') + tagged('h4', text('productTitle')),
    text('productDescription'),
    link(text('buttonUrl', 'productUrl'), text('buttonText', 'productButton')),
    tagged('p', escaped(text('fileCaption'))),
  ];
  const isShown = SKIPPED[type] === undefined && html.some(Boolean);
  if (/^(?:hr|horizontalrule)$/.test(type)) return '<hr>';
  if (!isShown) skipped.push(SKIPPED[type] ?? `“${type}” card`);
  return isShown ? html.join('') : '';
};

/** By the bits of a text's format. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark'];

const TAGS: Readonly<Record<string, string>> = {
  ...{ root: 'div', paragraph: 'p', quote: 'blockquote', 'extended-quote': 'blockquote' },
  ...{ aside: 'blockquote', listitem: 'li' },
};

const lexicalHtml = (node: Row, skipped: string[]): string => {
  const [type, text] = [at(node, 'type'), node['text']];
  if (typeof text === 'string') {
    const names = FORMATS.filter((_, bit) => (Number(node['format']) >> bit) % 2 === 1);
    return names.reduce((html, name) => tagged(name, html), escaped(text));
  }
  if (type === 'linebreak') return '<br>';
  if (!Array.isArray(node['children'])) return cardHtml(type, node, skipped);
  const content = rowsIn(node, 'children')
    .map((child) => lexicalHtml(child, skipped))
    .join('');
  if (type.endsWith('link')) return `<a href="${escaped(at(node, 'url'))}">${content}</a>`;
  const tag = TAGS[type] ?? (at(node, 'tag') || 'div');
  return `<${tag} start="${at(node, 'start')}">${content}</${tag}>`;
};

interface Mobiledoc {
  readonly markups?: readonly (readonly [tag: string, attributes?: readonly string[]])[];
  readonly cards?: readonly (readonly [type: string, card: Row])[];
  readonly sections?: readonly (readonly [kind: number, tag: string | number, content: unknown])[];
}
type Marker = readonly [kind: number, opened: readonly number[], closed: number, value: unknown];

const mobiledocHtml = ({ markups, cards, sections = [] }: Mobiledoc, skipped: string[]): string => {
  const open: string[] = [];
  const marked = ([kind, opened, closed, value]: Marker): string => {
    const starts = opened.map((index) => {
      const [tag = '', [name = 'title', target = ''] = []] = markups?.[index] ?? [];
      open.push(tag);
      return `<${tag} ${name}="${escaped(target)}">`;
    });
    const ends = Array.from({ length: closed }, () => `</${open.pop() ?? ''}>`);
    return [...starts, kind === 0 ? escaped(String(value)) : '<br>', ...ends].join('');
  };
  const inline = (markers: unknown) => (markers as Marker[]).map(marked).join('');
  const html = sections.map(([kind, tag, content]) => {
    if (kind === 1) return tagged(TAGS[tag] ?? String(tag), inline(content));
    if (kind === 2) return imageHtml(String(tag), '');
    if (kind === 3)
      return tagged(
        String(tag),
        (content as unknown[]).map((item) => tagged('li', inline(item))).join(''),
      );
    const [type = '', card = {}] = cards?.[Number(tag)] ?? [];
    return cardHtml(type, card, skipped);
  });
  return html.join('');
};

/** Of the forms of a text the first that can be read. */
const bodyOf = (post: Row, skipped: string[]): string => {
  const [lexical, mobiledoc] = [at(post, 'lexical'), at(post, 'mobiledoc')];
  try {
    if (lexical) return lexicalHtml((JSON.parse(lexical) as { root: Row }).root, skipped);
    if (mobiledoc) return mobiledocHtml(JSON.parse(mobiledoc) as Mobiledoc, skipped);
  } catch {
    skipped.push('unreadable text');
  }
  return at(post, 'html');
};

/** By status or visibility. */
const HIDDEN: Readonly<Record<string, string>> = {
  ...{ draft: 'a draft', sent: 'sent by mail only', members: 'for members only' },
  ...{ paid: 'for paying members only' },
};

const postOf = (post: Row, data: Row): Omit<ExportedPost, 'addresses'> => {
  const own = (table: string) => rowsIn(data, table).filter((row) => row['post_id'] === post['id']);
  const namesIn = (table: string, rows: string, id: string): readonly string[] => {
    const places = own(table).toSorted((a, b) => Number(a['sort_order']) - Number(b['sort_order']));
    const placed = places.map((place) => rowsIn(data, rows).find((row) => row['id'] === place[id]));
    const names = (placed.length > 0 ? placed : rowsIn(post, rows)).map((row) =>
      at(row ?? {}, 'name'),
    );
    return names.filter((name) => !name.startsWith('#'));
  };
  const meta = { ...post, ...own('posts_meta')[0] };
  const text = (...names: readonly string[]) => at(meta, ...names);
  const skipped = ['head', 'foot'].flatMap((place) =>
    text(`codeinjection_${place}`) ? 'injected script' : [],
  );
  const isPublic = /^(?:public)?$/.test(text('visibility'));
  const date = text('status') === 'scheduled' ? 'publishDate' : 'createdAt';
  return {
    fields: {
      ...{ title: text('title'), tags: namesIn('posts_tags', 'tags', 'tag_id') },
      ...{ [date]: at(post, 'published_at', 'created_at'), updatedAt: at(post, 'updated_at') },
      description: text('custom_excerpt', 'meta_description'),
    },
    ...{ name: text('slug'), html: bodyOf(post, skipped), skipped },
    isPage: text('type') === 'page' || Boolean(post['page']),
    hidden:
      HIDDEN[text('status')] ??
      (isPublic ? undefined : (HIDDEN[text('visibility')] ?? 'for some members only')),
    author: namesIn('posts_authors', 'users', 'author_id').join(', '),
    cover: {
      ...{ url: text('feature_image'), alt: text('feature_image_alt') },
      title: plainText(text('feature_image_caption')),
    },
    notes: text('canonical_url') ? [`It was published first at ${text('canonical_url')}`] : [],
  };
};

const dataIn = (text: string): Row => {
  try {
    const json = JSON.parse(text) as { db?: { data?: Row }[]; data?: Row } & Row;
    return json.db?.[0]?.data ?? json.data ?? json;
  } catch {
    return {};
  }
};

const REDIRECTS = /(?:^|\/)redirects\.(?:yaml|json)$/;
/** From and to; those with a pattern are left out. */
const REDIRECT =
  /^\s+(\/[^\s:^$]*): *(\/\S*)|"from":\s*"\^?(\/[^"^$(]*)\$?",\s*"to":\s*"(\/[^"$]*)"/gm;

export const isGhost = (text: string, path: string): boolean =>
  REDIRECTS.test(path) ||
  rowsIn(dataIn(text), 'posts').some((post) => 'title' in post && 'slug' in post);

/** Reads documents with posts, and the addresses that the site redirected to them. */
export const readGhost = (parts: ReadonlyMap<string, string>): Export => {
  const data = [...parts.values()].map(dataIn);
  const redirects = [...parts].flatMap(([path, text]) =>
    REDIRECTS.test(path) ? [...text.matchAll(REDIRECT)] : [],
  );
  const [site = {}] = data
    .flatMap((each) => rowsIn(each, 'settings'))
    .filter(({ key }) => key === 'url');
  const posts = data.flatMap((each) =>
    rowsIn(each, 'posts').map((row): ExportedPost => {
      const post = postOf(row, each);
      const address = post.hidden === 'a draft' ? '' : at(row, 'url') || `/${post.name}/`;
      const others = redirects.flatMap(([, from, to, jsonFrom = from, jsonTo = to]) =>
        jsonFrom !== undefined && jsonTo === address ? jsonFrom : [],
      );
      return { ...post, addresses: [address, ...others] };
    }),
  );
  return { posts, leftOut: [], site: at(site, 'value'), hosts: [] };
};
