import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { EXTREME, manyPosts, postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const ODD_TAGS = ['C#', 'C++', '100%', 'CI/CD', 'R&D', 'a?b', 'naïve', 'العربية', 'say "hi"'];

test.use({
  content: {
    ...manyPosts(12, ['Common']),
    'posts/a.md': postFile({ title: 'A', tags: ['Graph Theory'], createdAt: '2020-01-01' }),
    'posts/b.md': postFile({ title: 'B', tags: ['graph theory', 'Solo'], createdAt: '2020-01-02' }),
    'posts/c.md': postFile({ title: 'C', tags: ['Graphs', ...ODD_TAGS] }),
    'posts/d.md': postFile({ title: 'D', tags: ['Graph theory', 'Secret'], hidden: true }),
    'posts/word.md': postFile({ title: 'Word', tags: [EXTREME.word] }),
  },
});

test("a tag's page counts and lists the visible posts with the tag, ignoring case", async ({
  page,
}) => {
  await page.goto('/blogs/tags/GRAPH%20theory');
  await expect(heading(page)).toHaveText('Posts tagged “graph theory”');
  await expect(page.getByText('There are 2 posts with this tag.')).toBeVisible();
  await expect(titles(page)).toHaveText(['B', 'A']);
  await page.goto('/blogs/tags/%20solo%20');
  await expect(heading(page)).toHaveText('Posts tagged “Solo”');
  await expect(page.getByText('There is 1 post with this tag.')).toBeVisible();
  await page.getByRole('link', { name: 'All blogs' }).click();
  await expect(page).toHaveURL('/blogs');
  await expect(heading(page)).toBeFocused();

  await page.goto('/blogs/tags/common');
  await expect(page.getByText('There are 12 posts with this tag.')).toBeVisible();
  await expect(titles(page)).toHaveCount(10);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/blogs/tags/common?page=2');
  await expect(titles(page)).toHaveText(['Post 2', 'Post 1']);
});

test('a message says that no post has the tag, even if hidden ones do', async ({ page }) => {
  for (const tag of ['nothing', 'secret']) {
    await page.goto(`/blogs/tags/${tag}`);
    await expect(heading(page)).toHaveText(`Posts tagged “${tag}”`);
    await expect(page.getByText(`No posts currently use the tag “${tag}”.`)).toBeVisible();
    await expect(titles(page)).toHaveCount(0);
  }
  await expectAccessible(page);
  await page.goto(`/blogs/tags/${encodeURIComponent(EXTREME.word)}`);
  await expect(titles(page)).toHaveText(['Word']);
  await expectNoOverflow(page, [320, 1280]);
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
});
