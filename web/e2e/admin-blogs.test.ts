// Needs: history, import
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { manyPosts, postFile } from './support/blog.ts';
import { watchCalls } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const POSTS = {
  'posts/tides.md': postFile({ title: 'Tides', tags: ['Sea', 'Moon'], createdAt: '2026-03-01' }),
  'posts/dunes.md': postFile(
    { title: 'Dunes', tags: ['sea'], hidden: false, createdAt: '2026-01-31T12:00:00.000Z' },
    'Sand and *grass*.',
  ),
  'posts/kelp.md': postFile({ title: 'Kelp', hidden: true, createdAt: '2025-12-24' }),
};

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

const titles = (page: Page) => page.getByRole('heading', { level: 2 });

test.use({ content: POSTS });

test('the list shows, hides and deletes posts, with one commit each', async ({ page, site }) => {
  const calls = watchCalls(page);
  await openAsAdmin(page, '/admin/blogs');
  await expect(titles(page)).toHaveText(['Tides', 'Dunes', 'KelpHidden']);
  await expect(page.getByLabel('Search')).toHaveCount(0);
  await expect(row(page, 'Tides').getByText('2026-03-01', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Admin dashboard' }).hover();

  await test.step('hiding and showing a post makes a commit each', async () => {
    await row(page, 'Dunes').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
    await expect(row(page, 'Dunes').getByText('Hidden', { exact: true })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Last change' })).toHaveText('“Dunes”Undo');
    expect(site.file('posts/dunes.md')).toContain('hidden: true');
    await row(page, 'Dunes').getByRole('button', { name: 'Unhide' }).click();
    await expect(page.getByText('Post is now visible')).toBeVisible();
    await expect(row(page, 'Dunes').getByText('Hidden', { exact: true })).toHaveCount(0);
    expect(site.file('posts/dunes.md')).toBe(POSTS['posts/dunes.md']);
  });

  await test.step('deleting asks for confirmation', async () => {
    await row(page, 'Dunes').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dunes' });
    await expect(dialog).toContainText('Delete this blog post? This action cannot be undone.');
    await expect(dialog).toContainText('The history keeps its last version.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(site.commits()).toHaveLength(3);
    await row(page, 'Dunes').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete post' }).click();
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    await expect(row(page, 'Dunes')).toHaveCount(0);
    expect(site.changedFiles()).toEqual(['D\tposts/dunes.md']);
    // The dashboard is no page of the owner's, so nothing is loaded when the mouse is over its link.
    expect(calls.filter((one) => one.includes('page:'))).toEqual([]);
    // No response has the texts of the posts.
    const call = 'PATCH /api/posts/dunes/visibility?posts=headings';
    expect(calls.filter((one) => /^(?:PATCH|DELETE)/.test(one))).toEqual([
      ...[call, call, 'DELETE /api/posts/dunes?posts=headings'],
    ]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone: “Dunes” is deleted')).toBeVisible();
    await expect(row(page, 'Dunes')).toBeVisible();
  });

  await test.step('several are hidden and deleted in one commit each', async () => {
    const select = (title: string) => page.getByLabel(`Select ${title}`).check();
    const before = site.commits().length;
    await select('Tides');
    await select('Dunes');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.route('**/visibility', (route) => route.abort());
    await page.getByRole('button', { name: 'Hide selected' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to update post visibility');
    await page.unroute('**/visibility');
    await page.getByRole('button', { name: 'Hide selected' }).click();
    await expect(page.getByText('2 posts hidden from public site')).toBeVisible();
    await select('Dunes');
    await select('Kelp');
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const dialog = page.getByRole('dialog');
    for (const text of ['Dunes', 'Kelp', 'They stay in the history']) {
      await expect(dialog).toContainText(text);
    }
    await dialog.getByRole('button', { name: 'Delete posts' }).click();
    await expect(page.getByText('2 posts deleted successfully')).toBeVisible();
    expect(site.commits()).toHaveLength(before + 2);
    expect(site.changedFiles()).toEqual(['D\tposts/dunes.md', 'D\tposts/kelp.md']);
  });

  await test.step('a failure shows the server’s message, or the app’s own', async () => {
    const show = row(page, 'Tides').getByRole('button', { name: 'Unhide' });
    await page.route('**/visibility*', (route) =>
      route.fulfill({ status: 503, json: { message: 'The store is down' } }),
    );
    await show.click();
    await expect(page.getByRole('alert')).toHaveText('The store is down');
    await page.route('**/visibility*', (route) => route.abort());
    await show.click();
    await expect(page.getByRole('alert')).toHaveText('Action failed');
  });
});

test('a post that changed elsewhere is not deleted silently', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs');
  await expect(titles(page)).toHaveCount(3);
  await page.request.put('/api/posts/dunes', { data: { title: 'Dunes, again' } });

  const remove = async (title: string) => {
    await row(page, title).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete post' }).click();
  };
  await remove('Dunes');
  await expect(page.getByRole('alert')).toHaveText(
    'This was changed elsewhere in the meantime. Here is what is stored now; please decide again.',
  );
  await expect(titles(page)).toHaveText(['Dunes, again', 'Tides', 'KelpHidden']);
  expect(site.commits()).toHaveLength(2);

  await row(page, 'Tides').getByRole('button', { name: 'Hide' }).click();
  await remove('Dunes, again');
  await expect(titles(page)).toHaveText(['TidesHidden', 'KelpHidden']);
  expect(site.commits()).toHaveLength(4);

  await page.request.delete('/api/posts/kelp');
  await row(page, 'Kelp').getByRole('button', { name: 'Unhide' }).click();
  await expect(page.getByRole('alert')).toHaveText('Blog post not found');
  await expect(titles(page)).toHaveText(['TidesHidden']);
});

test('the pages of a post and of a tag show hidden posts, with actions', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs/tags/SEA%20');
  await expect(titles(page)).toHaveText(['Tides', 'Dunes']);

  await test.step('a tag is renamed in all posts by one commit', async () => {
    const name = page.getByLabel('New name');
    await page.getByText('Rename this tag').click();
    await page.getByRole('button', { name: 'Rename in 2 posts' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^A tag needs a name of one line/);
    await expect(page.getByRole('alert')).toBeFocused();
    await name.fill('MOON');
    await expect(page.getByText('“Moon” is in 1 post already')).toBeVisible();
    await expectAccessible(page);
    await name.fill('Shore');
    await page.getByRole('button', { name: 'Rename in 2 posts' }).click();
    await expect(page).toHaveURL('/admin/blogs/tags/shore');
    await expect(titles(page)).toHaveText(['Tides', 'Dunes']);
    expect(site.commits()).toHaveLength(2);
    await expect(page.getByText('“Sea” is now “Shore”')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('No posts currently use the tag “shore”.')).toBeVisible();
    await page.goto('/admin/blogs/tags/sea');
  });

  await test.step('a post links to its public page while it is visible, and to its history', async () => {
    await page.goto('/admin/blogs/kelp');
    const history = page.getByRole('main').getByRole('link', { name: 'History' });
    await expect(history).toHaveAttribute('href', '/admin/history?path=posts%2Fkelp.md');
    await expect(page.getByRole('link', { name: 'View on site' })).toHaveCount(0);
    await page.goto('/admin/blogs/tides');
    await page.getByRole('link', { name: 'View on site' }).click();
    await expect(page).toHaveURL('/blogs/tides');
    await page.goto('/admin/blogs/tags/SEA%20');
  });

  await test.step('a post shows its text, and can be hidden and shown', async () => {
    await page.getByRole('link', { name: 'View post' }).nth(1).click();
    await expect(page).toHaveURL('/admin/blogs/dunes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunes');
    await expect(page.locator('.prose em')).toHaveText('grass');
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Hidden', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'sea' }).click();
    await expect(page).toHaveURL('/admin/blogs/tags/sea');
    await expect(titles(page)).toHaveText(['Tides', 'DunesHidden']);
    await page.getByRole('link', { name: 'View post' }).nth(1).click();
    await page.getByRole('button', { name: 'Unhide' }).click();
    await expect(page.getByText('Hidden', { exact: true })).toBeHidden();
  });

  await test.step('after a failure the post stays, and a deletion opens the list', async () => {
    await page.route('**/api/posts/dunes{,/visibility}*', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    );
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to update visibility');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete post' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to delete post');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunes');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete post' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    expect(site.changedFiles()).toEqual(['D\tposts/dunes.md']);
  });
});

test.describe('with many posts', () => {
  const content = {
    ...manyPosts(21),
    'posts/grass.md': postFile({ title: 'Dunes', tags: ['Sea'] }, 'Sand and *grass*.'),
    'posts/tides.md': postFile({ title: 'Tides', tags: ['Sea'] }),
  };
  test.use({ content });

  test('they are found by words, tag and page, which the address keeps', async ({ page }) => {
    const search = page.getByLabel('Search');

    await openAsAdmin(page, '/admin/blogs');
    await expect(titles(page)).toHaveCount(10);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/admin/blogs?page=2');
    await expect(titles(page).first()).toHaveText('Post 11');

    await search.pressSequentially('grass');
    await expect(titles(page)).toHaveText(['Dunes']);
    await expect(search).toBeFocused();
    await expect(page).toHaveURL('/admin/blogs?q=grass');

    await search.fill('');
    await page.getByLabel('Tag', { exact: true }).selectOption('Sea');
    await expect(titles(page)).toHaveText(['Dunes', 'Tides']);
    await search.fill('tides');
    await page.reload();
    await expect(titles(page)).toHaveText(['Tides']);
    await expect(search).toHaveValue('tides');

    await search.fill('');
    await row(page, 'Dunes').getByRole('button', { name: 'Hide' }).click();
    await page.getByLabel('Tag', { exact: true }).selectOption('All tags');
    await page.getByLabel('Show', { exact: true }).selectOption('Hidden');
    await expect(titles(page)).toHaveText(['DunesHidden']);
    await expect(page).toHaveURL('/admin/blogs?show=hidden');
    await page.getByLabel('Show', { exact: true }).selectOption('Visible');
    await page.getByLabel('Sort by').selectOption('Title');
    await expect(page).toHaveURL('/admin/blogs?show=visible&sort=title');
    await page.reload();
    await expect(titles(page)).toHaveText(
      Array.from({ length: 10 }, (_, index) => `Post ${index + 1}`),
    );

    await test.step('selecting all found posts, on every page', async () => {
      await page.getByLabel('Select all on this page').check();
      await page.getByRole('button', { name: 'Select all 22' }).click();
      await expect(page.getByText('22 selected')).toBeVisible();
      await page.getByRole('link', { name: 'Next' }).click();
      await expect(page.getByText('22 selected')).toBeVisible();
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await expect(page.getByRole('dialog')).toContainText('and 2 more');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await expect(page.getByText(/selected$/)).toHaveCount(0);
    });
  });
});
