import type { Page } from '@playwright/test';
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible } from './support/accessibility.ts';
import { givePhotos, PHOTO_SENT, PHOTO_STORED } from './support/give-files.ts';
import { postFile } from './support/blog.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const TIDES = postFile({ title: 'Tides', tags: ['Sea'] }, 'One\n\nTwo\n\nThree');

test.use({ content: { 'posts/tides.md': TIDES } });

const PNG = { name: 'lighthouse.png', type: 'image/png' };
const UPLOADING = '![Uploading lighthouse.png…]()';

const content = (page: Page) => page.getByLabel('Content', { exact: true });
const select = (page: Page, start: number, end: number) =>
  content(page).evaluate(
    (area: HTMLTextAreaElement, range) => {
      area.focus();
      area.setSelectionRange(...range);
    },
    [start, end] as const,
  );
const selection = (page: Page) =>
  content(page).evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]);
const panel = (page: Page) => page.getByRole('region', { name: 'Pictures' });
const alt = (page: Page) => page.getByLabel('Alt text');
const subject = (site: Site): string => site.git('log', '-1', '--format=%s', 'main').trim();
const storedPost = (site: Site): string => site.git('show', 'main:posts/tides.md');
const sessionDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** Delays uploads until the returned function is called. */
const holdUploads = async (page: Page): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(PHOTO_SENT, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
};

test('a picture is in the text at once, however it is inserted, and saved with it', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, '/admin/blogs/tides/edit');

  await test.step('dropped at the caret, and described', async () => {
    const release = await holdUploads(page);
    await select(page, 3, 3);
    await givePhotos(content(page), 'drop', [PNG]);
    await expect(content(page)).toHaveValue(`One\n\n${UPLOADING}\n\nTwo\n\nThree`);
    await expect(content(page)).toBeFocused();
    await expect(panel(page).locator('img')).toHaveAttribute('src', /^data:image\/webp/);
    release();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\nTwo/);
    await expect(content(page)).toBeFocused();
    await expect(page.getByText('1 picture has no description')).toBeVisible();
    await expectAccessible(page);
    await alt(page).fill('A lighthouse');
    await alt(page).press('Enter');
    await expect(content(page)).toHaveValue(/^One\n\n!\[A lighthouse\]\(\/photos\/\w+\)\n\nTwo/);
    await expect(content(page)).toBeFocused();
    await expect(page.getByText('has no description')).toBeHidden();
    expect(subject(site)).toBe('Upload photo lighthouse.png');
    // Undoing the upload would remove the picture but leave its address in the text.
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Dismiss lighthouse.png' }).click();
    await expect(panel(page)).toBeHidden();
  });

  await test.step('chosen from the photos', async () => {
    await content(page).fill('');
    await page.getByRole('button', { name: 'Insert image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert image' });
    await expect(dialog.locator('img')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'lighthouse.png' }).click();
    await expect(content(page)).toHaveValue(/^!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('A lighthouse');
    await expect(content(page)).toHaveValue(/^!\[A lighthouse\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
  });

  await test.step('its alt text is saved with the photo, once the text is saved', async () => {
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(site.git('show', '--name-only', '--format=%s', 'main')).toMatch(
      /^Update post "Tides"\n\nphotos\/\w+\/photo\.json\nposts\/tides\.md\n$/,
    );
    await content(page).fill('');
    await page.getByRole('button', { name: 'Insert image' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'lighthouse.png' }).click();
    await expect(content(page)).toHaveValue(/^!\[A lighthouse\]\(\/photos\/\w{26}\)\n\n$/);
  });

  await test.step('two chosen from the disk', async () => {
    await content(page).fill('');
    await page.getByRole('button', { name: 'Insert image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert image' });
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Upload images' }).click();
    const buffer = Buffer.from(await samplePhoto('dunes.webp'));
    const file = { name: 'dunes.webp', mimeType: 'image/webp', buffer };
    await (await choosing).setFiles([file, file]);
    await expect(dialog).toBeHidden();
    await expect(content(page)).toBeFocused();
    await expect(content(page)).toHaveValue(
      /^!\[\]\(\/photos\/[0-9A-Z]{26}\)\n!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/,
    );
  });

  await test.step('pasted, after signing in again', async () => {
    // The list of photos may still be loading, and nothing can be pasted behind the sign-in dialog.
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/admin\/uploads\?limit=/, async (route) => {
      await released;
      await route.fallback();
    });
    // A running request may renew the session.
    await expect(async () => {
      await page.context().clearCookies();
      await page.waitForTimeout(500);
      expect(await page.context().cookies()).toEqual([]);
    }).toPass();
    await givePhotos(content(page), 'paste', [{ name: 'tide.gif', type: 'image/gif' }]);
    await fillLogin(sessionDialog(page));
    release();
    await expect(content(page)).toHaveValue(/(?:!\[\]\(\/photos\/\w+\)\s+){3}$/);
    expect(subject(site)).toBe('Upload photo tide.gif');
  });

  await test.step('all are saved, even without alt texts', async () => {
    await expect(page.getByText('3 pictures have no description')).toBeVisible();
    await page.getByRole('button', { name: 'Describe' }).click();
    expect(await selection(page)).toEqual([2, 2]);
    await page.getByRole('button', { name: /^(Save changes|Create blog)$/ }).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(storedPost(site).match(/!\[\]\(\/photos\/\w+\)/g)).toHaveLength(3);
  });
});

test('a save waits for the pictures in the text, and says so', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs/tides/edit');

  await test.step('saved with Ctrl+S from the field for the alt text', async () => {
    const release = await holdUploads(page);
    await select(page, 3, 3);
    await givePhotos(content(page), 'paste', [PNG, PNG]);
    await alt(page).first().fill('First');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Waiting for 2 pictures…')).toBeVisible();
    await page.waitForTimeout(300);
    expect(site.commits()).toHaveLength(1);
    release();
    await expect
      .poll(() => storedPost(site))
      .toMatch(/One\n\n!\[First\]\(\/photos\/\w+\)\n!\[\]\(\/photos\/\w+\)\n\nTwo/);
  });

  await test.step('one is cancelled meanwhile, and edits made meanwhile are kept', async () => {
    await page.goto('/admin/blogs/tides/edit');
    const release = await holdUploads(page);
    await content(page).fill('One');
    await givePhotos(content(page), 'paste', [PNG, PNG]);
    await save(page).click();
    await expect(page.getByText('Waiting for 2 pictures…')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel lighthouse.png' }).first().click();
    await expect(page.getByText('Waiting for 1 picture…')).toBeVisible();
    await content(page).press('ControlOrMeta+End');
    await page.keyboard.type('Typed on');
    release();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\nTyped on$/);
    expect(storedPost(site)).toMatch(/\n\nOne\n\n!\[\]\(\/photos\/\w+\)\n+$/);
    await page.getByRole('button', { name: /^(Save changes|Create blog)$/ }).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(storedPost(site)).toMatch(/!\[\]\(\/photos\/\w+\)\n\nTyped on\n$/);
  });

  await test.step('one fails: nothing is saved until it is retried or removed', async () => {
    await page.goto('/admin/blogs/tides/edit');
    const before = site.commits().length;
    await page.route(PHOTO_SENT, (route) => route.abort());
    await content(page).fill('One');
    await givePhotos(content(page), 'paste', [PNG]);
    await expect(panel(page).getByRole('alert')).toHaveText('Upload failed');
    await save(page).click();
    await expect(page.getByRole('alert').first()).toContainText(
      'lighthouse.png was not uploaded. Retry or remove it before you save.',
    );
    await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    expect(site.commits()).toHaveLength(before);
    await page.unroute(PHOTO_SENT);
    await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\n$/);
    await expect(content(page)).not.toHaveAttribute('aria-invalid', 'true');
    await save(page).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(storedPost(site)).toMatch(/One\n\n!\[\]\(\/photos\/\w+\)\n+$/);
  });
});

test('a failed upload can be retried if that may succeed, and removed', async ({ page, site }) => {
  await test.step('there are no photos to choose from yet', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await page.getByRole('button', { name: 'Insert image' }).click();
    await expect(page.getByText('There are no photos yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Insert image' })).toBeFocused();
  });

  await test.step('files that are not pictures are refused, by their type or by their bytes', async () => {
    await givePhotos(content(page), 'drop', [{ name: 'not-a-picture.png', type: 'text/plain' }]);
    await expect(page.getByRole('alert')).toContainText('Only PNG, JPEG, WebP, GIF, AVIF and SVG');
    await expect(content(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await givePhotos(content(page), 'drop', [{ name: 'not-a-picture.png', type: 'image/png' }]);
    await expect(page.getByRole('alert')).toContainText('Only PNG, JPEG, WebP, GIF, AVIF and SVG');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
    await page.getByRole('button', { name: 'Remove not-a-picture.png' }).click();
    await givePhotos(content(page), 'paste', [{ name: 'boat.svg', type: 'image/heic' }]);
    await expect(page.getByRole('alert')).toContainText(
      'This browser can’t read HEIC photos. Save',
    );
    await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
    await page.getByRole('button', { name: 'Remove boat.svg' }).click();
    await expect(content(page)).toHaveValue('');
    await expect(panel(page)).toBeHidden();
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('a running upload is cancelled', async () => {
    await page.route(PHOTO_SENT, () => undefined);
    await content(page).fill('One');
    await givePhotos(content(page), 'paste', [PNG]);
    await expect(page.getByRole('progressbar', { name: 'Upload of lighthouse.png' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel lighthouse.png' }).click();
    await expect(content(page)).toHaveValue('One\n\n');
    await expect(panel(page)).toBeHidden();
    await page.unroute(PHOTO_SENT);
  });

  await test.step('undo restores the cancelled one, with a button to upload it', async () => {
    await content(page).focus();
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(`One\n\n${UPLOADING}\n\n`);
    await page.getByRole('button', { name: 'Retry lighthouse.png' }).click();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/[0-9A-Z]{26}\)\n\n$/);
  });
});

test('focus, caret and selection stay when a picture is uploaded', async ({ page }) => {
  const paste = async (at: number) => {
    await content(page).fill('One\n\nTwo\n\nThree');
    const release = await holdUploads(page);
    await select(page, at, at);
    await givePhotos(content(page), 'paste', [PNG]);
    return release;
  };
  const arrived = /^One\n\n!\[\]\(\/photos\/\w{26}\)\n\nTwo\n\nThree$/;
  const ADDRESS = '![](/photos/01JWT6444RQM8SZKMERQ1BVHWF)'.length;
  await openAsAdmin(page, '/admin/blogs/tides/edit');

  await test.step('while typing the tags', async () => {
    const release = await paste(3);
    await page.getByLabel('Tags').fill('');
    await page.getByLabel('Tags').pressSequentially('one, tw');
    release();
    await expect(content(page)).toHaveValue(arrived);
    await expect(page.getByLabel('Tags')).toBeFocused();
    await page.keyboard.type('o, three');
    await expect(page.getByLabel('Tags')).toHaveValue('one, two, three');
  });

  await test.step('while typing the text itself', async () => {
    const release = await paste(3);
    const end = (await content(page).inputValue()).indexOf('\n\nThree');
    await select(page, end, end);
    await page.keyboard.type(', fo');
    release();
    await expect(content(page)).toHaveValue(/Two, fo/);
    await expect(content(page)).not.toHaveValue(/Uploading/);
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('ur');
    await expect(content(page)).toHaveValue(
      /^One\n\n!\[\]\(\/photos\/\w+\)\n\nTwo, four\n\nThree$/,
    );
  });

  await test.step('while text after it, or around it, is selected', async () => {
    const release = await paste(3);
    const two = async () => (await content(page).inputValue()).indexOf('Two');
    await select(page, await two(), (await two()) + 3);
    release();
    await expect(content(page)).toHaveValue(arrived);
    expect(await selection(page)).toEqual([7 + ADDRESS, 10 + ADDRESS]);
    const again = await paste(3);
    await select(page, 0, (await two()) + 3);
    again();
    await expect(content(page)).toHaveValue(arrived);
    expect(await selection(page)).toEqual([0, 10 + ADDRESS]);
  });

  await test.step('while an input method composes text, which it waits for', async () => {
    const release = await paste(3);
    const session = await page.context().newCDPSession(page);
    await select(page, 0, 0);
    await session.send('Input.imeSetComposition', {
      text: 'にほ',
      selectionStart: 2,
      selectionEnd: 2,
    });
    const uploaded = page.waitForResponse(PHOTO_SENT);
    release();
    await uploaded;
    await expect(panel(page).getByRole('progressbar')).toBeHidden();
    await page.waitForTimeout(200);
    await expect(content(page)).toHaveValue(/^にほOne\n\n!\[Uploading/);
    await session.send('Input.insertText', { text: '日本' });
    await expect(content(page)).toHaveValue(/^日本One\n\n!\[\]\(\/photos\/\w+\)\n\nTwo/);
    expect(await selection(page)).toEqual([2, 2]);
  });

  await test.step('while a dialog covers the text; its preview shows the picture already', async () => {
    const release = await paste(3);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await expect(dialog.getByText('Three', { exact: true })).toBeVisible();
    release();
    await expect(dialog.locator('img')).toHaveAttribute('src', /^\/photos\//);
    await dialog.getByRole('button', { name: 'Close preview' }).click();
    await expect(content(page)).toHaveValue(arrived);
    await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
  });
});

test('undo removes a picture in one step, and never stops at its placeholder', async ({ page }) => {
  await openAsAdmin(page, '/admin/blogs/tides/edit');
  const undo = () => page.keyboard.press('Control+z');
  const redo = () => page.keyboard.press('Control+Shift+z');

  await test.step('uploaded before anything else was typed', async () => {
    await content(page).fill('');
    await page.keyboard.type('One');
    await givePhotos(content(page), 'paste', [PNG]);
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\n$/);
    await undo();
    await expect(content(page)).toHaveValue('One');
    await redo();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\n$/);
  });

  await test.step('uploaded while typing the tags', async () => {
    await content(page).fill('');
    await page.keyboard.type('One');
    const release = await holdUploads(page);
    await givePhotos(content(page), 'paste', [PNG]);
    await page.getByLabel('Tags').focus();
    release();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\n$/);
    await content(page).focus();
    await undo();
    await expect(content(page)).toHaveValue('One');
  });

  await test.step('with text typed in between, which is not lost', async () => {
    await content(page).fill('');
    await page.keyboard.type('One');
    const release = await holdUploads(page);
    await givePhotos(content(page), 'paste', [PNG]);
    await page.keyboard.type('Two');
    release();
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\nTwo$/);
    await undo();
    await expect(content(page)).toHaveValue(/^One\n\n!\[Uploading .*\]\(\)\n\nTwo$/);
    // The browser's undo selects the placeholder; the editor then puts the caret back.
    await expect
      .poll(() =>
        content(page).evaluate(
          ({ value, selectionStart }: HTMLTextAreaElement) => value.length - selectionStart,
        ),
      )
      .toBe(0);
    await page.keyboard.type('!');
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\nTwo!$/);
  });
});

test.describe('a picture whose page was left during its upload', () => {
  const EDIT = '/admin/blogs/tides/edit';
  const restore = (page: Page) => page.getByRole('button', { name: 'Restore', exact: true });
  const kept = (page: Page, database: string): Promise<number> =>
    page.evaluate(async (name) => {
      const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
        new Promise((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      const opened = await done(indexedDB.open(name));
      const count = await done(opened.transaction(name).objectStore(name).count());
      opened.close();
      return count;
    }, database);
  const paste = async (page: Page) => {
    await openAsAdmin(page, EDIT);
    await select(page, 3, 3);
    await givePhotos(content(page), 'paste', [PNG]);
    await alt(page).fill('A lighthouse');
    await expect.poll(() => kept(page, 'drafts')).toBe(1);
    await expect.poll(() => kept(page, 'pictures')).toBe(2);
  };
  const SAVED = /One\n\n!\[A lighthouse\]\(\/photos\/(\w+)\)\n\nTwo/;

  test('is uploaded once its draft is restored, and saved', async ({ page, site, context }) => {
    await page.route(PHOTO_SENT, () => undefined);
    await paste(page);
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(EDIT);
    await restore(again).click();
    await save(again).click();
    await expect(again).toHaveURL('/admin/blogs');
    expect(storedPost(site)).toMatch(SAVED);
    await expect.poll(() => kept(again, 'pictures')).toBe(0);
    expect(site.commits()).toHaveLength(3);
  });

  test('is not uploaded twice if it had been stored', async ({ page, site, context }) => {
    await page.route(PHOTO_STORED, async (route) => {
      await route.fetch();
    });
    await paste(page);
    await expect.poll(() => site.commits().length).toBe(2);
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(EDIT);
    await restore(again).click();
    await expect(content(again)).toHaveValue(SAVED);
    expect(site.commits()).toHaveLength(2);
  });

  test('is in the text if only another page of the app was opened', async ({ page, site }) => {
    const release = await holdUploads(page);
    await paste(page);
    await page.getByRole('link', { name: 'Back to blogs' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    release();
    await expect.poll(() => site.commits().length).toBe(2);
    await page.goto(EDIT);
    await restore(page).click();
    await expect(content(page)).toHaveValue(SAVED);
    expect(site.commits()).toHaveLength(2);
  });

  test('has to be chosen again if the browser has not stored it', async ({ page, site }) => {
    const lost = '![Uploading lost.png…]()';
    const select3 = async () => {
      await select(page, 3, 3);
      await page.keyboard.insertText(`\n\n${lost}`);
    };
    await openAsAdmin(page, EDIT);
    await select3();
    await expect(panel(page).getByRole('alert')).toHaveText('lost.png was not uploaded.');
    await save(page).click();
    await expect(page.getByRole('alert').first()).toContainText('lost.png was not uploaded.');
    await expectAccessible(page);
    expect(site.commits()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove lost.png' }).click();
    await expect(content(page)).toHaveValue('One\n\nTwo\n\nThree');
    await select3();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose the file of lost.png' }).click();
    const buffer = Buffer.from(await samplePhoto('lighthouse.png'));
    await (await choosing).setFiles({ name: 'lost.png', mimeType: 'image/png', buffer });
    await expect(content(page)).toHaveValue(/^One\n\n!\[\]\(\/photos\/\w+\)\n\nTwo/);
  });
});
