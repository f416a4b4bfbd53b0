import { createGitHub, startGitHubServer, type GitHub } from 'fixtures/github';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { startSite } from '../servers/site-process.ts';

const STARTS = 5;
const POSTS = 1000;
const POST_BYTES = 2000;
const BAR_MS = 1000;
const FEW_POSTS = 100;
const MANY_POSTS = 10_000;
/** As a multiple of a start with 100 posts. */
const GROWTH_MAX = 1.5;
/**
 * Reading the head, checking write access, checking the head again, which is not counted, and in the
 * background the paths that the history removed.
 */
const REQUESTS_MAX = 4;

interface Start {
  readonly workMs: number;
  readonly elapsedMs: number;
}

/** Measures a start up to the first public page. */
const timeStart = async (environment: Readonly<Record<string, string>>): Promise<Start> => {
  const start = performance.now();
  const site = await startSite(environment);
  const page = await fetch(`${site.url}/`);
  const html = await page.text();
  const elapsedMs = performance.now() - start;
  if (!page.ok) throw new Error(`The first page: ${html}`);
  const { workMs } = await site.usage();
  await site.end();
  return { workMs, elapsedMs };
};

interface MockedGitHub {
  readonly environment: Readonly<Record<string, string>>;
  readonly github: GitHub;
}

/**
 * Runs a function with the environment of a site with content at a mocked GitHub and an empty disk.
 */
const withGitHub = async <Result>(
  files: ReadonlyMap<string, Uint8Array>,
  work: (mocked: MockedGitHub) => Promise<Result>,
): Promise<Result> => {
  const github = createGitHub();
  github.createRepository('ada/site', { files });
  const server = await startGitHubServer(github, { port: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'));
  const environment = {
    CONTENT_REPOSITORY: 'ada/site',
    GITHUB_TOKEN: github.token,
    GITHUB_API_URL: server.url,
    DATA_DIR: folder,
  };
  try {
    return await work({ environment, github });
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Measures starts without a disk cache, and with that of the previous start. */
const timeStarts = (files: ReadonlyMap<string, Uint8Array>) =>
  withGitHub(files, async ({ environment }) => ({
    first: await timeStart(environment),
    later: await timeStart(environment),
  }));

/** Measures a start with the disk cache of earlier ones. */
const costOfLaterStart = async (posts: number) =>
  withGitHub(await sampleContent(posts, POST_BYTES), async ({ environment, github }) => {
    await timeStart(environment);
    const works: number[] = [];
    let requests = 0;
    for (let i = 0; i < STARTS; i += 1) {
      const mark = github.requests.mark();
      works.push((await timeStart(environment)).workMs);
      requests = Math.max(requests, mark.requests().length);
    }
    return { work: Math.min(...works), requests };
  });

/** Measures CPU time, which excludes the store and other processes. */
export const firstPage: Measure = {
  title: 'From nothing to the first page',
  how: `The built product with ${POSTS} posts on the mocked GitHub; the best of ${STARTS} starts.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    const starts: Awaited<ReturnType<typeof timeStarts>>[] = [];
    for (let i = 0; i < STARTS; i += 1) starts.push(await timeStarts(files));
    const best = (which: 'first' | 'later', key: keyof Start): number =>
      Math.min(...starts.map((start) => start[which][key]));
    const bar = { atMost: BAR_MS };
    const few = await costOfLaterStart(FEW_POSTS);
    const many = await costOfLaterStart(MANY_POSTS);
    return [
      { what: 'work of the process', value: best('first', 'workMs'), unit: 'ms', bar },
      { what: 'on the clock, the store included', value: best('first', 'elapsedMs'), unit: 'ms' },
      { what: 'work of a later start', value: best('later', 'workMs'), unit: 'ms', bar },
      { what: 'a later start on the clock', value: best('later', 'elapsedMs'), unit: 'ms' },
      { what: 'work of a later start, 100 posts', value: few.work, unit: 'ms' },
      { what: 'work of a later start, 10,000 posts', value: many.work, unit: 'ms' },
      {
        what: 'later start: 10,000 posts against 100',
        value: many.work / few.work,
        unit: 'times',
        bar: { atMost: GROWTH_MAX },
      },
      {
        what: 'requests of a later start with 10,000 posts',
        value: many.requests,
        unit: 'requests',
        bar: { atMost: REQUESTS_MAX },
      },
    ];
  },
};
