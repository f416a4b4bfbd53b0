import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, mergeValues } from './merge.ts';

interface Entry {
  readonly role: string;
  readonly company: string;
  readonly year: string;
  readonly description: string;
  readonly stack: readonly string[];
}

const entryOf = (company: string): Entry => ({
  role: `Role at ${company}`,
  company,
  year: `${company.length}`,
  description: `A long description of ${company}`,
  stack: [`${company} one`, `${company} two`],
});

/** What one side does to a list; places are taken modulo its length. */
type Step =
  | { readonly kind: 'remove' | 'edit'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'add'; readonly to: number };

const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('remove' as const, 'edit' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(20), to: fc.nat(20) }),
  fc.record({ kind: fc.constant('add' as const), to: fc.nat(20) }),
);

const steps = fc.array(step, { maxLength: 6 });

/** Edits the entries of which `isOurs` is true; `side` marks what it writes. */
const apply = (
  base: readonly Entry[],
  side: string,
  all: readonly Step[],
  isOurs: (entry: Entry) => boolean,
): Entry[] => {
  const list = [...base];
  all.forEach((one, number) => {
    if (one.kind === 'add') {
      list.splice(one.to % (list.length + 1), 0, entryOf(`New ${side}${number} Ltd`));
      return;
    }
    const index = list.length === 0 ? -1 : one.at % list.length;
    const entry = list[index];
    if (!entry || !base.some(({ company }) => company === entry.company) || !isOurs(entry)) return;
    if (one.kind === 'edit') list[index] = { ...entry, description: `${side}${number}` };
    if (one.kind === 'remove') list.splice(index, 1);
    if (one.kind === 'move') {
      list.splice(index, 1);
      list.splice(one.to % (list.length + 1), 0, entry);
    }
  });
  return list;
};

const COMPANIES = [
  'Acme',
  'Bureau Veritas',
  'Canteen',
  'Dunder',
  'Electrics',
  'Foundry',
  'Gazette',
];

const scenario = fc.record({
  base: fc.shuffledSubarray(COMPANIES).map((names) => names.map(entryOf)),
  theirs: steps,
  mine: steps,
});

const companiesOf = (entries: readonly Entry[]) => entries.map(({ company }) => company);
const find = (entries: readonly Entry[], name: string) =>
  entries.find(({ company }) => company === name);

const RUNS = { numRuns: 1000 };

const expectSymmetric = <Item>(base: Item[], theirs: Item[], mine: Item[]): void => {
  const one = mergeValues(base, theirs, mine, (conflict) => conflict.mine);
  const other = mergeValues(base, mine, theirs, (conflict) => conflict.theirs);
  expect(other.value).toEqual(one.value);
  const swapped = one.conflicts.map((conflict) => {
    return { ...conflict, theirs: conflict.mine, mine: conflict.theirs };
  });
  expect(other.conflicts).toEqual(swapped);
};

describe('lists of entries', () => {
  it('lose nothing and bring nothing back that one side alone changed, in either order', () => {
    fc.assert(
      fc.property(scenario, ({ base, ...scripts }) => {
        const theirs = apply(base, 'T', scripts.theirs, () => true);
        const mine = apply(base, 'M', scripts.mine, () => true);
        expectSymmetric(base, theirs, mine);
        const { value, conflicts } = mergeValues(base, theirs, mine);
        const disputed = new Set(conflicts.map(({ entry }) => entry));

        const names = new Set([base, theirs, mine].flatMap(companiesOf));
        for (const name of names) {
          const [was, their, my] = [base, theirs, mine].map((list) => find(list, name));
          const merged = find(value, name);
          if (disputed.has(`Role at ${name}, ${name}`)) continue;
          if (isSame(was, their)) expect(merged).toEqual(my);
          else if (isSame(was, my)) expect(merged).toEqual(their);
          else expect([their, my]).toContainEqual(merged);
        }
        expect(new Set(companiesOf(value)).size).toBe(value.length);
      }),
      RUNS,
    );
  });

  it('never conflict where the sides changed different entries', () => {
    fc.assert(
      fc.property(scenario, fc.nat(127), ({ base, ...scripts }, mask) => {
        const isTheirs = ({ company }: Entry) => ((mask >> COMPANIES.indexOf(company)) & 1) === 1;
        const theirs = apply(base, 'T', scripts.theirs, isTheirs);
        const mine = apply(base, 'M', scripts.mine, (entry) => !isTheirs(entry));
        expect(mergeValues(base, theirs, mine).conflicts).toEqual([]);
      }),
      RUNS,
    );
  });

  it('keep the order of what neither side moved, and follow the side that moved', () => {
    fc.assert(
      fc.property(scenario, ({ base, ...scripts }) => {
        const onlyMoves = scripts.theirs.filter(({ kind }) => kind === 'move');
        const onlyOthers = scripts.mine.filter(({ kind }) => kind !== 'move' && kind !== 'add');
        const theirs = apply(base, 'T', onlyMoves, () => true);
        const mine = apply(base, 'M', onlyOthers, () => true);
        const { value } = mergeValues(base, theirs, mine);
        const stored = new Set(companiesOf(mine));
        expect(companiesOf(value)).toEqual(companiesOf(theirs).filter((name) => stored.has(name)));
      }),
      RUNS,
    );
  });
});

describe('lists of words', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'dd', 'dde', 'React', 'react'), {
    maxLength: 7,
  });
  const count = (list: readonly string[], word: string) =>
    list.filter((entry) => entry === word).length;

  it('have no word more often than both sides do, and lose none that neither removed, in either order', () => {
    fc.assert(
      fc.property(words, words, words, (base, theirs, mine) => {
        expectSymmetric(base, theirs, mine);
        const { value, conflicts } = mergeValues(base, theirs, mine);
        if (conflicts.length > 0) return;
        for (const word of new Set([...base, ...theirs, ...mine])) {
          const [was, their, my] = [base, theirs, mine].map((list) => count(list, word));
          const merged = count(value, word);
          expect(merged).toBeLessThanOrEqual(Math.max(their ?? 0, my ?? 0));
          expect(merged).toBeGreaterThanOrEqual(Math.min(was ?? 0, their ?? 0, my ?? 0));
          if (was === 0 && (their ?? 0) + (my ?? 0) > 0) expect(merged).toBeGreaterThan(0);
          if (was === 1 && their === 0 && my === 1) expect(merged).toBe(0);
        }
      }),
      RUNS,
    );
  });
});
