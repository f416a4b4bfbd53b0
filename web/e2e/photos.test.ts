import type { Page } from '@playwright/test';
import type { ContentResponse } from 'content-schema';
import { largePhoto, samplePhoto } from 'fixtures/sample-files';
import { expectAccessible, expectApart, expectNoOverflow } from './support/accessibility.ts';
import { givePhotos, PHOTO_SENT, PHOTO_STORED } from './support/give-files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

test.use({ content: { 'site.json': '{"title": "Empty"}\n' } });

const PNG = { name: 'lighthouse.png', type: 'image/png' };

const subject = (site: Site): string => site.git('log', '-1', '--format=%s', 'main').trim();
const row = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
const upload = async (page: Page, ...names: string[]) => {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mimeType: `image/${name.split('.').at(-1) ?? ''}`,
      buffer: Buffer.from(await samplePhoto(name)),
    })),
  );
  await page.getByLabel('Choose, drop or paste photos').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
};

test('photos are chosen, dropped and pasted, and then listed instead of their uploads', async ({
  page,
  site,
}) => {
  await test.step('a file must be chosen', async () => {
    await openAsAdmin(page, '/admin/uploads');
    await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Please choose a file to upload');
    await expect(page.getByLabel('Choose, drop or paste photos')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expectAccessible(page);
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('two are chosen, and listed', async () => {
    await upload(page, 'lighthouse.png', 'dunes.webp');
    await expect(page.getByText('Uploaded 2 photos')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(3);
    const today = new Date().toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    });
    await expect(row(page, 'dunes.webp')).toContainText(today);
    await expect(row(page, 'dunes.webp')).toContainText(/\d\.\d (B|KB)/);
    const picture = row(page, 'lighthouse.png').locator('img');
    await expect(picture).toHaveAttribute('src', /^\/photos\/\w+\?w=160$/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  await test.step('others are dropped and pasted', async () => {
    const drop = page.getByLabel('Choose, drop or paste photos');
    await givePhotos(drop, 'drop', [{ name: 'tide.gif', type: 'image/gif' }]);
    await expect(row(page, 'tide.gif')).toBeVisible();
    await givePhotos(page.locator('main'), 'paste', [PNG]);
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect.poll(() => subject(site)).toMatch(/^Upload photo lighthouse-?\w*\.png$/);
  });

  await test.step('a HEIC photo that the browser can read is uploaded as JPEG', async () => {
    const drop = page.getByLabel('Choose, drop or paste photos');
    await givePhotos(drop, 'drop', [{ name: 'lighthouse.png', type: 'image/heic' }]);
    await expect(row(page, 'lighthouse.jpg')).toBeVisible();
    expect(subject(site)).toBe('Upload photo lighthouse.jpg');
  });

  await test.step('large photos are resized, unless the original is kept', async () => {
    const buffer = Buffer.from(await largePhoto(3000, 1000));
    for (const [name, isKept, size] of [
      ['pier.jpg', false, '2560 × 853'],
      ['pier-original.jpg', true, '3000 × 1000'],
    ] as const) {
      await page.getByRole('checkbox', { name: 'Keep the originals' }).setChecked(isKept);
      const choice = page.getByLabel('Choose, drop or paste photos');
      await choice.setInputFiles({ name, mimeType: 'image/jpeg', buffer });
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(row(page, name)).toContainText(size);
    }
    await expect(page.getByRole('checkbox', { name: 'Keep the originals' })).toBeChecked();
  });
});

test('a failed upload shows the server’s message, and can be retried', async ({ page, site }) => {
  await test.step('the list fails to load', async () => {
    await page.route('**/api/admin/uploads*', (route) => route.fulfill({ status: 500, body: '' }));
    await openAsAdmin(page, '/admin/uploads');
    await expect(page.getByRole('alert')).toHaveText('Internal Server Error');
    await page.unroute('**/api/admin/uploads*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No photos have been uploaded yet.')).toBeVisible();
  });

  await test.step('a file is refused', async () => {
    await upload(page, 'not-a-picture.png');
    await expect(page.getByRole('alert')).toHaveText(
      'Only PNG, JPEG, WebP, GIF, AVIF and SVG images can be uploaded',
    );
    await page.getByRole('button', { name: 'Dismiss not-a-picture.png' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    expect(site.commits()).toHaveLength(1);
    const photos = page.getByLabel('Choose, drop or paste photos');
    await givePhotos(photos, 'drop', [{ name: 'boat.svg', type: 'image/heic' }]);
    await expect(page.getByRole('alert')).toContainText('This browser can’t read HEIC photos.');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
    await page.getByRole('button', { name: 'Dismiss boat.svg' }).click();
  });

  await test.step('an upload is cancelled', async () => {
    await page.route(PHOTO_SENT, () => undefined);
    await upload(page, 'dunes.webp');
    await expect(page.getByRole('progressbar', { name: 'Upload of dunes.webp' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel dunes.webp' }).click();
    await expect(page.getByRole('progressbar')).toBeHidden();
    await page.unroute(PHOTO_SENT);
  });

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

  await test.step('deleting fails', async () => {
    await page.route('**/api/admin/uploads/*', (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: 'The store is down' }),
    );
    await row(page, 'lighthouse.png').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete photo' }).click();
    await expect(page.getByRole('alert')).toHaveText('The store is down');
    await expect(row(page, 'lighthouse.png')).toBeVisible();
  });
});

test('a photo is copied as Markdown, shown enlarged, and deleted with a warning', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png', 'dunes.webp');

  const markdown = await test.step('copying, and a blocked clipboard', async () => {
    const copy = row(page, 'lighthouse.png').getByRole('button', { name: 'Copy markdown' });
    await copy.click();
    await expect(page.getByText('Copied!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^!\[\]\(\/photos\/[0-9A-Z]{26}\)$/);
    await expect(page.getByText('Copied!')).toBeHidden();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('blocked'));
    });
    await copy.click();
    await expect(page.getByRole('alert')).toHaveText(
      'Unable to copy to clipboard — your browser may block it.',
    );
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve();
    });
    await copy.click();
    await expect(page.getByRole('alert')).toBeHidden();
    return text;
  });

  await test.step('showing it enlarged', async () => {
    await row(page, 'lighthouse.png').getByRole('button', { name: 'Preview' }).click();
    const large = page.getByRole('dialog', { name: 'lighthouse.png' });
    await expect(large.getByRole('img', { name: 'lighthouse.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
  });

  await test.step('deleting names the posts and other texts that use it', async () => {
    await expect(page.getByText('Uploaded 2 photos')).toBeVisible();
    const posts = [{ title: 'At the pier', content: markdown }];
    await page.request.put('/api/posts', { data: posts });
    const { profile } = (await (await page.request.get('/api/content')).json()) as ContentResponse;
    await page.request.put('/api/profile', { data: { ...profile, summary: markdown } });
    await row(page, 'dunes.webp').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await expect(dialog.getByText('No post uses it.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'lighthouse.png').getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText(['At the pier', 'Summary']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await row(page, 'lighthouse.png').getByText('Used in 2 texts').click();
    await expect(page.getByRole('link', { name: 'Summary' })).toHaveAttribute(
      'href',
      '/admin#narrative',
    );
    await row(page, 'lighthouse.png').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete photo' }).click();
    await expect(page.getByText('lighthouse.png deleted')).toBeVisible();
    await expect(row(page, 'lighthouse.png')).toHaveCount(0);
    expect(subject(site)).toBe('Delete photo lighthouse.png');
    expect(site.git('show', '--name-status', '--format=', 'main')).toMatch(
      /^D\tphotos\/([0-9A-Z]{26})\/lighthouse\.png\nD\tphotos\/\1\/photo\.json\n$/,
    );
  });
});

test('a photo is stored once, even if the response is lost or cancelled', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, '/admin/uploads');
  await test.step('a lost response, and a retry', async () => {
    await page.route(PHOTO_STORED, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await upload(page, 'lighthouse.png', 'tide.gif');
    await expect(page.getByRole('alert')).toHaveText(
      Array<string>(2).fill('Upload failed. It may be stored all the same.'),
    );
    await expect(row(page, 'lighthouse.png')).toBeVisible();
    await page.unroute(PHOTO_STORED);
    await page.getByRole('button', { name: 'Dismiss tide.gif' }).click();
    await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(row(page, 'lighthouse.png')).toHaveCount(1);
    await expect(row(page, 'tide.gif')).toHaveCount(1);
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('photos that are stored despite Cancel appear in the list', async () => {
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
});

test("eleven photos make one commit, and a photo's metadata is edited and shown wherever it is used", async ({
  page,
  site,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  const changed = () => site.git('show', '--name-status', '--format=%s', 'main').trim().split('\n');

  await test.step('eleven files, one progress line, one commit', async () => {
    await openAsAdmin(page, '/admin/uploads');
    const buffer = Buffer.from(await samplePhoto('lighthouse.png'));
    await page.getByLabel('Choose, drop or paste photos').setInputFiles(
      Array.from({ length: 11 }, (_, n) => ({
        name: `pier-${n + 1}.png`,
        mimeType: 'image/png',
        buffer,
      })),
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(PHOTO_SENT, async (route) => {
      await released;
      await route.continue();
    });
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
    const [uploaded, ...files] = changed();
    expect(uploaded).toBe('Upload 11 photos');
    expect(files.filter((line) => line.startsWith('A\t'))).toHaveLength(22);
  });

  const source = await row(page, 'pier-3.png').locator('img').getAttribute('src');
  const id = source?.replace(/\?.*/, '').split('/').at(-1) ?? '';
  const edit = (name: string) => row(page, name).getByRole('button', { name: 'Edit' }).click();

  await test.step('its name, texts and focal point make another commit', async () => {
    const content = `![](/photos/${id})\n\n![Ours](/photos/${id} "By night")`;
    await page.request.put('/api/posts', { data: [{ title: 'At the pier', content }] });
    await edit('pier-3.png');
    await expect(dialog.getByLabel('From the left: 50 %')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('File name').fill('Evening on the pier');
    await dialog.getByLabel('Alt text').fill('A lighthouse behind the pier');
    await dialog.getByLabel('Caption').fill('The pier, at dusk');
    const view = dialog.locator('img');
    const box = await view.boundingBox();
    await page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) / 4,
      (box?.y ?? 0) + ((box?.height ?? 0) * 3) / 4,
    );
    await expect(dialog.getByLabel('From the left: 25 %')).toBeVisible();
    await expect(dialog.getByLabel('From the top: 75 %')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Evening-on-the-pier.png')).toContainText('Used in At the pier');
    await expect(row(page, 'Evening-on-the-pier.png')).not.toContainText('No alt text');
    const thumbnail = row(page, 'Evening-on-the-pier.png').locator('img');
    await expect(thumbnail).toHaveCSS('object-position', '25% 75%');
    await expect(
      row(page, 'Evening-on-the-pier.png').getByRole('button', { name: 'Edit' }),
    ).toBeFocused();
    expect(changed()).toEqual([
      'Update photo "pier-3.png": name, alt text, caption, focal point',
      '',
      `R100\tphotos/${id}/pier-3.png\tphotos/${id}/Evening-on-the-pier.png`,
      `M\tphotos/${id}/photo.json`,
    ]);
    expect(JSON.parse(site.git('show', `main:photos/${id}/photo.json`))).toMatchObject({
      alt: 'A lighthouse behind the pier',
      caption: 'The pier, at dusk',
      focus: { x: 0.25, y: 0.75 },
    });
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

  await test.step('the picker finds it by its new alt text, and inserts that', async () => {
    await page.goto('/admin/blogs/new');
    await page.getByRole('button', { name: 'Insert image' }).click();
    const picker = page.getByRole('dialog', { name: 'Insert image' });
    await expect(picker.getByRole('listitem')).toHaveCount(11);
    await picker.getByRole('searchbox', { name: 'Search' }).fill('dusk evening');
    await expect(picker.getByRole('listitem')).toHaveText(['Evening-on-the-pier.png']);
    await picker.getByRole('listitem').getByRole('button').click();
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue(
      `![A lighthouse behind the pier](/photos/${id})\n\n`,
    );
  });

  await test.step('visitors see the alt text, unless the text has its own', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'At the pier' }).first().click();
    const figures = page.locator('figure.picture');
    await expect(figures.locator('figcaption')).toHaveText(['The pier, at dusk', 'By night']);
    await expect(figures.first().getByRole('img')).toHaveAttribute(
      'alt',
      'A lighthouse behind the pier',
    );
    await expect(figures.last().getByRole('img')).toHaveAttribute('alt', 'Ours');
  });
});

test('photos are searched, sorted, shown as a grid, and copied and deleted together', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsAdmin(page, '/admin/uploads');
  await upload(page, 'lighthouse.png', 'dunes.webp', 'tide.gif');
  await expect(page.getByText('Uploaded 3 photos')).toBeVisible();
  const names = () => page.getByRole('row').getByRole('cell').nth(1);

  await test.step('searched and sorted', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('DUNES');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(names()).toContainText('dunes.webp');
    await expect(page.getByText('1 of 3 photos')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByLabel('Sort by').selectOption('name');
    await expect(page.getByRole('row').nth(1)).toContainText('dunes.webp');
    await expect(page.getByRole('row').nth(3)).toContainText('tide.gif');
    await expectAccessible(page);
  });

  await test.step('as a grid, and copying two of them', async () => {
    await page.getByRole('button', { name: 'Grid' }).click();
    await expect(page.getByRole('table')).toBeHidden();
    await page.getByRole('checkbox', { name: 'Select dunes.webp' }).check();
    await page.getByRole('checkbox', { name: 'Select tide.gif' }).check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Copy markdown of selected' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^!\[\]\(\/photos\/\w+\)\n!\[\]\(\/photos\/\w+\)$/);
    await expectAccessible(page);
  });

  await test.step('deleting several, naming the posts that use them', async () => {
    const copied = await page.evaluate(() => navigator.clipboard.readText());
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
    expect(subject(site)).toBe('Delete 2 photos');
    expect(site.git('show', '--name-only', '--format=', 'main').trim().split('\n')).toHaveLength(4);
  });
});
