import type { CommitSummary } from 'content-schema';
import { commitPath } from './paths.ts';
import { adminPostPath } from '../../../paths.ts';
import { dayOfChange } from '../../core/editing/changes/change-names.ts';
import type { PublishedPost } from './published-posts.ts';

/** A change, or a planned post that became public, which no commit says. */
export interface Entry {
  readonly id: string;
  readonly date: string;
  readonly text: string;
  /** The page that shows what changed. */
  readonly to: string;
  readonly author?: string;
  readonly commit?: CommitSummary;
}

interface Day {
  readonly name: string;
  /** Consecutive changes shown as one line, with a name for all of them; usually just one. */
  readonly batches: readonly {
    readonly name: string;
    readonly entries: readonly [Entry, ...Entry[]];
  }[];
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

/** Groups consecutive changes of one thing, or one action on several, by the same person. */
const batchesOf = (entries: readonly Entry[]): Day['batches'] => {
  const keyOf = ({ text, author }: Entry) => {
    const kind = kindOf(text);
    return kind && `${kind.key} ${author ?? ''}`;
  };
  return runsOf(entries, keyOf).map((run) => {
    const [{ text }] = run;
    const name = run.length > 1 ? kindOf(text)?.name(run.length) : undefined;
    return { name: name ?? text, entries: run };
  });
};

/**
 * Groups changes by day. `published` are posts that became public meanwhile, newest first; each
 * comes before the first older commit, since commits may not be in order.
 */
export const daysOf = (
  commits: readonly CommitSummary[],
  authorName: (commit: CommitSummary) => string,
  published: readonly PublishedPost[] = [],
): Day[] => {
  const left = published.map(({ date, post: { id, title } }): Entry => {
    return { id, date, text: `“${title}” became public`, to: adminPostPath(id) };
  });
  const entries = commits.flatMap((commit): Entry[] => {
    const { sha: id, date, subject: text } = commit;
    const newer = left.filter((entry) => Date.parse(entry.date) >= Date.parse(date));
    left.splice(0, newer.length);
    return [...newer, { id, date, text, to: commitPath(id), author: authorName(commit), commit }];
  });
  return runsOf(entries, ({ date }) => dayOfChange(date)).map((run) => ({
    name: dayOfChange(run[0].date),
    batches: batchesOf(run),
  }));
};
