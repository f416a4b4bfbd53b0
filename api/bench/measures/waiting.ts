import type { Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';

const ROUNDS = 3;
/** So often, even an idle machine is late once. */
const TIMES_ALONE = 40;
const POSTS = 1000;
const POST_BYTES = 2000;
const BAR_MS = 100;

const get = async (url: string): Promise<number> => {
  const start = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - start;
};

/** A page that was rendered before, a call that needs no rendering, and a post nobody has read. */
const others = (number: number): readonly string[] => [
  '/blogs',
  '/api/content?posts=summary',
  `/blogs/post-${number}`,
];

/** How much longer each kind of request took at most while a thousand posts were rendered. */
const longestWaits = async (url: string): Promise<readonly number[]> => {
  let number = 0;
  const askAll = async (times: number[][]): Promise<void> => {
    number += 1;
    for (const [i, path] of others(number).entries()) times[i]?.push(await get(url + path));
  };
  // Loads and compiles what is needed.
  for (let i = 0; i < 10; i += 1) await askAll([]);
  const alone: number[][] = [[], [], []];
  for (let i = 0; i < TIMES_ALONE; i += 1) await askAll(alone);
  const beside: number[][] = [[], [], []];
  const rendering = new AbortController();
  const rendered = get(`${url}/api/content`).finally(() => rendering.abort());
  while (!rendering.signal.aborted) await askAll(beside);
  await rendered;
  return beside.map((times, i) => Math.max(...times) - Math.max(...(alone[i] ?? [])));
};

const KINDS = ['a page that is known', 'a call', 'a post that must be rendered itself'];

export const waiting: Measure = {
  title: 'Waiting for the rendering of others',
  how: `How much longer the longest takes beside one who asks for ${POSTS} posts never rendered before; the best of ${ROUNDS} rounds.`,
  run: async () => {
    const files = await sampleContent(POSTS, POST_BYTES);
    const rounds: (readonly number[])[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      rounds.push(await withLocalSite(files, ({ url }) => longestWaits(url)));
    }
    return KINDS.map((what, kind) => ({
      what,
      value: Math.max(0, Math.min(...rounds.map((round) => round[kind] ?? Infinity))),
      unit: 'ms',
      bar: { atMost: BAR_MS },
    }));
  },
};
