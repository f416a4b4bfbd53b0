import { groupBy } from '../group-by.ts';
import type { SiteShell } from '../api/calls.ts';
import { experiencesFields } from '../entities/experience.ts';
import { identitiesOf, type Field } from '../fields/fields.ts';
import { profileFields } from '../entities/profile.ts';
import { sectionsFields } from '../entities/sections.ts';
import { siteFields } from '../entities/site.ts';
import { isPlainObject, isSame, type PlainObject } from '../plain-object.ts';

/** Matches the items of a list to those of an edited version. */

/** The identity fields of all lists, since values are merged without knowing their type. */
const IDENTITIES = Object.values({
  site: siteFields,
  profile: profileFields,
  experiences: experiencesFields,
  sections: sectionsFields,
} satisfies Record<keyof SiteShell, Field>).flatMap(identitiesOf);

/** The fraction of its fields that an entry must keep to be recognised. */
const SIMILAR_ENTRY = 0.3;
/** The fraction of its letters that a text must keep to be recognised. */
const SIMILAR_TEXT = 0.6;
/** More pairs than this are not compared: lists made by hand have fewer. */
const PAIRS_MAX = 40_000;

/** Whether a value is empty, so that having it in common means nothing. */
const isBlank = (value: unknown): boolean =>
  value === '' ||
  value === null ||
  value === undefined ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.length === 0);

/** Returns the name of an entry, e.g. `Engineer, Acme`; undefined if it lacks the fields for it. */
export const nameOfEntry = (value: unknown): string | undefined => {
  if (!isPlainObject(value)) return undefined;
  const textOf = (key: string): string => {
    const text = value[key];
    return typeof text === 'string' ? text.trim() : '';
  };
  const names = IDENTITIES.map((keys) => keys.map(textOf));
  return names.find((texts) => texts.every((text) => text !== ''))?.join(', ');
};

const letterPairs = (text: string): Map<string, number> => {
  const letters = Array.from(` ${text.trim().toLowerCase()} `);
  const pairs = new Map<string, number>();
  letters.slice(1).forEach((letter, i) => {
    const pair = `${letters[i] ?? ''}${letter}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  });
  return pairs;
};

/** Returns the fraction of common pairs of adjacent letters (Dice's coefficient). */
const textSimilarity = (one: string, other: string): number => {
  const [ours, theirs] = [letterPairs(one), letterPairs(other)];
  let [common, all] = [0, 0];
  for (const [pair, count] of ours) common += Math.min(count, theirs.get(pair) ?? 0);
  for (const count of [...ours.values(), ...theirs.values()]) all += count;
  return all === 0 ? 0 : (2 * common) / all;
};

const valueSimilarity = (before: unknown, after: unknown): number => {
  if (isSame(before, after)) return 1;
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  const similarity = textSimilarity(before, after);
  return similarity >= SIMILAR_TEXT ? similarity : 0;
};

/** Whether two entries have a text in common. Without one, they are not versions of one entry. */
const haveEqualText = (before: PlainObject, after: PlainObject): boolean =>
  Object.entries(after).some(
    ([key, value]) =>
      typeof value === 'string' && value !== '' && valueSimilarity(before[key], value) === 1,
  );

const entrySimilarity = (before: PlainObject, after: PlainObject): number => {
  const keys = Object.keys(after);
  const scores = keys.map((key) =>
    isBlank(after[key]) ? 0 : valueSimilarity(before[key], after[key]),
  );
  return scores.reduce((sum, score) => sum + score, 0) / keys.length;
};

/** The minimum similarity of entries with the same name; that of others is at most 1. */
const SAME_NAME = 2;

const similarity = (before: unknown, after: unknown): number => {
  if (!isPlainObject(before) || !isPlainObject(after)) return valueSimilarity(before, after);
  const score = entrySimilarity(before, after);
  const name = nameOfEntry(after);
  if (name !== undefined && nameOfEntry(before) === name) return SAME_NAME + score;
  return score >= SIMILAR_ENTRY && haveEqualText(before, after) ? score : 0;
};

export interface MatchOptions<Item> {
  readonly isSame?: (before: Item | undefined, after: Item | undefined) => boolean;
  /**
   * What matches besides identical items: `name` those of the same name, `similar` also the most
   * similar, `index` also replacements at the same index.
   */
  readonly upTo: 'name' | 'similar' | 'index';
}

/** Collects the matches: `positions` has the one in `before` for each index in `after`. */
const createMatches = <Item>(before: readonly Item[], after: readonly Item[]) => {
  const positions = new Map<number, number>();
  const free = new Set(before.keys());
  return {
    before,
    after,
    positions,
    free,
    add: (index: number, position: number): void => {
      if (!positions.has(index) && free.delete(position)) positions.set(index, position);
    },
    /** The pairs of items that are not matched yet; empty if there are too many to compare. */
    pairs: (): { index: number; position: number }[] => {
      const rest = [...after.keys()].filter((index) => !positions.has(index));
      if (rest.length * free.size > PAIRS_MAX) return [];
      return rest.flatMap((index) => [...free].map((position) => ({ index, position })));
    },
  };
};

type Matches<Item> = ReturnType<typeof createMatches<Item>>;

const matchIdentical = <Item>(
  matches: Matches<Item>,
  same: (before: Item | undefined, after: Item | undefined) => boolean,
): void => {
  const { before, after, free } = matches;
  if (same !== isSame) {
    after.forEach((item, index) => {
      if (index < before.length && same(before[index], item)) matches.add(index, index);
    });
  }
  const positions = groupBy(free, (position) => JSON.stringify(before[position]));
  after.forEach((item, index) => {
    const position = positions.get(JSON.stringify(item))?.shift();
    if (position !== undefined) matches.add(index, position);
  });
  for (const { index, position } of matches.pairs()) {
    if (same(before[position], after[index])) matches.add(index, position);
  }
};

/** Matches similar items; the most similar and nearest first. */
const matchSimilar = (matches: Matches<unknown>, least: number): void => {
  const { before, after } = matches;
  const similar = matches
    .pairs()
    .map(({ index, position }) => ({
      index,
      position,
      score: similarity(before[position], after[index]),
      distance: Math.abs(index - position),
    }))
    .filter(({ score }) => score > 0 && score >= least)
    .toSorted((one, other) => other.score - one.score || one.distance - other.distance);
  for (const { index, position } of similar) matches.add(index, position);
};

/** Matches runs of new items to runs of the same length between the same neighbours. */
const matchRuns = (
  matches: Matches<unknown>,
  may: (before: unknown, after: unknown) => boolean,
): void => {
  const { before, after, positions, free } = matches;
  const matched = [...positions].toSorted(([one], [other]) => one - other);
  const neighbours = [[-1, -1], ...matched, [after.length, before.length]] as const;
  neighbours.slice(1).forEach(([end, next], i) => {
    const [start, last] = neighbours[i] ?? [end, next];
    const run = Array.from({ length: end - start - 1 }, (_, offset) => ({
      index: start + 1 + offset,
      position: last + 1 + offset,
    }));
    const fits = run.every(
      ({ index, position }) => free.has(position) && may(before[position], after[index]),
    );
    if (!fits || next - last - 1 !== run.length) return;
    for (const { index, position } of run) matches.add(index, position);
  });
};

/**
 * Returns the index in `before` of each item of `after`: of an identical item, else one of the same
 * name, else the most similar one. Undefined for a new item; no item is matched twice.
 */
export const matchItems = <Item>(
  before: readonly Item[],
  after: readonly Item[],
  { isSame: same = isSame, upTo }: MatchOptions<Item>,
): (number | undefined)[] => {
  const matches = createMatches(before, after);
  matchIdentical(matches, same);
  matchSimilar(matches, upTo === 'name' ? SAME_NAME : 0);
  if (upTo !== 'name') {
    const isWord = (item: unknown) => typeof item !== 'object';
    matchRuns(matches, (was, is) => upTo === 'index' || (isWord(was) && isWord(is)));
  }
  return after.map((_, index) => matches.positions.get(index));
};
