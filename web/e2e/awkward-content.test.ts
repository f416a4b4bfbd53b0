import { readAwkwardContent } from 'fixtures/awkward-content';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const files = await readAwkwardContent();
const posts = [...files.keys()].filter((path) => path.startsWith('posts/'));

test.use({ content: Object.fromEntries(files) });

const PUBLIC_PAGES = ['/', '/blogs', '/blogs?page=2', '/experiences', '/blogs/tags/c%23'];
const ADMIN_PAGES = {
  'profile and files': ['/admin', '/admin/experiences', '/admin/uploads'],
  posts: ['/admin/blogs', '/admin/blogs/long-title', '/admin/blogs/long-title/edit'],
};

test('visitors can use pages with awkward content', async ({ page }) => {
  for (const path of PUBLIC_PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expectAccessible(page);
    });
  }
});

test('visitors can read awkward posts on a narrow screen', async ({ page }) => {
  for (const path of posts) {
    const address = `/blogs/${path.slice('posts/'.length, -'.md'.length)}`;
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoOverflow(page, [320]);
    });
  }
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/blogs/rtl');
  await expect(title).toHaveCSS('direction', 'rtl');
  await expect(page.locator('.prose p').first()).toHaveCSS('direction', 'rtl');
});

for (const [name, paths] of Object.entries(ADMIN_PAGES)) {
  test(`the administrator can work on awkward ${name}`, async ({ page }) => {
    await openAsAdmin(page);
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, { inEachTheme: true });
      });
    }
  });
}
