import { POSTS_BODY_MAX_BYTES, type ContentSourceResponse } from 'content-schema';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { importRepository } from '../servers/fast-import.ts';
import { startSite, type SiteProcess } from '../servers/site-process.ts';

const POSTS = 10_000;
const POST_BYTES = 2000;
const BAR_MS = 100;

const saveAll = async (site: SiteProcess) => {
  const admin = await site.signIn();
  const content = await admin.get('/api/content?posts=markdown');
  const { posts } = (await content.json()) as ContentSourceResponse;
  const sent = posts.map((post, i) => ({ ...post, content: `${post.content}\n\n${i}\n` }));
  const bytes = Buffer.byteLength(JSON.stringify(sent));
  if (bytes > POSTS_BODY_MAX_BYTES) throw new Error(`${bytes} bytes are too many`);
  await site.usage();
  site.watchTurns();
  const began = performance.now();
  const response = await admin.put('/api/posts?posts=headings', sent);
  const saved = (await response.json()) as readonly unknown[];
  const elapsedMs = performance.now() - began;
  if (saved.length !== sent.length) throw new Error(`${saved.length} posts were saved`);
  return { ...(await site.usage()), elapsedMs };
};

export const wholeSet: Measure = {
  title: 'A whole set of posts',
  how: `PUT /api/posts with ${POSTS} changed posts; while the main thread has a turn, all others wait.`,
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-set-'));
    try {
      const files = await sampleContent(POSTS, POST_BYTES);
      await importRepository(join(folder, 'content.git'), files);
      const site = await startSite({ DATA_DIR: folder });
      const { longestTurnMs, elapsedMs } = await saveAll(site).finally(() => site.end());
      return [
        { what: 'longest turn', value: longestTurnMs, unit: 'ms', bar: { atMost: BAR_MS } },
        { what: 'until it was saved', value: elapsedMs, unit: 'ms' },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
