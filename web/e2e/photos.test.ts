import type { Page } from '@playwright/test';
import { largePhoto } from 'fixtures/sample-files';
import { expectAccessible, expectApart, expectNoOverflow } from './support/accessibility.ts';
import { saveElsewhere } from './support/dashboard.ts';
import { expectLoaded, givePhotos, photoFile, PHOTO_SENT, PHOTO_STORED } from './support/files.ts';
import { holdRequests, loseResponses } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

const PNG = { name: 'lighthouse.png', mimeType: 'image/png' };

const row = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
const photosField = (page: Page) => page.getByLabel('Choose, drop or paste photos');
const upload = async (page: Page, ...names: string[]) => {
  await photosField(page).setInputFiles(await Promise.all(names.map((name) => photoFile(name))));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
};

test('photos are chosen, dropped and pasted, and then listed', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose a file to upload');
  await expect(photosField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(site.commits()).toHaveLength(1);

  await test.step('two are chosen, and listed', async () => {
    await upload(page, 'lighthouse.png', 'dunes.webp');
    await expect(page.getByText('Uploaded 2 photos')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(row(page, 'dunes.webp')).toContainText(/\w+ \d+, 20\d\d/);
    await expect(row(page, 'dunes.webp')).toContainText(/\d\.\d (B|KB)/);
    const picture = row(page, 'lighthouse.png').locator('img');
    await expect(picture).toHaveAttribute('src', /^\/photos\/\w+\/[0-9a-f]{12}-160\.webp$/);
    await expectLoaded(picture);
  });

  await givePhotos(photosField(page), 'drop', [{ name: 'tide.gif', mimeType: 'image/gif' }]);
  await expect(row(page, 'tide.gif')).toBeVisible();
  await givePhotos(page.locator('main'), 'paste', [PNG]);
  await expect(page.getByRole('row')).toHaveCount(5);
  await expect.poll(() => site.subject()).toMatch(/^Upload photo lighthouse-?\w*\.png$/);

  await givePhotos(photosField(page), 'drop', [{ ...PNG, mimeType: 'image/heic' }]);
  await expect(row(page, 'lighthouse.jpg')).toBeVisible();
  expect(site.subject()).toBe('Upload photo lighthouse.jpg');

  await test.step('large photos are resized, unless the original is kept', async () => {
    const buffer = Buffer.from(await largePhoto(3000, 1000));
    for (const [name, isKept, size] of [
      ['pier.jpg', false, '2560 × 853'],
      ['pier-original.jpg', true, '3000 × 1000'],
    ] as const) {
      await page.getByRole('checkbox', { name: 'Keep the originals' }).setChecked(isKept);
      await photosField(page).setInputFiles({ name, mimeType: 'image/jpeg', buffer });
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(row(page, name)).toContainText(size);
    }
    await expect(page.getByRole('checkbox', { name: 'Keep the originals' })).toBeChecked();
  });
});

test('a failed upload shows the server’s message, and can be retried', async ({ page, site }) => {
  await page.route('**/api/admin/uploads*', (route) => route.fulfill({ status: 500, body: '' }));
  await openAsAdmin(page, '/admin/uploads');
  await expect(page.getByRole('alert')).toHaveText('Internal Server Error');
  await page.unroute('**/api/admin/uploads*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();

  await givePhotos(photosField(page), 'drop', [{ name: 'boat.svg', mimeType: 'image/heic' }]);
  await expect(page.getByRole('alert')).toContainText('This browser can’t read HEIC photos.');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss boat.svg' }).click();

  await test.step('an upload fails, and is retried', async () => {
    await page.route(PHOTO_SENT, (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: 'The store is down' }),
    );
    await upload(page, 'lighthouse.png');
    await expect(page.getByRole('alert')).toHaveText('The store is down');
    await page.unroute(PHOTO_SENT);
    await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
    await expect(row(page, 'lighthouse.png')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
  });

  await page.route('**/api/admin/uploads/*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The store is down' }),
  );
  await row(page, 'lighthouse.png').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete photo' }).click();
  await expect(page.getByRole('alert')).toHaveText('The store is down');
  await expect(row(page, 'lighthouse.png')).toBeVisible();
});

test('a photo is stored once, even if the response is lost', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/uploads');
  await loseResponses(page, PHOTO_STORED);
  await upload(page, 'lighthouse.png', 'tide.gif');
  await expect(page.getByRole('alert')).toHaveText(
    Array<string>(2).fill('Upload failed. It may be stored all the same.'),
  );
  await expect(row(page, 'lighthouse.png')).toBeVisible();
  await page.unroute(PHOTO_STORED);
  await page.getByRole('button', { name: 'Dismiss tide.gif' }).click();
  await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  expect(site.commits()).toHaveLength(2);

  let drop = () => {};
  const cancelled = new Promise<void>((resolve) => (drop = resolve));
  await page.route(PHOTO_STORED, async (route) => {
    await route.fetch();
    await cancelled;
    await route.abort();
  });
  await upload(page, 'dunes.webp');
  await expect.poll(() => site.commits().length).toBe(3);
  await page.getByRole('button', { name: 'Cancel dunes.webp' }).click();
  drop();
  await expect(row(page, 'dunes.webp')).toBeVisible();
});

test("eleven photos make one commit, and a photo's metadata is edited", async ({ page, site }) => {
  const dialog = page.getByRole('dialog', { name: 'Edit' });

  await test.step('eleven files, one progress line, one commit', async () => {
    await openAsAdmin(page, '/admin/uploads');
    const file = await photoFile('lighthouse.png');
    await photosField(page).setInputFiles(
      Array.from({ length: 11 }, (_, n) => ({ ...file, name: `pier-${n + 1}.png` })),
    );
    const release = await holdRequests(page, PHOTO_SENT);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectApart(
        page.getByText('Uploading 11 photos…'),
        page.getByRole('progressbar', { name: 'All uploads' }),
        page.getByRole('button', { name: 'Cancel all' }),
      );
    }
    await expectNoOverflow(page, [390, 1280]);
    release();
    await expect(page.getByText('Uploaded 11 photos')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(12);
    await expect(row(page, 'pier-11.png')).toContainText('No alt text');
    expect(site.commits()).toHaveLength(2);
    expect(site.changedFiles()).toHaveLength(22);
  });

  const source = await row(page, 'pier-3.png').locator('img').getAttribute('src');
  const id = source?.split('/')[2] ?? '';
  const edit = (name: string) => row(page, name).getByRole('button', { name: 'Edit' }).click();

  await test.step('its name, texts and focal point make another commit', async () => {
    const content = `![](/photos/${id})`;
    await page.request.put('/api/posts', { data: [{ title: 'At the pier', content }] });
    await edit('pier-3.png');
    await expect(dialog.getByLabel('From the left: 50 %')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('File name').fill('Evening on the pier');
    await dialog.getByLabel('Alt text').fill('A lighthouse behind the pier');
    await dialog.getByLabel('Caption').fill('The pier, at dusk');
    const view = dialog.locator('img');
    const { width, height } = (await view.boundingBox())!;
    await view.click({ position: { x: width / 4, y: (height * 3) / 4 } });
    await expect(dialog.getByLabel('From the left: 25 %')).toBeVisible();
    await expect(dialog.getByLabel('From the top: 75 %')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    const renamed = row(page, 'Evening-on-the-pier.png');
    await expect(renamed).toContainText('Used in At the pier');
    await expect(renamed).not.toContainText('No alt text');
    await expect(renamed.locator('img')).toHaveCSS('object-position', '25% 75%');
    await expect(renamed.getByRole('button', { name: 'Edit' })).toBeFocused();
    expect(site.subject()).toBe('Update photo "pier-3.png": name, alt text, caption, focal point');
  });

  await test.step('no change makes no commit, and invalid file names are refused', async () => {
    const before = site.commits();
    await edit('Evening-on-the-pier.png');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await edit('Evening-on-the-pier.png');
    await dialog.getByLabel('File name').fill(' ');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a file name');
    await page.keyboard.press('Escape');
    expect(site.commits()).toEqual(before);
  });
});

test('photos are found, sorted, copied and deleted together', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png', 'dunes.webp', 'tide.gif');
  await expect(page.getByText('Uploaded 3 photos')).toBeVisible();

  await test.step('searched and sorted', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('DUNES');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByText('1 of 3 photos')).toBeVisible();
    await row(page, 'dunes.webp').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog').getByText('No post uses it.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByLabel('Sort by').selectOption('name');
    await expect(page.getByRole('row').nth(1)).toContainText('dunes.webp');
    await expectAccessible(page);
  });

  await test.step('as a grid, and copying two of them', async () => {
    await page.getByRole('button', { name: 'Grid' }).click();
    await expect(page.getByRole('table')).toBeHidden();
    await page.getByRole('button', { name: 'dunes.webp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy markdown' }).click();
    await expect(page.getByRole('dialog').getByText('Copied!')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('No post uses it.');
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select dunes.webp' }).check();
    await page.getByRole('checkbox', { name: 'Select tide.gif' }).check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Copy markdown of selected' }).click();
    await expectAccessible(page, { within: page.getByRole('list', { name: 'Uploads' }) });
  });

  await test.step('deleting several, naming the posts that use them', async () => {
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^!\[\]\(\/photos\/\w+\)\n!\[\]\(\/photos\/\w+\)$/);
    await page.request.put('/api/posts', { data: [{ title: 'At the pier', content: copied }] });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select dunes.webp' }).check();
    await page.getByRole('checkbox', { name: 'Select tide.gif' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 photos' });
    await expect(dialog.getByRole('listitem')).toHaveText(['At the pier']);
    await dialog.getByRole('button', { name: 'Delete photos' }).click();
    await expect(page.getByText('2 photos deleted')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    expect(site.changedFiles()).toHaveLength(4);
  });

  const photo = row(page, 'lighthouse.png');
  const markdown = await test.step('copying one, and a blocked clipboard', async () => {
    const copy = photo.getByRole('button', { name: 'Copy markdown' });
    await copy.click();
    await expect(page.getByText('Copied!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^!\[\]\(\/photos\/[0-9A-Z]{26}\)$/);
    await page.clock.fastForward(2000);
    await expect(page.getByText('Copied!')).toBeHidden();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'));
    });
    await copy.click();
    await expect(page.getByRole('alert')).toHaveText(/^Unable to copy to clipboard/);
    return text;
  });

  await test.step('deleting one, naming the posts and other texts that use it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    const posts = [{ title: 'On the pier', content: markdown }];
    await page.request.put('/api/posts', { data: posts });
    await saveElsewhere(page, { profile: { summary: markdown } });
    await photo.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText(['On the pier', 'Summary']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await photo.getByText('Used in 2 texts').click();
    const summary = page.getByRole('link', { name: 'Summary' });
    await expect(summary).toHaveAttribute('href', '/admin#narrative');
    await photo.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete photo' }).click();
    await expect(page.getByText('lighthouse.png deleted')).toBeVisible();
    await expect(photo).toHaveCount(0);
    expect(site.changedFiles()).toHaveLength(2);
  });
});
