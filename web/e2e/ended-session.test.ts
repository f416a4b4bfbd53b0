import type { Route } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save, storedProfile, tagline } from './support/dashboard.ts';
import { photoFile } from './support/files.ts';
import { endSession, fillLogin, openAsAdmin, sessionDialog } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test('one signs in again in place, and the save is made once', async ({ page, site }) => {
  await openAsAdmin(page);
  const saves: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/profile')) saves.push(response.status());
  });
  const dialog = sessionDialog(page);
  await tagline(page).fill('Typed before the session ended.');
  await endSession(page);
  await save(page);
  await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Authentication required')).toBeVisible();
  await expect(tagline(page)).toHaveValue('Typed before the session ended.');
  expect(site.commits()).toHaveLength(1);

  await save(page);
  await fillLogin(dialog, 'wrong');
  await expect(dialog.getByText('Invalid email or password.')).toBeVisible();
  await expectAccessible(page);
  await fillLogin(dialog);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(saves).toEqual([401, 401, 200]);
  expect(site.commits()).toHaveLength(2);
  expect(storedProfile(site)).toMatchObject({ tagline: 'Typed before the session ended.' });

  await page.goto('/admin/uploads');
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible();
  await page.route('**/api/admin/uploads?*', async (route) => {
    await page.context().clearCookies();
    await route.fulfill({ response: await route.fetch({ headers: {} }) });
  });
  const rejection = page.waitForResponse((response) => response.url().includes('uploads?'));
  const photos = page.getByLabel('Choose, drop or paste photos');
  await photos.setInputFiles(await photoFile('lighthouse.png'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Uploaded 1 photo')).toBeVisible();
  expect((await rejection).status()).toBe(401);
  // A dialog would cover the button.
  await page.getByRole('button', { name: 'Grid' }).click();
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('lighthouse.png');
  await expect(dialog).toBeHidden();
});

test.describe('without a session', () => {
  const profile = {
    email: 'secret@example.com',
    contactVisibility: { email: false, linkedin: false, github: false },
  };
  const content = {
    'profile.json': JSON.stringify(profile),
    'posts/tides.md': postFile({ title: 'Tides' }),
  };
  test.use({ content });

  test("hidden content is never erased by saving the visitors' view", async ({ page }) => {
    await openAsAdmin(page);
    await expect(tagline(page)).toBeVisible();
    const dialog = sessionDialog(page);
    let rejected = 0;
    page.on('response', (response) => {
      if (response.status() === 401) rejected += 1;
    });
    // A page that is opened some seconds later loads the content again. A running request may renew
    // the session.
    await expect(async () => {
      await page.context().clearCookies();
      for (const name of ['Experiences', 'Admin dashboard']) {
        await page.getByRole('link', { name, exact: true }).click({ timeout: 1000 });
      }
      expect(rejected).toBeGreaterThan(0);
    }).toPass();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('secret@example.com');
    await expect(dialog).toBeHidden();

    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await save(page);
    await fillLogin(dialog);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('secret@example.com');
  });

  test('a form that had not loaded appears after signing in again', async ({ page }) => {
    const endAfterCheck = async (route: Route) => {
      const response = await route.fetch();
      await page.context().clearCookies();
      await route.fulfill({ json: (await response.json()) as unknown });
    };
    for (const path of ['/admin/blogs/new', '/admin/blogs/tides/edit', '/admin']) {
      await page.route('**/api/auth/me', endAfterCheck, { times: 1 });
      await openAsAdmin(page, path);
      await sessionDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert')).toHaveText('Authentication required');
      await page.getByRole('button', { name: 'Try again' }).click();
      await fillLogin(sessionDialog(page));
      await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
      await expect(sessionDialog(page)).toBeHidden();
    }
  });
});
