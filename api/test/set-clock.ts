import { onTestFinished, vi } from 'vitest';

/** Sets the clock until the test ends; timers are not affected. */
export const setClock = (time: number | string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
};

/** Advances the clock by milliseconds, like `setClock`. */
export const passTime = (ms: number): void => setClock(Date.now() + ms);
