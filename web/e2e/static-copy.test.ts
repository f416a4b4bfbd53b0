import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { manyPosts, postFile } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const COMMAND = join(import.meta.dirname, '../../api/dist/features/static-copy/command.js');
const ADDRESS = 'https://ada.example/site';
const SECRET = 'Zanzibar';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Serves a folder below `/site/`, as a plain file server does. */
const serveFolder = async (folder: string) => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://a').pathname);
    readFile(join(folder, path.replace(/^\/site\//, '').replace(/(^|\/)$/, '$1index.html'))).then(
      (bytes) => {
        response.setHeader('Content-Type', TYPES[extname(path) || '.html'] ?? '');
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { close: () => server.close(), root: `http://127.0.0.1:${port}/site/` };
};

/** The title, the text and the links of a page, each with its text. */
const readPages = (page: Page, documents: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.map((html) => {
        const { title, body } = new DOMParser().parseFromString(html, 'text/html');
        body.querySelectorAll('script, style').forEach((element) => element.remove());
        const links = [...body.querySelectorAll('a')];
        return {
          title,
          text: body.textContent.trim(),
          names: links.map((link) => link.textContent),
          hrefs: links.map((link) => link.getAttribute('href') ?? ''),
        };
      }),
    documents,
  );

test('the static copy shows the site from a file server and from a disk', async ({
  page,
  site,
}) => {
  await site.push({
    ...manyPosts(24, ['Sea & sky']),
    'posts/old.md': postFile({ title: 'Old' }),
    'posts/hidden.md': postFile({ title: SECRET, hidden: true }),
    'posts/planned.md': `---\ntitle: ${SECRET}\npublishDate: 2999-01-01T00:00:00Z\n---\n\n${SECRET}\n`,
    'posts/tides.md':
      '---\ntitle: Tides\naliases: [/2019/tides.html, /old/tides/]\n---\n\n[Near](p1) [Far](/blogs/p2?a=1&b=2#x) `url(/a)`\n',
    'pages/about.md': postFile({ title: 'About me' }),
  });
  await site.push({
    'posts/old.md': null,
    'posts/moved.md': postFile({ title: 'Old' }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'copy-'));
  const env = { ...process.env, DATA_DIR: dirname(site.repository), INIT_CWD: '' };
  await promisify(execFile)(process.execPath, [COMMAND, folder, '--url', ADDRESS], { env });
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const textOf = (path: string) => readFile(join(folder, path), 'utf8');

  await test.step('it has the texts, titles and links of the site, and nothing hidden', async () => {
    const texts = await Promise.all(paths.map(textOf));
    expect(paths.filter((_, at) => texts[at]?.includes(SECRET))).toEqual([]);
    expect(paths.filter((_, at) => texts[at]?.includes(site.url))).toEqual([]);
    const pages = paths.filter((path) => path.endsWith('/index.html') || path === 'index.html');
    const own = pages.filter((path) => !/^(?:old|blogs\/old)\//.test(path));
    const live = own.map(async (path) => {
      const address = `/${path.replace(/\/?index\.html$/, '')}`.replace('/page/', '?page=');
      return (await fetch(site.url + address.split('/').map(encodeURI).join('/'))).text();
    });
    const before = await readPages(page, await Promise.all(live));
    const after = await readPages(page, await Promise.all(own.map(textOf)));
    const withoutHrefs = (all: typeof before) => all.map(({ hrefs: _, ...rest }) => rest);
    expect(withoutHrefs(after)).toEqual(withoutHrefs(before));
    expect(own.length).toBeGreaterThan(40);
    const leading = own.flatMap((path, at) =>
      (after[at]?.hrefs ?? [])
        .filter((href) => !/^(?:[a-z]+:|#)/.test(href))
        .map((href) => decodeURIComponent(new URL(href, `http://a/${path}`).pathname.slice(1))),
    );
    expect([...new Set(leading)].filter((path) => !paths.includes(path))).toEqual([]);
    expect(await textOf('_redirects')).toBe(
      ['/2019/tides.html tides', '/blogs/old moved', '/old/tides/ tides']
        .map((line) => `/site${line.replace(' ', ' /site/blogs/')}/ 301\n`)
        .join(''),
    );
    expect(await textOf('sitemap.xml')).toContain(`<loc>${ADDRESS}/blogs/tides</loc>`);
    expect(await textOf('feed.json')).toContain(`${ADDRESS}/blogs/p2`);
    expect(await textOf('404.html')).toContain('href="/site/favicon.ico"');
  });

  const served = await serveFolder(folder);
  for (const root of [served.root, `${pathToFileURL(folder).href}/`]) {
    await test.step(`a browser shows it from ${root.slice(0, 4)}`, async () => {
      const lost: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(root)) lost.push(request.url());
      });
      page.on('requestfailed', (request) => {
        // A click on a link ends what the page has not loaded yet.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') lost.push(request.url());
      });
      page.on('response', (response) => {
        if (response.status() >= 400) lost.push(response.url());
      });
      await page.goto(`${root}index.html`, { waitUntil: 'load' });
      await page.getByRole('link', { name: 'View all blogs' }).click();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByLabel('Go to page').fill('3');
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      await expect(page.getByText('Page 3 of 3').first()).toBeVisible();
      await page.getByRole('link', { name: 'Home' }).first().click();
      await page.getByRole('link', { name: 'Reading a city by its bridges' }).click();
      const picture = page.getByRole('img', { name: /Three stone arches/ });
      const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
      await expect.poll(width).toBeGreaterThan(100);
      await page.getByText('Dark').click();
      await page.getByRole('link', { name: 'All blogs' }).click();
      // Pages on a disk are in several processes, which learn of each other's storage later.
      await expect(async () => {
        await page.reload({ waitUntil: 'load' });
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      }).toPass();
      await page.getByRole('searchbox').fill('tides');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByRole('heading', { name: 'Posts with “tides”' })).toBeVisible();
      await page.getByRole('link', { name: 'Tides' }).click();
      await page.getByRole('link', { name: 'Far' }).click();
      await expect(page).toHaveTitle(/^Post 2 /);
      await page.goto(`${root}2019/tides.html`, { waitUntil: 'load' });
      await expect(page).toHaveURL(`${root}blogs/tides/index.html`);
      const fonts = await page.evaluate(() =>
        [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? family : [])),
      );
      expect(fonts).toContain('Newsreader Variable');
      expect(lost).toEqual([]);
      page.removeAllListeners('request').removeAllListeners('requestfailed');
      page.removeAllListeners('response');
    });
  }
  served.close();
  await rm(folder, { recursive: true });
});
