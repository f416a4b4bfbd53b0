import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({
  content: {
    'profile.json': '{\n  "name": "Ada"\n}\n',
    'posts/tides.md': postFile({ title: 'Tides', tags: ['sea'] }),
    'pages/imprint.md': '---\ntitle: Imprint\norder: 2\n---\n\nAda, Street 1\n',
  },
});

test('a page is written, shown in the footer and the header, and moved', async ({ page, site }) => {
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const footer = page.getByRole('contentinfo');

  await test.step('the list of posts leads to that of pages', async () => {
    await openAsAdmin(page, '/admin/blogs');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Tides']);
    await link('Pages').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Imprint']);
    await expect(page.getByRole('status').filter({ hasText: '1 page' })).toBeVisible();
    await link('Write a page').click();
  });

  await test.step('the form has no tags, and rejects an address of the site', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New page');
    await page.getByLabel('Title', { exact: true }).fill('Blogs');
    await page.getByLabel('Content', { exact: true }).fill('I am **Ada**.');
    await expect(page.getByLabel('Tags')).toHaveCount(0);
    await page.getByText(/ · change$/).click();
    await page.getByLabel('Address').fill('blogs');
    await page.getByRole('button', { name: 'Create page' }).click();
    await expect(page.getByText('This id is an address of the site').first()).toBeVisible();
    await page.getByLabel('Address').fill('about');
    await page.getByLabel('Title', { exact: true }).fill('About me');
    await page.getByLabel('Show in the header').check();
    await page.getByLabel('Position among the pages').fill('1');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create page' }).click();
    await expect(page).toHaveURL(/\/admin\/pages$/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['About me', 'Imprint']);
    expect(site.file('pages/about.md')).toMatch(
      /title: About me\n.*order: 1\nheader: true\n---\n\nI am \*\*Ada\*\*\.\n$/s,
    );
  });

  await test.step('visitors find it in the footer and the header', async () => {
    await page.goto('/');
    await expect(footer.getByRole('link').filter({ hasText: /About|Imprint/ })).toHaveText([
      'About me',
      'Imprint',
    ]);
    await footer.getByRole('link', { name: 'Imprint' }).click();
    await expect(page.getByText('Ada, Street 1')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'About me' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About me');
    await expect(page.getByText('I am Ada.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('I am Ada.')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 390, 768, 1280]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(footer.getByRole('link', { name: 'About me' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'About me' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('it moves to another address, and unknown addresses lead home', async () => {
    await page.goto('/admin/blogs/page%3Aabout/edit');
    await page.getByRole('button', { name: 'Change address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('me');
    await dialog.getByRole('button', { name: 'Move page' }).click();
    await expect(page.getByText('moved to /me')).toBeVisible();
    await page.goto('/about');
    await expect(page).toHaveURL(/\/me$/);
    await page.goto('/nothing');
    await expect(page).toHaveURL(`${site.url}/`);
  });
});
