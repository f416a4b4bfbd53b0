// Needs: account, checklist, history, proposals
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { save, storedProfile } from './support/dashboard.ts';
import { holdRequests, watchCalls } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const name = (page: Page) => page.getByLabel('Name', { exact: true });

const HIGHLIGHTS = ['Location', 'Availability', 'Focus areas'];

test('the dashboard links to its sections, and the header to all pages', async ({ page }) => {
  const sections = page.getByRole('navigation', { name: 'Dashboard sections' });

  await test.step('a failed session check and a failed load show a message', async () => {
    await page.route('**/api/auth/me', (route) => route.abort());
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Unable to determine authentication state')).toBeVisible();
    await page.unroute('**/api/auth/me');
    await page.route('**/api/content*', (route) => route.abort());
    await openAsAdmin(page);
    await expect(page.getByRole('alert')).toHaveText('Failed to load content');
    await page.unroute('**/api/content*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(sections.getByRole('link')).toHaveCount(7);
  });

  await test.step('its code is a few files', async () => {
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
    );
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.length).toBeLessThan(15);
  });

  await test.step('the header links to the other pages, and marks the current one', async () => {
    const pages = page.getByRole('navigation', { name: 'Admin pages' });
    const current = pages.locator('[aria-current]');
    await expect(current).toHaveText('Admin dashboard');
    for (const [link, title] of [
      ['Manage blogs', 'Blogs'],
      ['Experiences', 'Experiences'],
      ['Photos', 'Photos'],
      ['History', 'History'],
    ] as const) {
      await pages.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(current).toHaveText(link);
    }
    await page.getByRole('link', { name: 'Account of ada@example.com' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
    await page.goto('/admin/blogs/new');
    await expect(current).toHaveText('Manage blogs');
    await expectNoOverflow(page, [320, 390, 1280]);
    const height = async () => (await page.getByRole('banner').boundingBox())?.height;
    expect(await height(), 'one row').toBeLessThan(60);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await height(), 'two rows').toBeLessThan(110);
    await page.setViewportSize({ width: 1280, height: 720 });
    await pages.getByRole('link', { name: 'Admin dashboard' }).click();
  });

  const current = sections.locator('[aria-current]');
  await expect(current).toHaveText('All sections');
  await sections.getByRole('link', { name: 'Site sections' }).click();
  await expect(page.getByRole('region', { name: 'Site sections' })).toBeFocused();
  await expect(page.getByLabel('Contact description')).toBeInViewport();
  await expect(current).toHaveText('Site sections');

  await test.step('a link shows one section, and an error the field of another', async () => {
    const location = page.getByLabel('Location');
    const section = (title: string) => page.getByRole('region', { name: title });
    await expect(location).toBeHidden();
    await expect(page.getByRole('link', { name: 'Education and more' })).toBeVisible();
    await sections.getByRole('link', { name: 'Identity' }).click();
    await expect(section('Site sections')).toBeHidden();
    await expectAccessible(page);
    await location.fill('');
    await sections.getByRole('link', { name: 'Content store' }).click();
    await expect(location).toBeHidden();
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await save(page);
    await page.getByRole('alert').getByRole('link').click();
    await expect(location).toBeFocused();
    await sections.getByRole('link', { name: 'Narrative' }).click();
    await expect(page.locator('#identity')).toHaveAttribute('hidden', 'until-found');
    await sections.getByRole('link', { name: 'All sections' }).click();
    await expect(location).toBeVisible();
  });
  await page.goto('/admin/nothing-of-this-name');
  await expect(page).toHaveURL('/');
});

test('all that is wrong is shown beside its fields, and nothing is saved', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  const summary = page.getByRole('alert');

  await test.step('missing values are shown beside their fields and in a summary', async () => {
    for (const label of HIGHLIGHTS) await page.getByLabel(label).fill(' ');
    await page.getByLabel('Email', { exact: true }).fill('no address');
    await page.getByLabel('Site title').fill(' ');
    await page.getByLabel('Meta description').fill('');
    await save(page);
    await expect(summary).toBeFocused();
    await summary.getByRole('link').first().click();
    await expect(page.getByLabel('Site title')).toBeFocused();
    for (const [label, message] of [
      ['Site title', 'Title and description are required'],
      ['Meta description', 'Title and description are required'],
      ['Location', 'Location is required when highlights are visible'],
      ['Email', 'Enter a valid email address'],
    ] as const) {
      await expect(summary.getByRole('link', { name: message })).toHaveCount(1);
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(new RegExp(message));
    }
    await expectAccessible(page);
  });

  await test.step('so are values that are too long', async () => {
    await page.getByLabel('Availability').fill('x'.repeat(51));
    await expect(page.getByText('51/50')).toBeVisible();
    await save(page);
    await expect(summary.getByText('Availability must be 50 characters or fewer')).toBeVisible();
    const tagline = page.getByLabel('Tagline');
    await tagline.fill('x'.repeat(161));
    await expect(tagline).toHaveValue('x'.repeat(160));
    await expect(page.getByText('160/160')).toBeVisible();
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('disabled fields may be empty, and are not shown', async () => {
    await page.getByLabel('Site title').fill('Hers');
    await page.getByLabel('Meta description').fill('About her');
    for (const contact of ['LinkedIn', 'GitHub']) await page.getByLabel(`Show ${contact}`).click();
    await page.getByLabel('Email', { exact: true }).fill('');
    await page.getByLabel('Show highlights').click();
    for (const label of HIGHLIGHTS) await expect(page.getByLabel(label)).toBeDisabled();
    await page.getByLabel('Show highlights').click();
    for (const label of HIGHLIGHTS) await page.getByLabel(label).fill('Anywhere');
    await page.getByLabel('Show highlights').click();
    await save(page, 'Profile updated');
    expect(storedProfile(site)).toMatchObject({
      highlightsEnabled: false,
      availability: { value: 'Anywhere', enabled: false },
      focusAreas: { value: 'Anywhere', enabled: false },
      contactVisibility: { linkedin: false, github: false },
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Anywhere')).toHaveCount(0);
  });
});

test('a save is announced, and a double click saves once', async ({ page, site }) => {
  await page.clock.install();
  await openAsAdmin(page);

  const respond = await holdRequests(page, '**/api/profile');
  await name(page).fill('Bea Example');
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saving profile...')).toBeVisible();
  await page.keyboard.press('Control+s');
  respond();
  await expect(page.getByText('Profile updated')).toBeVisible();
  expect(site.commits()).toHaveLength(2);
  await page.clock.fastForward(2500);
  await expect(page.getByText('Profile updated')).toBeHidden();

  await page.route('**/api/content', (route) => route.abort());
  await name(page).fill('Typed name');
  await page.getByLabel('Site title').fill('Typed title');
  await page.getByLabel('Contact description').fill('Typed description');
  await save(page);
  await expect(page.getByText('Failed to save site metadata')).toBeVisible();
  await expect(page.getByText('Failed to save profile')).toBeVisible();
  await expect(page.getByText('Failed to save sections')).toBeVisible();
  await expect(name(page)).toHaveValue('Typed name');
  await expect(page.getByLabel('Site title')).toHaveValue('Typed title');
  await expect(page.getByLabel('Contact description')).toHaveValue('Typed description');
});

test('the dashboard makes few requests, and the site shows saved changes', async ({ page }) => {
  const all = watchCalls(page);
  // The checklist and the store's state load beside the form, and again after each save.
  const calls = () => all.filter((call) => !/\/admin\/(?:store|checklist)$/.test(call));
  const viewSite = page.getByRole('link', { name: 'View site' });

  await openAsAdmin(page);
  await expect(name(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls().sort()).toEqual([
    'GET /api/auth/me',
    'GET /api/content?posts=headings',
    'GET /api/proposals',
  ]);

  await name(page).fill('Ada the First');
  await save(page, 'Profile updated');
  await page.waitForLoadState('networkidle');
  expect(calls().slice(3)).toEqual(['PUT /api/profile']);
  expect(all.filter((call) => call.endsWith('checklist'))).toHaveLength(2);

  await viewSite.hover();
  await expect.poll(() => calls().slice(4)).toEqual(['GET /api/content?posts=summary']);

  await name(page).fill('Ada the Second');
  await save(page);
  await expect.poll(() => calls().slice(5)).toEqual(['PUT /api/profile']);
  // Until the response arrives the form counts as unsaved, so leaving it asks for confirmation.
  await expect(page.getByText('Profile updated')).toBeVisible();
  await viewSite.click();
  await expect(page.getByRole('heading', { name: 'Ada the Second' })).toBeVisible();
});

test('a page whose content came with its HTML shows later saves', async ({ page }) => {
  await openAsAdmin(page, '/');
  await page.evaluate(() => history.pushState(null, '', '/admin'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: null })));
  await name(page).fill('Grace');
  await save(page, 'Profile updated');
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page.getByRole('heading', { name: 'Grace' })).toBeVisible();
});
