import type { ContentHeadingsResponse, PostSource } from 'content-schema';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measured, median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { importRepository } from '../servers/fast-import.ts';
import { withFolder } from '../servers/folder.ts';
import { granted, grantedJson } from '../servers/requests.ts';
import { startSite, type SiteProcess } from '../servers/site-process.ts';

const NUMBERS = [10, 100, 1000, 10_000];
const POST_BYTES = 2000;
const STARTS = 3;
const SAVES = 9;
const KB = 1024;

/**
 * The costs to measure, and their limits with 10,000 posts as a multiple of those with 100. A
 * commit lists all entries of its folders, and the first page after it sorts all posts: both grow
 * slightly.
 */
const COSTS = {
  start: { what: 'Start to the first page', unit: 'ms', atMost: 1.5 },
  packedStart: { what: 'The same, packed', unit: 'ms', atMost: 1.5 },
  profile: { what: 'Save of the profile', unit: 'ms', atMost: 3 },
  post: { what: 'Save of a post', unit: 'ms', atMost: 3 },
  sent: { what: 'Sent and received by it', unit: 'KB', atMost: 1.1 },
  home: { what: 'Page / after a save', unit: 'ms', atMost: 3 },
  page: { what: 'Page of a post then', unit: 'ms', atMost: 1.5 },
  history: { what: 'History of a file', unit: 'ms', atMost: 1.5 },
  feed: { what: 'First feed after a start', unit: 'ms', atMost: 1.5 },
} as const;

type Costs = Readonly<Record<keyof typeof COSTS, number>>;
type CostsOfSaves = Omit<Costs, 'start' | 'packedStart' | 'feed'>;

/** Measures the main thread's CPU time, which excludes other processes and waiting for the disk. */
const workOf = async (site: SiteProcess, job: () => Promise<unknown>): Promise<number> => {
  const before = await site.work();
  await job();
  return (await site.work()) - before;
};

/** Measures a start up to the first page, with the disk cache of an earlier process. */
const timeStart = async (folder: string): Promise<number> => {
  const site = await startSite({ DATA_DIR: folder });
  await granted(fetch(`${site.url}/`));
  const work = await site.work();
  await site.end();
  return work;
};

const bestStart = async (folder: string): Promise<number> => {
  const times: number[] = [];
  // The first run fills the disk cache.
  for (let i = 0; i <= STARTS; i += 1) times.push(await timeStart(folder));
  return Math.min(...times.slice(1));
};

const costsOfSaves = async (site: SiteProcess): Promise<CostsOfSaves> => {
  const admin = await site.signIn();
  const content = admin.get('/api/content?posts=headings');
  const { profile } = await grantedJson<ContentHeadingsResponse>(content);
  const post = await grantedJson<PostSource>(admin.get('/api/posts/post-3?posts=markdown'));
  const samples: CostsOfSaves[] = [];
  for (let n = 0; n <= SAVES; n += 1) {
    const changed = { ...post, title: `Title ${n}`, content: `${post.content}\n${n}\n` };
    let received = 0;
    const profileWork = await workOf(site, () =>
      granted(admin.put('/api/profile', { ...profile, tagline: `Tagline ${n}` })),
    );
    const postWork = await workOf(site, async () => {
      const body = await granted(admin.put('/api/posts/post-3?posts=markdown', changed));
      received = body.length;
    });
    samples.push({
      profile: profileWork,
      post: postWork,
      sent: (Buffer.byteLength(JSON.stringify(changed)) + received) / KB,
      home: await workOf(site, () => granted(fetch(`${site.url}/`))),
      page: await workOf(site, () => granted(fetch(`${site.url}/blogs/post-7`))),
      history: await workOf(site, () => granted(admin.get('/api/history?path=posts/post-3.md'))),
    });
  }
  // The first one compiles hot functions.
  samples.shift();
  const of = (key: keyof (typeof samples)[number]) => median(samples.map((sample) => sample[key]));
  return {
    ...{ profile: of('profile'), post: of('post'), sent: of('sent') },
    ...{ home: of('home'), page: of('page'), history: of('history') },
  };
};

const costsOf = (posts: number): Promise<Costs> =>
  withFolder(async (folder) => {
    const repository = join(folder, 'content.git');
    await importRepository(repository, await sampleContent(posts, POST_BYTES));
    const start = await bestStart(folder);
    const site = await startSite({ DATA_DIR: folder });
    await granted(fetch(`${site.url}/`));
    const feed = await workOf(site, () => granted(fetch(`${site.url}/feed.xml`)));
    const saves = await costsOfSaves(site).finally(() => site.end());
    await promisify(execFile)('git', ['-C', repository, 'gc', '--quiet']);
    return { start, packedStart: await bestStart(folder), feed, ...saves };
  });

/** Measures one of the costs, which has a value for each number of posts. */
const measurementsOf = (key: keyof Costs, values: readonly number[]): Measurement[] => {
  const { what, unit, atMost } = COSTS[key];
  const ratio = (values[3] ?? NaN) / (values[1] ?? NaN);
  return [
    ...values.map((value, i) => measured(`${what}, ${NUMBERS[i] ?? 0} posts`, value, unit)),
    measured(`${what}: 10,000 posts against 100`, ratio, 'times', { atMost }),
  ];
};

export const costByPosts: Measure = {
  title: 'Cost by number of posts',
  how: `Work of the main thread, local content of ${NUMBERS.join(', ')} posts; the median of ${SAVES}, starts the best of ${STARTS}.`,
  run: async () => {
    const all: Costs[] = [];
    for (const posts of NUMBERS) all.push(await costsOf(posts));
    const keys = Object.keys(COSTS) as (keyof Costs)[];
    return keys.flatMap((key) =>
      measurementsOf(
        key,
        all.map((costs) => costs[key]),
      ),
    );
  },
};
