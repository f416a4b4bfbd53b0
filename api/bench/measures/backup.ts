import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ContentHeadingsResponse } from 'content-schema';
import { measured, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { granted, grantedJson } from '../servers/requests.ts';
import type { SiteProcess } from '../servers/site-process.ts';

const POSTS = 10_000;
const POST_BYTES = 2000;
const SAVES = 3;
const SECOND_AT_MOST = 0.3;

const measure = async (site: SiteProcess): Promise<readonly Measurement[]> => {
  const admin = await site.signIn();
  await granted(fetch(`${site.url}/`));
  const backUp = async (): Promise<number> => {
    const before = await site.work();
    await granted(admin.get('/api/admin/backup'));
    return (await site.work()) - before;
  };
  const first = await backUp();
  const content = admin.get('/api/content?posts=headings');
  const { profile } = await grantedJson<ContentHeadingsResponse>(content);
  for (let n = 0; n < SAVES; n += 1)
    await granted(admin.put('/api/profile', { ...profile, tagline: `Tagline ${n}` }));
  const second = await backUp();
  const atMost = SECOND_AT_MOST;
  return [
    measured('the first', first, 'ms'),
    measured(`another, ${SAVES} saves later`, second, 'ms'),
    measured('that one against the first', second / first, 'times', { atMost }),
  ];
};

export const backup: Measure = {
  title: 'Backup',
  how: `Work of the main thread, local content of ${POSTS} posts, packed.`,
  run: async () =>
    withLocalSite(await sampleContent(POSTS, POST_BYTES), measure, {
      prepare: async (repository) => {
        await promisify(execFile)('git', ['-C', repository, 'gc', '--quiet']);
      },
    }),
};
