import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { manyPosts, postFile } from './support/posts.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const POSTS = {
  'posts/tides.md': postFile({
    title: 'Tides',
    tags: ['Sea', 'Moon'],
    createdAt: '2026-03-01T08:00:00.000Z',
  }),
  'posts/dunes.md': postFile({ title: 'Dunes', tags: ['sea'], content: 'Sand and *grass*.' }),
  'posts/kelp.md': postFile({
    title: 'Kelp',
    hidden: true,
    createdAt: '2025-12-24T08:00:00.000Z',
  }),
};

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

const subject = (site: Site): string => site.git('log', '-1', '--format=%s', 'main').trim();

const changedFiles = (site: Site): string[] =>
  site.git('show', '--name-status', '--format=', 'main').trim().split('\n').sort();

test.describe('with three posts', () => {
  test.use({ content: POSTS });

  test('the list shows each with its date, its tags and whether it is hidden', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Tides',
      'Dunes',
      'KelpHidden',
    ]);
    await expect(row(page, 'Tides')).toContainText('2026-03-01');
    await expect(row(page, 'Tides').getByRole('link', { name: 'Sea' })).toHaveAttribute(
      'href',
      '/admin/blogs/tags/sea',
    );
    await expect(row(page, 'Tides').getByText('Hidden')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute(
      'href',
      '/admin',
    );
    await expectAccessible(page);
  });

  test('a post is hidden and shown again, one commit each', async ({ page, site }) => {
    await openAsAdmin(page, '/admin/blogs');
    await row(page, 'Dunes').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Post hidden from public site')).toBeVisible();
    await expect(row(page, 'Dunes').getByText('Hidden', { exact: true })).toBeVisible();
    expect(subject(site)).toBe('Hide post "Dunes"');
    expect(site.git('show', 'main:posts/dunes.md')).toContain('hidden: true');
    await expectAccessible(page);

    await row(page, 'Dunes').getByRole('button', { name: 'Unhide' }).click();
    await expect(page.getByText('Post is now visible')).toBeVisible();
    await expect(row(page, 'Dunes').getByText('Hidden', { exact: true })).toHaveCount(0);
    expect(subject(site)).toBe('Show post "Dunes"');
    expect(site.git('diff', 'main~2', 'main')).toBe('');
    await expect(page.getByText('Post is now visible')).toBeHidden();
  });

  test('a post is deleted after a question that names it', async ({ page, site }) => {
    await openAsAdmin(page, '/admin/blogs');
    await row(page, 'Dunes').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dunes' });
    await expect(dialog).toContainText('Delete this blog post? This action cannot be undone.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(site.commits()).toHaveLength(1);

    await row(page, 'Dunes').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete post' }).click();
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    await expect(row(page, 'Dunes')).toHaveCount(0);
    expect(subject(site)).toBe('Delete post "Dunes"');
    expect(changedFiles(site)).toEqual(['D\tposts/dunes.md']);
  });

  test('several posts are hidden, shown and deleted in one commit each', async ({ page, site }) => {
    await openAsAdmin(page, '/admin/blogs');
    const select = (title: string) => page.getByLabel(`Select ${title}`).check();
    await select('Tides');
    await select('Dunes');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Hide selected' }).click();
    await expect(page.getByText('2 posts hidden from public site')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
    expect(changedFiles(site)).toEqual(['M\tposts/dunes.md', 'M\tposts/tides.md']);

    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Show selected' }).click();
    await expect(page.getByText('3 posts are now visible')).toBeVisible();
    expect(site.commits()).toHaveLength(3);
    expect(site.git('grep', '--count', 'hidden: false', 'main').trim().split('\n')).toHaveLength(3);

    await select('Tides');
    await select('Kelp');
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await expect(page.getByRole('dialog')).toContainText('Tides');
    await expect(page.getByRole('dialog')).toContainText('Kelp');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete posts' }).click();
    await expect(page.getByText('2 posts deleted successfully')).toBeVisible();
    expect(site.commits()).toHaveLength(4);
    expect(changedFiles(site)).toEqual(['D\tposts/kelp.md', 'D\tposts/tides.md']);
  });

  test('a failure is told in the server’s words, else as a failed action', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs');
    await page.route('**/visibility', (route) =>
      route.fulfill({ status: 503, json: { message: 'The store is down' } }),
    );
    await row(page, 'Dunes').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByRole('alert')).toHaveText('The store is down');
    await page.route('**/visibility', (route) => route.abort());
    await row(page, 'Dunes').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByRole('alert')).toHaveText('Action failed');
    await expectAccessible(page);
  });

  test('posts are found by words and by tag, and the address keeps both', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs');
    await page.getByLabel('Search').pressSequentially('grass');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Dunes']);
    await expect(page.getByLabel('Search')).toBeFocused();
    await expect(page).toHaveURL('/admin/blogs?q=grass');
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Tag', { exact: true }).selectOption('Sea');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Tides', 'Dunes']);
    await page.getByLabel('Search').fill('tides');
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Tides']);
    await expect(page.getByLabel('Search')).toHaveValue('tides');
    await page.getByLabel('Search').fill('nothing at all');
    await expect(page.getByText('No post matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all posts' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
  });

  test('the page of a post hides, shows and deletes it', async ({ page, site }) => {
    await openAsAdmin(page, '/admin/blogs');
    await page.getByRole('link', { name: 'Dunes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunes');
    await expect(page.locator('.prose em')).toHaveText('grass');
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/admin/blogs/dunes/edit',
    );
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Hidden', { exact: true })).toBeVisible();
    expect(subject(site)).toBe('Hide post "Dunes"');
    await page.getByRole('button', { name: 'Unhide' }).click();
    await expect(page.getByText('Hidden', { exact: true })).toBeHidden();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete post' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    expect(changedFiles(site)).toEqual(['D\tposts/dunes.md']);
  });

  test('the page of a post tells what failed', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs/dunes');
    await page.route('**/api/posts/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to update visibility');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete post' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to delete post');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dunes');
  });

  test('the page of a tag shows hidden posts too', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs/kelp');
    await page.goto('/admin/blogs/tags/SEA%20');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Tides', 'Dunes']);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View post' }).first().click();
    await expect(page).toHaveURL('/admin/blogs/tides');
    await page.goto('/admin/blogs/tags/nothing');
    await expect(page.getByText('No posts currently use the tag “nothing”.')).toBeVisible();
  });

  test('a post that is not there is said to be missing', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs/gone');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog post not found');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to blogs' }).click();
    await expect(page).toHaveURL('/admin/blogs');
  });
});

test.describe('with many posts', () => {
  test.use({ content: manyPosts(23) });

  test('there are ten on a page, and a page keeps the filter', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs');
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(10);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/admin/blogs?page=2');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Post 11');
    await page.getByLabel('Search').fill('post 1');
    await expect(page).toHaveURL('/admin/blogs?q=post+1');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/admin/blogs?q=post+1&page=2');
    await page.goto('/admin/blogs?page=99');
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
  });
});

test.describe('without posts', () => {
  test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

  test('there is a word about it, and a way to begin', async ({ page }) => {
    await openAsAdmin(page, '/admin/blogs');
    await expect(page.getByText('There are no posts yet.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create new blog' }).click();
    await expect(page).toHaveURL('/admin/blogs/new');
  });
});
