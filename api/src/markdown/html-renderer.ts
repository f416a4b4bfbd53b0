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

/** Renders Markdown in worker threads, each text once. */
export interface HtmlRenderer {
  /** The number of concurrent renderings; others wait in order. */
  readonly threads: number;
  /**
   * Resolves to the sanitised HTML of a text; for a text that is too complex, to HTML of its
   * source.
   */
  render(markdown: string, shape: MarkdownShape): Promise<RenderedMarkdown>;
  /** Resolves to the digest of each text, in their order; empty if it takes too long. */
  digests(texts: readonly string[]): Promise<PostDigest[]>;
  readonly counts: CacheCounts;
}

interface Options {
  readonly workers: Workers;
  /** Separate workers for long texts, so that short ones don't wait for them. */
  readonly slowWorkers: Workers;
  readonly maxBytes: number;
  readonly onRendered?: (milliseconds: number) => void;
}

const LONG_TEXT = 20_000;
/** A text that took too long, maybe on a busy machine, is tried again after this time. */
const RETRY_MS = 10 * 60_000;

interface Cached {
  /** A buffer takes half the memory of most strings, and its size is known. */
  readonly html: Buffer;
  readonly tooComplex: boolean;
}

const keyOf = (markdown: string, shape: MarkdownShape): string =>
  createHash('sha256').update(`${shape} ${markdown}`).digest('base64');

export const createHtmlRenderer = (options: Options): HtmlRenderer => {
  const { workers, slowWorkers, maxBytes, onRendered } = options;
  const counts: CacheCounts = { hits: 0, misses: 0 };
  // Concurrent requests share one rendering.
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
