import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save, saveElsewhere, storedProfile, tagline } from './support/dashboard.ts';
import { content, saveInPlace } from './support/post-form.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const TEXT = ['The boats lie', 'in the mud', 'until noon.'].join('\n\n');
const TIDES = postFile({ title: 'Tides', tags: ['Sea'] }, TEXT);

const postFiles = (site: Site) => site.git('ls-tree', '--name-only', 'main:posts');

/** Opens an admin page whose clock can be moved on. */
const openWithClock = async (page: Page, path?: string): Promise<void> => {
  await page.clock.install();
  await openAsAdmin(page, path);
};

/** Returns to the page from another one, long enough after the last focus for a reload. */
const refocus = async (page: Page): Promise<void> => {
  // No reload begins while the response to the last one arrives.
  await expect(async () => {
    const reload = page.waitForRequest(/\/api\/(?:content|posts)/, { timeout: 1000 });
    await page.clock.fastForward(2500);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await reload;
  }).toPass();
};

test('a form shows changes made elsewhere when it gets the focus', async ({ page, site }) => {
  await openWithClock(page);
  await expect(tagline(page)).toBeVisible();
  const taken = page.getByRole('button', { name: 'Apply the change' });
  const notice = page.getByText('This was changed elsewhere since you began.');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await test.step('at once with one request, if there are no edits', async () => {
    await saveElsewhere(page, { profile: { tagline: 'Theirs.' } });
    requests.length = 0;
    await refocus(page);
    await expect(tagline(page)).toHaveValue('Theirs.');
    // The checklist, the store's state and the proposals may be reloaded as well.
    const others = /\/api\/(?:admin\/checklist|admin\/store|proposals)$/;
    expect(requests.filter((url) => !others.test(url))).toEqual([
      `${site.url}/api/content?posts=headings`,
    ]);
    await expect(taken).toBeHidden();
  });

  await test.step('with a message if there are edits, and merged on request', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await saveElsewhere(page, { profile: { tagline: 'Theirs again.' } });
    await refocus(page);
    await expect(notice).toBeVisible();
    await expect(tagline(page)).toHaveValue('Theirs.');
    await expectAccessible(page, { within: notice.locator('xpath=../..') });
    await taken.click();
    await expect(tagline(page)).toHaveValue('Theirs again.');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Mine');
    await expect(taken).toBeHidden();
    await save(page, 'Profile updated');
    expect(storedProfile(site)).toMatchObject({ title: 'Mine', tagline: 'Theirs again.' });
  });

  await test.step('without the focus while there are edits, each time', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Mine again');
    await saveElsewhere(page, { profile: { tagline: 'Theirs.' } });
    await page.clock.fastForward(5000);
    await expect(notice).toBeVisible();
    await taken.click();
    await expect(tagline(page)).toHaveValue('Theirs.');
    await saveElsewhere(page, { profile: { tagline: 'Theirs again.' } });
    await expect(notice).toBeVisible();
  });
});

test.describe('of a post', () => {
  test.use({
    content: { 'posts/tides.md': TIDES, 'posts/dunes.md': postFile({ title: 'Dunes' }) },
  });

  test('a form follows its post after a rename elsewhere', async ({ page, site }) => {
    const notice = page.getByText('This post was renamed elsewhere.');

    await openWithClock(page, '/admin/blogs/tides/edit');
    await content(page).fill(TEXT.replace('noon', 'the flood'));
    await site.push({
      'posts/tides.md': null,
      'posts/low-water.md': TIDES.replace('The boats lie', 'All boats lie'),
    });
    await saveInPlace(page);
    expect(postFiles(site)).toBe('dunes.md\nlow-water.md\n');
    expect(site.file('posts/low-water.md')).toContain(
      'All boats lie\n\nin the mud\n\nuntil the flood.\n',
    );

    await page.goto('/admin/blogs/low-water/edit');
    const before = await content(page).inputValue();
    await content(page).fill(`${before}\n\nMine`);
    await site.push({
      'posts/low-water.md': null,
      'posts/ebb.md': site.file('posts/low-water.md'),
    });
    await refocus(page);
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Open its new address' }).click();
    await expect(page).toHaveURL('/admin/blogs/ebb/edit');
    await expect(notice).toBeHidden();
    await expect(content(page)).toHaveValue(`${before}\n\nMine`);
    await saveInPlace(page);
    expect(site.file('posts/ebb.md')).toContain('\n\nMine\n');
    expect(postFiles(site)).toBe('dunes.md\nebb.md\n');
  });

  test('after a deletion elsewhere a form can restore its post', async ({ page, site }) => {
    await openWithClock(page, '/admin/blogs');
    await expect(page.getByRole('heading', { name: 'Dunes' })).toBeVisible();
    await site.push({ 'posts/dunes.md': null });
    await refocus(page);
    await expect(page.getByRole('heading', { name: 'Dunes' })).toBeHidden();

    await page.goto('/admin/blogs/tides/edit');
    await expect(content(page)).toHaveValue(TEXT);
    await site.push({ 'posts/tides.md': null });
    await refocus(page);
    await expect(page.getByText('This post was deleted elsewhere in the meantime.')).toBeVisible();
    await content(page).fill(`${TEXT}\n\nMine`);
    await saveInPlace(page);
    expect(site.file('posts/tides.md')).toContain('Mine\n');
  });
});
