import { expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { openWebApp } from '../../src/core/http/pages/web-app.ts';
import { MOVING_SITE, bothStores } from '../both-stores.ts';
import type { Files } from '../files.ts';
import { createRandom } from './random.ts';
import { runHistory } from './run-history.ts';

/** Set by `npm run simulate`. */
const { SEED, HISTORIES = 1, STEPS = 50, STORE = '' } = process.env;
const length = SEED === undefined ? 0 : Number(HISTORIES);
const SEEDS = Array.from({ length }, (_, i) => Number(SEED) + i);
const STORES = [...bothStores(), MOVING_SITE].filter(({ store }) => store.includes(STORE));
/** The processor time for the histories of each store, when no seed is set. */
const SECONDS = 14;

const OPTIONS = {
  web: openWebApp(join(import.meta.dirname, '../../../web/dist')),
  // An instance learns of others by its acts only, and time passes by days.
  ...{ contentMaxAgeSeconds: 1_000_000, idleMinutes: 10_000_000, maxHours: 1_000_000 },
};

/** Replaces the clock and chance of what ends up in commits, until the returned function is called. */
const replaceClock = (seed: number): (() => void) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T09:00:00Z') });
  const random = createRandom(seed);
  const chance = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, i, bytes) => {
      bytes[i] = random.int(256);
    });
    return array;
  });
  return () => {
    chance.mockRestore();
    vi.useRealTimers();
  };
};
const clock = { now: () => Date.now(), advance: (ms: number) => vi.setSystemTime(Date.now() + ms) };

const run = async (open: (typeof STORES)[number]['start'], seed: number, steps: number) => {
  const violations: string[] = [];
  const onViolation = (violation: string) => {
    if (SEED !== undefined) process.stderr.write(`${violation}\n`);
    violations.push(violation);
  };
  const start = (files: Files) => open(files, OPTIONS);
  const restore = replaceClock(seed);
  try {
    const files = await runHistory({ seed, steps, start, onViolation, clock });
    expect(violations.join('\n')).toBe('');
    return files;
  } finally {
    restore();
  }
};

test
  .runIf(SEED !== undefined)
  .each(STORES.flatMap((site) => SEEDS.map((seed) => ({ ...site, seed }))))(
  'nothing is lost, doubled, misplaced or shown too early in the random history $seed on $store',
  async ({ start, seed }) => {
    await run(start, seed, Number(STEPS));
  },
  Number(STEPS) * 5_000,
);

test.runIf(SEED === undefined).each(STORES)(
  'nothing is lost, doubled, misplaced or shown too early in random histories on $store',
  async ({ start }) => {
    const begun = process.cpuUsage();
    let seconds = 0;
    for (let seed = 1; seed <= 4 && seconds < SECONDS; seed += 1) {
      await run(start, seed, Number(STEPS));
      const { user, system } = process.cpuUsage(begun);
      seconds = (user + system) / 1e6;
    }
  },
  600_000,
);

test.runIf(SEED === undefined).each(STORES.filter((site) => site !== MOVING_SITE))(
  'a seed leads to the same content again, on $store',
  async ({ start }) => {
    const first = await run(start, 4, 12);
    expect(await run(start, 4, 12)).toEqual(first);
  },
);
