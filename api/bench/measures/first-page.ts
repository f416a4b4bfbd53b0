import { createGitHub, startGitHubServer } from 'fixtures/github';
import type { Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { startSite } from '../servers/site-process.ts';

const STARTS = 5;
const POSTS = 1000;
const POST_BYTES = 2000;
const BAR_MS = 1000;

/** From no process to its first public page. */
const timeStart = async (files: ReadonlyMap<string, Uint8Array>) => {
  const github = createGitHub();
  github.createRepository('ada/site', { files });
  const server = await startGitHubServer(github, { port: 0 });
  try {
    const start = performance.now();
    const site = await startSite({
      CONTENT_REPOSITORY: 'ada/site',
      GITHUB_TOKEN: github.token,
      GITHUB_API_URL: server.url,
    });
    const page = await fetch(`${site.url}/`);
    const html = await page.text();
    const elapsedMs = performance.now() - start;
    if (!page.ok) throw new Error(`The first page: ${html}`);
    const { workMs } = await site.usage();
    await site.end();
    return { workMs, elapsedMs };
  } finally {
    await server.close();
  }
};

/** Work is measured rather than time, so it is neither the store's nor that of other processes. */
export const firstPage: Measure = {
  title: 'From nothing to the first page',
  how: `The built product with ${POSTS} posts on the mocked GitHub; the best of ${STARTS} starts.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    const starts: { readonly workMs: number; readonly elapsedMs: number }[] = [];
    for (let i = 0; i < STARTS; i += 1) starts.push(await timeStart(files));
    const best = (key: 'workMs' | 'elapsedMs') => Math.min(...starts.map((start) => start[key]));
    return [
      { what: 'work of the process', value: best('workMs'), unit: 'ms', bar: { atMost: BAR_MS } },
      { what: 'on the clock, the store included', value: best('elapsedMs'), unit: 'ms' },
    ];
  },
};
