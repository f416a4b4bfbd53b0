import { POSTS_BODY_MAX_BYTES, type ContentHeadingsResponse } from 'content-schema';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestClient } from '../../test/test-client.ts';
import type { Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { importRepository } from '../servers/fast-import.ts';
import { startSite, type SiteProcess } from '../servers/site-process.ts';

const POSTS = 10_000;
const POST_BYTES = 2000;
const READ_BAR_MS = 100;
/** `JSON.parse` takes half of it. */
const SAVE_BAR_MS = 300;

/** Measures the turns of the main thread during a job. */
const turnsOf = async (site: SiteProcess, job: () => Promise<void>) => {
  await site.usage();
  site.watchTurns();
  const base = performance.now();
  await job();
  const elapsedMs = performance.now() - base;
  return { ...(await site.usage()), elapsedMs };
};

const readAll = async (admin: TestClient): Promise<ContentHeadingsResponse> => {
  const response = await admin.get('/api/content?posts=headings');
  const content = (await response.json()) as ContentHeadingsResponse;
  if (content.posts.length < POSTS) throw new Error(`${content.posts.length} posts were read`);
  return content;
};

const readAndSaveAll = async (site: SiteProcess, files: ReadonlyMap<string, Uint8Array>) => {
  const admin = await site.signIn();
  let posts: ContentHeadingsResponse['posts'] = [];
  const read = await turnsOf(site, async () => {
    ({ posts } = await readAll(admin));
  });
  const sent = posts.map((post, i) => {
    const [, text = ''] = String(files.get(`posts/${post.id}.md`)).split('\n---\n');
    return { ...post, content: `${text.trim()}\n\n${i}\n` };
  });
  const bytes = Buffer.byteLength(JSON.stringify(sent));
  if (bytes > POSTS_BODY_MAX_BYTES) throw new Error(`${bytes} bytes are too many`);
  const saved = await turnsOf(site, async () => {
    const response = await admin.put('/api/posts?posts=headings', sent);
    const { length } = (await response.json()) as readonly unknown[];
    if (length !== sent.length) throw new Error(`${length} posts were saved`);
  });
  return { read, saved };
};

export const allPosts: Measure = {
  title: 'A whole set of posts',
  how: `PUT /api/posts with ${POSTS} changed posts, after their headings were read; while the main thread has a turn, all others wait.`,
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-set-'));
    try {
      const files = await sampleContent(POSTS, POST_BYTES);
      await importRepository(join(folder, 'content.git'), files);
      const site = await startSite({ DATA_DIR: folder });
      const { read, saved } = await readAndSaveAll(site, files).finally(() => site.end());
      return [
        {
          what: 'longest turn of a save',
          value: saved.longestTurnMs,
          unit: 'ms',
          bar: { atMost: SAVE_BAR_MS },
        },
        { what: 'until it was saved', value: saved.elapsedMs, unit: 'ms' },
        {
          what: 'longest turn of GET /api/content?posts=headings',
          value: read.longestTurnMs,
          unit: 'ms',
          bar: { atMost: READ_BAR_MS },
        },
        { what: 'until it was read', value: read.elapsedMs, unit: 'ms' },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
