import type { Page } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { givePhotos } from './support/give-files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

const PNG = { name: 'lighthouse.png', type: 'image/png' };

const subject = (site: Site): string => site.git('log', '-1', '--format=%s', 'main').trim();
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
const upload = async (page: Page, ...names: string[]) => {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: `image/${name.split('.').at(-1) ?? ''}`,
      buffer: Buffer.from(await samplePhoto(name)),
    })),
  );
  await page.getByLabel('Photos', { exact: true }).setInputFiles(files);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
};

test('photos are uploaded, each as a commit of its own, and listed', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
  await expectAccessible(page);
  await upload(page, 'lighthouse.png', 'dunes.webp');
  await expect(page.getByText('Uploaded')).toHaveCount(2);
  expect(site.commits()).toHaveLength(3);
  expect(subject(site)).toBe('Upload photo dunes.webp');
  const today = new Date().toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
  await expect(row(page, 'dunes.webp')).toContainText(today);
  await expect(row(page, 'dunes.webp')).toContainText(/\d\.\d (B|KB)/);
  const picture = row(page, 'lighthouse.png').locator('img');
  await expect(picture).toHaveAttribute('src', /^(http:\/\/[^/]+)?\/media\/.*signature=/);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
});

test('without a file one is asked for', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose a file to upload');
  await expect(page.getByLabel('Photos', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(site.commits()).toHaveLength(1);
});

test('photos can be dropped and pasted', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await givePhotos(page.getByLabel('Photos', { exact: true }), 'drop', [PNG]);
  await expect(row(page, 'lighthouse.png')).toBeVisible();
  await givePhotos(page.locator('main'), 'paste', [{ name: 'tide.gif', type: 'image/gif' }]);
  await expect(row(page, 'tide.gif')).toBeVisible();
  expect(subject(site)).toBe('Upload photo tide.gif');
});

test('what can not be uploaded is told in the server’s words', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'not-a-picture.png');
  await expect(page.getByRole('alert')).toHaveText(
    'Only PNG, JPEG, WebP, GIF, AVIF and SVG images can be uploaded',
  );
  await expectAccessible(page);
  expect(site.commits()).toHaveLength(1);
});

test('an upload that failed can be retried, one under way cancelled', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await page.route('**/api/uploads', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The store is down' }),
  );
  await upload(page, 'lighthouse.png');
  await expect(page.getByRole('alert')).toHaveText('The store is down');
  await page.unroute('**/api/uploads');
  await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
  await expect(row(page, 'lighthouse.png')).toBeVisible();

  await page.route('**/api/uploads', () => undefined);
  await upload(page, 'dunes.webp');
  await expect(page.getByRole('progressbar', { name: 'Upload of dunes.webp' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel dunes.webp' }).click();
  await expect(page.getByRole('progressbar')).toBeHidden();
  expect(site.commits()).toHaveLength(2);
});

test('errors without words are told by their status', async ({ page }) => {
  await page.route('**/api/admin/uploads*', (route) => route.fulfill({ status: 500, body: '' }));
  await openAsAdmin(page, '/admin/uploads');
  await expect(page.getByRole('alert')).toHaveText('Internal Server Error');
  await page.unroute('**/api/admin/uploads*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
});

test('the markdown of a photo is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png');
  const copy = row(page, 'lighthouse.png').getByRole('button', { name: 'Copy markdown' });
  await copy.click();
  await expect(page.getByText('Copied!')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^!\[lighthouse\.png\]\(\/photos\/[0-9A-Z]{26}\)$/,
  );
  await expect(page.getByText('Copied!')).toBeHidden();

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'));
  });
  await copy.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Unable to copy to clipboard — your browser may block it.',
  );
});

test('a photo is shown large', async ({ page }) => {
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png');
  await row(page, 'lighthouse.png').getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'lighthouse.png' });
  await expect(dialog.getByRole('img', { name: 'lighthouse.png' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a photo is deleted after a warning that names the posts that use it', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png', 'dunes.webp');
  await expect(page.getByText('Uploaded')).toHaveCount(2);
  const answer = await page.request.get('/api/admin/uploads');
  const { uploads } = (await answer.json()) as { uploads: { id: string; filename: string }[] };
  const id = uploads.find(({ filename }) => filename === 'lighthouse.png')?.id ?? '';
  await page.request.put('/api/posts', {
    data: [{ title: 'At the pier', content: `![](/photos/${id})` }],
  });

  await row(page, 'dunes.webp').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No post uses it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row(page, 'lighthouse.png').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['At the pier']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete photo' }).click();
  await expect(page.getByText('lighthouse.png deleted')).toBeVisible();
  await expect(row(page, 'lighthouse.png')).toHaveCount(0);
  expect(subject(site)).toBe('Delete photo lighthouse.png');
  expect(site.git('show', '--name-status', '--format=', 'main')).toMatch(/^D\tphotos\//);
});

test('a deletion that fails is told', async ({ page }) => {
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png');
  await page.route('**/api/admin/uploads/*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The store is down' }),
  );
  await row(page, 'lighthouse.png').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete photo' }).click();
  await expect(page.getByRole('alert')).toHaveText('The store is down');
  await expect(row(page, 'lighthouse.png')).toBeVisible();
});
