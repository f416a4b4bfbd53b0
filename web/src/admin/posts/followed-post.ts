import type { PostSource } from 'content-schema';
import { useState } from 'react';
import { usePostSource, type Posts, type PostSourceState } from '../../data/posts.ts';
import type { Versioned } from '../../data/request.ts';

/** An edited post as it was last loaded. */
export interface FollowedPost {
  readonly post: PostSource;
  /** The commit at which it was loaded or, if it is gone, found missing. */
  readonly revision: string;
  /** The ids of all posts at that commit. */
  readonly knownIds: ReadonlySet<string>;
  /** Whether it was deleted since. */
  readonly isGone: boolean;
}

/** Git's default threshold: https://git-scm.com/docs/git-diff#Documentation/git-diff.txt--Mltngt */
const SIMILAR = 0.5;

/** Among more new posts than this, a renamed post is not looked for. */
const CANDIDATES_MAX = 20;

const linesOf = ({ title, tags, content }: PostSource): string[] =>
  [title, ...tags, ...content.split(/\r?\n/)].filter((line) => line.trim() !== '');

/** The share of equal lines in the longer post. */
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

type PostReader = Pick<Posts, 'read' | 'latest'>;

/**
 * Finds the post again: under its id or, as git detects renames, as the most similar of the new
 * posts. The response is undefined if there is none. Rejects as `request` does.
 */
export const locatePost = async (
  { post, knownIds }: Pick<FollowedPost, 'post' | 'knownIds'>,
  { read, latest }: PostReader,
): Promise<Versioned<PostSource | undefined>> => {
  const same = await read(post.id);
  if (same) return same;
  const { response, revision } = await latest();
  const added = response.filter(({ id }) => !knownIds.has(id));
  const candidates = added.length > CANDIDATES_MAX ? [] : added;
  const [renamed] = (await Promise.all(candidates.map(({ id }) => read(id))))
    .flatMap((candidate) =>
      candidate ? [{ candidate, score: similarity(post, candidate.response) }] : [],
    )
    .filter(({ score }) => score >= SIMILAR)
    .toSorted((a, b) => b.score - a.score);
  return renamed?.candidate ?? { response: undefined, revision };
};

export interface Following extends Pick<PostSourceState, 'error' | 'reload' | 'latest'> {
  /** Undefined until it is loaded. */
  readonly followed: FollowedPost | undefined;
  /** True if there is no such post, and there was none since the page opened. */
  readonly isMissing: boolean | undefined;
}

/** Loads a post, and keeps track of it when others rename or delete it. */
export const useFollowedPost = (posts: Posts, id: string | undefined): Following => {
  const [followed, setFollowed] = useState<FollowedPost & { readonly seenIn: unknown }>();
  const isListed = posts.stored?.response.some((post) => post.id === id) ?? false;
  const target = followed?.post.id ?? (isListed ? id : undefined);
  const { result, ...source } = usePostSource(posts, target, (requested) =>
    followed ? locatePost(followed, posts) : posts.read(requested),
  );
  if (result && result !== followed?.seenIn) {
    const { response: post, revision } = result;
    const knownIds = new Set(posts.stored?.response.map((heading) => heading.id));
    if (post) setFollowed({ post, revision, knownIds, isGone: false, seenIn: result });
    else if (followed) setFollowed({ ...followed, revision, isGone: true, seenIn: result });
  }
  const isMissing =
    posts.stored !== undefined && !followed && (!isListed || (result && !result.response));
  return { ...source, followed, isMissing };
};
