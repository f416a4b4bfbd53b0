// Needs: account, connect, history, import, layout, proposals, style
import type { Page } from '@playwright/test';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/accessibility.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({
  expectedFault: /Failed to fetch dynamically imported module|Unable to preload CSS/,
});

const CLIENT = join(import.meta.dirname, '..', 'dist', 'client');
const isCode = (name: string): boolean => /\.(?:js|css)$/.test(name);
const BUILT = readdirSync(join(CLIENT, 'assets')).filter(isCode);
const DOCUMENT = readFileSync(join(CLIENT, 'index.html'), 'utf8');
/** The chunks that the document itself loads, which every page needs. */
const FIRST = BUILT.filter((name) => DOCUMENT.includes(`/assets/${name}`));

const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.(?:js|css)$/, '');
/** The names of chunks that are loaded on their own, by `import()`. */
const ENTRIES = new Set(
  BUILT.filter((file) => file.endsWith('.js')).flatMap((file) => {
    const code = readFileSync(join(CLIENT, 'assets', file), 'utf8');
    return [...code.matchAll(/\bimport\([`'"]\.\/([^`'"]+)[`'"]\)/g)].map(([, entry]) =>
      nameOf(entry ?? ''),
    );
  }),
);

const POST = 'reading-a-city-by-its-bridges-k3f9';

/** The messages shown instead of parts that failed to load. */
const FAILURE = /could not be shown|Failed to load content|Internal Server/;

/** Chunks, and an address that needs each of them. */
type Visits = Readonly<Record<string, string>>;

const PUBLIC_VISITS: Visits = {
  'login-page': '/login',
  tags: '/tags',
  tag: '/blogs/tags/maps',
  'missing-post': '/blogs/missing',
  'search-results': '/blogs?q=bridges',
};

/** These are shown below the header of the admin area. */
const ADMIN_VISITS: Visits = {
  'edit-experiences-page': '/admin/experiences',
  'manage-posts-page': '/admin/blogs',
  'post-form-page': '/admin/blogs/new',
  'post-detail-page': `/admin/blogs/${POST}`,
  'manage-tag-page': '/admin/blogs/tags/maps',
  'account-page': '/admin/account',
  'connect-page': '/admin/connect',
  'layout-page': '/admin/layout',
  'proposals-page': '/admin/proposals',
  'proposal-page': '/admin/proposals/idea',
  'style-page': '/admin/style',
  'uploads-page': '/admin/uploads',
  'history-page': '/admin/history',
  'commit-page': '/admin/history/0000000',
  'site-page': '/admin/history/0000000/site',
};

/** Chunks of a part of a page. */
const PARTS = ['rendered-text', 'import-posts', 'project-list', 'project-meta'];

/**
 * Chunks with fallbacks: a paste becomes plain text; links of photos and of the search lead to the
 * server's pages; Ctrl+K, the edit links and footnotes beside the text are optional; without the
 * unzipper a .zip is not read, nor are exports and configurations without their readers; and passkeys are not offered.
 */
const OPTIONAL = [
  ...['html-to-markdown', 'lightbox', 'search-dialog', 'palette', 'show-edit-link'],
  ...['side-notes', 'unzip', 'find-export', 'find-layout', 'esm'],
];

/**
 * Makes files whose names begin with `name` fail to load, until the returned function is called.
 */
const blockFiles = async (page: Page, name: string): Promise<() => Promise<void>> => {
  const files = `**/assets/${name}-*.js`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
};

test('code that fails to load can be requested again', async ({ page }) => {
  const lost = page.getByRole('heading', { name: 'This page could not be shown.' });
  const again = page.getByRole('button', { name: 'Try again' });

  await test.step('an admin page, below the header', async () => {
    await openAsAdmin(page);
    const unblock = await blockFiles(page, 'post-form-page');
    const header = page.getByRole('banner');
    await page.getByRole('link', { name: 'Manage blogs' }).click();
    await page.getByRole('link', { name: 'Create new blog' }).click();
    await expect(lost).toBeVisible();
    await expect(header).toBeVisible();
    await expectAccessible(page);
    await again.click();
    await expect(lost).toBeVisible();
    await unblock();
    await again.click();
  });

  await test.step('the preview, beside the typed text', async () => {
    await page.getByLabel('Title').fill('Slack water');
    await page.getByRole('textbox', { name: 'Content' }).fill('Neap tides');
    const unblock = await blockFiles(page, 'rendered-text');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByRole('alert')).toContainText('could not be shown');
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Slack water');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const previewAgain = preview.getByRole('button', { name: 'Try again' });
    await previewAgain.click();
    await expect(previewAgain).not.toHaveAttribute('aria-disabled', 'true');
    await unblock();
    await previewAgain.click();
    await expect(preview.getByText('Neap tides')).toBeVisible();
  });
});

/**
 * Returns a function that makes the browser block these files, and no others. Unlike a route it
 * leaves the browser's cache on, with the compiled code.
 */
const blocker = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  return async (...names: readonly string[]) => {
    await client.send('Network.setBlockedURLs', { urls: names.map((name) => `*/assets/${name}`) });
  };
};

const fileOf = (name: string, type = 'js'): string => {
  const file = BUILT.find((built) => nameOf(built) === name && built.endsWith(`.${type}`));
  if (file === undefined) throw new Error(`The build has no ${name}.${type}`);
  return file;
};

test('no missing file of the build leads to a blank page', async ({ page }) => {
  const block = await blocker(page);
  const failure = page.getByText(FAILURE);
  const visitWithout = async (file: string, path: string) => {
    await test.step(`${path} without ${file}`, async () => {
      await block(file);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(failure).toBeVisible();
    });
  };

  for (const name of FIRST) {
    await test.step(`/ without ${name}`, async () => {
      await block(name);
      await page.goto('/', { waitUntil: 'load' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marit Ashgrove');
    });
  }
  for (const [name, path] of Object.entries(PUBLIC_VISITS)) await visitWithout(fileOf(name), path);
  // A style sheet and a script that an `import()` needs beside the chunk fail it as well.
  await visitWithout(fileOf('login-path', 'css'), '/login');
  await visitWithout(fileOf('login-path'), '/login');

  await test.step('/ without the default content, if the content fails to load', async () => {
    await block(fileOf('_virtual_default-content'));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await page.route('**/api/content*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('link', { name: 'Back to the public site' }).click();
    await expect(failure).toBeVisible();
    await page.unrouteAll();
  });

  await openAsAdmin(page, '/login');
  for (const name of ['load-admin', 'admin']) await visitWithout(fileOf(name), '/admin');
  await visitWithout(fileOf('import-posts'), '/admin/blogs');
  await visitWithout(fileOf('rendered-text'), `/admin/blogs/${POST}`);
  await test.step('/admin without the files of its pages', async () => {
    await block(...Object.keys(ADMIN_VISITS).map((name) => fileOf(name)));
    await page.goto('/admin');
    for (const [name, path] of Object.entries(ADMIN_VISITS)) {
      const lost = page.waitForEvent('requestfailed', (request) =>
        request.url().includes(`/assets/${name}-`),
      );
      await page.evaluate((address) => {
        history.pushState({ key: address }, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state: { key: address } }));
      }, path);
      await lost;
      await expect(failure, name).toBeVisible();
      await expect(page.getByRole('banner'), name).toBeVisible();
    }
  });

  const lost = [...Object.keys({ ...PUBLIC_VISITS, ...ADMIN_VISITS }), ...PARTS];
  const other = ['_virtual_default-content', 'load-admin', 'admin', ...OPTIONAL];
  expect([...ENTRIES].sort(), 'chunks').toEqual([...lost, ...other].sort());
});
