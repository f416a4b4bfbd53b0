import { postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const ODD_TAGS = ['C#', '100%', 'CI/CD', 'a?b', 'العربية'];

test.use({ content: { 'posts/c.md': postFile({ title: 'C', tags: ['Graphs', ...ODD_TAGS] }) } });

test('tags with any characters link from a post to their page and back', async ({ page }) => {
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await page.goto('/blogs/c');
  for (const tag of ODD_TAGS) {
    await page.getByRole('link', { name: tag, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Posts tagged “${tag}”`);
    await expect(titles).toHaveText(['C']);
    await page.reload();
    await expect(titles).toHaveText(['C']);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/blogs/c');
  }
});
