import { LRUCache } from 'lru-cache';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { BlobSha } from '../git-store/git-store.ts';

/** Renders posts, each version of each just once. */
export interface HtmlRenderer {
  /** Renderings that are under way at a time; others wait in their order. */
  readonly threads: number;
  /** The sanitised HTML of `markdown`, which is the content of the post in `blob`. */
  render(blob: BlobSha, markdown: string): Promise<string>;
  close(): Promise<void>;
}

/** Workers that had nothing to do for so long end. */
const WORKER_IDLE_MS = 30_000;

/** Beside the built API lies the built worker. */
const WORKER = import.meta.url.endsWith('.ts')
  ? 'render-worker-from-sources.mjs'
  : 'render-worker.js';

export const createHtmlRenderer = (maxBytes: number): HtmlRenderer => {
  const threads = Math.max(1, availableParallelism() - 1);
  const pool = new Piscina<string, string>({
    filename: new URL(WORKER, import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: WORKER_IDLE_MS,
  });
  // Promises are kept, so that those who ask at the same time share one rendering.
  const flights = new Map<BlobSha, Promise<string>>();
  // As bytes, which take half the room of most strings and can be counted.
  const cache = new LRUCache<BlobSha, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (html) => html.byteLength + 200,
  });

  const renderAnew = (blob: BlobSha, markdown: string): Promise<string> => {
    const flight = pool
      .run(markdown)
      .then((html) => {
        cache.set(blob, Buffer.from(html));
        return html;
      })
      .finally(() => flights.delete(blob));
    flights.set(blob, flight);
    return flight;
  };

  return {
    threads,
    render: async (blob, markdown) =>
      cache.get(blob)?.toString() ?? flights.get(blob) ?? renderAnew(blob, markdown),
    close: () => pool.destroy(),
  };
};
