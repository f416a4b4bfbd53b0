import autocannon from 'autocannon';
import { median, type Measure, type Measurement } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { startBareServer } from '../servers/bare-server.ts';
import { withLocalSite } from '../servers/local-site.ts';

const ROUNDS = 9;
const SECONDS = 1;
const CONNECTIONS = 20;
const POST_BYTES = 2000;
const HEADERS = { 'accept-encoding': 'br' };
const BAR = 0.7;

/** Answers in a second. */
const rateOf = async (url: string): Promise<number> => {
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: HEADERS,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed`);
  return requests.total / duration;
};

/** How the site compares with a server that does nothing else; rounds of both in turn. */
const compare = async (posts: number): Promise<Measurement> =>
  withLocalSite(await sampleContent(posts, POST_BYTES), async (site) => {
    const url = `${site.url}/api/content`;
    await (await fetch(url, { headers: HEADERS })).arrayBuffer();
    const bare = await startBareServer(url, HEADERS);
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rate = await rateOf(url);
      ratios.push(rate / (await rateOf(bare.url)));
    }
    await bare.end();
    // The first round compiles what is hot.
    ratios.shift();
    const what = `answers a second, ${posts} more posts than the default content`;
    return { what, value: median(ratios), unit: 'times', bar: { atLeast: BAR } };
  });

export const throughput: Measure = {
  title: 'Warm GET /api/content',
  how: `Compared with a bare node:http server that sends the same bytes; the median of ${ROUNDS} rounds.`,
  run: async () => [await compare(0), await compare(100)],
};
