/** Choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  int(below: number): number;
  chance(probability: number): boolean;
  /** One of the items; undefined of an empty list. */
  pick<Item>(items: readonly Item[]): Item | undefined;
}

/** Mulberry32: https://github.com/cprosche/mulberry32 */
export const createRandom = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(items.length)],
  };
};
