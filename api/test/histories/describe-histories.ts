import { expect, test, vi } from 'vitest';
import { join } from 'node:path';
import { openWebApp } from '../../src/core/http/pages/web-app.ts';
import type { MOVING_SITE } from '../both-stores.ts';
import type { Files } from '../files.ts';
import { createRandom } from './random.ts';
import { runHistory } from './run-history.ts';

type Site = Pick<typeof MOVING_SITE, 'store' | 'start'>;

/** Set by `npm run simulate`. */
const { SEED, HISTORIES = 1, STEPS, STORE = '' } = process.env;

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

const run = async ({ start: open }: Site, seed: number, steps: number) => {
  const violations: string[] = [];
  const onViolation = (violation: string) => {
    if (SEED !== undefined) process.stderr.write(`${violation}\n`);
    violations.push(violation);
  };
  const start = (files: Files) => open(files, { ...OPTIONS, inSteps: seed % 3 === 0 });
  const restore = replaceClock(seed);
  try {
    const files = await runHistory({ seed, steps, start, onViolation, clock });
    expect(violations.join('\n')).toBe('');
    return files;
  } finally {
    restore();
  }
};

/** Describes random histories of a site, most of them short, or those that `npm run simulate` names. */
export const describeHistories = (site: Site, histories: number): void => {
  const count = SEED === undefined ? histories : Number(HISTORIES);
  const seeds = Array.from({ length: count }, (_, i) => Number(SEED ?? 1) + i);
  // A few acts find most faults; some faults take many.
  const stepsOf = (seed: number) => Number(STEPS ?? (seed === 1 ? 30 : 2 + (seed % 6)));

  test.runIf(site.store.includes(STORE)).each(seeds)(
    `nothing is lost, doubled, misplaced or shown too early in history %i on ${site.store}`,
    async (seed) => {
      const files = await run(site, seed, stepsOf(seed));
      // A seed leads to the same content again, also where chance makes ids of it.
      if (seed === 3 && SEED === undefined)
        expect(await run(site, seed, stepsOf(seed))).toEqual(files);
    },
    Math.max(60_000, Number(STEPS ?? 0) * 5_000),
  );
};
