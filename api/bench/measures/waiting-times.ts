import { measured, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { granted, timeOf } from '../servers/requests.ts';

const ROUNDS = 3;
/** Often enough that even an idle machine is late once. */
const TIMES_ALONE = 40;
const POSTS = 1000;
const POST_BYTES = 2000;
const BAR_MS = 100;

const get = (url: string): Promise<number> => timeOf(() => granted(fetch(url)));

/** A cached page, a call without rendering, and a post that was never rendered. */
const others = (number: number): readonly string[] => [
  '/blogs',
  '/api/content?posts=summary',
  `/blogs/post-${number}`,
];

const KINDS = ['a page that is known', 'a call', 'a post that must be rendered itself'];

const longestOfEach = (times: readonly (readonly number[])[]): readonly number[] =>
  KINDS.map((_, kind) => Math.max(...times.map((each) => each[kind] ?? 0)));

/**
 * Measures the longest time of each kind of request, alone and while a thousand posts are rendered.
 */
const longestTimes = async (url: string) => {
  let number = 0;
  const askAll = async (): Promise<readonly number[]> => {
    number += 1;
    const times: number[] = [];
    for (const path of others(number)) times.push(await get(url + path));
    return times;
  };
  // Loads and compiles what is needed.
  for (let i = 0; i < 10; i += 1) await askAll();
  const alone: (readonly number[])[] = [];
  for (let i = 0; i < TIMES_ALONE; i += 1) alone.push(await askAll());
  const beside: (readonly number[])[] = [];
  const rendering = new AbortController();
  const rendered = get(`${url}/api/content`).finally(() => rendering.abort());
  while (!rendering.signal.aborted) beside.push(await askAll());
  await rendered;
  return { alone: longestOfEach(alone), beside: longestOfEach(beside) };
};

export const waitingTimes: Measure = {
  title: 'Waiting for the rendering of others',
  how: `How much longer the longest takes beside one who asks for ${POSTS} posts never rendered before; the best of ${ROUNDS} rounds.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    const rounds: Awaited<ReturnType<typeof longestTimes>>[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      rounds.push(await withLocalSite(files, ({ url }) => longestTimes(url)));
    }
    const best = (which: 'alone' | 'beside', kind: number): number =>
      Math.min(...rounds.map((round) => round[which][kind] ?? Infinity));
    return KINDS.map((what, kind) => {
      const longer = Math.max(0, best('beside', kind) - best('alone', kind));
      return measured(what, longer, 'ms', { atMost: BAR_MS });
    });
  },
};
