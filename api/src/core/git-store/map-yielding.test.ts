import { expect, test } from 'vitest';
import { mapYielding } from './map-yielding.ts';

const workFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('results come in the order of the items, and timers run during a long computation', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const results = await mapYielding([1, 2, 3, 4, 5], (item) => {
    workFor(25);
    return { item, turns };
  });
  clearInterval(others);
  expect(results.map(({ item }) => item)).toEqual([1, 2, 3, 4, 5]);
  expect(results.at(-1)!.turns).toBeGreaterThanOrEqual(2);
});

test('however many computations there are, one of them has a slice in a turn', async () => {
  let turn = 0;
  const perTurn = new Map<number, number>();
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const items = Array.from({ length: 5 }, (_, n) => n);
  const compute = () =>
    mapYielding(items, () => {
      workFor(21);
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
    });
  await Promise.all(Array.from({ length: 8 }, compute));
  clearImmediate(counting);
  // Each begins at once.
  expect(perTurn.get(0)).toBe(8);
  expect(Math.max(...[...perTurn].slice(1).map(([, items]) => items))).toBe(1);
});
