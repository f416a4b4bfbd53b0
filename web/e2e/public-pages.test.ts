import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { PUBLIC_PAGES, UNLISTED_PAGES } from './support/public-pages.ts';
import { expect, test } from './support/site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');

test('every page is accessible, fits any window, and needs no request', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) calls.push(request.url());
  });
  for (const { path, heading: text } of [...PUBLIC_PAGES, ...UNLISTED_PAGES]) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(text);
    await expectAccessible(page, { inEachTheme: true });
    await expectNoOverflow(page);
    // The app handles clicks.
    const theme = (await themeOf(page)) === 'dark' ? 'Light' : 'Dark';
    await page.getByRole('contentinfo').getByText(theme).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    await page.evaluate(() => localStorage.clear());
  }
  expect(calls).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read, and links lead from one to the next', async ({ page }) => {
    for (const { path, heading: title, text } of [...PUBLIC_PAGES, ...UNLISTED_PAGES]) {
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expect(page.getByRole('radio')).toHaveCount(0);
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'See full list' }).click();
    await expect(page.getByText('six hours to four minutes')).toBeVisible();
    await expect(page.getByRole('button', { name: /achievement/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Education' }).click();
    await expect(page).toHaveURL('/experiences#education');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: 'Reading a city by its bridges' }).click();
    await expect(page.getByText('def', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Open data' }).click();
    await expect(heading(page)).toHaveText('Posts tagged “Open data”');
  });
});
