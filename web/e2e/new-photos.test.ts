// Needs: history
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { putRecord, readRecords } from './support/browser-storage.ts';
import { chooseFiles, expectLoaded, givePhotos, photoFile, PHOTO_SENT } from './support/files.ts';
import {
  content,
  saveAndReturn,
  saveInPlace,
  savePost,
  selectText,
  selection,
} from './support/post-form.ts';
import { holdRequests } from './support/requests.ts';
import { endSession, fillLogin, openAsAdmin, sessionDialog } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const EDIT = '/admin/blogs/tides/edit';
const TIDES = postFile({ title: 'Tides', tags: ['Sea'] }, 'One\n\nTwo\n\nThree');

test.use({ content: { 'posts/tides.md': TIDES } });

const PNG = { name: 'lighthouse.png', mimeType: 'image/png' };

const panel = (page: Page) => page.getByRole('region', { name: 'Pictures' });
const alt = (page: Page) => page.getByLabel('Alt text');
const storedPost = (site: Site): string => site.file('posts/tides.md');
const files = (site: Site): string => site.git('ls-tree', '-r', '--name-only', 'main');
const drafts = async (page: Page) => (await readRecords(page)).drafts;
const unsavedPhotos = async (page: Page) => (await readRecords(page)).photos;
const holdUploads = (page: Page) => holdRequests(page, PHOTO_SENT);

test('a picture is in the text at once, and saved with it', async ({ page, site }) => {
  await openAsAdmin(page, EDIT);

  await test.step('dropped at the caret, and described', async () => {
    const release = await holdUploads(page);
    await selectText(page, 3, 3);
    await givePhotos(content(page), 'drop', [PNG]);
    await expect(content(page)).toHaveValue(
      /^One\n\n!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\nTwo\n\nThree$/,
    );
    await expect(content(page)).toBeFocused();
    await expect(panel(page).locator('img')).toHaveAttribute('src', /^blob:/);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' }).locator('img');
    await expect(preview).toHaveAttribute('src', /^blob:/);
    await expectLoaded(preview);
    await page.getByRole('button', { name: 'Close preview' }).click();
    release();
    await expect(panel(page).getByText('Uploaded')).toBeVisible();
    await expect(page.getByText('1 picture has no description')).toBeVisible();
    await expectAccessible(page, { within: panel(page) });
    await alt(page).fill('A lighthouse');
    await alt(page).press('Enter');
    await expect(content(page)).toHaveValue(/^One\n\n!\[A lighthouse\]\(\/photos\/\w+\)\n\nTwo/);
    await expect(content(page)).toBeFocused();
    await expect(page.getByText('has no description')).toBeHidden();
    expect(site.commits()).toHaveLength(1);
    await page.getByRole('button', { name: 'Dismiss lighthouse.png' }).click();
    await expect(panel(page)).toBeHidden();
  });

  await test.step('saved in one commit with its description, which one undo takes back', async () => {
    await saveInPlace(page);
    expect(site.git('show', '--name-only', '--format=%s', 'main')).toMatch(
      /^Update post "Tides" with photo lighthouse\.png\n\nphotos\/(\w+)\/lighthouse\.png\nphotos\/\1\/photo\.json\nposts\/tides\.md\n$/,
    );
    const [, id] = /photos\/(\w+)/.exec(storedPost(site)) ?? [];
    expect(site.file(`photos/${id}/photo.json`)).toContain('"A lighthouse"');
    await expect.poll(() => unsavedPhotos(page)).toHaveLength(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(content(page)).toHaveValue('One\n\nTwo\n\nThree');
    expect(files(site)).not.toMatch(/^photos/m);
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expect(content(page)).toHaveValue(/A lighthouse/);
  });

  await test.step('chosen from the photos, with its alt text', async () => {
    await content(page).fill('');
    await page.getByRole('button', { name: 'Insert image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert image' });
    await expect(dialog.locator('img')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('dunes');
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('a light');
    await dialog.getByRole('button', { name: 'lighthouse.png' }).click();
    await expect(content(page)).toHaveValue(/^!\[A lighthouse\]\(\/photos\/\w{26}\)\n\n$/);
    await expect(content(page)).toBeFocused();
  });

  await test.step('two chosen from the disk', async () => {
    await content(page).fill('');
    await page.getByRole('button', { name: 'Insert image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert image' });
    const file = await photoFile('dunes.webp');
    await chooseFiles(dialog.getByRole('button', { name: 'Upload images' }), [file, file]);
    await expect(dialog).toBeHidden();
    await expect(content(page)).toBeFocused();
    await expect(content(page)).toHaveValue(/^(?:!\[\]\(\/photos\/[0-9A-Z]{26}\)\n){2}\n$/);
    await expect(panel(page).getByText('Uploaded')).toHaveCount(2);
  });

  await endSession(page);
  await givePhotos(content(page), 'paste', [{ name: 'tide.gif', mimeType: 'image/gif' }]);
  await fillLogin(sessionDialog(page));
  await expect(content(page)).toHaveValue(/(?:!\[\]\(\/photos\/\w+\)\s+){3}$/);
  await expect(panel(page).getByText('Uploaded')).toHaveCount(3);

  await test.step('all are saved, even without alt texts', async () => {
    await expect(page.getByText('3 pictures have no description')).toBeVisible();
    await page.getByRole('button', { name: 'Describe' }).click();
    expect(await selection(page)).toEqual([2, 2]);
    await saveInPlace(page);
    expect(storedPost(site).match(/!\[\]\(\/photos\/\w+\)/g)).toHaveLength(3);
    expect(site.subject()).toBe('Update post "Tides" with 3 photos');
  });
});

test('a save waits for the pictures in the text, and says so', async ({ page, site }) => {
  await openAsAdmin(page, EDIT);

  await test.step('saved with Ctrl+S from the field for the alt text', async () => {
    const release = await holdUploads(page);
    await selectText(page, 3, 3);
    await givePhotos(content(page), 'paste', [PNG, PNG]);
    await alt(page).first().fill('First');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Waiting for 2 pictures…')).toBeVisible();
    await expect(alt(page).first()).toBeFocused();
    expect(site.commits()).toHaveLength(1);
    release();
    await expect
      .poll(() => storedPost(site))
      .toMatch(/One\n\n!\[First\]\(\/photos\/\w+\)\n!\[\]\(\/photos\/\w+\)\n\nTwo/);
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('one is cancelled meanwhile, and edits made meanwhile are kept', async () => {
    await page.goto(EDIT);
    const release = await holdUploads(page);
    await content(page).fill('One');
    await givePhotos(content(page), 'paste', [PNG, PNG]);
    await savePost(page);
    await expect(page.getByText('Waiting for 2 pictures…')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel lighthouse.png' }).first().click();
    await expect(page.getByText('Waiting for 1 picture…')).toBeVisible();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type('Typed on');
    release();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\nTyped on$/);
    expect(storedPost(site)).toMatch(/\n\nOne\n\n!\[\]\(\/photos\/\w+\)\n+$/);
    await saveAndReturn(page);
    expect(storedPost(site)).toMatch(/!\[\]\(\/photos\/\w+\)\n\nTyped on\n$/);
  });

  await test.step('one fails: nothing is saved, and someone who types on keeps the focus', async () => {
    await page.goto(EDIT);
    const before = site.commits().length;
    // The one that was added last is called first, so that it fails once it is released.
    await page.route(PHOTO_SENT, (route) => route.abort());
    const release = await holdUploads(page);
    await content(page).fill('One');
    await givePhotos(content(page), 'paste', [PNG]);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Waiting for 1 picture…')).toBeVisible();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type('Typed');
    release();
    const summary = page.getByRole('alert').filter({ hasText: 'Retry or remove it' });
    await expect(summary).toBeVisible();
    await page.keyboard.type(' on');
    await expect(content(page)).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(summary).toBeFocused();
    await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\nTyped on$/);
    expect(site.commits()).toHaveLength(before);
  });

  await test.step('until it is retried or removed', async () => {
    const before = site.commits().length;
    await page.unroute(PHOTO_SENT);
    await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
    await expect(panel(page).getByText('Uploaded')).toBeVisible();
    await saveInPlace(page);
    expect(storedPost(site)).toMatch(/One\n\n!\[\]\(\/photos\/\w+\)\n\nTyped on\n$/);
    expect(site.commits()).toHaveLength(before + 1);
  });

  await test.step('one was sent too long ago: it is sent again', async () => {
    await page.goto(EDIT);
    const before = site.commits().length;
    let saves = 0;
    await page.route('**/api/content', async (route) => {
      saves += 1;
      const issues = [{ path: 'photos.0.staged', message: 'Expired' }];
      if (saves > 1) await route.fallback();
      else await route.fulfill({ status: 400, json: { message: 'Expired', issues } });
    });
    await content(page).fill('Again');
    await givePhotos(content(page), 'paste', [PNG]);
    await saveInPlace(page);
    expect(storedPost(site)).toMatch(/Again\n\n!\[\]\(\/photos\/\w+\)\n+$/);
    expect([saves, site.commits().length]).toEqual([2, before + 1]);
  });
});

test('a failed upload can be retried if that may succeed, and removed', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs/new');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await expect(page.getByText('There are no photos yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Insert image' })).toBeFocused();

  await test.step('files that are not pictures are refused, by their type or by their bytes', async () => {
    await givePhotos(content(page), 'drop', [
      { name: 'not-a-picture.png', mimeType: 'text/plain' },
    ]);
    await expect(page.getByRole('alert')).toContainText('Only PNG, JPEG, WebP, GIF, AVIF and SVG');
    await expect(content(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await givePhotos(content(page), 'drop', [{ name: 'not-a-picture.png', mimeType: 'image/png' }]);
    await expect(page.getByRole('alert')).toContainText('Only PNG, JPEG, WebP, GIF, AVIF and SVG');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
    await page.getByRole('button', { name: 'Remove not-a-picture.png' }).click();
    await expect(content(page)).toHaveValue('');
    await expect(panel(page)).toBeHidden();
    expect(site.commits()).toHaveLength(1);
  });
});

test('focus and selection stay during an upload, and undo removes the picture', async ({
  page,
}) => {
  await openAsAdmin(page, EDIT);
  const release = await holdUploads(page);
  await selectText(page, 3, 3);
  await givePhotos(content(page), 'paste', [PNG]);
  const two = (await content(page).inputValue()).indexOf('Two');
  await selectText(page, two, two + 3);
  const uploaded = page.waitForResponse(PHOTO_SENT);
  release();
  await uploaded;
  await expect(panel(page).getByText('Uploaded')).toBeVisible();
  await expect(content(page)).toBeFocused();
  expect(await selection(page)).toEqual([two, two + 3]);

  await alt(page).fill('Sea');
  await page.getByLabel('Tags').click();
  await expect(content(page)).toHaveValue(/^One\n\n!\[Sea\]\(\/photos\/\w+\)\n\nTwo\n\nThree$/);
  await expect(page.getByLabel('Tags')).toBeFocused();
  expect(await selection(page)).toEqual([two + 3, two + 6]);

  await alt(page).fill('Sea and sky');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(alt(page)).toBeFocused();
  await expect(alt(page)).toHaveValue('Sea and sky');
  await alt(page).press('Enter');
  await expect(content(page)).toHaveValue(/!\[Sea and sky\]/);

  const undo = () => page.keyboard.press('Control+z');
  const redo = () => page.keyboard.press('Control+Shift+z');
  const withImage = /^One\n\n!\[\]\(\/photos\/\w+\)\n\n$/;
  await content(page).fill('');
  await page.keyboard.type('One');
  const releaseNext = await holdUploads(page);
  await givePhotos(content(page), 'paste', [PNG]);
  await expect(content(page)).toHaveValue(withImage);
  await undo();
  await expect(content(page)).toHaveValue('One');
  await redo();
  await expect(content(page)).toHaveValue(withImage);
  releaseNext();
  await expect(panel(page).getByText('Uploaded')).toBeVisible();
  await undo();
  await expect(content(page)).toHaveValue('One');
  await expect(panel(page)).toBeHidden();
  await redo();
  await expect(content(page)).toHaveValue(withImage);
  await alt(page).fill('Sea');
  await alt(page).press('Enter');
  await expect(content(page)).toHaveValue(/!\[Sea\]/);
  await undo();
  await expect(content(page)).toHaveValue(withImage);
});

test.describe('a picture whose page was left during its upload', () => {
  const restore = (page: Page) => page.getByRole('button', { name: 'Restore', exact: true });
  const paste = async (page: Page) => {
    await openAsAdmin(page, EDIT);
    await selectText(page, 3, 3);
    await givePhotos(content(page), 'paste', [PNG]);
    await alt(page).fill('A lighthouse');
    await alt(page).press('Enter');
    const draftsText = async () => JSON.stringify(await drafts(page));
    await expect.poll(draftsText).toContain('![A lighthouse]');
    await expect.poll(() => unsavedPhotos(page)).toHaveLength(1);
  };
  const LOST = { id: '01JWT6444RQM8SZKMERQ1BVHWF', name: 'lost.png' };
  const SAVED = /One\n\n!\[A lighthouse\]\(\/photos\/(\w+)\)\n\nTwo/;

  test('is uploaded once its draft is restored, and saved', async ({ page, site, context }) => {
    await page.route(PHOTO_SENT, () => undefined);
    await paste(page);
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(EDIT);
    await restore(again).click();
    await saveInPlace(again);
    expect(storedPost(site)).toMatch(SAVED);
    await expect.poll(() => unsavedPhotos(again)).toHaveLength(0);
    expect(site.commits()).toHaveLength(2);
  });

  test('is stored once if its save got no response', async ({ page, site, context }) => {
    await page.route('**/api/content', async (route) => {
      await route.fetch();
    });
    await paste(page);
    await savePost(page);
    await expect.poll(() => site.commits().length).toBe(2);
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(EDIT);
    await expect(content(again)).toHaveValue(SAVED);
    await expect.poll(() => unsavedPhotos(again)).toHaveLength(0);
    expect(files(site).match(/^photos.*png$/gm)).toHaveLength(1);
  });

  test('is shown again if only another page of the app was opened', async ({ page, site }) => {
    await paste(page);
    await page.getByRole('link', { name: 'Back to blogs' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(files(site)).not.toMatch(/^photos/m);
    await page.goto(EDIT);
    await restore(page).click();
    await expect(content(page)).toHaveValue(SAVED);
    await expect(panel(page).getByText('Uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.getByRole('dialog').locator('img')).toHaveAttribute('src', /^blob:/);
    expect(site.commits()).toHaveLength(1);
  });

  test('is deleted with the last draft that has it', async ({ page, context }) => {
    await page.route(PHOTO_SENT, () => undefined);
    await paste(page);
    const text = await content(page).inputValue();
    await page.close({ runBeforeUnload: false });
    const other = await context.newPage();
    await other.goto(EDIT);
    await content(other).fill(`${text}\n\nAnd more`);
    await expect.poll(() => drafts(other)).toHaveLength(2);
    await other.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await again.goto(EDIT);
    const discard = again.getByRole('button', { name: 'Discard' });
    const notices = again.getByText('You have unsaved changes from');
    await expect(notices).toHaveText([/\(1 of 2\)$/, /\(2 of 2\)$/]);
    await discard.last().click();
    await expect.poll(() => drafts(again)).toHaveLength(1);
    expect(await unsavedPhotos(again)).toHaveLength(1);
    await again.goto('/admin');
    await discard.click();
    await expect.poll(() => unsavedPhotos(again)).toHaveLength(0);
  });

  test('is deleted after a month, and its name with the draft', async ({ page }) => {
    await paste(page);
    const [id = ''] = /(?<=photos\/)\w+/.exec(await content(page).inputValue()) ?? [];
    await putRecord(page, LOST);
    await putRecord(page, { id, name: 'lighthouse.png', storedAt: 1 });
    await page.getByRole('link', { name: 'Back to blogs' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.goto(EDIT);
    await expect.poll(() => unsavedPhotos(page)).toEqual([{ id, name: 'lighthouse.png' }]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => unsavedPhotos(page)).toEqual([]);
  });

  test('is named if the browser has not stored its file', async ({ page, site }) => {
    await openAsAdmin(page, EDIT);
    await putRecord(page, { ...LOST, storedAt: Date.now() });
    await selectText(page, 3, 3);
    await page.keyboard.insertText(`\n\n![](/photos/${LOST.id})`);
    await expect(panel(page).getByRole('alert')).toHaveText('lost.png was not uploaded.');
    await savePost(page);
    await expect(page.getByRole('alert').first()).toContainText('lost.png was not uploaded.');
    expect(site.commits()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove lost.png' }).click();
    await expect(content(page)).toHaveValue('One\n\nTwo\n\nThree');
  });
});

/** Records a canvas, as WebM in Base64. Runs in a page. */
const recordVideo = async (): Promise<string> => {
  const canvas = document.createElement('canvas');
  setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 300 * Math.random(), 150), 30);
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' });
  recorder.start();
  setTimeout(() => recorder.stop(), 600);
  const { data } = await new Promise<BlobEvent>((resolve) => {
    recorder.addEventListener('dataavailable', resolve);
  });
  return btoa(String.fromCharCode(...new Uint8Array(await data.arrayBuffer())));
};

test('a video is written, listed, and played by visitors when they want', async ({ page }) => {
  const expectShown = (video: Locator) => expect(video).toHaveJSProperty('videoWidth', 300);
  await openAsAdmin(page, EDIT);
  const buffer = Buffer.from(await page.evaluate(recordVideo), 'base64');
  await page.getByRole('button', { name: 'Insert image' }).click();
  const file = { name: 'tide.webm', mimeType: 'video/webm', buffer };
  await chooseFiles(page.getByRole('button', { name: 'Upload images' }), file);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expectShown(page.getByRole('dialog').locator('video[src^="blob:"]'));
  await page.getByRole('button', { name: 'Close preview' }).click();
  await alt(page).fill('The tide');
  await saveInPlace(page);

  await page.goto('/admin/uploads');
  await expectShown(page.getByRole('row').locator('video'));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectShown(page.getByRole('dialog').locator('video'));
  await expectAccessible(page, { within: page.getByRole('dialog') });

  const part = page.waitForResponse(/\.webm$/);
  await page.goto('/blogs/tides');
  expect((await part).status()).toBe(206);
  const video = page.getByRole('article').locator('video[aria-label="The tide"]');
  await expectShown(video);
  await expect(video).toHaveJSProperty('paused', true);
  const { width = 0, height = 0 } = (await video.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(16 / 9, 1);
  await expectAccessible(page, { within: page.getByRole('article') });
  await video.evaluate((each: HTMLVideoElement) => each.play());
  await expect(video).toHaveJSProperty('ended', true);
});
