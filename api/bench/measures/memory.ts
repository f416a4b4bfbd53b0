import type { ContentSummaryResponse, ProfileResponse } from 'content-schema';
import type { TestClient } from '../../test/test-client.ts';
import { measured, median, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { granted, grantedJson } from '../servers/requests.ts';
import type { SiteProcess } from '../servers/site-process.ts';

/** Enough that the size of written trees matters. */
const POSTS = 500;
const POST_BYTES = 200;
/** Small, so that all caches are full before half time. */
const CACHE_MAX_MB = 6;
/** A hundred of these fill a cache, and are fast to render. */
const FILLER = 'x'.repeat(40_000);
const SAMPLES = 20;
/** The engine's own memory varies by more than 1 MB between runs. */
const GROWTH_MAX_MB = 2;

const READS = ['/', '/blogs', '/blogs/post-1', '/api/content?posts=summary', '/feed.xml'];

/** Saves a unique value, and reads a unique page. */
const saveAndRead = async (admin: TestClient, url: string, profile: ProfileResponse, n: number) => {
  const id = `post-${1 + (n % POSTS)}`;
  const hidden = Math.floor(n / POSTS) % 2 === 0;
  const save =
    n % 2 === 0
      ? admin.put('/api/profile', { ...profile, summary: `${n} ${FILLER}` })
      : admin.patch(`/api/posts/${id}/visibility`, { hidden });
  await Promise.all([save, fetch(url + (READS[n % READS.length] ?? '/'))].map(granted));
};

/** Returns the memory in MB after each of several equal parts of the work. */
const sampleMemory = async (site: SiteProcess, times: number): Promise<number[]> => {
  const admin = await site.signIn();
  const content = admin.get('/api/content?posts=summary');
  const { profile } = await grantedJson<ContentSummaryResponse>(content);
  const samples: number[] = [];
  for (let n = 1; n <= times; n += 1) {
    await saveAndRead(admin, site.url, profile, n);
    if (n % (times / SAMPLES) === 0) samples.push((await site.usage()).memoryMb);
  }
  return samples;
};

export const memory: Measure = {
  title: 'Memory',
  how: 'After garbage collection; 500 saves and 500 reads, 10,000 of both with --long.',
  run: async ({ long }) => {
    const times = long ? 10_000 : 500;
    const samples = await withLocalSite(
      await sampleContent(POSTS, POST_BYTES),
      (site) => sampleMemory(site, times),
      { environment: { CACHE_MAX_MB: String(CACHE_MAX_MB) } },
    );
    const middle = median(samples.slice(SAMPLES * 0.4, SAMPLES * 0.6));
    const end = median(samples.slice(SAMPLES * 0.8));
    return [
      measured(`in use after ${times} saves and reads`, end, 'MB'),
      measured('more at the end than in the middle', end - middle, 'MB', { atMost: GROWTH_MAX_MB }),
    ];
  },
};
