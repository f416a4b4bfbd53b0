import type { SiteShell, Post } from 'content-schema';
import { Feed, type Item } from 'feed';
import { standaloneHtml } from './standalone-html.ts';
import { escapeXml, withoutControls } from './xml-text.ts';

/** What is told of the site and its newest posts. */
export interface FeedContent {
  /** The canonical origin. */
  readonly origin: string;
  readonly frame: SiteShell;
  /** Newest first. */
  readonly posts: readonly Post[];
}

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

const feedOf = ({ origin, frame, posts }: FeedContent, items: readonly Item[]): Feed => {
  const { site, profile } = frame;
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
