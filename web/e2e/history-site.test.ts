// Needs: previews
import type { Locator } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { expectLoaded } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const TIDES = postFile(
  { title: 'Tides', hidden: false },
  `The low tide\n\n![Dunes](/photos/${PHOTO})\n\n[All posts](/blogs)`,
);

test.use({
  content: {
    'profile.json': '{\n  "name": "Ada",\n  "tagline": "Counts waves"\n}\n',
    'posts/tides.md': TIDES,
    [`photos/${PHOTO}/dunes.webp`]: await samplePhoto('dunes.webp'),
  },
});

test('an old version of the site is browsed, compared and restored', async ({ page, site }) => {
  const [first = ''] = site.commits();
  await site.push({
    'posts/tides.md': postFile({ title: 'Tides', hidden: false }, 'The high tide'),
    'posts/later.md': postFile({ title: 'Later', hidden: false }, 'Written later'),
    [`photos/${PHOTO}/dunes.webp`]: null,
  });
  await site.push({ 'profile.json': '{\n  "name": "Grace"\n}\n' });
  const frame = page.frameLocator('iframe');

  await test.step('links lead between its pages', async () => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await openAsAdmin(page, `/admin/history/${first}`);
    // The frame is wider than the page; the header and the heading stay where they were.
    const leftOf = async (element: Locator) => (await element.boundingBox())?.x;
    const home = page.getByRole('link', { name: 'Admin dashboard' });
    const before = await leftOf(home);
    await page.getByRole('link', { name: 'The site at that time' }).click();
    await expect(frame.getByRole('heading', { level: 1 })).toContainText('Ada');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await leftOf(home)).toBe(before);
    expect(await leftOf(page.locator('iframe'))).toBeLessThan(before ?? 0);
    await frame.getByRole('link', { name: 'Tides' }).first().click();
    await expect(frame.getByText('The low tide')).toBeVisible();
    await expectLoaded(frame.getByRole('img', { name: 'Dunes' }));
    await frame.getByRole('link', { name: 'All posts' }).click();
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(frame.getByRole('link', { name: 'Later' })).toHaveCount(0);
    const thumbnail = frame.locator('main li img').first();
    const address = new RegExp(`^/past/${first}/photos/${PHOTO}/[0-9a-f]{12}-320\\.\\w+$`);
    await expect(thumbnail).toHaveAttribute('src', address);
    const search = frame.getByRole('searchbox', { name: 'Search posts' });
    await search.pressSequentially('tide/');
    await search.press('Backspace');
    await search.press('Enter');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Posts with “tide”');
    await frame.getByRole('link', { name: 'Tides' }).first().click();
  });

  await test.step('the changes since', async () => {
    const since = page.getByRole('complementary', { name: 'What has changed since' });
    await expect(since.getByRole('term')).toHaveText([
      'New posts',
      'Changed posts',
      'Changed elsewhere',
      'Deleted photos',
    ]);
    await since.getByText('Mark it on the page').click();
    await expect(page.getByText(/^Marked: \d+ words? and 1 picture that/)).toBeVisible();
    const marked = () =>
      page.frames()[1]?.evaluate(() => Array.from(CSS.highlights.get('difference') ?? [], String));
    await expect.poll(marked).toContain('low');
    expect(await marked()).not.toContain('tide');
    await since.getByRole('button', { name: 'Profile' }).click();
    await expect(frame.getByText('Counts waves')).toBeVisible();
  });

  await test.step('at the end of a day, and from one change to the next', async () => {
    await page.getByRole('button', { name: 'Newer version' }).click();
    await expect(frame.getByRole('link', { name: 'Later' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('Visitors see the same today.')).toBeVisible();
    await page.getByLabel('Date').fill('2000-01-01');
    await page.getByLabel('Date').press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The site had no version on that day yet');
    await expect(page).toHaveURL(`/admin/history/${site.commits()[0]}/site`);
    await page.getByRole('button', { name: 'Older version' }).click();
    await page.getByRole('button', { name: 'Older version' }).click();
    await expect(frame.getByRole('link', { name: 'Later' })).toHaveCount(0);
    await expect(page).toHaveURL(`/admin/history/${first}/site`);
  });

  await test.step('a post is restored, then the whole site, and that is undone', async () => {
    const since = page.getByRole('complementary', { name: 'What has changed since' });
    await since.getByRole('button', { name: 'Tides' }).click();
    await page.getByRole('button', { name: 'Bring back this post' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click();
    await expect.poll(() => site.file('posts/tides.md')).toBe(TIDES);
    const before = site.commits();
    // Changes in quick succession are undone together.
    await page.reload();
    await page.getByRole('button', { name: 'Bring the whole site back' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['Later']);
    await page.getByRole('dialog').getByRole('button', { name: 'Bring it back' }).click();
    await expect(page.getByText('Visitors see the same today.')).toBeVisible();
    expect(site.git('diff', '--name-only', first, 'main')).toBe('');
    expect(site.commits().slice(1)).toEqual(before);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => site.git('diff', '--name-only', before[0] ?? '', 'main')).toBe('');
    await expect.poll(() => site.commits().length).toBe(before.length + 2);
  });
});

test('a link shows a hidden post without an account', async ({ page, browser, site }) => {
  await openAsAdmin(page, '/admin/blogs/tides');
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('button', { name: 'Preview link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('1 day').check();
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Preview link' })).toBeFocused();
  const link = await dialog.getByRole('textbox', { name: 'Preview link' }).inputValue();
  await expectAccessible(page);
  const visitor = await browser.newContext();
  const there = await visitor.newPage();
  // The link has the configured origin, while this test's site is on another port.
  await there.goto(site.url + new URL(link).pathname);
  await expect(there.getByText('The low tide')).toBeVisible();
  await expect(there.getByRole('note')).toContainText('A preview of the post “Tides”');
  await expectLoaded(there.getByRole('img', { name: 'Dunes' }));
  await expectAccessible(there);
  expect(await visitor.cookies()).toEqual([]);
  await there.getByRole('link', { name: 'All posts' }).click();
  await expect(there).toHaveURL(`${site.url}/blogs`);
  const noLongerValid = 'This preview link is no longer valid. Ask for a new one.';
  await dialog.getByRole('button', { name: 'End all links' }).click();
  await expect(dialog.getByText('No link works any more')).toBeVisible();
  await there.goto(site.url + new URL(link).pathname);
  await expect(there.getByRole('heading', { level: 1 })).toHaveText(noLongerValid);
  await there.goto(`${site.url}/preview/nonsense/`);
  await expect(there.getByRole('heading', { level: 1 })).toHaveText(noLongerValid);
  await there.waitForLoadState('networkidle');
  await expect(there).toHaveURL(`${site.url}/preview/nonsense/`);
  await visitor.close();
});
