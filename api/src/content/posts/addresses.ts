import { addressKey, addressOf, idAt, postPath, withoutPages, type Problem } from 'content-schema';
import { memoizeByIdentity } from '../../memo.ts';
import { publicPosts } from '../reading/publication.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';

export { addressOf };

/** The form of an alias that was the address of its post, as a rename writes it. */
export const POST_ALIAS = /^\/blogs\/([^/]+)$/;

/** Below these paths, the address of every page is the site's. */
export const RESERVED = /^\/(?:admin|api|assets|past|preview)(?:\/|$)/;

/** The posts by all their addresses, and the problems of those that several posts claim. */
const postAddresses = memoizeByIdentity((snapshot: ContentSnapshot) => {
  const { posts } = snapshot;
  const byAddress = new Map(
    posts.map((post) => [addressOf(post.id, String).normalize().toLowerCase(), post]),
  );
  const problems: Problem[] = [];
  const visible = publicPosts(snapshot);
  const count = withoutPages(visible).length;
  /** The address of a post by its position. */
  const isPosition = (address: string): boolean =>
    /^\/blogs\/\d+$/.test(address) && Number(idAt(address)) < count;

  for (const post of new Set([...visible, ...posts])) {
    for (const address of post.addresses ?? []) {
      const owner = byAddress.get(address);
      if (owner === post || RESERVED.test(address) || isPosition(address)) continue;
      if (!owner) byAddress.set(address, post);
      else problems.push({ path: post.path, message: `${address} leads to ${owner.path}` });
    }
  }
  return { byAddress, isPosition, problems };
});

/**
 * Whether the site has a page for exactly this id, or position of a post, even if the post is hidden
 * or can't be read.
 */
export const hasPostPage = (snapshot: ContentSnapshot, id: string): boolean =>
  snapshot.tree.has(postPath(id)) ||
  snapshot.links.includes(postPath(id)) ||
  postAddresses(snapshot).isPosition(addressOf(id, String));

/**
 * Returns the post that has this address, or claims it in its front matter; of several the newest
 * public one. The address may be in the spelling of another site, see `addressKey`.
 */
export const postAt = (snapshot: ContentSnapshot, address: string): PostEntry | undefined =>
  postAddresses(snapshot).byAddress.get(addressKey(address) ?? '');

/** Returns the ids, in lower case, at whose addresses redirects lead to posts. */
export const aliasIds = ({ posts }: ContentSnapshot): string[] =>
  posts.flatMap(({ addresses = [] }) => addresses.flatMap((address) => idAt(address) ?? []));

/** Returns a problem for each address that a post claims in vain, since another one has it. */
export const addressProblems = (snapshot: ContentSnapshot): readonly Problem[] =>
  postAddresses(snapshot).problems;
