import type { Page } from '@playwright/test';
import { resumeSections } from 'content-schema';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/site.ts';

const explore = (page: Page) => page.getByRole('navigation', { name: 'Explore' });
const sections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

const pagesOnPaper = async (page: Page): Promise<number | undefined> => {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
};

/** The sections of the default content, which has no entries for optional ones. */
const ALL = Object.values(resumeSections)
  .filter((section) => !('optional' in section))
  .map(({ title }) => title);

test('every section is shown, and achievements expand and collapse', async ({ page }) => {
  await page.goto('/experiences');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(sections(page)).toHaveText(ALL);
  await expect(explore(page).getByRole('link')).toHaveText(ALL);

  const button = page.getByText('4 achievements as Lead engineer');
  const achievement = page.getByText('six hours to four minutes');
  await expect(achievement).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(achievement).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(achievement).toBeHidden();

  await page.evaluate(() => (window.print = () => void (document.title = 'Printed')));
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(page).toHaveTitle('Printed');
  await page.emulateMedia({ media: 'print' });
  await expect(achievement).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(button).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const [heading] = await page.getByRole('main').getByRole('paragraph').allTextContents();
  expect(heading).toBe('Marit Ashgrove');
  await expect(page.getByText('· linkedin.com/in/marit-ashgrove-sample ·')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  expect(await pagesOnPaper(page)).toBe(2);
});

test('the navigation links to the sections, and marks the one in view', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/experiences');
  const current = explore(page).locator('[aria-current]');
  await expect(current).toHaveText('Experiences');
  for (const title of ALL) {
    await explore(page).getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(/#[a-z-]+$/);
    await expect(page.getByRole('region', { name: title, exact: true })).toBeFocused();
    await expect(sections(page).getByText(title, { exact: true })).toBeInViewport();
    await expect(current).toHaveText(title);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await expect(current).toHaveText('Experiences');
  await sections(page)
    .nth(1)
    .evaluate((heading) => heading.scrollIntoView());
  await expect(current).toHaveText('Education');
});
