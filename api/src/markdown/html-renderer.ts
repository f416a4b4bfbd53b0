import {
  unrendered,
  type MarkdownShape,
  type PostDigest,
  type RenderedMarkdown,
} from 'content-schema/markdown';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { CacheCounts } from '../metrics.ts';
import { TaskOutOfBounds } from '../workers/worker-pool.ts';
import type { Workers } from '../workers/workers.ts';

/** Renders Markdown in worker threads, each text just once. */
export interface HtmlRenderer {
  /** Renderings that are under way at a time; others wait in their order. */
  readonly threads: number;
  /** The sanitised HTML of a text; where it is too complex, of the text as it is written. */
  render(markdown: string, shape: MarkdownShape): Promise<RenderedMarkdown>;
  /** The digest of each text, in their order; empty where it takes too long to make. */
  digests(texts: readonly string[]): Promise<PostDigest[]>;
  readonly counts: CacheCounts;
}

interface Options {
  readonly workers: Workers;
  /** For long texts, so that short ones don't wait for them. */
  readonly slowWorkers: Workers;
  readonly maxBytes: number;
  readonly onRendered?: (milliseconds: number) => void;
}

const LONG_TEXT = 20_000;
/** A text that took too long on a busy machine is tried again after a while. */
const RETRY_MS = 10 * 60_000;

interface Cached {
  /** Takes half the room of most strings, and can be counted. */
  readonly html: Buffer;
  readonly tooComplex: boolean;
}

const keyOf = (markdown: string, shape: MarkdownShape): string =>
  createHash('sha256').update(`${shape} ${markdown}`).digest('base64');

export const createHtmlRenderer = (options: Options): HtmlRenderer => {
  const { workers, slowWorkers, maxBytes, onRendered } = options;
  const counts: CacheCounts = { hits: 0, misses: 0 };
  // Promises are kept, so that those who ask at the same time share one rendering.
  const flights = new Map<string, Promise<RenderedMarkdown>>();
  const cache = new LRUCache<string, Cached>({
    maxSize: maxBytes,
    sizeCalculation: ({ html }) => html.byteLength + 300,
  });

  const renderNew = async (
    key: string,
    markdown: string,
    shape: MarkdownShape,
  ): Promise<RenderedMarkdown> => {
    const pool = markdown.length > LONG_TEXT ? slowWorkers : workers;
    let ttl: number | undefined;
    const began = performance.now();
    const rendered = await pool
      .run('renderMarkdown', { markdown, shape })
      .catch((error: unknown) => {
        if (!(error instanceof TaskOutOfBounds)) throw error;
        ttl = RETRY_MS;
        return unrendered(markdown, shape);
      });
    onRendered?.(performance.now() - began);
    const { html, tooComplex } = rendered;
    cache.set(key, { html: Buffer.from(html), tooComplex }, ttl === undefined ? {} : { ttl });
    return rendered;
  };

  const digests: HtmlRenderer['digests'] = (texts) =>
    workers.run('digests', texts).catch(async (error: unknown) => {
      if (!(error instanceof TaskOutOfBounds)) throw error;
      if (texts.length === 1) return [{ excerpt: '' }];
      const each: PostDigest[] = [];
      for (const text of texts) each.push(...(await digests([text])));
      return each;
    });

  return {
    counts,
    threads: workers.threads,
    digests,
    render: async (markdown, shape) => {
      const key = keyOf(markdown, shape);
      const cached = cache.get(key);
      const known = flights.get(key);
      counts[cached || known ? 'hits' : 'misses'] += 1;
      if (cached) return { ...cached, html: cached.html.toString() };
      if (known) return known;
      const flight = renderNew(key, markdown, shape).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
};
