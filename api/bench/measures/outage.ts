import { slow } from 'fixtures/github';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestClient } from '../../test/test-client.ts';
import { measured, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withGitHub } from '../servers/github-environment.ts';
import { startSite } from '../servers/site-process.ts';

const POSTS = 1_000;
const PHOTOS = 40;
const PHOTO_BYTES = 500_000;
/** Less than the photos take. */
const DISK_CACHE_MAX_MB = '16';
/** A request that waits for GitHub takes at least 15 s. */
const SLOW_MS = 10_000;
const WAIT_MS = 120_000;

const PAGES = ['/', '/experiences', '/feed.xml'];
const POST_PAGES = Array.from({ length: POSTS }, (_, i) => `/blogs/post-${i + 1}`);
const PHOTO_PATHS = Array.from({ length: PHOTOS }, (_, i) => `/photos/photo${i}.png`);

/** Waits until the site has written what a later start needs. */
const untilStored = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, 'cache', 'listing.jsonl');
  for (let waited = 0; waited < WAIT_MS; waited += 100) {
    if ((await readFile(path, 'utf8').catch(() => '')) !== '') return;
    await delay(100);
  }
  throw new Error('The site has kept no listing');
};

const viewPhotos = async (url: string): Promise<void> => {
  const visitor = createTestClient(url);
  for (const path of PHOTO_PATHS) {
    const location = (await visitor.get(path)).headers.get('location') ?? '';
    const { status } = await visitor.get(location);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
};

const countServed = async (url: string, paths: readonly string[]): Promise<number> => {
  const visitor = createTestClient(url);
  let served = 0;
  for (const path of paths) {
    const response = await visitor.get(path);
    // A body that isn't read keeps its connection, and a source may have 200.
    await response.arrayBuffer();
    if (response.status === 200) served += 1;
  }
  return served;
};

/** Measures a start with the disk cache of an earlier process, while GitHub does not answer. */
export const outage: Measure = {
  title: 'A start while GitHub does not answer',
  how: `With ${POSTS} posts, after ${PHOTOS} photos of ${PHOTO_BYTES / 1000} KB were viewed with a disk cache of ${DISK_CACHE_MAX_MB} MB.`,
  run: async () => {
    const photos = PHOTO_PATHS.map((path) => [path.slice(1), randomBytes(PHOTO_BYTES)] as const);
    const files = new Map([...(await sampleContent(POSTS, 2_000)), ...photos]);
    return withGitHub(files, async (mocked) => {
      const environment = { ...mocked.environment, LOG_LEVEL: 'silent', DISK_CACHE_MAX_MB };
      const before = await startSite(environment);
      await untilStored(environment.DATA_DIR);
      await viewPhotos(before.url).finally(() => before.end());

      mocked.github.faults.set(slow(WAIT_MS));
      const base = performance.now();
      const site = await startSite(environment);
      const pages = await countServed(site.url, PAGES);
      const firstMs = performance.now() - base;
      const posts = await countServed(site.url, POST_PAGES);
      const { status } = await createTestClient(site.url).get('/healthz');
      await site.end();
      return [
        measured('pages served', pages, 'requests', { atLeast: PAGES.length }),
        measured('posts served', posts, 'requests', { atLeast: POSTS }),
        measured('/healthz was 200', Number(status === 200), 'times', { atLeast: 1 }),
        measured('until the pages were served', firstMs, 'ms', { atMost: SLOW_MS }),
      ];
    });
  },
};
