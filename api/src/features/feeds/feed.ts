import {
  publicationDate,
  tagSlug,
  type Post,
  type PostSummary,
  type SiteShell,
} from 'content-schema';
import { Feed } from 'feed';
import { escapeXml, withoutControls } from '../../core/xml-text.ts';

interface FeedPost extends Post, PostSummary {
  /** The first id of the post, which stays the same when the post is renamed. */
  readonly firstId: string;
}

export interface FeedContent {
  readonly origin: string;
  readonly shell: SiteShell;
  /** Newest first. */
  readonly posts: readonly FeedPost[];
  /** The tag of all posts; absent for the feed of the site. */
  readonly tag?: string | undefined;
}

const HEADING_ANCHOR = /<a class="heading-anchor" href="[^"]*" aria-label="[^"]*">#<\/a>/g;

/** Most feed readers remove MathML's elements, so they get its TeX. */
const MATH = /<math(?: display="block")? alttext="([^"]*)">[^]*?<\/math>/g;

const TAG = /<(\/?)([a-z][a-z\d]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>/g;
const ATTRIBUTE = /\s+([\w:-]+)(?:="([^"]*)")?/g;

/** Elements that are only useful with this site's styles and scripts. */
const WRAPPERS = new Set(['div', 'section', 'span', 'button', 'picture', 'source']);
const PORTABLE_ATTRIBUTES = new Set([
  ...['href', 'src', 'alt', 'title', 'width', 'height', 'id', 'dir', 'lang', 'cite', 'datetime'],
  ...['align', 'colspan', 'rowspan', 'start', 'reversed', 'open', 'controls'],
]);

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
const ESCAPED = /&#x([\da-f]{1,6});/gi;

const absolute = (attribute: string, page: string, origin: string): string => {
  if (HAS_SCHEME.test(attribute)) return attribute;
  const address = attribute.replace(ESCAPED, (_, code: string) =>
    String.fromCodePoint(parseInt(code, 16)),
  );
  // The origin may have a path.
  const own = /^\/(?!\/)/.test(address) ? origin + address : address;
  return URL.canParse(own, page) ? escapeXml(new URL(own, page).href) : page;
};

/**
 * Returns HTML of the Markdown renderer, whose attributes are in double quotes, for feed readers:
 * with absolute URLs, and without the elements and attributes that only this site uses.
 */
const standaloneHtml = (html: string, page: string, origin: string): string =>
  html
    .replace(HEADING_ANCHOR, '')
    .replace(MATH, '<code>$1</code>')
    .replace(TAG, (_, end: string, name: string, all: string) => {
      if (WRAPPERS.has(name)) return '';
      if (name === 'input') return / checked\b/.test(all) ? '☑' : '☐';
      const attributes = [...all.matchAll(ATTRIBUTE)]
        .filter(([, attribute = '']) => PORTABLE_ATTRIBUTES.has(attribute))
        .map(([, attribute = '', value = '']) =>
          attribute === 'href' || attribute === 'src'
            ? ` ${attribute}="${absolute(value, page, origin)}"`
            : ` ${attribute}="${value}"`,
        );
      return `<${end}${name}${attributes.join('')}>`;
    });

/** The date of a post without one: a feed requires a stable date. */
const UNDATED = new Date(0);

const dateOf = (...dates: readonly (string | undefined)[]): Date => {
  const time = Date.parse(dates.find((date) => date !== undefined) ?? '');
  return Number.isNaN(time) ? UNDATED : new Date(time);
};

const latest = (...dates: readonly Date[]): Date =>
  new Date(Math.max(UNDATED.getTime(), ...dates.map((date) => date.getTime())));

const itemOf = (origin: string, post: FeedPost) => {
  const { id, firstId, title, tags, createdAt, updatedAt, contentHtml, excerpt, lang } = post;
  const link = `${origin}/blogs/${encodeURIComponent(id)}`;
  const published = dateOf(publicationDate(post), updatedAt);
  const html = standaloneHtml(withoutControls(contentHtml), link, origin);
  return {
    id: `${origin}/blogs/${encodeURIComponent(firstId)}`,
    link,
    title: withoutControls(title),
    summary: withoutControls(excerpt),
    html: lang === undefined ? html : `<div lang="${lang}">${html}</div>`,
    lang,
    tags: tags.map(withoutControls),
    published,
    updated: latest(published, dateOf(updatedAt, createdAt)),
  };
};

const factsOf = ({ origin, shell: { site, profile }, posts, tag }: FeedContent) => {
  const name = withoutControls(profile.name || site.title) || 'Portfolio';
  const title = withoutControls(site.title) || name;
  const owner = `${origin}/`;
  const page = tag === undefined ? origin : `${origin}/blogs/tags/${tagSlug(tag)}`;
  return {
    owner,
    home: tag === undefined ? owner : page,
    atom: `${page}/feed.xml`,
    json: `${page}/feed.json`,
    title: tag === undefined ? title : `${title}: ${withoutControls(tag)}`,
    description: withoutControls(site.description),
    author: name,
    lang: site.lang,
    items: posts.map((post) => itemOf(origin, post)),
  };
};

/** https://www.rfc-editor.org/rfc/rfc4287; titles and summaries are HTML here. */
export const atomFeed = (content: FeedContent): string => {
  const { owner, home, atom, json, title, description, author, lang, items } = factsOf(content);
  const feed = new Feed({
    id: home,
    link: home,
    title,
    description,
    updated: latest(...items.map((item) => item.updated)),
    generator: false,
    feedLinks: { atom, json },
    author: { name: author, link: owner },
  });
  for (const item of items) {
    feed.addItem({
      id: item.id,
      link: item.link,
      title: escapeXml(item.title),
      ...(item.summary !== '' && { description: escapeXml(item.summary) }),
      date: item.updated,
      published: item.published,
      // The library doesn't escape the end of a CDATA section, or attributes.
      content: item.html.replaceAll(']]>', ']]&gt;'),
      category: item.tags
        .filter((tag) => !tag.includes('<'))
        .map((tag) => ({ name: tag, term: tag })),
    });
  }
  // The library writes the language of RSS only.
  return lang === undefined
    ? feed.atom1()
    : feed.atom1().replace('<feed ', `<feed xml:lang="${lang}" `);
};

/** https://www.jsonfeed.org/version/1.1 */
export const jsonFeed = (content: FeedContent): string => {
  const { owner, home, json, title, description, author, lang, items } = factsOf(content);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: json,
    description,
    authors: [{ name: author, url: owner }],
    language: lang,
    items: items.map((item) => ({
      id: item.id,
      url: item.link,
      title: item.title,
      ...(item.summary !== '' && { summary: item.summary }),
      content_html: item.html,
      ...(item.lang !== undefined && { language: item.lang }),
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      tags: item.tags,
    })),
  };
  return JSON.stringify(feed, null, 2);
};
