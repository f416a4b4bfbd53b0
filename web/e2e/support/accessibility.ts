import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const WIDTHS = [320, 1280];
const THEMES = ['light', 'dark'] as const;

const problemsOf = async (page: Page): Promise<string[]> => {
  // Further down, what has been scrolled under the header counts as too small to be hit.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // What is in order is not listed, which would take as long as the search itself.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(TAGS);
  // No frame of another origin is in any page; to look into those takes a blank page each time.
  const { violations } = await builder.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
};

/** So tall that nothing is under a bar that stays at the end of the window. */
const TALL = 6000;

/** What a bar covers in part counts as too small to be hit, and can be scrolled out from under it. */
const problemsWhereVisible = async (page: Page, width: number): Promise<string[]> => {
  const problems = await problemsOf(page);
  if (!problems.some((problem) => problem.includes('partially obscured'))) return problems;
  await page.setViewportSize({ width, height: TALL });
  return problemsOf(page);
};

const ALL_WIDTHS = [320, 375, 480, 640, 703, 704, 768, 960, 1024, 1600];

/** Finds that nothing sticks out of the page, at any width. */
export const expectNoOverflow = async (page: Page, widths = ALL_WIDTHS): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `horizontal overflow of ${page.url()} at ${width} px`).toBe(0);
  }
};

/** Finds nothing wrong with the page as it is, in both themes, narrow and wide, without overflow. */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const where = `${page.url()}, ${colorScheme}, ${width} px`;
      expect(await problemsWhereVisible(page, width), where).toEqual([]);
    }
  }
  await expectNoOverflow(page, WIDTHS);
};
