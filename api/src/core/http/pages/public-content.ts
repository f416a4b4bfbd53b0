import {
  headingOf,
  idAt,
  isPageId,
  isStylePath,
  matchingPosts,
  STYLE_PATH,
  type PublicContent,
  type ShareCard,
  type Site,
  type PostPageResponse,
} from 'content-schema';
import { presentSite } from 'content-schema/content-response';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { EntityNotFound } from '../../reading/errors.ts';
import { publicPostAt } from '../../reading/addresses.ts';
import { publicPages, publicPosts } from '../../reading/publication.ts';
import type { ContentSnapshot, PostEntry } from '../../reading/snapshot.ts';
import { memoizeByIdentity } from '../../memo.ts';
import { versionOf } from '../../photos/photo.ts';
import { postsFor, type ContentPresenter } from '../../presenters/content-presenter.ts';
import type { TreeEntry, StoreInfo } from '../../git-store/git-store.ts';
import type { RouteDeps } from '../deps.ts';

/** Readers don't wait longer for GitHub, in milliseconds. */
const WAIT_MS = 1_000;

/** Where readers suggest a correction, if the site offers that and its repository is public. */
export const correctionLink = async (
  { isPublic, pages }: StoreInfo,
  { site }: Pick<ContentSnapshot, 'site'>,
  post: Pick<PostEntry, 'path'>,
): Promise<Pick<PostPageResponse, 'correctionUrl'>> => {
  if (!site.suggestCorrections || !isPublic || !pages) return {};
  const isOpen = await Promise.race([isPublic(true), delay(WAIT_MS, false, { ref: false })]);
  return isOpen ? { correctionUrl: pages.edit(post.path) } : {};
};

/** Returns the tree entry of the logo; undefined if the site has none. */
export const logoEntry = ({ site, tree }: ContentSnapshot): TreeEntry | undefined =>
  site.logo === null ? undefined : tree.get(site.logo.path);

/** The site with the URL of the logo instead of its bytes, which would bloat every page. */
export const pageSiteOf = (snapshot: ContentSnapshot): Site => {
  const { logo } = snapshot.site;
  const entry = logoEntry(snapshot);
  // The size is 0 if the file can't be read.
  if (!logo || !entry || entry.size === 0) return presentSite(snapshot.site, undefined);
  const { type, alt } = logo;
  return {
    ...presentSite(snapshot.site, ''),
    logo: { data: `/logo/${versionOf(entry.sha)}`, type, alt },
  };
};

export const drawingKey = (...facts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);

/**
 * The address of the owner's style sheet; undefined if the site has none. It has the version of the
 * CSS and of all fonts, whose addresses are relative to it: what is below `assets/` there, too.
 */
export const styleAddress = memoizeByIdentity(({ tree }: ContentSnapshot) => {
  if (!tree.has(STYLE_PATH)) return undefined;
  const files = [...tree].filter(([path]) => isStylePath(path));
  return `/assets/${drawingKey(...files.map(([path, { sha }]) => [path, sha]))}/style.css`;
});

const CARD_DESIGN = 1;

/** Returns a key of everything that a share card depends on. */
export const cardKey = (snapshot: ContentSnapshot, card: ShareCard, host: string): string => {
  const photo = snapshot.photos.find(({ id }) => id === card.photo);
  const coloured = { ...card, hue: snapshot.site.hue ?? undefined };
  return drawingKey(CARD_DESIGN, host, coloured, photo?.blob, photo?.details.focus);
};

const HOME_CARD = '/home';

/** Returns the path of the page to a card's path from `cardAddress`. */
export const pageOfCard = (path: string): string => (path === HOME_CARD ? '/' : path);

/** The same lists for each page, since those of 10,000 posts take 4 ms. */
const visiblePosts = memoizeByIdentity((snapshot: ContentSnapshot) => {
  const entries = new Map(publicPosts(snapshot).map((entry) => [entry.id, entry]));
  return {
    entries,
    posts: postsFor(snapshot, 'visitor').map(headingOf),
    pages: publicPages(snapshot).map(headingOf),
  };
});

/** Whether `address` can only be that of a page, and visitors see no such page, or is an old one. */
export const isMissingPage = (snapshot: ContentSnapshot, address: string): boolean => {
  const id = idAt(address);
  if (address.startsWith('/projects/')) return publicPostAt(snapshot, address) !== undefined;
  return id !== undefined && isPageId(id) && !visiblePosts(snapshot).entries.has(id);
};

/** The content for rendering pages; without `deps`, of a version that is not the public one. */
export const publicContentOf = async (
  present: ContentPresenter,
  snapshot: ContentSnapshot,
  origin: string,
  { info }: Partial<Pick<RouteDeps, 'info'>> = {},
): Promise<PublicContent> => {
  const { host } = new URL(origin);
  const { entries, ...lists } = visiblePosts(snapshot);
  const shell = await present.shell(snapshot, 'visitor', pageSiteOf(snapshot));
  const projects = await present.projectPages(snapshot);
  return {
    ...shell,
    style: styleAddress(snapshot),
    ...{ ...lists, pages: [...lists.pages, ...projects.map(headingOf)] },
    search: async (query) => [
      ...(await present.search(snapshot, query)),
      ...projects.filter(matchingPosts(query)).map(headingOf),
    ],
    summarize: async (posts) => {
      const asked = posts.flatMap(({ id }) => entries.get(id) ?? []);
      const made = [...(await present.posts(snapshot, asked, 'summary')), ...projects];
      return posts.flatMap(({ id }) => made.find((each) => each.id === id) ?? []);
    },
    post: async (id) => {
      const post = await present.post(snapshot, id, 'visitor', 'whole');
      const entry = entries.get(id);
      if (!post) throw new EntityNotFound('Blog post not found');
      return { ...post, ...(info && entry && (await correctionLink(info, snapshot, entry))) };
    },
    cardAddress: (path, card) =>
      `/og/${cardKey(snapshot, card, host)}${path === '/' ? HOME_CARD : path}.png`,
  };
};
