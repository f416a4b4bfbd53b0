import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { fillLogin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ expectedFault: /Failed to fetch dynamically imported module/ });

/** Files whose name begins with `name` can not be loaded until the returned function is called. */
const lose = async (page: Page, name: string): Promise<() => Promise<void>> => {
  const files = `**/assets/${name}-*.js`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
};

test('code that can not be loaded takes nothing off the screen, and can be asked for again', async ({
  page,
}) => {
  const lost = page.getByRole('heading', { name: 'This page could not be shown.' });
  const again = page.getByRole('button', { name: 'Try again' });

  await test.step('the login page', async () => {
    const find = await lose(page, 'login-page');
    await page.goto('/login');
    await expect(lost).toBeVisible();
    await expectAccessible(page);
    await again.click();
    await expect(lost).toBeVisible();
    await find();
    await again.click();
    await fillLogin(page);
  });

  await test.step('an admin page, below the header', async () => {
    const find = await lose(page, 'new-post-page');
    const header = page.getByRole('banner');
    await page.getByRole('link', { name: 'Manage blogs' }).click();
    await page.getByRole('link', { name: 'Create new blog' }).click();
    await expect(lost).toBeVisible();
    await expect(header).toBeVisible();
    await expectAccessible(page);
    await find();
    await again.click();
  });

  await test.step('the preview, beside what was typed', async () => {
    await page.getByLabel('Title').fill('Slack water');
    const find = await lose(page, 'rendered-post');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByRole('alert')).toContainText('could not be shown');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Slack water');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const previewAgain = preview.getByRole('button', { name: 'Try again' });
    await previewAgain.click();
    await expect(previewAgain).not.toHaveAttribute('aria-disabled', 'true');
    await find();
    await previewAgain.click();
    await expect(preview.getByRole('heading', { name: 'Slack water' })).toBeVisible();
  });
});

test("the text of the administrator's post can be asked for again", async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page);
  const find = await lose(page, 'rendered-text');
  await page.getByRole('link', { name: 'Manage blogs' }).click();
  await page.getByRole('link', { name: 'Reading a city by its bridges' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be shown');
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expectAccessible(page);
  await find();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A bridge is not measured by')).toBeVisible();
});
