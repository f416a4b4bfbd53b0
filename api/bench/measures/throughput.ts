import autocannon from 'autocannon';
import { measured, median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { startBareServer } from '../servers/bare-server.ts';
import { withLocalSite } from '../servers/local-site.ts';

const ROUNDS = 7;
const SECONDS = 1;
const CONNECTIONS = 20;
const POST_BYTES = 2000;
const POSTS = 100;
const COMPRESSED = { 'accept-encoding': 'br' };

type Headers = Readonly<Record<string, string>>;

/** Measures responses per second. */
const rateOf = async (url: string, headers: Headers): Promise<number> => {
  const load = { connections: CONNECTIONS, duration: SECONDS };
  const { requests, duration, errors, ...statuses } = await autocannon({ url, headers, ...load });
  const failed = errors + statuses['4xx'] + statuses['5xx'];
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return requests.total / duration;
};

interface Target {
  readonly what: string;
  readonly path: string;
  /** Request headers besides Accept-Encoding; may depend on the current ETag. */
  readonly headers?: (etag: string) => Headers;
  /** 0.8 by default. */
  readonly atLeast?: number;
}

const pageTargets = (path: string): readonly Target[] => [
  { what: path, path },
  { what: `${path} with a cookie`, path, headers: () => ({ cookie: 'a=b' }) },
  { what: `${path} unchanged`, path, headers: (etag) => ({ 'if-none-match': etag }) },
  { what: `${path} from a campaign`, path: `${path}?utm_source=letter` },
];

const TARGETS: readonly Target[] = [
  { what: 'GET /api/content', path: '/api/content', atLeast: 0.7 },
  ...pageTargets('/'),
  ...pageTargets('/blogs/post-7'),
];

/** Compares the site with a bare server, in alternating rounds. */
const compare = async (site: string, target: Target): Promise<Measurement> => {
  const url = site + target.path;
  const response = await fetch(url, { headers: COMPRESSED });
  await response.arrayBuffer();
  const headers = { ...COMPRESSED, ...target.headers?.(response.headers.get('etag') ?? '') };
  const bare = await startBareServer(url, headers);
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rate = await rateOf(url, headers);
    ratios.push(rate / (await rateOf(bare.url, headers)));
  }
  await bare.end();
  // The first round compiles hot functions.
  ratios.shift();
  const { what, atLeast = 0.8 } = target;
  return measured(what, median(ratios), 'times', { atLeast });
};

export const throughput: Measure = {
  title: 'Responses a second',
  how: `Compared with a bare node:http server that sends the same bytes, with ${POSTS} posts; the median of ${ROUNDS} rounds.`,
  run: async () =>
    withLocalSite(await sampleContent(POSTS, POST_BYTES), async ({ url }) => {
      const measured: Measurement[] = [];
      for (const target of TARGETS) measured.push(await compare(url, target));
      return measured;
    }),
};
