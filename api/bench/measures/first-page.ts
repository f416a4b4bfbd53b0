import { measured, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withGitHub } from '../servers/github-environment.ts';
import { granted } from '../servers/requests.ts';
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
  await granted(fetch(`${site.url}/`));
  const elapsedMs = performance.now() - start;
  const { workMs } = await site.usage();
  await site.end();
  return { workMs, elapsedMs };
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
      measured('work of the process', best('first', 'workMs'), 'ms', bar),
      measured('on the clock, the store included', best('first', 'elapsedMs'), 'ms'),
      measured('work of a later start', best('later', 'workMs'), 'ms', bar),
      measured('a later start on the clock', best('later', 'elapsedMs'), 'ms'),
      measured('work of a later start, 100 posts', few.work, 'ms'),
      measured('work of a later start, 10,000 posts', many.work, 'ms'),
      measured('later start: 10,000 posts against 100', many.work / few.work, 'times', {
        atMost: GROWTH_MAX,
      }),
      measured('requests of a later start with 10,000 posts', many.requests, 'requests', {
        atMost: REQUESTS_MAX,
      }),
    ];
  },
};
