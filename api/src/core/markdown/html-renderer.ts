import type { PostDigest } from 'content-schema/markdown';
import { unrendered, type MarkdownShape, type RenderedMarkdown } from 'content-schema/too-complex';
import { createHash } from 'node:crypto';
import { createCache, type CacheRegistry } from '../cache.ts';
import { TaskOutOfBounds } from '../workers/worker-pool.ts';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { Workers } from '../workers/workers.ts';

interface Options {
  readonly workers: Workers;
  /** Separate workers for long texts, so that short ones don't wait for them. */
  readonly slowWorkers: Workers;
  readonly caches: CacheRegistry;
  /** For what memory can't hold: all posts of a large site are shown at once by some calls. */
  readonly files?: Pick<FileCache, 'read' | 'write'> | undefined;
  /** Names the code that renders, since `files` outlive it. */
  readonly build?: string | undefined;
}

const LONG_TEXT = 20_000;
/** A text that took too long, maybe on a busy machine, is tried again after this time. */
const RETRY_MS = 10 * 60_000;

interface Cached {
  /** A buffer takes half the memory of most strings, and its size is known. */
  readonly html: Buffer;
  readonly tooComplex: boolean;
}

const keyOf = (markdown: string, shape: MarkdownShape, build: string): string =>
  createHash('sha256').update(`${build} ${shape} ${markdown}`).digest('hex');

export type HtmlRenderer = ReturnType<typeof createHtmlRenderer>;

/** Renders Markdown in worker threads, each text once. */
export const createHtmlRenderer = (options: Options) => {
  const { workers, slowWorkers, caches, files, build = '' } = options;
  const cache = createCache<Cached>(caches, {
    name: 'markdown',
    share: 1 / 8,
    sizeOf: ({ html }) => html.byteLength,
    ttlMsOf: ({ tooComplex }) => (tooComplex ? RETRY_MS : undefined),
    onEvict: (key, { html, tooComplex }) => {
      if (!tooComplex) files?.write(key, html);
    },
  });

  const render = async (key: string, markdown: string, shape: MarkdownShape): Promise<Cached> => {
    const kept = await files?.read(key);
    if (kept) return { html: Buffer.from(kept), tooComplex: false };
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
      const key = keyOf(markdown, shape, build);
      const cached = await cache.load(key, () => render(key, markdown, shape));
      return { ...cached, html: cached.html.toString() };
    },
  };
};
