import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { pushElsewhere } from './support/push.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const TIDES = { title: 'Tides', createdAt: '2025-03-01', hidden: false };

test.use({
  content: {
    'site.json': '{\n  "title": "Ada",\n  "description": "Hers"\n}\n',
    'posts/tides.md': postFile(TIDES, 'The low tide comes'),
  },
});

test('readers see how a post was revised, unless the owner turns that off', async ({
  page,
  site,
}) => {
  const link = page.getByRole('link', { name: /^revised/ });
  const lines = page.getByRole('main').getByRole('list').getByRole('listitem');

  await test.step('a save and a push', async () => {
    await openAsAdmin(page, '/blogs/tides');
    await expect(page.getByRole('heading', { name: 'Tides', level: 1 })).toBeVisible();
    await expect(link).toHaveCount(0);
    const saved = { data: { title: 'Of tides', content: 'The high tide comes' } };
    expect((await page.request.put('/api/posts/tides', saved)).ok()).toBe(true);
    await pushElsewhere(site, {
      'posts/tides.md': postFile(
        { ...TIDES, updatedAt: '2025-04-02', title: 'Of tides', tags: ['Sea'] },
        'The high tide comes twice a day',
      ),
    });
    await expect(async () => {
      await page.goto('/blogs/tides');
      await expect(link).toHaveText('revised 2 April 2025', { timeout: 500 });
      await expect(page.getByText(/^Published 1 March 2025 ·/)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('contentinfo')).toContainText(/Posts changed 2 April 2025/);
  });

  await test.step('the page of revisions', async () => {
    await link.click();
    await expect(page).toHaveURL('/blogs/tides/revisions');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisions');
    await expect(lines).toHaveText([
      /Text: 3 words added.*Tags: added Sea$/,
      'Text: 3 words added',
      'Tags: added Sea',
      /Title: Tides → Of tides/,
      'Title: Tides → Of tides',
      'Text: 1 word added, 1 word removed',
    ]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Of tides' }).click();
    await expect(page).toHaveURL('/blogs/tides');
    await page.goBack();
    await expect(lines).toHaveCount(6);
  });

  await test.step('following a link to the post shows the same', async () => {
    await page.goto('/blogs');
    await page.getByRole('link', { name: 'Of tides' }).click();
    await expect(link).toBeVisible();
  });

  await test.step('turned off', async () => {
    await page.goto('/admin');
    await page.getByRole('switch', { name: 'Show readers the revisions of posts' }).uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Site metadata updated')).toBeVisible();
    expect(site.git('show', 'main:site.json')).toContain('"showRevisions": false');
    await page.reload();
    await expect(page.getByRole('switch', { name: /revisions/ })).not.toBeChecked();
    await page.goto('/blogs/tides');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of tides');
    await expect(link).toHaveCount(0);
    expect((await page.request.get('/blogs/tides/revisions')).status()).toBe(404);
  });
});
