import type { Page } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { givePhotos } from './support/give-files.ts';
import { postFile } from './support/blog.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const TIDES = postFile({ title: 'Tides', tags: ['Sea'] }, 'One\n\nTwo\n\nThree');

test.use({ content: { 'posts/tides.md': TIDES } });

const PNG = { name: 'lighthouse.png', type: 'image/png' };
const PENDING = 'A picture is not in the text yet.';

const content = (page: Page) => page.getByLabel('Content', { exact: true });
const select = (page: Page, start: number, end: number) =>
  content(page).evaluate(
    (area: HTMLTextAreaElement, range) => {
      area.focus();
      area.setSelectionRange(...range);
    },
    [start, end] as const,
  );
const subject = (site: Site): string => site.git('log', '-1', '--format=%s', 'main').trim();
const sessionDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

/** Holds uploads back until the function that it gives is called. */
const holdUploads = async (page: Page): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/uploads', async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

test('a picture is dropped, pasted or chosen, uploaded, and put into the text', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, '/admin/blogs/tides/edit');

  await test.step('dropped where the cursor is', async () => {
    await select(page, 3, 3);
    await givePhotos(content(page), 'drop', [PNG]);
    await expect(page.getByText('Uploaded')).toBeVisible();
    await expect(content(page)).toBeFocused();
    await page.getByLabel('Alt text').fill('A lighthouse');
    await page.keyboard.press('Enter');
    await expect(content(page)).toHaveValue(
      /^One\n\n!\[A lighthouse\]\(\/photos\/[0-9A-Z]{26}\)\n\nTwo/,
    );
    await expect(content(page)).toBeFocused();
    await expect(page.getByLabel('Alt text')).toBeHidden();
    expect(subject(site)).toBe('Upload photo lighthouse.png');
    expect(site.git('show', '--name-only', '--format=', 'main')).toMatch(/^photos\/.*lighthouse/);
  });

  await test.step('chosen among the photos', async () => {
    await content(page).fill('');
  });

  await test.step('chosen from the disk', async () => {
    await page.getByRole('button', { name: 'Insert image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert image' });
    await expect(dialog.locator('img')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'lighthouse.png' }).click();
    await expect(content(page)).toHaveValue(/^!\[lighthouse\.png\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('A lighthouse');
    await expect(content(page)).toHaveValue(/^!\[A lighthouse\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
    await content(page).fill('');

    await page.getByRole('button', { name: 'Insert image' }).click();
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Upload an image' }).click();
    const buffer = Buffer.from(await samplePhoto('dunes.webp'));
    await (await choosing).setFiles({ name: 'dunes.webp', mimeType: 'image/webp', buffer });
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Alt text')).toBeFocused();
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(content(page)).toHaveValue(/^!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
  });

  await test.step('pasted, after signing in again', async () => {
    await page.context().clearCookies();
    await givePhotos(content(page), 'paste', [{ name: 'tide.gif', type: 'image/gif' }]);
    await fillLogin(sessionDialog(page));
    await expect(page.getByText('Uploaded')).toBeVisible();
    expect(subject(site)).toBe('Upload photo tide.gif');
  });
});

test('an upload that failed can be retried, one under way cancelled, a wrong one is refused', async ({
  page,
  site,
}) => {
  await test.step('there are no photos to choose from yet', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await page.getByRole('button', { name: 'Insert image' }).click();
    await expect(page.getByText('There are no photos yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Insert image' })).toBeFocused();
  });

  await test.step('what is no picture is refused, by its type or by its bytes', async () => {
    await givePhotos(content(page), 'drop', [{ name: 'not-a-picture.png', type: 'text/plain' }]);
    await expect(page.getByRole('alert')).toContainText('Only PNG, JPEG, WebP, GIF, AVIF and SVG');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await givePhotos(content(page), 'drop', [{ name: 'not-a-picture.png', type: 'image/png' }]);
    await expect(page.getByRole('alert')).toContainText('Only PNG, JPEG, WebP, GIF, AVIF and SVG');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('an upload under way is cancelled', async () => {
    await page.route('**/api/uploads', () => undefined);
    await givePhotos(content(page), 'paste', [PNG]);
    await expect(page.getByRole('progressbar', { name: 'Upload of lighthouse.png' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel lighthouse.png' }).click();
    await expect(page.getByLabel('Alt text')).toBeHidden();
    await page.unroute('**/api/uploads');
  });

  await test.step('a failed upload is retried', async () => {
    await page.route('**/api/uploads', (route) => route.abort());
    await givePhotos(content(page), 'paste', [PNG]);
    await expect(page.getByRole('alert')).toHaveText('Upload failed');
    await expectAccessible(page);
    await page.unroute('**/api/uploads');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(content(page)).toHaveValue(/^!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
  });
});

test('a picture that is not in the text is unsaved, and keeps the editor open', async ({
  page,
  site,
}) => {
  const pending = page.getByText(PENDING, { exact: true });
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await openAsAdmin(page, '/admin/blogs/tides/edit');

  await test.step('leaving asks, whether it is still on its way or waits for Insert', async () => {
    const release = await holdUploads(page);
    await givePhotos(content(page), 'paste', [PNG]);
    await page.getByLabel('Alt text').fill('A lighthouse');
    await expect(pending).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(leaving).toContainText(`${PENDING} That is not kept when you leave.`);
    await expectAccessible(page);
    await leaving.getByRole('button', { name: 'Stay on this page' }).click();
    release();
    await expect(page.getByText('Uploaded')).toBeVisible();
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
  });

  await test.step('a save does not leave the editor, and says what is not in it', async () => {
    await page.getByLabel('Title').fill('Low tides');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(pending).toBeVisible();
    await page.waitForTimeout(1500);
    await expect(page.getByLabel('Alt text')).toHaveValue('A lighthouse');
    expect(subject(site)).toBe('Update post "Low tides"');
  });

  await test.step('put into the text, it is saved with it', async () => {
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(pending).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL('/admin/blogs');
    expect(site.git('show', 'main:posts/tides.md')).toContain('![A lighthouse](/photos/');
  });
});

test('a picture goes where it was pasted, and whoever types elsewhere types on', async ({
  page,
}) => {
  await openAsAdmin(page, '/admin/blogs/tides/edit');

  await test.step('while the tags are typed', async () => {
    const release = await holdUploads(page);
    await select(page, 3, 3);
    await givePhotos(content(page), 'paste', [PNG]);
    await page.keyboard.type(', typed on');
    await select(page, 0, 0);
    await page.keyboard.type('Before. ');
    await page.getByLabel('Alt text').fill('First');
    await page.keyboard.press('Enter');
    await page.getByLabel('Tags').fill('');
    await page.getByLabel('Tags').pressSequentially('one, tw');
    release();
    await expect(page.getByLabel('Alt text')).toBeHidden();
    await page.keyboard.type('o, three');
    await expect(page.getByLabel('Tags')).toHaveValue('one, two, three');
    await expect(content(page)).toHaveValue(
      /^Before\. One\n\n!\[First\]\(\/photos\/\w+\)\n\n, typed on\n\nTwo\n\nThree$/,
    );
  });

  await test.step('while the text itself is typed, and undo takes it back', async () => {
    await content(page).fill('One\n\nTwo\n\nThree');
    await page.unroute('**/api/uploads');
    const release = await holdUploads(page);
    await select(page, 3, 3);
    await givePhotos(content(page), 'paste', [PNG]);
    await page.getByLabel('Alt text').fill('Second');
    await page.keyboard.press('Enter');
    await select(page, 8, 8);
    await page.keyboard.type(', fo');
    release();
    await expect(page.getByLabel('Alt text')).toBeHidden();
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('ur');
    await expect(content(page)).toHaveValue(
      /^One\n\n!\[Second\]\(\/photos\/\w+\)\n\nTwo, four\n\nThree$/,
    );
    for (const _ of ['r', 'u', 'the picture']) await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue('One\n\nTwo, fo\n\nThree');
  });
});
