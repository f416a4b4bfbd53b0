/** The process's metrics, in the format of Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheRegistry } from './cache.ts';
import type { GitHubResponse } from './git-store/github/github-repository.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const SAVE_BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 25];
const RENDER_BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3];

/** `token` is the bearer token that readers must send. */
export const createMetrics = (token: string) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const saves = new Histogram({
    name: 'save_duration_seconds',
    help: 'Saves by outcome, including waiting',
    labelNames: ['outcome'],
    buckets: SAVE_BUCKETS,
    registers,
  });
  const renders = new Histogram({
    name: 'render_duration_seconds',
    help: 'Renderings of pages and of the Markdown of posts',
    labelNames: ['what'],
    buckets: RENDER_BUCKETS,
    registers,
  });
  const responses = new Counter({
    name: 'github_requests_total',
    help: 'Requests that GitHub answered',
    labelNames: ['api', 'status'],
    registers,
  });
  const quota = new Gauge({
    name: 'github_quota_remaining',
    help: 'Remaining quota',
    labelNames: ['resource'],
    registers,
  });

  return {
    token,
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    saved: (outcome: string, milliseconds: number): void => {
      saves.observe({ outcome }, milliseconds / 1000);
    },
    rendered: (what: 'page' | 'markdown', milliseconds: number): void => {
      renders.observe({ what }, milliseconds / 1000);
    },
    githubResponded: ({ api, status, quota: left }: GitHubResponse): void => {
      responses.inc({ api, status: String(status) });
      if (left) quota.set({ resource: left.resource }, left.remaining);
    },
    /** Reads the length of the queue whenever the metrics are read. */
    watchQueue: (length: () => number): void => {
      new Gauge({
        name: 'save_queue_length',
        help: 'Saves in progress and waiting',
        registers,
        collect() {
          this.set(length());
        },
      });
    },
    /** Reads the counts of the caches whenever the metrics are read. */
    watchCaches: ({ caches }: CacheRegistry): void => {
      new Counter({
        name: 'cache_requests_total',
        help: 'Cache hits and misses',
        labelNames: ['cache', 'result'],
        registers,
        collect() {
          this.reset();
          for (const [cache, { counts }] of caches) {
            this.inc({ cache, result: 'hit' }, counts.hits);
            this.inc({ cache, result: 'miss' }, counts.misses);
          }
        },
      });
    },
  };
};
