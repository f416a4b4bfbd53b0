import type { CommitSummary } from 'content-schema';
import { dayOfChange } from '../editing/changes/change-names.ts';

/** Consecutive changes shown as one line; usually just one. */
interface Batch {
  /** Describes them together. */
  readonly name: string;
  readonly commits: readonly [CommitSummary, ...CommitSummary[]];
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

/**
 * Groups consecutive changes by the same person: repeated changes of one thing, or the same action
 * on several things.
 */
const batchesOf = (
  commits: readonly CommitSummary[],
  authorName: (commit: CommitSummary) => string,
): Batch[] => {
  const groups: { key: string | undefined; commits: [CommitSummary, ...CommitSummary[]] }[] = [];
  for (const commit of commits) {
    const kind = kindOf(commit.subject);
    const key = kind && `${kind.key} ${authorName(commit)}`;
    const last = groups.at(-1);
    if (last && key !== undefined && last.key === key) last.commits.push(commit);
    else groups.push({ key, commits: [commit] });
  }
  return groups.map(({ commits: together }) => {
    const { subject } = together[0];
    const name = together.length > 1 ? kindOf(subject)?.name(together.length) : undefined;
    return { name: name ?? subject, commits: together };
  });
};

/** Groups the changes by day, and within a day into batches. */
export const daysOf = (
  commits: readonly CommitSummary[],
  authorName: (commit: CommitSummary) => string,
): Day[] => {
  const days: { name: string; commits: CommitSummary[] }[] = [];
  for (const commit of commits) {
    const name = dayOfChange(commit.date);
    const last = days.at(-1);
    if (last?.name === name) last.commits.push(commit);
    else days.push({ name, commits: [commit] });
  }
  return days.map((day) => ({ name: day.name, batches: batchesOf(day.commits, authorName) }));
};
