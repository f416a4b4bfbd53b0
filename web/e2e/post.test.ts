import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { holdRequests } from './support/requests.ts';
import { expect, test } from './support/site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const CODE = 'const ferry = 1;\n\nsail(ferry);';

const RICH = [
  'A first paragraph.',
  `\`\`\`ts\n${CODE}\n\`\`\``,
  `## A heading\n\n${'Text between. '.repeat(600)}`,
  '## Another heading',
  `| ${'Column | '.repeat(20)}\n|${' --- |'.repeat(20)}\n| ${'a cell | '.repeat(20)}`,
  '- [x] Done\n- [ ] To do',
  'A claim.[^1]\n\n[^1]: Its source.',
].join('\n\n');

const FILL = 'Text between. '.repeat(200);
const LONG = [
  `## Slack water\n\n${FILL}`,
  `### Of \\<ebb> & *flow*\n\n${FILL}`,
  `## ![A lamp](/photos/none) At night\n\n${FILL}`,
  `## Last\n\nOne claim,[^one] another.[^two]\n\n${FILL}`,
  `[^one]: ${'Its source. '.repeat(20)}\n[^two]: [Theirs](https://example.com/).`,
].join('\n\n');

const IMAGES = [
  '![A harbour](https://pictures.example/harbour.svg)\n\nBelow the harbour.',
  'Text between. '.repeat(120),
  '![A quay](https://pictures.example/quay.svg)\n\nBelow the quay.',
].join('\n\n');
const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="900"><rect width="400" height="900"/></svg>';

const HTML = [
  'Press <kbd>Esc</kbd>, drink H<sub>2</sub>O. Up [to the end](#end).',
  '<a href="/blogs"><img src="https://pictures.example/quay.svg" alt="A quay" width="120"></a>',
  '<img src="https://pictures.example/icon.svg" alt="An icon" height="20"> in a line',
  '<details>\n<summary>More of *it*</summary>\n\nInside of **it**.\n\n</details>',
  '<table><tr><th align="right">One</th><th>Two</th></tr><tr><td colspan="2">Both</td></tr></table>',
  ...['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> About it.`),
  '<a name="end"></a>The end.',
].join('\n\n');

const HOSTILE = [
  '<img src=x onerror="document.title = \'run\'"><script>document.title = "run"</script>',
  '<svg><style><img src=x onerror="document.title = \'run\'"></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="java&Tab;script:document.title=\'run\'" id="root">A lure</a>',
  '<form name="cookie"><input name="body"></form><style>* { display: none }</style>',
  '<iframe srcdoc="<script>parent.document.title = 1</script>"></iframe>',
].join('\n\n');

test.use({
  content: {
    'posts/recent.md': postFile({ title: 'New', createdAt: '2020-03-01', tags: ['Tides'] }, RICH),
    'posts/html.md': postFile({ title: 'HTML', createdAt: '2020-01-03' }, HTML),
    'posts/hostile.md': postFile({ title: 'Hostile', createdAt: '2020-01-02' }, HOSTILE),
    'posts/old.md': postFile({ title: 'Old', createdAt: '2020-01-01' }),
    'posts/long.md': postFile({ title: 'Long' }, LONG),
    'posts/images.md': postFile({ title: 'Images' }, IMAGES),
    'posts/missing.md': postFile({ title: 'Missing' }, '![A lost harbour](/photos/none)\n\nText.'),
  },
});

test('a link to the old address of a renamed post leads to it', async ({ page, site }) => {
  await page.goto('/blogs');
  await site.push({
    'posts/old.md': null,
    'posts/recent.md': null,
    'posts/older.md': postFile({ title: 'Old', createdAt: '2020-04-01' }),
  });
  await page.getByRole('link', { name: 'Old' }).click();
  await expect(page).toHaveURL('/blogs/older');
  await expect(page.getByText('Some text.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/blogs');
  await page.goForward();
  await expect(page).toHaveURL('/blogs/older');

  expect((await page.goto('/blogs/old?a=1'))?.status()).toBe(200);
  await expect(page).toHaveURL('/blogs/older?a=1');
  expect((await page.goto('/blogs/recent'))?.status()).toBe(410);
  await expect(heading(page)).toHaveText('This post was deleted');
  await page.getByRole('main').getByRole('link', { name: 'Old' }).click();
  await expect(page).toHaveURL('/blogs/older');
});

test('the text is complete, and its headings and tables are accessible', async ({ page }) => {
  const second = page.getByRole('heading', { name: 'Another heading' });

  await page.goto('/blogs/recent');
  const text = page.getByRole('article');
  await expect(text.locator('time').first()).toHaveText('1 March 2020');
  await expect(text.locator('time').first()).toHaveAttribute('datetime', /^2020-03-01/);
  await expect(text.getByText('6 minutes')).toBeVisible();
  await expect(text.getByRole('checkbox', { name: 'Done', checked: true })).toBeVisible();
  const table = page.getByRole('region', { name: 'Table' });
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((region) => region.scrollLeft)).toBeGreaterThan(0);
  await expectAccessible(page);
  await expect(page.getByRole('navigation', { name: 'Contents' })).toHaveCount(0);
  const left = async (part: string) => (await text.locator(part).boundingBox())?.x;
  expect(await left('.prose'), 'without a free margin').toBe(await left('h1'));

  await page.getByRole('link', { name: 'Link to this section: Another heading' }).click();
  await expect(page).toHaveURL(/#user-content-another-heading$/);
  await expect(second).toBeInViewport();
  await page.goto('/blogs');
  await page.goto('/blogs/recent#user-content-another-heading');
  await expect(second).toBeInViewport();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('A first paragraph.')).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});

test('code is copied, or a message says that it failed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/blogs/recent');
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(CODE);
  await page.clock.fastForward(2000);
  await expect(page.getByRole('button', { name: 'Copy code' })).toBeVisible();

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Unable to copy to clipboard/);
});

test('a long text has a table of contents above or beside it', async ({ page, browser }) => {
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const second = page.getByRole('heading', { name: 'Of <ebb> & flow' });

  await test.step('beside it', async () => {
    await page.goto('/blogs/long');
    const titles = ['Slack water', 'Of <ebb> & flow', 'At night', 'Last'];
    await expect(contents.getByRole('link')).toHaveText(titles);
    await contents.getByRole('link', { name: 'Of <ebb> & flow' }).click();
    await expect(second).toBeInViewport();
    await expect(contents.getByRole('link', { name: 'Slack water' })).toBeInViewport();
    await expect(contents.locator('[aria-current]')).toHaveText('Of <ebb> & flow');
  });

  await test.step('with its footnotes, one below the other', async () => {
    const claim = page.getByText('One claim,');
    const notes = page.getByRole('listitem').filter({ hasText: /source|Theirs/ });
    const boxOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect());
    await expect(async () => {
      const text = await boxOf(claim);
      const first = await boxOf(notes.first());
      const second = await boxOf(notes.last());
      expect(first.left).toBeGreaterThan(text.right);
      expect(Math.abs(first.top - text.top)).toBeLessThan(20);
      expect(second.top).toBeGreaterThan(first.bottom);
      expect(second.right).toBeLessThan(1280);
    }).toPass();
    await expectAccessible(page);

    await page.setViewportSize({ width: 1000, height: 800 });
    await expect(async () => {
      const text = await boxOf(claim);
      const first = await boxOf(notes.first());
      expect(first.left).toBeLessThan(text.right);
      expect(first.top).toBeGreaterThan(text.top + 1000);
    }).toPass();
  });

  await test.step('above it without JavaScript', async () => {
    const context = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    });
    const plain = await context.newPage();
    await plain.goto('/blogs/long');
    const above = plain.getByRole('navigation', { name: 'Contents' });
    await expect(above.getByRole('link')).toHaveCount(0);
    await above.locator('summary').click();
    await above.getByRole('link', { name: 'At night' }).click();
    await expect(plain.getByRole('heading', { name: 'At night' })).toBeInViewport();
    await context.close();
  });
});

test("visible content doesn't move when an image loads", async ({ page }) => {
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: IMAGE }),
  );
  const release = await holdRequests(page, 'https://pictures.example/**');
  await page.goto('/blogs/images', { waitUntil: 'domcontentloaded' });
  const below = page.getByText('Below the harbour.');
  const before = await below.boundingBox();
  release();
  const image = page.getByRole('img', { name: 'A harbour' });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(900);
  expect(await below.boundingBox()).toEqual(before);
  const ahead = page.getByRole('img', { name: 'A quay' });
  await expect(ahead).toHaveAttribute('width', '400');
  expect(await ahead.boundingBox()).toMatchObject({ width: 400, height: 900 });
  await expect(image).not.toHaveAttribute('width');
});

test('a missing image is replaced by its alternative text', async ({ page }) => {
  await page.goto('/blogs/missing');
  const fallback = page.getByRole('img', { name: 'A lost harbour' });
  await expect(fallback).toHaveText('A lost harbour');
  expect((await fallback.boundingBox())?.height).toBe(128);
});

test('it looks and works as on GitHub', async ({ page }) => {
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: IMAGE }),
  );
  await page.goto('/blogs/html');
  const text = page.getByRole('article');

  await page.getByRole('link', { name: 'to the end' }).click();
  await expect(page.locator(':target')).toHaveId('user-content-end');

  const quay = page.getByRole('link').getByRole('img', { name: 'A quay' });
  await quay.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await quay.boundingBox())?.width).toBe(120);
  await expect.poll(async () => (await quay.boundingBox())?.height).toBe(270);
  const icon = page.getByRole('img', { name: 'An icon' });
  await expect.poll(async () => (await icon.boundingBox())?.height).toBe(20);

  await expect(page.getByText('Inside of it.')).toBeHidden();
  await page.getByText('More of *it*').click();
  await expect(page.getByText('Inside of it.').locator('strong')).toHaveText('it');

  const header = page.getByRole('columnheader', { name: 'One' });
  await expect(header).toHaveCSS('text-align', /right$/);
  await expect(page.getByRole('cell', { name: 'Both' })).toHaveAttribute('colspan', '2');

  await test.step('alerts have a title and an icon', async () => {
    const titles = text.locator('.markdown-alert-title');
    await expect(titles).toHaveText(['Note', 'Tip', 'Important', 'Warning', 'Caution']);
    const icons = await titles.evaluateAll((all) =>
      all.map((title) => getComputedStyle(title, '::before').maskImage),
    );
    expect(icons.filter((icon) => icon.startsWith('url("data:image/svg+xml'))).toHaveLength(5);
    expect(new Set(icons).size).toBe(5);
  });

  await expectAccessible(page);
});

test('it can do no harm', async ({ page }) => {
  let asked = false;
  page.on('dialog', (dialog) => {
    asked = true;
    void dialog.dismiss();
  });
  await page.goto('/blogs/hostile');
  await page.getByText('A lure').click();
  await expect(heading(page)).toHaveText('Hostile');
  await expect(page).toHaveTitle(/Hostile/);
  expect(asked).toBe(false);
  expect(await page.evaluate(() => typeof document.cookie)).toBe('string');
  expect(await page.locator('.prose :is(script, style, svg, math, form, iframe)').count()).toBe(0);
});
