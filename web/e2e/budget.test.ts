import type { APIRequestContext, Page } from '@playwright/test';
import { readDefaultContent } from 'fixtures/default-content';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { manyPosts, postFile } from './support/blog.ts';
import { PUBLIC_PAGES, UNLISTED_PAGES } from './support/public-pages.ts';
import { expect, test } from './support/site.ts';

const KB = 1024;
/** What a server may send before the first acknowledgement: https://www.rfc-editor.org/rfc/rfc6928 */
const FIRST_WINDOW = 10 * 1460;
const ASSETS = join(import.meta.dirname, '..', 'dist', 'client', 'assets');

/**
 * Texts that only the code of the admin area, its editor, the login or the Markdown renderer
 * contains.
 */
const NOT_FOR_VISITORS = ['Signed in as', 'Insert image', 'Checking session…', 'thematicBreak'];

const RICH = [
  'A first paragraph, [a link](/) and `code`.[^1]\n\n[^1]: Its source.',
  '## A heading\n\n```ts\nconst ferry = 1;\n```',
  '> [!NOTE]\n> An alert.\n\n> A quotation.',
  '| Tide | Height |\n| --- | --- |\n| High | 4 |',
  '- [x] Done\n- [ ] To do\n\n---\n\n<kbd>K</kbd> <details open><summary>More</summary>Text</details>',
].join('\n\n');

const SAMPLE = Object.fromEntries(await readDefaultContent());
const RICH_POST = { 'posts/rich.md': postFile({ title: 'Rich', createdAt: '2020-01-01' }, RICH) };

test.use({ content: { ...SAMPLE, ...manyPosts(1000, ['Maps']), ...RICH_POST } });

/** The addresses of everything that the page loads, by type. */
const loadedBy = async (page: Page, path: string): Promise<Map<string, string[]>> => {
  const loaded = new Map<string, string[]>();
  page.on('request', (request) => {
    const kind = request.resourceType();
    loaded.set(kind, [...(loaded.get(kind) ?? []), request.url()]);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  page.removeAllListeners('request');
  return loaded;
};

/** The transferred bytes of all these addresses. */
const bytesOf = async (request: APIRequestContext, addresses: readonly string[] = []) => {
  const responses = await Promise.all(
    addresses.map((address) => request.get(address, { headers: { 'Accept-Encoding': 'br' } })),
  );
  return responses.reduce((sum, response) => sum + Number(response.headers()['content-length']), 0);
};

/** All bytes that a new connection receives for the document at `url`: headers and body. */
const bytesReceived = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: true });
    get(url, { agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const { socket } = response;
      response.resume().on('end', () => {
        resolve(socket.bytesRead);
        agent.destroy();
      });
    }).on('error', reject);
  });

test.describe('with the sample content', () => {
  test.use({ content: undefined });

  test('the landing page fits into the first round trip', async ({ site }) => {
    expect(await bytesReceived(site.url)).toBeLessThanOrEqual(FIRST_WINDOW);
  });
});

test('a first visit is small and painted first', async ({ page, request, site }) => {
  const scripts = new Set<string>();

  expect(await bytesReceived(site.url)).toBeLessThanOrEqual(FIRST_WINDOW);

  await test.step('a page is painted before its scripts are requested', async () => {
    await page.goto('/blogs');
    const { painted, requested } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      requested: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }));
    expect(requested.length).toBeGreaterThan(1);
    expect(Math.min(...requested)).toBeGreaterThanOrEqual(painted);
  });

  await test.step('every page is small', async () => {
    for (const { path } of PUBLIC_PAGES) {
      const loaded = await loadedBy(page, path);
      for (const address of loaded.get('script') ?? []) scripts.add(address);
      const bytes = {
        html: await bytesOf(request, loaded.get('document')),
        js: await bytesOf(request, loaded.get('script')),
      };
      const where = `${path}: ${JSON.stringify(bytes)}`;
      expect(bytes.html, where).toBeGreaterThan(0);
      expect(bytes.html, where).toBeLessThan(20 * KB);
      expect(bytes.js, where).toBeLessThan(90 * KB);
      expect(await bytesOf(request, loaded.get('stylesheet')), where).toBeLessThan(12 * KB);
      // Code and emphasised words in a post use other faces.
      const fonts = (loaded.get('font') ?? []).filter((font) => !/mono|italic/.test(font));
      expect(fonts, where).toHaveLength(2);
      expect(await bytesOf(request, fonts), where).toBeLessThan(51 * KB);
    }
  });

  await test.step('no code of the admin area, the login or the Markdown renderer is loaded', async () => {
    const code = (
      await Promise.all([...scripts].map(async (url) => (await request.get(url)).text()))
    ).join('\n');
    const built = (
      await Promise.all(
        (await readdir(ASSETS))
          .filter((name) => name.endsWith('.js'))
          .map((name) => readFile(join(ASSETS, name), 'utf8')),
      )
    ).join('\n');
    for (const words of NOT_FOR_VISITORS) {
      expect(built, `“${words}” is in the app`).toContain(words);
      expect(code.includes(words), `“${words}” is in what visitors load`).toBe(false);
    }
  });
});

/** Adds style sheets to the page, and lists the elements whose styles that changes. */
const changedBySheets = (page: Page, sheets: readonly string[]): Promise<string[]> =>
  page.evaluate(async (addresses) => {
    await document.fonts.ready;
    const elements = [...document.querySelectorAll('body, body *')];
    const properties = [...getComputedStyle(document.body)];
    const stylesOf = (element: Element): string =>
      [null, '::before', '::after']
        .flatMap((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          if (pseudo !== null && style.content === 'none') return [];
          return properties.map((name) => style.getPropertyValue(name));
        })
        .join();
    const before = elements.map(stylesOf);
    for (const href of addresses) {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      await new Promise((resolve) => {
        link.onload = resolve;
        document.head.append(link);
      });
    }
    const result = [...document.styleSheets].map(({ href }) => href);
    if (!addresses.every((href) => result.includes(href)))
      throw new Error(`Only: ${result.join()}`);
    return elements
      .filter((element, index) => stylesOf(element) !== before[index])
      .map(({ outerHTML }) => outerHTML.slice(0, 100));
  }, sheets);

test.describe('with every kind of text', () => {
  test.use({ content: { ...SAMPLE, ...RICH_POST } });

  test('the style sheets that are loaded with the scripts change nothing on a page', async ({
    page,
  }) => {
    const pages = [...PUBLIC_PAGES, ...UNLISTED_PAGES].map(({ path }) => path);
    const paths = [...pages, '/blogs/rich', '/login'];
    const sheets = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') sheets.add(request.url());
    });
    for (const path of paths) await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(sheets.size).toBeGreaterThan(1);
    // Those of the page itself no longer load, and these still do.
    const added = [...sheets].map((address) => `${address}?added`);
    await page.route(/\.(?:css|js)$/, (route) => route.abort());
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' });
      expect(await changedBySheets(page, added), path).toEqual([]);
    }
  });
});
