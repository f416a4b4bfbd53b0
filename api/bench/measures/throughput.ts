import autocannon from 'autocannon';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { measured, median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { startBareServer, type FixedResponse, type FixedServer } from '../servers/bare-server.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { hasNginx, startNginx } from '../servers/nginx.ts';
import type { SiteProcess } from '../servers/site-process.ts';

const ROUNDS = 5;
const REQUESTS = 6000;
const CONNECTIONS = 20;
const POST_BYTES = 2000;
const POSTS = 100;
const COMPRESSED = { 'accept-encoding': 'br' };

type Headers = Readonly<Record<string, string>>;
type Server = Pick<FixedServer, 'work' | 'usage'>;

/** The headers that node:http adds. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

const responseOf = async (url: string, headers: Headers): Promise<FixedResponse> => {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const { statusCode: status = 0, rawHeaders } = response;
  const isOwn = (i: number) => OWN_HEADERS.has((rawHeaders[i - (i % 2)] ?? '').toLowerCase());
  const sent = rawHeaders.filter((_, i) => !isOwn(i));
  return { status, headers: sent, body: await buffer(response) };
};

/** Returns the processor time of the main thread for `REQUESTS` responses, in milliseconds. */
const workFor = async ({ work }: Server, url: string, headers: Headers): Promise<number> => {
  const before = await work();
  const load = { connections: CONNECTIONS, amount: REQUESTS };
  const { errors, ...statuses } = await autocannon({ url, headers, ...load });
  const failed = errors + statuses['4xx'] + statuses['5xx'];
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
  return (await work()) - before;
};

interface Target {
  readonly what: string;
  readonly path: string;
  /** Request headers besides Accept-Encoding; may depend on the current ETag. */
  readonly headers?: (etag: string) => Headers;
  /** 1.6 by default: React's renderer switches on async hooks, which Node 24 no longer needs. */
  readonly atMost?: number;
  /** Whether nginx can do the same with a file. */
  readonly isFile?: boolean;
}

const pageTargets = (path: string): readonly Target[] => [
  { what: path, path, isFile: true },
  { what: `${path} with a cookie`, path, headers: () => ({ cookie: 'a=b' }) },
  {
    what: `${path} unchanged`,
    path,
    headers: (etag) => ({ 'if-none-match': etag }),
    isFile: true,
  },
  { what: `${path} from a campaign`, path: `${path}?utm_source=letter` },
];

const TARGETS: readonly Target[] = [
  { what: 'GET /api/content', path: '/api/content' },
  ...pageTargets('/'),
  ...pageTargets('/blogs/post-7'),
];

const headersFor = async (url: string, { headers }: Target): Promise<Headers> => {
  const response = await fetch(url, { headers: COMPRESSED });
  // nginx has no Brotli of its own, so only the header of its file says so.
  await response.body?.cancel();
  return { ...COMPRESSED, ...headers?.(response.headers.get('etag') ?? '') };
};

/** Compares the site and nginx with a bare server, in alternating rounds. */
const compare = async (site: SiteProcess, target: Target): Promise<Measurement[]> => {
  const { what, path, atMost = 1.6, isFile = false } = target;
  const url = site.url + path;
  const headers = await headersFor(url, target);
  const response = await responseOf(url, headers);
  const bare = await startBareServer(response);
  const nginx = isFile && hasNginx() ? await startNginx(response.body) : undefined;
  const nginxHeaders = nginx && (await headersFor(nginx.url, target));
  const ratios: { readonly site: number; readonly nginx: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ofBare = await workFor(bare, bare.url, headers);
    const ofSite = await workFor(site, url, headers);
    const ofNginx = nginx ? await workFor(nginx, nginx.url, nginxHeaders ?? {}) : NaN;
    // The first round compiles hot functions.
    if (round === 0) for (const server of [site, bare]) await server.usage?.();
    else ratios.push({ site: ofSite / ofBare, nginx: ofNginx / ofBare });
  }
  await bare.end();
  await nginx?.end();
  return [
    measured(what, median(ratios.map((each) => each.site)), 'times', { atMost }),
    ...(nginx
      ? [measured(`nginx: ${what}`, median(ratios.map((each) => each.nginx)), 'times')]
      : []),
  ];
};

export const throughput: Measure = {
  title: 'Processor time of a response',
  how:
    `Compared with a bare node:http server that sends the same bytes, with ${POSTS} posts; the median of ` +
    `${ROUNDS} rounds of ${REQUESTS} requests. ${hasNginx() ? 'nginx sends fewer headers' : 'Without nginx, which is not installed'}.`,
  run: async () =>
    withLocalSite(await sampleContent(POSTS, POST_BYTES), async (site) => {
      const measurements: Measurement[] = [];
      for (const target of TARGETS) measurements.push(...(await compare(site, target)));
      return measurements;
    }),
};
