import type { ContentHeadingsResponse, PostSource } from 'content-schema';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measured, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { importRepository } from '../servers/fast-import.ts';
import { withFolder } from '../servers/folder.ts';
import { granted, grantedJson } from '../servers/requests.ts';
import { startSite, type SiteProcess } from '../servers/site-process.ts';

const STARTS = 3;
const FIRST_SEARCH_BAR_MS = 300;
const SEARCH_BAR_MS = 100;
const MEMORY_BAR_MB = 350;
/** The heap that Node.js takes at most on a machine with 512 MB. */
const HEAP_OF_SMALL_MACHINE = '--max-old-space-size=256';

const SEARCH = '/blogs?q=harbour';
const OWN_SEARCH = '/api/admin/posts/search?q=harbour';

const workOf = async (site: SiteProcess, job: () => Promise<unknown>): Promise<number> => {
  const before = await site.work();
  await job();
  return (await site.work()) - before;
};

/** Measures searches: the first of all, and after a start with what it kept. */
const searches = async (folder: string, size: string): Promise<Measurement[]> => {
  const first = await startSite({ DATA_DIR: folder });
  await granted(fetch(first.url + SEARCH));
  const client = await first.signIn();
  const reading = await workOf(first, () => granted(client.get(OWN_SEARCH)));
  await first.end();
  const times: number[] = [];
  for (let i = 1; i < STARTS; i += 1) {
    const started = await startSite({ DATA_DIR: folder });
    times.push(await workOf(started, () => granted(fetch(started.url + SEARCH))));
    await started.end();
  }
  const site = await startSite({ DATA_DIR: folder });
  times.push(await workOf(site, () => granted(fetch(site.url + SEARCH))));
  const visitor = Math.min(...times);
  const admin = await site.signIn();
  await granted(admin.get(OWN_SEARCH));
  const owner = await workOf(site, () => granted(admin.get(OWN_SEARCH)));
  await site.end();
  return [
    measured(`first search after a start, ${size}`, visitor, 'ms', { atMost: FIRST_SEARCH_BAR_MS }),
    measured(`search by the owner, ${size}`, owner, 'ms', { atMost: SEARCH_BAR_MS }),
    measured(`the first of all, which reads the texts, ${size}`, reading, 'ms'),
  ];
};

/** Measures the longest turn of the main thread for each of several acts. */
const turns = async (folder: string, size: string, atMost: number): Promise<Measurement[]> => {
  const site = await startSite({ DATA_DIR: folder });
  site.watchTurns();
  const rows: Measurement[] = [];
  const act = async (what: string, job: () => Promise<unknown>): Promise<void> => {
    await job();
    const { longestTurnMs } = await site.usage();
    rows.push(measured(`longest turn: ${what}, ${size}`, longestTurnMs, 'ms', { atMost }));
  };
  const view = (path: string) => () => granted(fetch(site.url + path));
  await act('start and first page', view('/'));
  await act('feed', view('/feed.xml'));
  await act('search', view(SEARCH));
  const admin = await site.signIn();
  const read = admin.get('/api/content?posts=headings');
  const { profile } = await grantedJson<ContentHeadingsResponse>(read);
  const post = await grantedJson<PostSource>(admin.get('/api/posts/post-3?posts=markdown'));
  await site.usage();
  await act('search by the owner', () => granted(admin.get(OWN_SEARCH)));
  await act('save of the profile', () =>
    granted(admin.put('/api/profile', { ...profile, tagline: 'Another' })),
  );
  await act('save of a post', () =>
    granted(admin.put('/api/posts/post-3?posts=markdown', { ...post, title: 'Another' })),
  );
  await act('another address of a post', () =>
    granted(admin.post('/api/admin/posts/post-5/address', { id: 'moved' })),
  );
  await act('deletion', () => granted(admin.post('/api/admin/posts/delete', { ids: ['post-7'] })));
  await site.end();
  return rows;
};

const ofSize = (posts: number, bytes: number, turnBarMs: number): Promise<Measurement[]> =>
  withFolder(async (folder) => {
    const repository = join(folder, 'content.git');
    await importRepository(repository, await sampleContent(posts, bytes));
    await promisify(execFile)('git', ['-C', repository, 'gc', '--quiet']);
    const size = `${posts.toLocaleString('en')} posts`;
    const cold = await startSite({ DATA_DIR: folder }, HEAP_OF_SMALL_MACHINE);
    await granted(fetch(`${cold.url}/`));
    const { peakMb } = await cold.usage();
    await cold.end();
    return [
      measured(`memory of a start without a cache, ${size}`, peakMb, 'MB', {
        atMost: MEMORY_BAR_MB,
      }),
      ...(await searches(folder, size)),
      ...(await turns(folder, size, turnBarMs)),
    ];
  });

export const largeSite: Measure = {
  title: 'A large site',
  how: 'Work of the main thread, its longest turns, and memory as on a machine with 512 MB: 10,000 posts of 6 KB, the first search the best of 3 starts; with --long also 50,000 of 300 bytes.',
  run: async ({ long }) => [
    ...(await ofSize(10_000, 6000, 100)),
    ...(long ? await ofSize(50_000, 300, 250) : []),
  ],
};
