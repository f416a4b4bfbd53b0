import type { Page } from '@playwright/test';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const STYLE = 'assets/style.css';

const colourOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('CSS of the owner changes the public pages only, and can always be taken back', async ({
  page,
  site,
}) => {
  await site.push({ [STYLE]: 'body { background: rgb(1, 2, 3) }' });
  for (const path of ['/', '/blogs/none']) {
    await page.goto(path);
    expect(await colourOf(page)).toBe('rgb(1, 2, 3)');
  }
  await openAsAdmin(page);
  expect(await colourOf(page)).not.toBe('rgb(1, 2, 3)');
  await page.getByRole('link', { name: 'View site' }).first().click();
  await expect.poll(() => colourOf(page)).toBe('rgb(1, 2, 3)');
  await page.goBack();
  await expect.poll(() => colourOf(page)).not.toBe('rgb(1, 2, 3)');

  await site.push({ [STYLE]: '* { display: none !important }' });
  await page.goto('/');
  await expect(page.locator('body')).toBeHidden();
  const heading = page.getByRole('heading', { level: 1 });
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(heading).toBeVisible();
  await openAsAdmin(page);
  await expect(heading).toBeVisible();
  const saved = await page.request.put('/api/admin/style', { data: { css: '', fonts: [] } });
  expect(saved.ok()).toBe(true);
  expect(site.changedFiles()).toEqual([`D\t${STYLE}`]);
  await page.goto('/');
  await expect(heading).toBeVisible();
});
