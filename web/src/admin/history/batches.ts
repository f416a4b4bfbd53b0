import type { CommitSummary } from 'content-schema';
import { dayOfChange } from '../editing/change-names.ts';

/** Changes that follow each other and are shown as one line; most stand alone. */
interface Batch {
  /** What they did together. */
  readonly name: string;
  readonly commits: readonly [CommitSummary, ...CommitSummary[]];
}

export interface Day {
  readonly name: string;
  readonly batches: readonly Batch[];
}

/** What is shown as one line: what it is about, and the line for several of it. */
interface Kind {
  readonly key: string;
  readonly name: (count: number) => string;
}

const SAME_THING =
  /^(Update (?:profile|site metadata|section copy|(?:experience|post|photo) ".*?"))(?=: |$)/;
const ONE_OF_MANY = /^(Upload|Rename|Delete|Create|Hide|Show) (photo|post) /;

const kindOf = (subject: string): Kind | undefined => {
  const [thing] = SAME_THING.exec(subject) ?? [];
  if (thing !== undefined) return { key: thing, name: (count) => `${thing} ${count} times` };
  const [, verb = '', what = ''] = ONE_OF_MANY.exec(subject) ?? [];
  if (verb === '') return undefined;
  return { key: `${verb} ${what}`, name: (count) => `${verb} ${count} ${what}s` };
};

/** The same thing changed again and again, or the same done to several things, by the same person. */
const batchesOf = (
  commits: readonly CommitSummary[],
  makerOf: (commit: CommitSummary) => string,
): Batch[] => {
  const groups: { key: string | undefined; commits: [CommitSummary, ...CommitSummary[]] }[] = [];
  for (const commit of commits) {
    const kind = kindOf(commit.subject);
    const key = kind && `${kind.key} ${makerOf(commit)}`;
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

/** Neighbours of the same day, together. */
export const daysOf = (
  commits: readonly CommitSummary[],
  makerOf: (commit: CommitSummary) => string,
): Day[] => {
  const days: { name: string; commits: CommitSummary[] }[] = [];
  for (const commit of commits) {
    const name = dayOfChange(commit.date);
    const last = days.at(-1);
    if (last?.name === name) last.commits.push(commit);
    else days.push({ name, commits: [commit] });
  }
  return days.map((day) => ({ name: day.name, batches: batchesOf(day.commits, makerOf) }));
};
