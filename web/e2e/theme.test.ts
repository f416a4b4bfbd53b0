import type { Page } from '@playwright/test';
import { blockStorage } from './support/browser-storage.ts';
import { holdRequests } from './support/requests.ts';
import { expect, test } from './support/site.ts';

const PAPER = 'rgb(251, 250, 247)';
const INK = 'rgb(19, 22, 20)';

const choose = (page: Page, theme: string) =>
  page.getByRole('contentinfo').getByText(theme, { exact: true }).click();

const chosen = (page: Page) => page.getByRole('group', { name: 'Theme' }).getByRole('radio');

/** Records the theme that the page has at each load before anything is painted. */
const watchFirstTheme = (page: Page) =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('body') === null) return;
      observer.disconnect();
      document.documentElement.dataset['first'] = document.documentElement.dataset['theme'] ?? '';
    });
    observer.observe(document, { childList: true, subtree: true });
  });

test('the theme follows the system until one is chosen, which is kept', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await watchFirstTheme(page);
  const body = page.locator('body');

  await page.goto('/blogs');
  await expect(body).toHaveCSS('background-color', INK);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveCSS('background-color', PAPER);
  await expect(chosen(page).nth(0)).toBeChecked();

  await test.step('a choice is shown at once, in other tabs too', async () => {
    const other = await context.newPage();
    await other.emulateMedia({ colorScheme: 'light' });
    await other.goto('/experiences');
    await choose(page, 'Dark');
    await expect(body).toHaveCSS('background-color', INK);
    for (const meta of await page.locator('meta[name=theme-color]').all()) {
      await expect(meta).toHaveAttribute('content', '#131614');
    }
    await expect(other.locator('body')).toHaveCSS('background-color', INK);
    await expect(chosen(other).nth(2)).toBeChecked();
    await other.close();
  });

  await test.step('it is kept, and can be changed by keyboard', async () => {
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-first', 'dark');
    await expect(chosen(page).nth(2)).toBeChecked();
    await chosen(page).nth(2).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chosen(page).nth(1)).toBeChecked();
    await expect(body).toHaveCSS('background-color', PAPER);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(body).toHaveCSS('background-color', PAPER);
  });

  await test.step('the system theme can be chosen again', async () => {
    await page.goto('/');
    await choose(page, 'System');
    await expect(body).toHaveCSS('background-color', INK);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-first', '');
    await expect(body).toHaveCSS('background-color', INK);
  });

  const link = page.getByRole('link', { name: 'Contact me' });
  await expect(link).toHaveCSS('transition-duration', /^0\.12s/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(link).toHaveCSS('transition-duration', /^0s/);
});

test('with browser storage blocked, a theme can be chosen for the page', async ({ page }) => {
  await blockStorage(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await choose(page, 'Dark');
  await expect(page.locator('body')).toHaveCSS('background-color', INK);
});

test('a choice before the scripts have loaded takes effect at once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const send = await holdRequests(page, '**/assets/*.js');
  await page.goto('/experiences', { waitUntil: 'commit' });
  await choose(page, 'Dark');
  await expect(page.locator('body')).toHaveCSS('background-color', INK);
  send();
  await expect(chosen(page).nth(2)).toBeChecked();
  await expect(page.locator('body')).toHaveCSS('background-color', INK);
});
