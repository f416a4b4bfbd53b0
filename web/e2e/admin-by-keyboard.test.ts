// Needs: history, import
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { photoFile } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, test } from './support/site.ts';

const job = { company: 'Ports', year: '2012', description: 'Ships.', stack: ['Tides'] };
test.use({
  content: {
    'experiences.json': JSON.stringify([
      { role: 'Pilot', ...job },
      { role: 'Mate', ...job },
    ]),
    'posts/tides.md': postFile({ title: 'Tides' }),
  },
});

const LIGHTHOUSE = await photoFile('lighthouse.png');
const TABS_MAX = 80;

/** About how many times Tab must be pressed to get from the focus to `control`. */
const tabsTo = (control: Locator): Promise<number> =>
  control.evaluate((element) => {
    const scope = document.querySelector('dialog:modal') ?? document.body;
    const stops = [
      ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ].filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility());
    return stops.indexOf(element as HTMLElement) - stops.indexOf(document.activeElement as never);
  });

/** Presses Tab until `control` has the focus; looks only at the last steps, since that is slow. */
const tabTo = async (page: Page, control: Locator) => {
  await expect(control).toBeVisible();
  const ahead = (await tabsTo(control)) - 4;
  for (let tabs = 0; tabs < ahead; tabs += 1) await page.keyboard.down('Tab');
  if (ahead > 0) await page.keyboard.up('Tab');
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
};

const keyboardOf = (page: Page) => {
  const press = async (control: Locator, key = 'Enter') => {
    await tabTo(page, control);
    await page.keyboard.press(key);
  };
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }).first());
    await page.keyboard.type(text);
  };
  return { press, type, link, button, heading, dialog: page.getByRole('dialog') };
};

test('posts and photos are managed with the keyboard alone', async ({ page, site }) => {
  const { press, type, link, button, heading, dialog } = keyboardOf(page);

  await test.step('signing in and hiding a post', async () => {
    await page.goto('/admin/blogs/tides');
    await type('Email', ADMIN_EMAIL);
    await type('Password', ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Tides');
    await press(button('Hide'));
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
  });

  await test.step('writing a post with a picture', async () => {
    await press(link('Back to blogs'));
    await expect(heading).toBeFocused();
    await press(link('Create new blog'));
    await expect(heading).toHaveText('New post');
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await page.keyboard.type('Low water');
    await press(button('Insert image'));
    const choosing = page.waitForEvent('filechooser');
    await press(button('Upload images'));
    await (await choosing).setFiles(LIGHTHOUSE);
    await expect(page.getByLabel('Content', { exact: true })).toBeFocused();
    await type('Alt text', 'A lighthouse');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Content', { exact: true })).toBeFocused();
    // The picture already has an empty line below.
    await page.keyboard.press('Enter');
    await page.keyboard.type('Boats');
    await press(button('Preview'));
    await expect(page.getByRole('dialog').getByAltText('A lighthouse')).toBeVisible();
    await page.keyboard.press('Escape');
    await press(button('Create blog'));
    await expect(page).toHaveURL('/admin/blogs');
  });

  await test.step('showing two posts and deleting one', async () => {
    await press(page.getByLabel('Select Low water'), 'Space');
    await press(page.getByLabel('Select Tides'), 'Space');
    await press(button('Show selected'));
    await expect(page.getByText('2 posts are now visible')).toBeVisible();
    await press(page.getByRole('listitem').filter({ hasText: 'Tides' }).getByText('Delete'));
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press(button('Delete post'));
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    // Only the message of a saved post leads to its page.
    await expect(link('View on site')).toHaveCount(0);
  });

  await test.step('importing a file', async () => {
    const choosing = page.waitForEvent('filechooser');
    await press(button('Upload .md files'));
    const buffer = Buffer.from('---\ntitle: Ebb\n---\n\nOut\n');
    await (await choosing).setFiles({ name: 'ebb.md', mimeType: 'text/markdown', buffer });
    await press(button('Import selected .md files'));
    await expect(page.getByText('Imported 1 posts')).toBeVisible();
  });

  await test.step('moving an experience, and undoing that', async () => {
    await press(link('Experiences'));
    await press(button('Move experience 1 down'));
    await press(button('Save changes'));
    await expect(page.getByText('Experiences updated')).toBeVisible();
    expect(site.file('experiences.json')).toMatch(/Mate[^]*Pilot/);
    await press(button('Undo'));
    await expect(page.getByText(/^Undone/)).toBeVisible();
    expect(site.file('experiences.json')).toMatch(/Pilot[^]*Mate/);
  });

  await test.step('viewing a photo, deleting it and bringing it back, and signing out', async () => {
    await press(link('Photos'));
    await press(button('Preview'));
    await expect(page.getByRole('dialog', { name: 'lighthouse.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await press(button('Delete'));
    await expect(dialog.getByRole('listitem')).toHaveText(['Low water']);
    await press(button('Delete photo'));
    await expect(page.getByText('lighthouse.png deleted')).toBeVisible();
    await press(link('Admin dashboard'));
    await press(link('History'));
    await press(link('Delete photo lighthouse.png'));
    await press(button('Bring back'));
    await expect(page.getByText('Photo lighthouse.png restored')).toBeVisible();
    await press(button('Sign out'));
    await expect(page).toHaveURL('/login');
  });

  expect(site.commits()).toHaveLength(10);
});

test('Ctrl+K finds what is typed, and ? shows the keyboard shortcuts', async ({ page }) => {
  await openAsAdmin(page);
  const go = page.getByRole('dialog', { name: 'Go to' });
  const field = go.getByRole('combobox', { name: 'Go to' });
  await expect(page.getByLabel('Site title')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(go.getByRole('option').first()).toHaveText('Tides');
  await field.fill('Mètadata LOGO');
  await expect(go.getByRole('option')).toHaveText(['Site metadata']);
  // The colours that forced colours don't show are not all that marks it.
  await expect(go.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin#site-metadata');
  await page.keyboard.press('Control+k');
  await field.fill('tid');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/blogs/tides/edit');
  await expect(page.getByLabel('Content', { exact: true })).toBeVisible();
  await page.getByLabel('Title', { exact: true }).press('?');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Tides?');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await keys.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
