// Needs: history
import { save, tagline } from './support/dashboard.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ expectedFault: /Minified React error #31|replace is not a function/ });

/** Rendering throws for an object where a text is expected. */
const NOT_A_TEXT = { not: 'a text' };
const COMMIT = {
  ...{ sha: 'c0ffee', subject: NOT_A_TEXT, date: '2024-05-06T07:08:09Z' },
  author: { name: 'Ada', email: 'ada@example.com' },
};

test('a public page that fails to render says so, and can be loaded again', async ({ page }) => {
  await page.route('**/api/content*', async (route) => {
    const response = await route.fetch();
    const content = (await response.json()) as object;
    await route.fulfill({ response, json: { ...content, experiences: [{ role: NOT_A_TEXT }] } });
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'See full list' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marit Ashgrove');
});

test('an admin page that fails to render keeps the header', async ({ page }) => {
  await page.route('**/api/history*', (route) =>
    route.fulfill({ json: { commits: [COMMIT], page: 1, hasMore: false } }),
  );
  await openAsAdmin(page, '/admin/history');
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible();
  await page.getByRole('link', { name: 'Admin dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('text typed into a form that fails to render is not lost', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/api/profile', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'No', issues: [{ path: 'tagline', message: NOT_A_TEXT }] },
    }),
  );
  await openAsAdmin(page, '/admin');
  await tagline(page).fill('Typed for an hour');
  await save(page);
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy what was typed' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Tagline: Typed for an hour',
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(tagline(page)).toHaveValue('Typed for an hour');
});
