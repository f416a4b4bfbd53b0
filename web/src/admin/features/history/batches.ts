import type { CommitKind, CommitSummary } from 'content-schema';
import { commitPath } from './paths.ts';
import { adminPostPath } from '../../../paths.ts';
import { dayOfChange, subjectText } from '../../core/editing/changes/change-names.ts';
import type { PublishedPost } from './published-posts.ts';

/** A change, or a planned post that became public, which no commit says. */
export interface Entry {
  readonly id: string;
  readonly date: string;
  readonly text: string;
  readonly to: string;
  readonly author?: string;
  readonly commit?: CommitSummary;
}

/** Groups edits of one thing, or one action on several: the group's key, and its name. */
const groupOf = ({ verb, noun, name }: CommitKind) => {
  if (noun === undefined) return undefined;
  const action = `${verb} ${noun}`;
  if (verb !== 'Update')
    return { key: action, name: (count: number) => `${verb} ${count} ${noun}s` };
  const key = name === undefined ? action : `${action} “${name}”`;
  return { key, name: (count: number) => `${key} ${count} times` };
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

const batchesOf = (entries: readonly Entry[]) => {
  const groupOfEntry = ({ commit }: Entry) => commit?.kind && groupOf(commit.kind);
  const keyOf = (entry: Entry) => {
    const group = groupOfEntry(entry);
    return group && `${group.key} ${entry.author ?? ''}`;
  };
  return runsOf(entries, keyOf).map((run) => {
    const name = run.length > 1 ? groupOfEntry(run[0])?.name(run.length) : undefined;
    return { name: name ?? run[0].text, entries: run };
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
) => {
  const left = published.map(({ date, post: { id, title } }): Entry => {
    return { id, date, text: `“${title}” became public`, to: adminPostPath(id) };
  });
  const entries = commits.flatMap((commit): Entry[] => {
    const { sha: id, date } = commit;
    const text = subjectText(commit);
    const newer = left.filter((entry) => Date.parse(entry.date) >= Date.parse(date));
    left.splice(0, newer.length);
    return [...newer, { id, date, text, to: commitPath(id), author: authorName(commit), commit }];
  });
  return runsOf(entries, ({ date }) => dayOfChange(date)).map((run) => ({
    name: dayOfChange(run[0].date),
    batches: batchesOf(run),
  }));
};
