import { expect, onTestFinished, test, vi } from 'vitest';
import { join } from 'node:path';
import { openWebApp } from '../../src/http/pages/web-app.ts';
import { bothStores, type Files } from '../both-stores.ts';
import { createRandom } from './random.ts';
import { runHistory } from './run-history.ts';

/** Set by `npm run simulate`. */
const { SEED, STEPS = 40, STORE = '' } = process.env;
const SEEDS = SEED === undefined ? [1, 2, 3] : [Number(SEED)];
const STORES = bothStores().filter(({ store }) => store.includes(STORE));

const OPTIONS = {
  web: openWebApp(join(import.meta.dirname, '../../../web/dist')),
  // An instance learns of others by its acts only, and time passes by days.
  ...{ contentMaxAgeSeconds: 1_000_000, idleMinutes: 10_000_000, maxHours: 1_000_000 },
};

/** Replaces the clock and chance of what ends up in commits. */
const useClock = (seed: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T09:00:00Z') });
  const random = createRandom(seed);
  const chance = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, i, bytes) => {
      bytes[i] = random.int(256);
    });
    return array;
  });
  onTestFinished(() => {
    chance.mockRestore();
    vi.useRealTimers();
  });
  return { now: () => Date.now(), advance: (ms: number) => vi.setSystemTime(Date.now() + ms) };
};

const run = async (open: (typeof STORES)[number]['start'], seed: number, steps: number) => {
  const violations: string[] = [];
  const onViolation = (violation: string) => {
    if (SEED !== undefined) process.stderr.write(`${violation}\n`);
    violations.push(violation);
  };
  const start = (files: Files) => open(files, OPTIONS);
  const files = await runHistory({ seed, steps, start, onViolation, clock: useClock(seed) });
  expect(violations.join('\n')).toBe('');
  return files;
};

test.each(STORES.flatMap((site) => SEEDS.map((seed) => ({ ...site, seed }))))(
  'nothing is lost, doubled, misplaced or shown too early in the random history $seed on $store',
  async ({ start, seed }) => {
    await run(start, seed, Number(STEPS));
  },
  Number(STEPS) * 5_000,
);

test.runIf(SEED === undefined).each(STORES)(
  'a seed leads to the same content again, on $store',
  async ({ start }) => {
    const first = await run(start, 4, 12);
    vi.useRealTimers();
    expect(await run(start, 4, 12)).toEqual(first);
  },
);
