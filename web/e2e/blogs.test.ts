import type { Page } from '@playwright/test';
import { manyPosts, postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => `Post ${from - index}`);

test.describe('with posts for three pages', () => {
  test.use({
    content: {
      ...manyPosts(24),
      'posts/hidden.md': postFile({ title: 'Secret', hidden: true, createdAt: '2030-01-01' }),
      'posts/undated.md': postFile({ title: 'Undated' }),
    },
  });

  test('a page has ten posts and its own address, which survives reloading and going back', async ({
    page,
  }) => {
    await page.goto('/blogs');
    await expect(titles(page)).toHaveText(numbers(24, 15));
    await expect(pages(page).getByRole('link', { name: 'Previous' })).toHaveCount(0);
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/blogs?page=2');
    await expect(titles(page)).toHaveText(numbers(14, 5));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(/^Blogs, page 2 /);
    await expect(pages(page)).toContainText('Page 2 of 3');
    await page.reload();
    await expect(titles(page)).toHaveText(numbers(14, 5));
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/blogs?page=3');
    await expect(titles(page)).toHaveText([...numbers(4, 1), 'Undated']);
    await expect(page.getByRole('main').locator('time').first()).toHaveText('2024-01-04');
    await expect(pages(page).getByRole('link', { name: 'Next' })).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/blogs?page=2');
  });

  test('the Go box refuses what is no positive number, and opens the last page for larger ones', async ({
    page,
  }) => {
    await page.goto('/blogs?page=2');
    const box = page.getByLabel('Go to page');
    await box.fill('-3');
    await page.getByRole('button', { name: 'Go' }).click();
    expect(await box.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    await expect(box).toBeFocused();
    await box.fill('1');
    await box.press('Enter');
    await expect(page).toHaveURL('/blogs');
    await expect(titles(page)).toHaveText(numbers(24, 15));
    await box.fill('999');
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(page).toHaveURL('/blogs?page=3');
    await expect(titles(page)).toHaveCount(5);
    await expect(box).toHaveValue('');
  });

  test('Back leads to the previous page or else home, and Home to the blogs section there', async ({
    page,
  }) => {
    await page.goto('/blogs');
    await titles(page).last().scrollIntoViewIfNeeded();
    const position = await page.evaluate(() => scrollY);
    expect(position).toBeGreaterThan(0);
    await titles(page).last().getByRole('link').click();
    await expect(page).toHaveURL('/blogs/p15');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/blogs');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);

    await page.goto('about:blank');
    await page.goto('/blogs');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/blogs');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/#blogs');
    await expect(page.locator('#blogs')).toBeInViewport();
  });
});
