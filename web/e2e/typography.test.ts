import type { Locator, Page } from '@playwright/test';
import { readDefaultContent } from 'fixtures/default-content';
import { postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const TEXT = `${'A ferry leaves the harbour at dawn, and the gulls follow it out. '.repeat(40)}\n\n`;
const WIDE = `\`\`\`js\n${'x'.repeat(200)}\n\`\`\``;

test.use({
  content: {
    ...Object.fromEntries(await readDefaultContent()),
    'posts/long.md': postFile({ title: 'Long', createdAt: '2020-01-01' }, TEXT + TEXT + WIDE),
  },
});

/** The number of characters in each line of a text, as it is laid out. */
const lineLengths = (text: Locator): Promise<number[]> =>
  text.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lines = new Map<number, number>();
    const range = document.createRange();
    for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
      const { length } = node.textContent ?? '';
      for (let at = 0; at < length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { bottom, width } = range.getBoundingClientRect();
        if (width > 0) lines.set(bottom, (lines.get(bottom) ?? 0) + 1);
      }
    }
    return [...lines.values()];
  });

const outlineOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);

const topsOf = (items: Locator): Promise<number[]> =>
  items.evaluateAll((elements) =>
    elements.map((element) => Math.round(element.getBoundingClientRect().top)),
  );

test('lines of text have about 68 characters, and code may be wider', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/blogs/long');
  const paragraph = page.locator('.prose > p').nth(1);
  const lengths = (await lineLengths(paragraph)).slice(0, -1);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  expect(mean).toBeGreaterThan(60);
  expect(mean).toBeLessThan(76);
  const [text, code] = await Promise.all([
    paragraph.boundingBox(),
    page.locator('.prose pre').boundingBox(),
  ]);
  expect(code?.width).toBeGreaterThan((text?.width ?? 0) + 100);
});

test('elements show a ring if focused by keyboard, not by scripts', async ({ page }) => {
  await page.goto('/#blogs');
  await expect(page.getByRole('region', { name: 'Blogs' })).toBeFocused();
  expect(await outlineOf(page)).toBe('none');
  await page.keyboard.press('Tab');
  expect(await outlineOf(page)).toBe('solid');
  await page.getByRole('link', { name: 'Long' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Long' })).toBeFocused();
  expect(await outlineOf(page)).toBe('none');
});

test('the landing page has large letters and a low header', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const banner = page.getByRole('banner');
  const band = page.getByRole('region', { name: 'Contact' });

  await test.step('the name is in large letters at every width', async () => {
    for (const [width, least] of Object.entries({ 390: 48, 1280: 96, 1920: 108 })) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const size = await page
        .getByRole('heading', { level: 1 })
        .evaluate((heading) => parseFloat(getComputedStyle(heading).fontSize));
      expect(size, `at ${width}`).toBeGreaterThan(least);
    }
  });

  await test.step('on a phone no button is alone in a row below two others', async () => {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
      // Only the links to sections stay in view.
      const { y = 0, height = Infinity } = (await banner.boundingBox()) ?? {};
      expect(y + height).toBeLessThan(72);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const boxes = await banner
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()));
      for (const { left, right, height } of boxes) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        expect(height).toBeGreaterThanOrEqual(24);
      }
      await expect(banner.getByRole('link', { name: 'Say hello' })).toBeVisible();
      const [first, second, third] = await topsOf(
        page.getByRole('link', { name: /^(Contact me|LinkedIn|GitHub)$/ }),
      );
      expect(second).toBeGreaterThan(first ?? Infinity);
      expect(third).toBe(second);
    }
    await page.setViewportSize({ width: 768, height: 900 });
    expect(new Set(await topsOf(band.getByRole('link'))).size).toBe(1);
  });

  const [red = 0, green = 0, blue = 0] = await band.evaluate(
    (element) => getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? [],
  );
  expect(green).toBeGreaterThan(red + 30);
  expect(green).toBeGreaterThan(blue);
});

test('the beginning of a post is as wide beside a picture as without one', async ({ page }) => {
  await page.goto('/blogs');
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const items = page.getByRole('main').getByRole('listitem');
    await expect(items.filter({ has: page.locator('img') })).not.toHaveCount(0);
    const widths = await items
      .locator('article > p')
      .evaluateAll((texts) => texts.map((text) => Math.round(text.clientWidth)));
    expect(widths.length).toBeGreaterThan(2);
    expect(new Set(widths).size, `at ${width}: ${widths.join()}`).toBe(1);
  }
});
