import {
  addressKey,
  addressOf,
  decodeAddress,
  idAt,
  isSiteName,
  postPath,
  PROJECT_PREFIX,
  tagKey,
  withoutPages,
  type Problem,
  RESERVED,
  type MissedAddress,
} from 'content-schema';
import { memoizeByIdentity } from '../memo.ts';
import { publicPosts } from './publication.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

export { addressOf };

/** The form of an alias that was the address of its post, as a rename writes it. */
export const POST_ALIAS = /^\/blogs\/([^/]+)$/;

const isPosition = (snapshot: ContentSnapshot, address: string): boolean =>
  /^\/blogs\/\d+$/.test(address) &&
  Number(idAt(address)) < withoutPages(publicPosts(snapshot)).length;

/** Returns posts by their addresses, of which earlier posts get those that several claim. */
const addressesOf = (snapshot: ContentSnapshot, posts: readonly PostEntry[]) => {
  const byAddress = new Map(
    posts.map((post) => [addressOf(post.id, String).normalize().toLowerCase(), post]),
  );
  const problems: Problem[] = [];
  for (const post of posts) {
    for (const address of post.addresses ?? []) {
      const owner = byAddress.get(address);
      if (owner === post || RESERVED.test(address) || isPosition(snapshot, address)) continue;
      if (!owner) byAddress.set(address, post);
      else problems.push({ path: post.path, message: `${address} leads to ${owner.path}` });
    }
  }
  return { byAddress, ids: new Set(posts.map(({ id }) => id)), problems };
};

const allAddresses = memoizeByIdentity((snapshot: ContentSnapshot) =>
  addressesOf(snapshot, [...new Set([...publicPosts(snapshot), ...snapshot.posts])]),
);

const publicAddresses = memoizeByIdentity((snapshot: ContentSnapshot) =>
  addressesOf(snapshot, publicPosts(snapshot)),
);

/** Whether a file, readable or not, has exactly this id, or a public post this position. */
export const hasPostPage = (snapshot: ContentSnapshot, id: string): boolean =>
  snapshot.tree.has(postPath(id)) ||
  snapshot.links.includes(postPath(id)) ||
  isPosition(snapshot, addressOf(id, String));

/** Whether visitors see a post at exactly this id or position. */
export const hasPublicPage = (snapshot: ContentSnapshot, id: string): boolean =>
  publicAddresses(snapshot).ids.has(id) || isPosition(snapshot, addressOf(id, String));

/** The post that has or claims an address, see `addressKey`; of several the newest public one. */
export const postAt = (snapshot: ContentSnapshot, address: string): PostEntry | undefined =>
  allAddresses(snapshot).byAddress.get(addressKey(address) ?? '');

/** Like `postAt`, as if the posts that visitors don't see did not exist. */
export const publicPostAt = (snapshot: ContentSnapshot, address: string): PostEntry | undefined =>
  publicAddresses(snapshot).byAddress.get(addressKey(address) ?? '');

/** Returns the ids, in lower case, at whose addresses redirects lead to posts. */
export const aliasIds = ({ posts }: ContentSnapshot): string[] =>
  posts.flatMap(({ addresses = [] }) => addresses.flatMap((address) => idAt(address) ?? []));

/** Returns a problem for each address that a post claims in vain, since another one has it. */
export const addressProblems = (snapshot: ContentSnapshot): readonly Problem[] =>
  allAddresses(snapshot).problems;

/** Returns the ids of the projects' pages that visitors see. */
export const projectIds = ({ sections: { projects } }: ContentSnapshot): string[] =>
  projects.items.flatMap(({ id, text }) =>
    projects.visible && id && text ? PROJECT_PREFIX + id : [],
  );

/**
 * Returns a predicate: whether visitors may find something at a path, which may have a query and a
 * fragment. False only where the content tells. `renamed` are addresses that posts had before.
 */
export const createFinder = (snapshot: ContentSnapshot, renamed: ReadonlySet<string>) => {
  const { photos } = snapshot;
  const projects = new Set(projectIds(snapshot));
  const tags = new Set(publicPosts(snapshot).flatMap((post) => post.tags.map(tagKey)));
  const files = new Set(
    photos.flatMap(({ id, filename }) => [`/photos/${id}`, `/uploads/${filename}`]),
  );
  const isPost = (path: string): boolean =>
    renamed.has(path) ||
    publicPostAt(snapshot, path) !== undefined ||
    hasPublicPage(snapshot, idAt(path) ?? '');
  return (address: string): boolean => {
    const path = address.replace(/[?#].*$/, '').replace(/\/+$/, '');
    if (isPost(path)) return true;
    const [, first = '', second, third] = path.split('/').map(decodeAddress);
    if (second === undefined) return idAt(path) === undefined;
    if (first === 'photos' || first === 'uploads') return files.has(`/${first}/${second}`);
    if (first === 'projects' && third === undefined) return projects.has(PROJECT_PREFIX + second);
    if (first !== 'blogs') return isSiteName(first) && postAt(snapshot, path) === undefined;
    if (second === 'tags' && third !== undefined) return tags.has(tagKey(third));
    return path.endsWith('.md') && isPost(path.slice(0, -'.md'.length));
  };
};

const COUNTED_MAX = 500;
const LISTED_MAX = 20;
const LENGTH_MAX = 200;

/** Files, secret ones, other software, and email addresses. */
const NO_POST = /\.\w+$|\/\.|\bwp-|php|cgi-|@|\p{Cc}/u;

/** Counts the requests for paths that may have been addresses of posts, and nothing else of them. */
export const createMissedAddresses = () => {
  /** The last one counted is the last one. */
  const counts = new Map<string, number>();
  return {
    add: (requested: string): void => {
      const path = addressKey(requested) ?? '';
      if (path.length > LENGTH_MAX || NO_POST.test(path) || RESERVED.test(path)) return;
      const count = (counts.get(path) ?? 0) + 1;
      counts.delete(path);
      if (counts.size === COUNTED_MAX) counts.delete([...counts.keys()][0] ?? '');
      counts.set(path, count);
    },
    /** The paths that still lead nowhere, the most requested first. */
    list: (snapshot: ContentSnapshot): readonly MissedAddress[] =>
      [...counts]
        .reverse()
        .flatMap(([path, count]) => (postAt(snapshot, path) ? [] : { path, count }))
        .sort((one, other) => other.count - one.count)
        .slice(0, LISTED_MAX),
  };
};
