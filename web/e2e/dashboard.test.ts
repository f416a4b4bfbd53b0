import { expectAccessible } from './support/accessibility.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test('every message of the profile is shown at once and nothing is saved', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await page.getByLabel('Location').fill(' ');
  await page.getByLabel('Availability').fill('');
  await page.getByLabel('Focus areas').fill('');
  await page.getByLabel('LinkedIn URL').fill('');
  await page.getByLabel('GitHub URL').fill('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  for (const message of [
    'Location is required when highlights are visible',
    'Availability is required when highlights are visible',
    'Focus areas are required when highlights are visible',
    'Add a LinkedIn URL or hide the link',
    'Add a GitHub URL or hide the link',
  ]) {
    await expect(page.getByText(message).first()).toBeVisible();
  }
  await expect(page.getByLabel('Location')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(site.commits()).toHaveLength(1);
});

test('too long texts are refused in the words of their limits', async ({ page }) => {
  await openAsAdmin(page);
  await page.getByLabel('Availability').fill('x'.repeat(51));
  await page.getByLabel('Focus areas').fill('x'.repeat(81));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Availability must be 50 characters or fewer').first()).toBeVisible();
  await expect(page.getByText('Focus areas must be 80 characters or fewer').first()).toBeVisible();
});

test('the tagline takes 160 characters and no more', async ({ page }) => {
  await openAsAdmin(page);
  await expect(page.getByLabel('Tagline')).toHaveAttribute('maxlength', '160');
});

test('highlights that are off disable their fields and leave the landing page', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  await page.getByLabel('Show highlights').click();
  for (const label of ['Location', 'Availability', 'Focus areas']) {
    await expect(page.getByLabel(label)).toBeDisabled();
  }
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  expect(JSON.parse(site.git('show', 'main:profile.json'))).toMatchObject({
    highlightsEnabled: false,
    availability: { enabled: false },
    focusAreas: { enabled: false },
  });
  await page.goto('/');
  await expect(page.getByText('Availability')).toHaveCount(0);
});

test('a status is shown while saving and cleared after a while', async ({ page }) => {
  await openAsAdmin(page);
  await page.route('**/api/profile', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('Bea Example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saving profile...')).toBeVisible();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(page.getByText('Profile updated')).toBeHidden();
});

test('a failed save keeps what was typed', async ({ page }) => {
  await openAsAdmin(page);
  await page.route('**/api/profile', (route) => route.abort());
  await page.getByLabel('Name', { exact: true }).fill('Bea Example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Failed to save profile').first()).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bea Example');
});

test('the keyboard saves, and a double press makes one commit', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.getByLabel('Name', { exact: true }).fill('Bea Example');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Profile updated')).toBeVisible();
  expect(site.commits()).toHaveLength(2);
});

test('unsaved changes are not left by accident', async ({ page }) => {
  await openAsAdmin(page);
  await page.getByLabel('Name', { exact: true }).fill('Bea Example');
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bea Example');
  await expect(page).toHaveURL('/admin');
});

test('the dashboard is accessible', async ({ page }) => {
  await openAsAdmin(page);
  await expect(page.getByLabel('Tagline')).toBeVisible();
  await expectAccessible(page);
});
