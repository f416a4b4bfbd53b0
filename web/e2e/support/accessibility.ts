import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { waitForLayout } from './layout.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

type Theme = 'light' | 'dark';
type Rules = NonNullable<RunOptions['runOnly']>;

/** Each width and each theme once: most of a check's time goes into the contrast of colors. */
const CHECKS = [
  { width: 320, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;

/** The rules that depend on colors; only these can find more in the second theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The minified code: `axe.source` is twice as long, which takes longer to send and to compile. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Adds axe to the documents of the page that have not got it yet: its code takes long to compile. */
const loadAxe = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) {
    const isLoaded = await frame.evaluate(() => 'axe' in window);
    if (!isLoaded) await frame.evaluate(AXE);
  }
};

const problemsOf = async (part: Locator, runOnly: Rules): Promise<string[]> => {
  const { violations } = await part.evaluate(
    // Listing passed rules would take as long as the check itself. Nobody can use what is behind a
    // modal dialog.
    (element, options) => {
      // At the top, since axe reports elements below the sticky header as too small.
      scrollTo({ top: 0, behavior: 'instant' });
      return (window as unknown as { axe: typeof axe }).axe.run(
        document.querySelector('dialog:modal') ?? element,
        { ...options, resultTypes: ['violations'] },
      );
    },
    { runOnly },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
};

/** Tall enough that a sticky bar at the bottom covers nothing. */
const TALL = 6000;

/**
 * Checks again without covered elements: axe reports elements at a sticky bar as too small, although
 * they can be scrolled apart.
 */
const problemsWhereVisible = async (
  part: Locator,
  width: number,
  runOnly: Rules,
): Promise<string[]> => {
  const problems = await problemsOf(part, runOnly);
  if (!problems.some((problem) => problem.startsWith('target-size'))) return problems;
  await part.page().setViewportSize({ width, height: TALL });
  return problemsOf(part, runOnly);
};

const ALL_WIDTHS = [320, 375, 480, 640, 703, 704, 768, 960, 1024, 1600];

const expectFit = async (page: Page, width: number): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `horizontal overflow of ${page.url()} at ${width} px`).toBe(0);
};

/** Expects that the page has no horizontal overflow at any width. */
export const expectNoOverflow = async (page: Page, widths = ALL_WIDTHS): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page, width);
  }
};

/** Expects that no two of these elements overlap. */
export const expectApart = async (...elements: readonly Locator[]): Promise<void> => {
  for (const element of elements) {
    await expect(element).toBeVisible();
    await waitForLayout(element.page());
  }
  const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
  const overlaps = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).filter((other) => {
      if (!one || !other) return true;
      const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
      return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height;
    }),
  );
  expect(overlaps).toEqual([]);
};

interface Thoroughness {
  /** Also checks the colors of each window in the other theme, which takes half as long again. */
  readonly inEachTheme?: boolean;
  /** Checks only this part of a page whose other parts are checked elsewhere. */
  readonly within?: Locator;
}

/**
 * Expects no accessibility problems on a narrow window in the light theme and on a wide one in the
 * dark theme, and no overflow.
 */
export const expectAccessible = async (
  page: Page,
  { inEachTheme = false, within = page.locator(':root') }: Thoroughness = {},
): Promise<void> => {
  await expect(page.getByText(/^Loading.*…$/)).toHaveCount(0);
  await loadAxe(page);
  const emulate = (colorScheme: Theme) =>
    page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const check = async (width: number, theme: Theme, runOnly: Rules) => {
    const where = `${page.url()}, ${theme}, ${width} px`;
    expect(await problemsWhereVisible(within, width, runOnly), where).toEqual([]);
  };
  for (const { width, theme } of CHECKS) {
    await emulate(theme);
    await page.setViewportSize({ width, height: 900 });
    await expectFit(page, width);
    await check(width, theme, { type: 'tag', values: TAGS });
    if (inEachTheme) {
      const other = theme === 'light' ? 'dark' : 'light';
      await emulate(other);
      await waitForLayout(page);
      await check(width, other, { type: 'rule', values: COLOR_RULES });
    }
  }
};
