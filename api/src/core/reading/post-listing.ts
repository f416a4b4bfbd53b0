/** Updates lists of posts incrementally, so that a save is fast with thousands of posts. */
import { comparePosts } from 'content-schema';
import type { Tree } from '../git-store/git-store.ts';
import { comparePaths, postFilesOf, type PostFile } from './stored-posts.ts';
import type { PostEntry } from './snapshot.ts';

/** The file of a post; `post` is absent if it is not parsed yet or can't be read. */
export interface PostListing extends PostFile {
  readonly post?: PostEntry | undefined;
}

/** With more changes than this, all posts are listed and sorted again. */
export const INCREMENTAL_MAX = 50;

/** Returns the list of posts after some files were changed; the changed ones are not parsed yet. */
export const withPostFiles = (
  posts: readonly PostListing[],
  changed: readonly string[],
  tree: Tree,
): readonly PostListing[] => {
  if (changed.length === 0) return posts;
  const paths = new Set(changed);
  const others = posts.filter(({ path }) => !paths.has(path));
  const present = changed.flatMap((path) => {
    const entry = tree.get(path);
    return entry ? [[path, entry] as const] : [];
  });
  return [...others, ...postFilesOf(present)].sort(comparePaths);
};

/** Returns the sorted posts after some were changed. Posts of the same date are sorted by path. */
export const withPosts = (
  posts: readonly PostEntry[],
  changed: ReadonlySet<string>,
  entries: readonly PostEntry[],
): readonly PostEntry[] => {
  if (changed.size === 0) return posts;
  const others = posts.filter(({ path }) => !changed.has(path));
  return [...others, ...entries].sort(
    (one, other) => comparePosts(one, other) || (one.path < other.path ? -1 : 1),
  );
};
