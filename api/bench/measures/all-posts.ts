import { POSTS_BODY_MAX_BYTES, type ContentHeadingsResponse } from 'content-schema';
import { join } from 'node:path';
import type { TestClient } from '../../test/test-client.ts';
import { measured, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { importRepository } from '../servers/fast-import.ts';
import { withFolder } from '../servers/folder.ts';
import { grantedJson, timeOf } from '../servers/requests.ts';
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
  const elapsedMs = await timeOf(job);
  return { ...(await site.usage()), elapsedMs };
};

const readAll = async (admin: TestClient): Promise<ContentHeadingsResponse> => {
  const response = admin.get('/api/content?posts=headings');
  const content = await grantedJson<ContentHeadingsResponse>(response);
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
    const response = admin.put('/api/posts?posts=headings', sent);
    const { length } = await grantedJson<readonly unknown[]>(response);
    if (length !== sent.length) throw new Error(`${length} posts were saved`);
  });
  return { read, saved };
};

export const allPosts: Measure = {
  title: 'A whole set of posts',
  how: `PUT /api/posts with ${POSTS} changed posts, after their headings were read; while the main thread has a turn, all others wait.`,
  run: () =>
    withFolder(async (folder) => {
      const files = await sampleContent(POSTS, POST_BYTES);
      await importRepository(join(folder, 'content.git'), files);
      const site = await startSite({ DATA_DIR: folder });
      const { read, saved } = await readAndSaveAll(site, files).finally(() => site.end());
      const readTurn = 'longest turn of GET /api/content?posts=headings';
      return [
        measured('longest turn of a save', saved.longestTurnMs, 'ms', { atMost: SAVE_BAR_MS }),
        measured('until it was saved', saved.elapsedMs, 'ms'),
        measured(readTurn, read.longestTurnMs, 'ms', { atMost: READ_BAR_MS }),
        measured('until it was read', read.elapsedMs, 'ms'),
      ];
    }),
};
