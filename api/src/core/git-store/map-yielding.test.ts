import { expect, test } from 'vitest';
import { mapYielding } from './map-yielding.ts';

const workFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('results come in the order of the items', async () => {
  expect(await mapYielding(['a', 'b', 'c'], (item) => item + item)).toEqual(['aa', 'bb', 'cc']);
  expect(await mapYielding([], String)).toEqual([]);
});

test('timers run during a long computation', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const turnsSeen = await mapYielding([1, 2, 3, 4, 5], () => {
    workFor(25);
    return turns;
  });
  clearInterval(others);
  expect(turnsSeen.at(-1)).toBeGreaterThanOrEqual(2);
});

test('an item that fails stops the iteration', async () => {
  const fail = () => {
    throw new Error('broken');
  };
  await expect(mapYielding([1], fail)).rejects.toThrow('broken');
});
