import type { Browser, Page, Request } from '@playwright/test';
import type { Post } from 'content-schema';
import { brotliCompressSync } from 'node:zlib';
import { measured, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { launchChromium } from '../servers/browser.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { grantedJson } from '../servers/requests.ts';

const MANY_POSTS = 1000;
const FEW_POSTS = 20;
const POST_BYTES = 2000;
const KB = 1024;
const HTML_MAX_KB = 20;
const JS_MAX_KB = 90;
const CSS_MAX_KB = 12;
const FONTS_MAX = 2;
/** Tolerance for titles and dates of different lengths. */
const GROWTH_MAX_KB = 1;

const PAGES = ['/', '/blogs', '/blogs/post-15', '/experiences'];

/** The transferred size of a browser's first visit of a page. */
interface TransferredSizes {
  readonly htmlKb: number;
  readonly jsKb: number;
  readonly cssKb: number;
  readonly fonts: number;
}

const receivedKb = async (requests: readonly Request[], type: string): Promise<number> => {
  const sizes = await Promise.all(
    requests
      .filter((request) => request.resourceType() === type)
      .map(async (request) => (await request.sizes()).responseBodySize),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
};

/** Counts the loaded fonts, without the italic one, which only texts with emphasis need. */
const countFonts = async (page: Page, requests: readonly Request[]): Promise<number> => {
  const hasEmphasis = (await page.locator('em').count()) > 0;
  return requests
    .filter((request) => request.resourceType() === 'font')
    .filter((request) => !hasEmphasis || !/italic/.test(request.url())).length;
};

const visit = async (browser: Browser, url: string): Promise<TransferredSizes> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  const result = {
    htmlKb: await receivedKb(requests, 'document'),
    jsKb: await receivedKb(requests, 'script'),
    cssKb: await receivedKb(requests, 'stylesheet'),
    fonts: await countFonts(page, requests),
  };
  await context.close();
  return result;
};

/** Returns the compressed size of the post's text in a page; 0 if it shows none. */
const ownTextKb = async (url: string, page: string): Promise<number> => {
  const [, id] = /^\/blogs\/(.+)$/.exec(page) ?? [];
  if (id === undefined) return 0;
  const post = await grantedJson<Post>(fetch(`${url}/api/posts/${id}`));
  return brotliCompressSync(post.contentHtml).byteLength / KB;
};

const visitAll = async (posts: number): Promise<readonly TransferredSizes[]> =>
  withLocalSite(await sampleContent(posts, POST_BYTES), async ({ url }) => {
    const browser = await launchChromium();
    try {
      const visits: TransferredSizes[] = [];
      for (const page of PAGES) {
        const received = await visit(browser, url + page);
        visits.push({ ...received, htmlKb: received.htmlKb - (await ownTextKb(url, page)) });
      }
      return visits;
    } finally {
      await browser.close();
    }
  });

const rowsOf = (page: string, { htmlKb, jsKb, cssKb, fonts }: TransferredSizes): Measurement[] => [
  measured(`${page}: HTML without the post's text`, htmlKb, 'KB', { atMost: HTML_MAX_KB }),
  measured(`${page}: JavaScript`, jsKb, 'KB', { atMost: JS_MAX_KB }),
  measured(`${page}: CSS`, cssKb, 'KB', { atMost: CSS_MAX_KB }),
  measured(`${page}: fonts, but for that of emphasis`, fonts, 'files', { atMost: FONTS_MAX }),
];

export const firstVisit: Measure = {
  title: 'First visit',
  how: `What Chromium receives, compressed, of a site with ${MANY_POSTS} posts.`,
  run: async () => {
    const visits = await visitAll(MANY_POSTS);
    const ofFew = await visitAll(FEW_POSTS);
    const growth = visits.map(({ htmlKb }, i) => htmlKb - (ofFew[i]?.htmlKb ?? 0));
    return [
      ...visits.flatMap((received, i) => rowsOf(PAGES[i] ?? '', received)),
      measured(`HTML more than with ${FEW_POSTS} posts, at most`, Math.max(...growth), 'KB', {
        atMost: GROWTH_MAX_KB,
      }),
    ];
  },
};
