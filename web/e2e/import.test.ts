import type { Page } from '@playwright/test';
import { listSampleImports, sampleImport } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

const choose = async (page: Page, names: readonly string[]) => {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: 'text/markdown',
      buffer: Buffer.from(await sampleImport(name)),
    })),
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload .md files' }).click();
  await (await chooser).setFiles(files);
};

const send = (page: Page) =>
  page.getByRole('button', { name: 'Import selected .md files' }).click();

test('chosen files are named, at most ten, and can be given up', async ({ page, site }) => {
  const names = await listSampleImports();
  await openAsAdmin(page, '/admin/blogs');
  await choose(page, names);
  const list = page.getByRole('list', { name: 'Chosen files' });
  await expect(list.getByRole('listitem')).toHaveText([...names.slice(0, 10), 'and more…']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(list).toBeHidden();
  await choose(page, names.slice(0, 10));
  await expect(list.getByRole('listitem')).toHaveText(names.slice(0, 10));
  expect(site.commits()).toHaveLength(1);
});

test('good files become posts in one commit, and the list shows them', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs');
  await choose(page, ['astro-first-frost.md', 'hugo-a-week-of-tides.md']);
  await send(page);
  await expect(page.getByText('Imported 2 posts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A week of tides' })).toBeVisible();
  await expect(page.getByText('Upload errors')).toBeHidden();
  await expect(page.getByRole('list', { name: 'Chosen files' })).toBeHidden();
  expect(site.git('log', '-1', '--format=%s', 'main').trim()).toBe('Import 2 posts');
  expect(site.git('show', '--name-status', '--format=', 'main').trim().split('\n')).toEqual([
    'A\tposts/astro-first-frost.md',
    'A\tposts/hugo-a-week-of-tides.md',
  ]);
});

test('bad files are told beside the good ones', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs');
  await choose(page, ['heading-only.md', 'latin1.md', 'empty.md']);
  await send(page);
  await expect(page.getByText(/^Imported 1 post/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Upload errors' })).toBeVisible();
  await expect(page.getByText('latin1.md: The file is not UTF-8 text')).toBeVisible();
  await expect(page.getByText('empty.md: The file has no content')).toBeVisible();
  await expectAccessible(page);
  expect(site.commits()).toHaveLength(2);
});

test('an import of bad files only fails, with the reason of each', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs');
  await choose(page, ['empty.md']);
  await send(page);
  await expect(page.getByRole('alert')).toHaveText('None of the files could be imported');
  await expect(page.getByText('empty.md: The file has no content')).toBeVisible();
  expect(site.commits()).toHaveLength(1);
});

test('a server that can not be reached is an upload that failed', async ({ page }) => {
  await openAsAdmin(page, '/admin/blogs');
  await page.route('**/api/admin/posts/upload', (route) => route.abort());
  await choose(page, ['heading-only.md']);
  await send(page);
  await expect(page.getByRole('alert')).toHaveText('Upload failed');
  await page.unroute('**/api/admin/posts/upload');
  await send(page);
  await expect(page.getByText(/^Imported 1 post/)).toBeVisible();
});

for (const [answer, message] of [
  [{ saved: [{}, {}, {}] }, 'Imported 3 posts'],
  [{}, 'Imported 2 posts'],
] as const) {
  test(`an answer with ${Object.keys(answer).join() || 'nothing'} says “${message}”`, async ({
    page,
  }) => {
    await openAsAdmin(page, '/admin/blogs');
    await page.route('**/api/admin/posts/upload', (route) => route.fulfill({ json: answer }));
    await choose(page, ['heading-only.md', 'crlf.md']);
    await send(page);
    await expect(page.getByText(message)).toBeVisible();
  });
}
