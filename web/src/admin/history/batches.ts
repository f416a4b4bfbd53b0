import type { CommitSummary } from 'content-schema';
import type { PublishedPost } from '../layout/visibility.ts';
import { dayOfChange } from '../editing/changes/change-names.ts';

/** A change, or a planned post that became public, which no commit says. */
export type Entry = CommitSummary | PublishedPost;

/** Consecutive changes shown as one line; usually just one. */
interface Batch {
  /** Describes them together. */
  readonly name: string;
  readonly entries: readonly [Entry, ...Entry[]];
}

export interface Day {
  readonly name: string;
  readonly batches: readonly Batch[];
}

/** How to group a kind of changes: the group's key, and its line for several changes. */
interface Kind {
  readonly key: string;
  readonly name: (count: number) => string;
}

const SAME_THING =
  /^(Update (?:profile|site metadata|section copy|(?:experience|post|photo) ".*?"))(?=: [^;]*$|$)/;
const ONE_OF_MANY = /^(Upload|Rename|Delete|Create|Hide|Show) (photo|post) /;

const kindOf = (subject: string): Kind | undefined => {
  const [thing] = SAME_THING.exec(subject) ?? [];
  if (thing !== undefined) return { key: thing, name: (count) => `${thing} ${count} times` };
  const [, verb = '', what = ''] = ONE_OF_MANY.exec(subject) ?? [];
  if (verb === '') return undefined;
  return { key: `${verb} ${what}`, name: (count) => `${verb} ${count} ${what}s` };
};

/** Splits items into runs with the same key. An item without a key is a run of its own. */
const runsOf = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): [Item, ...Item[]][] => {
  const runs: [Item, ...Item[]][] = [];
  let lastKey: string | undefined;
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined && key === lastKey) runs.at(-1)?.push(item);
    else runs.push([item]);
    lastKey = key;
  }
  return runs;
};

export type NameAuthor = (commit: CommitSummary) => string;

/**
 * Groups consecutive changes by the same person: repeated changes of one thing, or the same action
 * on several things.
 */
const batchesOf = (entries: readonly Entry[], authorName: NameAuthor): Batch[] => {
  const keyOf = (commit: Entry) => {
    if ('post' in commit) return undefined;
    const kind = kindOf(commit.subject);
    return kind && `${kind.key} ${authorName(commit)}`;
  };
  return runsOf(entries, keyOf).map((run) => {
    const [first] = run;
    const subject = 'post' in first ? `“${first.post.title}” became public` : first.subject;
    const name = run.length > 1 ? kindOf(subject)?.name(run.length) : undefined;
    return { name: name ?? subject, entries: run };
  });
};

/** Puts each published post before the first older commit; commits may not be in order. */
const withPublished = (
  commits: readonly CommitSummary[],
  published: readonly PublishedPost[],
): Entry[] => {
  const left = [...published];
  const isBefore = (date: string) => Date.parse(left[0]?.date ?? '') >= Date.parse(date);
  return commits.flatMap((commit): Entry[] => {
    const entries: Entry[] = [];
    while (isBefore(commit.date)) entries.push(...left.splice(0, 1));
    return [...entries, commit];
  });
};

/** Groups changes by day; `published` are posts that became public meanwhile, newest first. */
export const daysOf = (
  commits: readonly CommitSummary[],
  authorName: NameAuthor,
  published: readonly PublishedPost[] = [],
): Day[] =>
  runsOf(withPublished(commits, published), ({ date }) => dayOfChange(date)).map((run) => ({
    name: dayOfChange(run[0].date),
    batches: batchesOf(run, authorName),
  }));
