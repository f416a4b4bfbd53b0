// Needs: feeds
import { readDefaultContent } from 'fixtures/default-content';
import { postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

test.use({
  content: {
    ...Object.fromEntries(await readDefaultContent()),
    'posts/malaga.md': postFile({ title: 'Of Málaga', tags: ['Coast'], createdAt: '2021-01-01' }),
    'posts/secret.md': postFile({ title: 'Secret of Málaga', hidden: true }),
  },
});

test('posts are found by their words, even without JavaScript', async ({ page, browser, site }) => {
  await test.step('the form opens a page with the results', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
    const still = await plain.newPage();
    await still.goto('/blogs');
    await still.getByRole('searchbox', { name: 'Search posts' }).fill('malaga');
    await still.getByRole('button', { name: 'Search' }).click();
    await expect(still).toHaveURL('/blogs?q=malaga');
    await expect(still.getByRole('heading', { level: 1 })).toHaveText('Posts with “malaga”');
    await expect(still.getByRole('main').locator('mark')).toHaveText(['Málaga']);
    await plain.close();
  });

  await page.goto('/blogs?q=malaga');
  await expect(page.getByRole('main').locator('mark')).toHaveText(['Málaga']);
  await page.getByRole('link', { name: 'Of Málaga' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Of Málaga' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('main').locator('mark')).toHaveText(['Málaga']);

  await test.step('a key opens the search on every page, which finds posts while typing', async () => {
    await page.goto('/experiences');
    const dialog = page.getByRole('dialog', { name: 'Search posts' });
    // React listens to keys a moment after it has hydrated the page.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(dialog.getByRole('searchbox')).toBeFocused({ timeout: 1000 });
    }).toPass();
    await dialog.getByRole('searchbox').fill('mala');
    await expect(dialog.getByRole('link')).toHaveText([/^Of Málaga/, 'All results']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Of Málaga' })).toBeFocused();
    await expect(dialog).toBeHidden();
  });

  await test.step('so does the field, and Enter opens the page with all results', async () => {
    await page.goto('/blogs');
    await page.getByRole('main').getByRole('searchbox').click();
    const dialog = page.getByRole('dialog', { name: 'Search posts' });
    await dialog.getByRole('searchbox').fill('coast');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/blogs?q=coast');
    await expect(page.getByRole('link', { name: 'Of Málaga' })).toBeVisible();
  });
});
