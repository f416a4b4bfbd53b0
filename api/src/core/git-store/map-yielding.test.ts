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
