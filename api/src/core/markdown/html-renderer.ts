import type { PostDigest } from 'content-schema/markdown';
import { unrendered, type MarkdownShape, type RenderedMarkdown } from 'content-schema/too-complex';
import { createHash } from 'node:crypto';
import { createCache, type CacheRegistry } from '../cache.ts';
import { TaskOutOfBounds } from '../workers/worker-pool.ts';
import type { Workers } from '../workers/workers.ts';

interface Options {
  readonly workers: Workers;
  /** Separate workers for long texts, so that short ones don't wait for them. */
  readonly slowWorkers: Workers;
  readonly caches: CacheRegistry;
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

export type HtmlRenderer = ReturnType<typeof createHtmlRenderer>;

/** Renders Markdown in worker threads, each text once. */
export const createHtmlRenderer = ({ workers, slowWorkers, caches }: Options) => {
  const cache = createCache<Cached>(caches, {
    name: 'markdown',
    share: 1 / 8,
    sizeOf: ({ html }) => html.byteLength,
    ttlMsOf: ({ tooComplex }) => (tooComplex ? RETRY_MS : undefined),
  });

  const render = async (markdown: string, shape: MarkdownShape): Promise<Cached> => {
    const pool = markdown.length > LONG_TEXT ? slowWorkers : workers;
    const { html, tooComplex } = await pool
      .run('renderMarkdown', { markdown, shape })
      .catch((error: unknown) => {
        if (!(error instanceof TaskOutOfBounds)) throw error;
        return unrendered(markdown, shape);
      });
    return { html: Buffer.from(html), tooComplex };
  };

  /** Resolves to the digest of each text, in their order; empty if it takes too long. */
  const digests = (texts: readonly string[]): Promise<PostDigest[]> =>
    workers.run('digests', texts).catch(async (error: unknown) => {
      if (!(error instanceof TaskOutOfBounds)) throw error;
      if (texts.length === 1) return [{ excerpt: '' }];
      const each: PostDigest[] = [];
      for (const text of texts) each.push(...(await digests([text])));
      return each;
    });

  return {
    /** The number of concurrent renderings; others wait in order. */
    threads: workers.threads,
    digests,
    /** Resolves to sanitised HTML; of a text that is too complex, to HTML of its source. */
    render: async (markdown: string, shape: MarkdownShape): Promise<RenderedMarkdown> => {
      const cached = await cache.load(keyOf(markdown, shape), () => render(markdown, shape));
      return { ...cached, html: cached.html.toString() };
    },
  };
};
