import type { Locator, Page } from '@playwright/test';
import { largePhoto } from 'fixtures/sample-files';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { expectLoaded } from './support/files.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const KB = 1024;

/** Expects the sources of a photo, best first. */
const expectSources = async (picture: Locator): Promise<void> => {
  const sources = picture.locator('source');
  await expect(sources).toHaveCount(2);
  await expect(sources.first()).toHaveAttribute('srcset', /-800\.avif 800w/);
  await expect(sources.last()).toHaveAttribute('srcset', /-800\.webp 800w/);
};

const IDS = ['dunes', 'harbour', 'ferry', 'night'];
const PHOTO = await largePhoto(3000, 2000);
const PORTRAIT = await largePhoto(800, 1200);
const about = (id: string) =>
  JSON.stringify({
    ...{ width: 6000, height: 4000, colour: '#8a6f4d', focus: { x: 0.25, y: 1 } },
    ...{ alt: `The ${id}`, caption: `About the ${id}` },
  });

const TEXT = 'Some words about it. '.repeat(40);
const three = `First.\n\n![](/photos/dunes)\n\n${TEXT}\n\n![](/photos/harbour)\n\n${TEXT}\n\n![](/photos/ferry "At sea")\n\n${TEXT}`;

const contentWith = (photo: Uint8Array) => ({
  'profile.json': JSON.stringify({ name: 'Ada', summary: 'Hello\n\n![](/photos/night)' }),
  'posts/three.md': postFile({ title: 'Three' }, three),
  'posts/row.md': postFile(
    { title: 'Row' },
    `![](/photos/dunes)\n![](/photos/harbour)\n\n![](/photos/unknown)\n\n${TEXT}`,
  ),
  'posts/video.md': postFile({ title: 'Video' }, 'Watch:\n\n[The talk](https://youtu.be/abc)'),
  'posts/hidden.md': postFile({ title: 'Hidden', hidden: true }, '![](/photos/dunes)'),
  'posts/pair.md': postFile({ title: 'Pair' }, '![](/photos/dunes)\n![](/photos/tower)'),
  'photos/tower/tower.jpg': PORTRAIT,
  'photos/tower/photo.json': JSON.stringify({ width: 800, height: 1200 }),
  ...Object.fromEntries(
    IDS.flatMap((id): [string, string | Uint8Array][] => [
      [`photos/${id}/${id}.jpg`, photo],
      [`photos/${id}/photo.json`, about(id)],
    ]),
  ),
});

test.use({ content: contentWith(PHOTO) });

/** Counts the transferred bytes by resource type. */
const countBytes = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
};

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shifts = Number(document.documentElement.dataset['shifts'] ?? 0);
        const { value } = entry as PerformanceEntry & { value: number };
        document.documentElement.dataset['shifts'] = String(shifts + value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shifts = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['shifts'] ?? 0));

const scrollThrough = async (page: Page, images = page.locator('.prose img')): Promise<void> => {
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expectLoaded(image);
  }
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });

  test.describe('with photos of 24 megapixels', () => {
    test.use({
      // Only for this test, since such a photo takes seconds to make and to resize.
      content: async ({}, provide) => {
        await provide(contentWith(await largePhoto()));
      },
    });

    test('a post transfers little, and nothing in it shifts', async ({ page }) => {
      await watchShifts(page);
      const bytes = await countBytes(page);
      await page.goto('/blogs/three');
      await scrollThrough(page);
      await page.waitForLoadState('networkidle');
      expect(bytes()).toBeGreaterThan(50 * KB);
      expect(bytes()).toBeLessThan(450 * KB);
      // A font that loads late moves a line by a fraction of a pixel; a photo would move all below it.
      expect(await shifts(page)).toBeLessThan(0.001);
      const chosen = await page
        .locator('.prose img')
        .evaluateAll((images: HTMLImageElement[]) => images.map(({ currentSrc }) => currentSrc));
      for (const address of chosen) expect(address).toMatch(/-800\.avif$/);
      const before = bytes();
      await page.goto('/blogs/three');
      await scrollThrough(page);
      await page.waitForLoadState('networkidle');
      expect(bytes() - before, 'the second view').toBeLessThan(20 * KB);
    });
  });

  test.describe('with touch', () => {
    test.use({ hasTouch: true, isMobile: true });

    test('two fingers zoom an enlarged photo, as anywhere in the browser', async ({ page }) => {
      const client = await page.context().newCDPSession(page);
      await page.goto('/blogs/three', { waitUntil: 'networkidle' });
      await page.locator('a.enlarge').first().tap();
      await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
      const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: [400 - apart, 400 + apart].map((y, id) => ({ x: 195, y, id })),
        });
      await touch('touchStart', 40);
      for (const apart of [60, 80, 100, 120, 140, 160]) await touch('touchMove', apart);
      await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.5);
    });
  });
});

test.describe('fifteen photos', () => {
  const paths = Array.from({ length: 15 }, (_, n) => `photos/p${n}/p${n}.jpg`);
  test.use({ content: Object.fromEntries(paths.map((path) => [path, PHOTO])) });

  test('are listed with thumbnails of a few kilobytes, and nothing shifts', async ({ page }) => {
    await openAsAdmin(page, '/admin');
    await watchShifts(page);
    for (const view of ['Table', 'Grid']) {
      await page.goto('/admin/uploads');
      await page.getByRole('button', { name: view }).click();
      const thumbnails = page.getByRole('main').locator('img');
      await expect(thumbnails).toHaveCount(15);
      await scrollThrough(page, thumbnails);
      const bytes = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ initiatorType }) => initiatorType === 'img')
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      );
      expect(bytes, view).toBeGreaterThan(10 * KB);
      expect(bytes, view).toBeLessThan(250 * KB);
    }
    expect(await shifts(page)).toBe(0);
  });
});

test('photos have sizes, captions and a colour before they load', async ({ page }) => {
  await page.goto('/blogs/three');
  const images = page.locator('.prose figure.picture');
  await expect(images).toHaveCount(3);
  const first = images.first().locator('img');
  const captions = ['About the dunes', 'About the harbour', 'At sea'];
  await expect(page.locator('figcaption')).toHaveText(captions);
  // As stored, or as the server has measured it since.
  const colour = /^rgb\((?:146, 109, 73|109, (?:109|146), 146)\)$/;
  await expect(first).toHaveCSS('background-color', colour);
  const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;
  const text = await widthOf(page.locator('.prose p').nth(1));
  expect(await widthOf(first)).toBeGreaterThan(text);
  await page.goto('/');
  const thumbnail = page.locator('img[alt=""]').first();
  await expect(thumbnail).toHaveCSS('background-color', colour);
  await expect(thumbnail).toHaveCSS('object-position', '25% 100%');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await widthOf(thumbnail), 'over the full width').toBe(
    await widthOf(page.getByRole('heading', { level: 3 }).last()),
  );
  await expectSources(page.locator('picture', { has: page.getByAltText('The night') }));
  // Pictures are dimmed in the dark theme, except in print.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByAltText('The night')).not.toHaveCSS('filter', 'none');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.getByAltText('The night')).toHaveCSS('filter', 'none');
});

test('a picture has the free column, its caption stands beside it, and a line shows the progress', async ({
  page,
}) => {
  await page.goto('/blogs/three');
  const boxOf = async (part: Locator) =>
    (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const figure = page.locator('.prose > .picture').first();
  for (const width of [390, 768, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const picture = await boxOf(figure.locator('img'));
    const caption = await boxOf(figure.locator('figcaption'));
    const end = await boxOf(page.locator('article.page'));
    const text = await boxOf(page.locator('.prose > p').first());
    const right = end.x + end.width;
    if (width > 768) {
      expect(picture.width, `at ${width}`).toBeGreaterThan(text.width + 96);
      expect(picture.x + picture.width, `at ${width}`).toBeLessThan(right + 8);
    } else expect(picture.x + picture.width, `at ${width}`).toBeCloseTo(right, 0);
    if (width < 1440) {
      expect(caption.y).toBeGreaterThan(picture.y + picture.height);
    } else {
      expect(caption.x).toBeGreaterThan(picture.x + picture.width);
      expect(caption.y + caption.height).toBeCloseTo(picture.y + picture.height, 0);
      expect(caption.x + caption.width).toBeLessThan(width - 16);
    }
  }
  await expectNoOverflow(page);
  const article = page.locator('article.page');
  const progress = () => article.evaluate((post) => getComputedStyle(post, '::before').scale);
  expect(await progress()).toBe('0 1');
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect.poll(progress).toBe('1');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const content = article.evaluate((post) => getComputedStyle(post, '::before').content);
  expect(await content).toBe('none');
});

test('the thumbnail of a post, below the date on a phone, becomes its first picture', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/blogs');
  const tops = await page
    .getByRole('listitem')
    .filter({ hasText: 'Three' })
    .locator('time, img')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...args) => {
      const transition = start(...args);
      void transition.ready.then(() => {
        const names = document
          .getAnimations()
          .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
        document.documentElement.dataset['moved'] = names.join(' ');
      });
      return transition;
    };
  });
  const text = page.waitForResponse('**/api/posts/three');
  const link = page.getByRole('link', { name: 'Three' });
  await link.hover();
  await text;
  await link.click();
  // Only what was shown before and after has both images.
  await expect(page.locator('html')).toHaveAttribute(
    'data-moved',
    /new\(picture\).*old\(picture\)/,
  );
});

test('photos side by side have equal heights, also on other pages', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Row' }).first().click();
  const row = page.locator('.pictures img');
  await expect(row).toHaveCount(2);
  const expectEqual = async () => {
    const boxes = await Promise.all((await row.all()).map((image) => image.boundingBox()));
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(Math.abs((boxes[0]?.height ?? 0) - (boxes[1]?.height ?? 9))).toBeLessThan(2);
  };
  await expectEqual();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/blogs/pair');
  await expect(row).toHaveCount(2);
  await expectEqual();
});

test('a photo opens enlarged, by pointer or keys, and restores the focus', async ({ page }) => {
  await page.goto('/blogs/three');
  await page.waitForLoadState('networkidle');
  const links = page.locator('a.enlarge');
  const dialog = page.getByRole('dialog', { name: 'Picture' });

  await test.step('Enter opens it, the arrows go to the next one, Escape closes it', async () => {
    await links.first().focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('img')).toHaveAttribute('alt', 'The dunes');
    // Before it loads it has its size, and shows the page's small version.
    expect((await dialog.getByRole('img').boundingBox())?.height).toBeGreaterThan(200);
    await expect(dialog.getByRole('img')).toHaveCSS('background-image', /^url\(.*-\d+\.avif/);
    const shown = dialog.getByRole('img');
    const address = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc);
    await expect.poll(address).toMatch(/\/photos\/dunes\/[0-9a-f]{12}-\d+\.avif$/);
    await expect(dialog.getByText('About the dunes')).toBeVisible();
    await expect(dialog.getByRole('status')).toHaveText('1 of 3');
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('img')).toHaveAttribute('alt', 'The harbour');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByText('At sea')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(links.last()).toBeFocused();
  });

  await links.nth(1).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 3');
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await expect(dialog.getByRole('status')).toHaveText('3 of 3');
  await dialog.getByRole('button', { name: 'Previous picture' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 3');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(links.nth(1)).toBeFocused();

  await test.step('a photo in a hidden post opens for the owner, too', async () => {
    await openAsAdmin(page, '/admin/blogs/hidden');
    await expectSources(links.first());
    await links.first().click();
    await expect(dialog.getByRole('img')).toHaveAttribute('alt', 'The dunes');
    await expectLoaded(dialog.getByRole('img'));
    await page.keyboard.press('Escape');
    await expect(links.first()).toBeFocused();
  });
});

test('without the code of the viewer a photo links to its large version', async ({ page }) => {
  await page.route('**/assets/lightbox-*', (route) => route.abort());
  // Pages of images are sandboxed, so the test's tools can't inspect them.
  await page.route('**/photos/dunes/*-2560.jpg', (route) => route.fulfill({ body: 'In large' }));
  await page.goto('/blogs/three', { waitUntil: 'networkidle' });
  const link = page.locator('a.enlarge').first();
  await expect(link).toHaveAttribute('href', /^\/photos\/dunes\/[0-9a-f]{12}-2560\.jpg$/);
  await link.click();
  await expect(page.getByText('In large')).toBeVisible();
});

test('a link to a video is shown as a picture, and nobody else is asked', async ({
  page,
  site,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) elsewhere.push(request.url());
  });
  await page.goto('/blogs/video', { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: 'The talk' });
  await expect(link).toHaveAttribute('href', 'https://youtu.be/abc');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const { width: across = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(across / height).toBeCloseTo(16 / 9, 2);
    expect(across).toBeGreaterThan(300);
  }
  await expectAccessible(page, { inEachTheme: true, within: page.getByRole('article') });
  expect(elsewhere).toEqual([]);
});
