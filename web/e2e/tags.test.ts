import type { Page } from '@playwright/test';
import { expectNoOverflow } from './support/accessibility.ts';
import { EXTREME, postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const ODD_TAGS = ['C#', '100%', 'CI/CD', 'a?b', 'العربية'];

test.use({
  content: {
    'posts/c.md': postFile({ title: 'C', tags: ['Graphs', ...ODD_TAGS] }),
    'posts/word.md': postFile({ title: 'Word', tags: [EXTREME.word] }),
  },
});

test('tags with any characters link from a post to their page and back', async ({ page }) => {
  await page.goto('/blogs/c');
  for (const tag of ODD_TAGS) {
    await page.getByRole('link', { name: tag, exact: true }).click();
    await expect(heading(page)).toHaveText(`Posts tagged “${tag}”`);
    await expect(titles(page)).toHaveText(['C']);
    await page.reload();
    await expect(titles(page)).toHaveText(['C']);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/blogs/c');
  }
  await page.goto(`/blogs/tags/${encodeURIComponent(EXTREME.word)}`);
  await expect(titles(page)).toHaveText(['Word']);
  await expectNoOverflow(page, [320, 1280]);
});
