import type { SiteShell, Post } from 'content-schema';
import { Feed, type Item } from 'feed';
import { escapeXml, withoutControls } from './xml-text.ts';

/** What a feed is made from. */
export interface FeedContent {
  /** The canonical origin. */
  readonly origin: string;
  readonly shell: SiteShell;
  /** Newest first. */
  readonly posts: readonly Post[];
}

const HEADING_ANCHOR = /<a class="heading-anchor" href="[^"]*" aria-label="[^"]*">#<\/a>/g;

/** A link or an image up to an address that is a path of this site or a place on the page. */
const OWN_ADDRESS = /(<(?:a|img)(?:\s+[\w-]+(?:="[^"]*")?)*?\s+(?:href|src)=")(\/(?!\/)|#)/g;

/**
 * A post's HTML as it can be read on another site: its links and images lead here.
 *
 * @param page the post's own address.
 */
const standaloneHtml = (html: string, page: string): string => {
  const { origin } = new URL(page);
  return html
    .replace(HEADING_ANCHOR, '')
    .replace(OWN_ADDRESS, (_, before: string, start: string) =>
      start === '#' ? `${before}${page}#` : `${before}${origin}/`,
    );
};

/** Stands for the date of a post that has none: it may not change with each reading. */
const UNDATED = new Date(0);

const dateOf = (...dates: readonly (string | undefined)[]): Date => {
  const time = Date.parse(dates.find((date) => date !== undefined) ?? '');
  return Number.isNaN(time) ? UNDATED : new Date(time);
};

const itemOf = (origin: string, post: Post): Item => {
  const { id, title, tags, createdAt, updatedAt, contentHtml } = post;
  const link = `${origin}/blogs/${encodeURIComponent(id)}`;
  return {
    id: link,
    link,
    title: withoutControls(title),
    date: dateOf(updatedAt, createdAt),
    ...(createdAt !== undefined && { published: dateOf(createdAt) }),
    content: standaloneHtml(withoutControls(contentHtml), link),
    category: tags.map((tag) => ({ name: withoutControls(tag), term: withoutControls(tag) })),
  };
};

/** Atom titles are HTML here, and neither CDATA nor attributes are escaped by the library. */
const atomItemOf = (item: Item): Item => ({
  ...item,
  title: escapeXml(item.title),
  content: item.content?.replaceAll(']]>', ']]&gt;') ?? '',
  category: item.category?.filter(({ term = '' }) => !term.includes('<')) ?? [],
});

const feedOf = ({ origin, shell, posts }: FeedContent, items: readonly Item[]): Feed => {
  const { site, profile } = shell;
  const name = withoutControls(profile.name || site.title) || 'Portfolio';
  const feed = new Feed({
    id: `${origin}/`,
    link: `${origin}/`,
    title: withoutControls(site.title) || name,
    description: withoutControls(site.description),
    updated: dateOf(posts[0]?.updatedAt, posts[0]?.createdAt),
    generator: false,
    feedLinks: { atom: `${origin}/feed.xml`, json: `${origin}/feed.json` },
    author: { name, link: `${origin}/` },
  });
  for (const item of items) feed.addItem(item);
  return feed;
};

const itemsOf = ({ origin, posts }: FeedContent): Item[] =>
  posts.map((post) => itemOf(origin, post));

export const atomFeed = (content: FeedContent): string =>
  feedOf(content, itemsOf(content).map(atomItemOf)).atom1();

/** https://www.jsonfeed.org */
export const jsonFeed = (content: FeedContent): string => feedOf(content, itemsOf(content)).json1();
