import type { RequestRecord } from 'fixtures/github';
import { countGitHubRequests, countRequestsForPhotos } from '../github-requests.ts';
import { measured, type Measure, type Measurement } from '../measurement.ts';
import { builtWebApp } from '../servers/built.ts';

const COLD_START_MAX = 12;
const PHOTOS_START_MAX = 300;
const PUSH_MAX = 3;
/** With its new metadata. */
const PHOTO_PUSH_MAX = 6;
const POST_PUSH_MAX = 5;
const PHOTO_MAX = 4;
const UNDO_MAX = 3;
/** GitHub allows 80 a minute. */
const CREATING_MAX = 1;
const OLD_SITE_MAX = 6;

const mostFor = (job: string): number => {
  if (job.startsWith('push of a photo')) return PHOTO_PUSH_MAX;
  if (job.endsWith('many photos')) return POST_PUSH_MAX;
  if (job.startsWith('cold start'))
    return job.endsWith('photos') ? PHOTOS_START_MAX : COLD_START_MAX;
  if (job.startsWith('push')) return PUSH_MAX;
  if (job.startsWith('photo')) return PHOTO_MAX;
  if (job.startsWith('undo')) return UNDO_MAX;
  if (job.startsWith('the site')) return OLD_SITE_MAX;
  return job.endsWith('warm reads') || job === 'the same again' ? 0 : 1;
};

/** Counts the requests charged to the quota; a 304 is free. */
const quotaOf = (requests: readonly RequestRecord[]): number =>
  requests.reduce((sum, { cost }) => sum + cost, 0);

const creates = ({ operation }: RequestRecord): boolean =>
  /^git\/(create|update)|mutation$/.test(operation);

/** Measures each job's requests, its commits, and the quota charged for the conditional check. */
export const githubRequests: Measure = {
  title: 'Requests to GitHub',
  how: 'Counted by the mocked GitHub, with 1,000 posts, then with 20,000 photos.',
  run: async () => {
    const web = builtWebApp();
    const jobs = [...(await countGitHubRequests(web)), ...(await countRequestsForPhotos(web))];
    return jobs.flatMap(({ job, requests, commits }): Measurement[] => {
      const counted = requests.filter(({ cost }) => cost > 0).length;
      const rows: Measurement[] = [measured(job, counted, 'requests', { atMost: mostFor(job) })];
      if (commits > 0) {
        const creating = requests.filter(creates).length;
        rows.push(measured(`${job}: history`, commits, 'commits', { atMost: 1 }));
        rows.push(measured(`${job}: writes`, creating, 'requests', { atMost: CREATING_MAX }));
      }
      if (job.startsWith('check')) {
        const what = `${job}: charged to the quota`;
        rows.push(measured(what, quotaOf(requests), 'requests', { atMost: 0 }));
      }
      return rows;
    });
  },
};
