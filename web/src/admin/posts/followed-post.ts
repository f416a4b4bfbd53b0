import type { PostSource } from 'content-schema';
import { useState } from 'react';

/** A post that is edited, as it was last seen. */
export interface FollowedPost {
  readonly post: PostSource;
  /** All posts that were there then. */
  readonly among: readonly PostSource[];
  /** It is stored no more. */
  readonly isGone: boolean;
}

/** Git's own bound: https://git-scm.com/docs/git-diff#Documentation/git-diff.txt--Mltngt */
const SIMILAR = 0.5;

const linesOf = ({ title, tags, content }: PostSource): string[] =>
  [title, ...tags, ...content.split(/\r?\n/)].filter((line) => line.trim() !== '');

/** The share of the longer post that stands in both, line by line. */
const similarity = (one: PostSource, other: PostSource): number => {
  const counts = new Map<string, number>();
  for (const line of linesOf(one)) counts.set(line, (counts.get(line) ?? 0) + 1);
  const common = linesOf(other).filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left > 0;
  });
  const lengthOf = (lines: readonly string[]) => lines.join('').length;
  const longer = Math.max(lengthOf(linesOf(one)), lengthOf(linesOf(other)));
  return lengthOf(common) / longer;
};

/**
 * The post where it is now: under its id, or, as git follows a renamed file, the most similar one of
 * those that came since. Undefined where there is none.
 */
export const findAgain = (
  { post, among }: Pick<FollowedPost, 'post' | 'among'>,
  posts: readonly PostSource[],
): PostSource | undefined => {
  const same = posts.find(({ id }) => id === post.id);
  if (same) return same;
  const before = new Set(among.map(({ id }) => id));
  const [renamed] = posts
    .filter(({ id }) => !before.has(id))
    .map((it) => ({ post: it, score: similarity(post, it) }))
    .filter(({ score }) => score >= SIMILAR)
    .toSorted((a, b) => b.score - a.score);
  return renamed?.post;
};

/** Follows a post through what others do to it; undefined until it is first seen. */
export const useFollowedPost = (
  posts: readonly PostSource[] | undefined,
  id: string | undefined,
): FollowedPost | undefined => {
  const [known, setKnown] = useState<FollowedPost>();
  if (!posts || posts === known?.among) return known;
  const post = known ? findAgain(known, posts) : posts.find((it) => it.id === id);
  if (!post) return known && { ...known, isGone: true };
  const next = { post, among: posts, isGone: false };
  setKnown(next);
  return next;
};
