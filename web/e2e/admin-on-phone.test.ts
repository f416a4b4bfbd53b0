// Needs: history
import type { Page } from '@playwright/test';
import { expectApart, expectNoOverflow } from './support/accessibility.ts';
import { EXTREME, postFile } from './support/blog.ts';
import { chooseFiles, photoFile } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const content = {
  'profile.json': '{\n  "name": "Ada"\n}\n',
  'experiences.json': JSON.stringify(
    ['First', 'Second'].map((role) => ({
      role,
      company: EXTREME.title,
      year: '2012',
      description: 'Ships.',
      stack: ['Tides'],
    })),
  ),
  'posts/tides.md': postFile({ title: 'Tides' }),
  'posts/long.md': postFile({ title: EXTREME.word, tags: EXTREME.tags, hidden: true }),
};
const PHONE = { width: 360, height: 740 };
test.use({ content, viewport: PHONE, isMobile: true, hasTouch: true });

/** Expects that the page fits and that all touch targets are large enough. */
const expectFit = async (page: Page) => {
  await expectNoOverflow(page, [PHONE.width]);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button')]
      .map((button) => button.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && Math.min(width, height) < 24),
  );
  expect(small, `small buttons on ${page.url()}`).toEqual([]);
};

test('everything can be done on a phone', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const post = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

  await test.step('editing the profile', async () => {
    await openAsAdmin(page);
    // The first screen is about writing, and nothing is cut off by the bar of the form.
    await expect(link('Write a post')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('list', { name: 'Latest posts' })).toBeInViewport({ ratio: 1 });
    await expect(button('Save changes')).not.toBeInViewport();
    await page.getByLabel('Tagline').fill('Tides and timetables.');
    await expect(button('Save changes')).toBeInViewport();
    await button('Save changes').tap();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expectFit(page);
  });

  await test.step('hiding a post, and viewing another', async () => {
    await link('Manage blogs').tap();
    await expect(post('Tides')).toBeVisible();
    await expectFit(page);
    await post('Tides').getByRole('button', { name: 'Hide' }).tap();
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
    // The end of the list can be scrolled above the message.
    const last = page.getByRole('main').getByRole('button', { name: 'Delete' }).last();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
    await expectApart(last, page.getByRole('group', { name: 'Last change' }));
    await post(EXTREME.word).getByRole('link', { name: EXTREME.word }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(EXTREME.word);
    await expectFit(page);
    await link('Back to blogs').tap();
  });

  await test.step('writing a post with a picture', async () => {
    await link('Create new blog').tap();
    await page.getByLabel('Title').fill('Low water');
    await button('Insert image').tap();
    await chooseFiles(button('Upload images'), await photoFile('lighthouse.png'));
    await page.getByLabel('Alt text').fill('A lighthouse');
    await page.getByLabel('Title').tap();
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue(/^!\[A lighthouse\]/);
    await expectFit(page);
    await button('Preview').tap();
    await expect(page.getByRole('dialog').getByAltText('A lighthouse')).toBeVisible();
    await expectFit(page);
    await button('Close preview').tap();
    await button('Create blog').tap();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(post('Low water')).toBeVisible();
  });

  await test.step('reordering experiences', async () => {
    await link('Admin dashboard').tap();
    await link('Experiences').tap();
    await button('Move experience 1 down').tap();
    await expectFit(page);
    await button('Save changes').tap();
    await expect(page.getByText('Experiences updated')).toBeVisible();
  });

  await test.step('viewing and deleting a photo', async () => {
    await link('Admin dashboard').tap();
    await link('Photos').tap();
    await button('Preview').tap();
    await expectFit(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await button('Delete').tap();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['Low water']);
    await expectFit(page);
    await button('Delete photo').tap();
    await expect(page.getByText('lighthouse.png deleted')).toBeVisible();
  });

  await test.step('restoring a version from the history', async () => {
    await link('Admin dashboard').tap();
    await link('History').tap();
    await expect(link('Delete photo lighthouse.png')).toBeVisible();
    await expectFit(page);
    await link('Begin').tap();
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByRole('button', { name: 'Restore this version' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).tap();
    await expect(page.getByText('Profile restored')).toBeVisible();
    await expectFit(page);
  });

  expect(site.commits()).toHaveLength(7);
  expect(site.file('profile.json')).toBe(content['profile.json']);
});
