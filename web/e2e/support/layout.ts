import { expect, type Page } from '@playwright/test';

/** Runs in a page, see `waitForLayout`. */
export const settle = async (): Promise<void> => {
  const frame = () => new Promise(requestAnimationFrame);
  const measure = () => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [innerWidth, scrollWidth, scrollHeight, document.querySelectorAll('*').length].join();
  };
  // Animations that repeat, or follow the scroll position, never finish.
  const ending = document
    .getAnimations()
    .filter(
      ({ effect, playState, timeline }) =>
        playState === 'running' &&
        timeline instanceof DocumentTimeline &&
        Number.isFinite(effect?.getComputedTiming().endTime),
    );
  await Promise.allSettled([document.fonts.ready, ...ending.map(({ finished }) => finished)]);
  for (let before = ''; before !== measure(); await frame()) before = measure();
};

/** Waits until fonts are loaded, animations have ended, and the layout is the same in two frames. */
export const waitForLayout = (page: Page): Promise<void> =>
  // A navigation interrupts it.
  expect(() => page.evaluate(settle)).toPass({ intervals: [20], timeout: 10_000 });
