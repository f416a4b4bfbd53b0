import type { Page, Request } from '@playwright/test';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({
  expectedFault: /Failed to fetch dynamically imported module|Unable to preload CSS/,
});

const CLIENT = join(import.meta.dirname, '..', 'dist', 'client');
const isCode = (name: string): boolean => /\.(?:js|css)$/.test(name);
const BUILT = readdirSync(join(CLIENT, 'assets')).filter(isCode);
const DOCUMENT = readFileSync(join(CLIENT, 'index.html'), 'utf8');
/** The chunks that are loaded on their own, by `import()`. */
const ENTRIES = new Set(
  BUILT.filter((name) => name.endsWith('.js')).flatMap((name) => {
    const code = readFileSync(join(CLIENT, 'assets', name), 'utf8');
    return [...code.matchAll(/\bimport\([`'"]\.\/([^`'"]+)[`'"]\)/g)].map(
      ([, entry]) => entry ?? '',
    );
  }),
);
/** The chunks that the document itself loads, which every page needs. */
const FIRST = BUILT.filter((name) => DOCUMENT.includes(`/assets/${name}`));

interface Visit {
  readonly path: string;
  /** An action that makes the page load more. */
  readonly act?: (page: Page) => Promise<void>;
}

const POST = 'reading-a-city-by-its-bridges-k3f9';

/** The messages shown instead of parts that failed to load. */
const FAILURE = /could not be shown|Failed to load content|Internal Server/;

const PUBLIC_VISITS: readonly Visit[] = [
  { path: '/login' },
  { path: '/tags' },
  { path: `/blogs/${POST}/revisions` },
  { path: '/blogs?q=bridges' },
  {
    // The content can't be loaded, so the default content is shown.
    path: '/',
    act: async (page) => {
      await page.route('**/api/content*', (route) => route.fulfill({ status: 500, json: {} }));
      // Before that, a link loads a document.
      await page.waitForLoadState('networkidle');
      await page.getByRole('link', { name: 'View all blogs' }).click();
      await page.getByText(FAILURE).waitFor();
    },
  },
];

const ADMIN_VISITS: readonly Visit[] = [
  { path: '/admin' },
  { path: '/admin/experiences' },
  { path: '/admin/blogs' },
  {
    path: '/admin/blogs/new',
    act: async (page) => {
      const preview = page.getByRole('button', { name: 'Preview', exact: true });
      await preview.or(page.getByText(FAILURE)).first().waitFor();
      if (await preview.isVisible()) await preview.click();
    },
  },
  { path: `/admin/blogs/${POST}` },
  { path: `/admin/blogs/${POST}/edit` },
  { path: '/admin/blogs/tags/maps' },
  { path: '/admin/account' },
  { path: '/admin/connect' },
  { path: '/admin/uploads' },
  { path: '/admin/history' },
];

/**
 * Makes files whose names begin with `name` fail to load, until the returned function is called.
 */
const blockFiles = async (page: Page, name: string): Promise<() => Promise<void>> => {
  const files = `**/assets/${name}-*.js`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
};

test('code that fails to load leaves the rest of the page, and can be requested again', async ({
  page,
}) => {
  const lost = page.getByRole('heading', { name: 'This page could not be shown.' });
  const again = page.getByRole('button', { name: 'Try again' });

  await test.step('the login page', async () => {
    const unblock = await blockFiles(page, 'login-page');
    await page.goto('/login');
    await expect(lost).toBeVisible();
    await again.click();
    await expect(lost).toBeVisible();
    await unblock();
    await again.click();
    await fillLogin(page);
  });

  await test.step('an admin page, below the header', async () => {
    const unblock = await blockFiles(page, 'post-form-page');
    const header = page.getByRole('banner');
    await page.getByRole('link', { name: 'Manage blogs' }).click();
    await page.getByRole('link', { name: 'Create new blog' }).click();
    await expect(lost).toBeVisible();
    await expect(header).toBeVisible();
    await expectAccessible(page);
    await unblock();
    await again.click();
  });

  await test.step('the preview, beside the typed text', async () => {
    await page.getByLabel('Title').fill('Slack water');
    const unblock = await blockFiles(page, 'rendered-post');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByRole('alert')).toContainText('could not be shown');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Slack water');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const previewAgain = preview.getByRole('button', { name: 'Try again' });
    await previewAgain.click();
    await expect(previewAgain).not.toHaveAttribute('aria-disabled', 'true');
    await unblock();
    await previewAgain.click();
    await expect(preview.getByRole('heading', { name: 'Slack water' })).toBeVisible();
  });
});

test("the text of the administrator's post can be requested again", async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page);
  const unblock = await blockFiles(page, 'rendered-text');
  await page.getByRole('link', { name: 'Manage blogs' }).click();
  await page.getByRole('link', { name: 'Reading a city by its bridges' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be shown');
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await unblock();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('A bridge is not measured by')).toBeVisible();
});

/**
 * Returns a function that makes the browser block these files, and no others. Unlike a route it
 * leaves the browser's cache on, with the compiled code.
 */
const blocker = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  return async (names: readonly string[]) => {
    await client.send('Network.setBlockedURLs', { urls: names.map((name) => `*/assets/${name}`) });
  };
};

/** Files that are loaded by the `import()` of another one, which fails for all of them alike. */
const isScriptBeside = (name: string): boolean => name.endsWith('.js') && !ENTRIES.has(name);
const isStyle = (name: string): boolean => name.endsWith('.css');

/**
 * Makes each visit again without files that no earlier visit has loaded: all that are loaded on
 * their own, and the first script and style sheet that come with them. Returns all files.
 */
const visitWithoutEach = async (page: Page, visits: readonly Visit[]): Promise<string[]> => {
  const block = await blocker(page);
  const loaded = new Set<string>();
  const lost: string[] = [];
  const isWorthLosing = (name: string): boolean =>
    ![isScriptBeside, isStyle].some((kind) => kind(name) && lost.some(kind));
  for (const { path, act } of visits) {
    const names = new Set<string>();
    const note = (request: Request) => names.add(request.url().split('/assets/')[1] ?? '');
    page.on('request', note);
    await page.goto(path);
    await act?.(page);
    await page.waitForLoadState('networkidle');
    page.off('request', note);
    await page.unrouteAll();

    const later = [...names].filter(
      (name) => isCode(name) && !FIRST.includes(name) && !loaded.has(name),
    );
    later.forEach((name) => loaded.add(name));
    for (const name of later) {
      if (!isWorthLosing(name)) continue;
      lost.push(name);
      await test.step(`${path} without ${name}`, async () => {
        await block([name]);
        await page.goto(path, { waitUntil: 'commit' });
        const acting = act?.(page).catch(() => undefined);
        await expect(page.getByText(FAILURE)).toBeVisible();
        await acting;
        await page.unrouteAll();
        await block([]);
      });
    }
  }
  return [...loaded];
};

test('no missing file of the build leads to a blank page', async ({ page }) => {
  const block = await blocker(page);
  for (const name of FIRST) {
    await test.step(`/ without ${name}`, async () => {
      await block([name]);
      await page.goto('/', { waitUntil: 'load' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marit Ashgrove');
    });
  }
  await block([]);
  const asVisitor = await visitWithoutEach(page, PUBLIC_VISITS);
  await openAsAdmin(page, '/admin/history');
  const commit = await page.locator('main a[href^="/admin/history/"]').first().getAttribute('href');
  const asAdmin = await visitWithoutEach(page, [
    ...ADMIN_VISITS,
    { path: commit ?? '' },
    { path: `${commit}/site` },
  ]);
  const never = BUILT.filter((name) => ![...FIRST, ...asVisitor, ...asAdmin].includes(name));
  // These chunks have fallbacks: a paste becomes plain text; links of photos and of the search lead
  // to the server's pages; Ctrl+K, the edit links and footnotes beside the text are optional; and
  // without the unzipper a .zip is not read.
  // The browser's part of passkeys is loaded once the site has one.
  // The default content is loaded only by a visit whose content fails to load in time.
  const others = never.filter((name) => !name.includes('default-content'));
  expect(others.sort(), 'files that no visit loads').toEqual([
    expect.stringMatching(/^esm-/),
    expect.stringMatching(/^html-to-markdown-/),
    expect.stringMatching(/^lightbox-.*\.(?:js|css)$/),
    expect.stringMatching(/^lightbox-.*\.(?:js|css)$/),
    expect.stringMatching(/^palette-.*\.(?:js|css)$/),
    expect.stringMatching(/^palette-.*\.(?:js|css)$/),
    expect.stringMatching(/^search-dialog-.*\.(?:js|css)$/),
    expect.stringMatching(/^search-dialog-.*\.(?:js|css)$/),
    expect.stringMatching(/^show-edit-link-.*\.(?:js|css)$/),
    expect.stringMatching(/^show-edit-link-.*\.(?:js|css)$/),
    expect.stringMatching(/^side-notes-/),
    expect.stringMatching(/^unzip-/),
  ]);
});
