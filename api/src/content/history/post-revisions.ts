/** Derives a post's public revisions from its versions. */
import type { PostRevision, RevisionChange } from 'content-schema';
import type { PostFields } from 'content-schema/front-matter';
import { renderedBody } from 'content-schema/rendered-body';

/** A version of a post; `shown` is undefined if it was not public. */
export interface PostVersion {
  /** When it was committed, as an ISO date. */
  readonly date: string;
  readonly shown: Pick<PostFields, 'title' | 'tags' | 'content'> | undefined;
}

type Shown = NonNullable<PostVersion['shown']>;

const wordsOf = (content: string): string[] =>
  renderedBody(content)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Counts the words that another list lacks or contains less often. */
const countMissing = (words: readonly string[], others: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  }).length;
};

const changesBetween = (before: Shown, after: Shown): RevisionChange[] => {
  const changes: RevisionChange[] = [];
  if (before.title !== after.title) {
    changes.push({ kind: 'title', before: before.title, after: after.title });
  }
  const [old, now] = [wordsOf(before.content), wordsOf(after.content)];
  if (old.join(' ') !== now.join(' ')) {
    const [added, removed] = [countMissing(now, old), countMissing(old, now)];
    changes.push({ kind: 'text', added, removed });
  }
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  if (added.length + removed.length > 0) changes.push({ kind: 'tags', added, removed });
  return changes;
};

/**
 * Collects the revisions of a post from its versions, which are added oldest first. Each is
 * compared with the last public one, so that versions that were never public don't appear.
 */
export const collectRevisions = () => {
  const revisions: PostRevision[] = [];
  let last: Shown | undefined;
  return {
    revisions,
    add: ({ date, shown }: PostVersion): void => {
      if (!shown) return;
      const changes = last ? changesBetween(last, shown) : [];
      if (changes.length > 0) revisions.push({ date, changes });
      last = shown;
    },
  };
};
