import { manyPosts, postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => `Post ${from - index}`);

const ODD_TAGS = ['C#', '100%', 'CI/CD', 'a?b', 'العربية'];
const UNDATED = postFile({ title: 'Undated', tags: ODD_TAGS });

test.use({ content: { ...manyPosts(24), 'posts/undated.md': UNDATED } });

test('the list has pages of their own addresses, a Go box and ways back', async ({ page }) => {
  const main = page.getByRole('main');
  const titles = main.getByRole('heading', { level: 2 });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const scrollPosition = () => page.evaluate(() => scrollY);

  await test.step('a page survives reloading and going back', async () => {
    await page.goto('/blogs');
    await expect(titles).toHaveText(numbers(24, 15));
    await pages.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/blogs?page=2');
    await expect(titles).toHaveText(numbers(14, 5));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(/^Blogs, page 2 /);
    await page.reload();
    await expect(titles).toHaveText(numbers(14, 5));
    await pages.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/blogs?page=3');
    await expect(titles).toHaveText([...numbers(4, 1), 'Undated']);
    await expect(main.locator('time').first()).toHaveText('2024-01-04');
    await page.goBack();
    await expect(page).toHaveURL('/blogs?page=2');
  });

  await test.step('the Go box refuses what is no positive number, and opens the last page for larger ones', async () => {
    const box = page.getByLabel('Go to page');
    await box.fill('-3');
    await page.getByRole('button', { name: 'Go' }).click();
    expect(await box.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    await expect(box).toBeFocused();
    await box.fill('999');
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(page).toHaveURL('/blogs?page=3');
    await expect(box).toHaveValue('');
    await box.fill('1');
    await box.press('Enter');
    await expect(page).toHaveURL('/blogs');
    await expect(titles).toHaveText(numbers(24, 15));
  });

  await test.step('Back leads to the previous page or else home, and Home to the blogs section there', async () => {
    await titles.last().scrollIntoViewIfNeeded();
    const position = await scrollPosition();
    expect(position).toBeGreaterThan(0);
    await titles.last().getByRole('link').click();
    await expect(page).toHaveURL('/blogs/p15');
    await expect.poll(scrollPosition).toBe(0);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/blogs');
    await expect.poll(scrollPosition).toBe(position);
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

test('tags with any characters link from a post to their page and back', async ({ page }) => {
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await page.goto('/blogs/undated');
  for (const tag of ODD_TAGS) {
    await page.getByRole('link', { name: tag, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Posts tagged “${tag}”`);
    await expect(titles).toHaveText(['Undated']);
    await page.reload();
    await expect(titles).toHaveText(['Undated']);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/blogs/undated');
  }
});
