import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readContent } from '../../../test/github/edits.ts';
import { pushFile } from '../../../test/open-test-content.ts';
import { move } from '../../../test/merge-calls.ts';
import { recordReads } from '../../../test/record-reads.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import type { RunningApp } from '../../../test/run-app.ts';
import { openDiskLog } from '../git-store/disk-cache/log.ts';
import type { BlobSha } from '../git-store/git-store.ts';
import type { PostEntry } from './snapshot.ts';
import { createPostIndex } from './post-index.ts';
import { testFolder } from '../../../test/test-folder.ts';

const POSTS = ['dated', 'plain', 'hidden', 'broken'] as const;

const TEXTS: Readonly<Record<(typeof POSTS)[number], string>> = {
  dated: '---\ntitle: Dated\ntags: [a, b]\ncreatedAt: 2030-01-01\n---\n\n# Heading\n\nText.\n',
  plain: '# Plain\n\nText of it.\n',
  hidden: '---\ntitle: Hidden\ndraft: true\n---\n\nSecret text.\n',
  broken: '---\ntitle: [\ndraft: maybe\n---\nText\n',
};

const pathOf = (id: string): string => `posts/${id}.md`;

/**
 * Starts a site that keeps its post index on the disk, and counts the post files that its processes
 * read.
 */
const startKeeping = async (options: Partial<Parameters<typeof startTestServer>[0]> = {}) => {
  const path = join(await testFolder(), 'posts.jsonl');
  const { reads, store } = recordReads();
  const server = await startTestServer({
    files: new Map(POSTS.map((id) => [pathOf(id), Buffer.from(TEXTS[id])])),
    postLog: () => openDiskLog({ path, source: 'build', onFailure: () => undefined }),
    store,
    ...options,
  });
  const summaryOf = async (app: RunningApp) => {
    return readContent(await app.signIn());
  };
  /** Waits until the digest of the post is on the disk. */
  const isKept = (text: string) =>
    vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain(text));
  return { ...server, reads, summaryOf, isKept };
};

test('a later process does not read or parse posts again', async () => {
  const site = await startKeeping();
  const before = await site.summaryOf(site);
  expect(before.posts).toHaveLength(POSTS.length);
  expect(before.problems?.length).toBeGreaterThan(0);
  await site.isKept('Secret text.');
  site.reads.length = 0;
  const later = await site.restart();
  expect(await site.summaryOf(later)).toEqual(before);
  expect(site.reads).toEqual([]);
});

test('a later process gets saved posts from the index, and reads posts that were pushed meanwhile', async () => {
  const site = await startKeeping();
  await site.summaryOf(site);
  const admin = await site.signIn();
  const saved = [{ id: 'dated', title: 'Saved title', content: 'Saved text.' }];
  expect((await admin.put('/api/posts?posts=summary', saved)).status).toBe(200);
  await site.isKept('Saved text.');
  await pushFile(site.outsider, pathOf('pushed'), 'Pushed text.\n');
  site.reads.length = 0;
  const later = await site.restart();
  const { posts } = await site.summaryOf(later);
  expect(posts).toMatchObject([
    { id: 'dated', title: 'Saved title', excerpt: 'Saved text.' },
    { id: 'pushed', excerpt: 'Pushed text.' },
  ]);
  expect(new Set(site.reads).size).toBe(1);
});

test('a rename reads the posts that link to the post, however they do, and no others', async () => {
  const links = ['(/blogs/a-post)', '(a-post#top)', '(https://ada.example/blogs/a\\-post/?q)'];
  const others = ['(/blogs/a-post-2)', '(https://ada.example/photos/a-post.png)', 'a-post'];
  const encoded = ['(</blogs/%61-post >)', '(../blogs/a%2Dpost)', '(b) <a href="/blogs/a-post">'];
  const texts = ['# A post', ...links, ...encoded, ...others].map((link, n) => `${n} [x]${link}\n`);
  const site = await startKeeping({
    files: Object.fromEntries(texts.map((text, n) => [pathOf(n === 0 ? 'a-post' : `p${n}`), text])),
    publicUrl: 'https://ada.example',
  });
  expect((await site.summaryOf(site)).posts).toHaveLength(texts.length);
  await site.isKept('"linkNames"');
  const admin = await (await site.restart()).signIn();
  site.reads.length = 0;
  expect((await move(admin, 'a-post', 'moved')).status).toBe(200);
  expect(new Set(site.reads).size).toBe(1 + links.length + encoded.length);
  const moved = texts.map((_, n) => n === 0 || site.show(pathOf(`p${n}`)).includes('moved'));
  expect(moved.filter(Boolean)).toHaveLength(1 + links.length + encoded.length);
});

const entry = (blob: number): PostEntry => ({
  ...{ id: 'a', path: 'posts/a.md', blob: String(blob) as BlobSha, title: `Title ${blob}` },
  ...{ tags: [], hidden: false, contentStart: 0, contentEnd: 0, photoNames: [], problems: [] },
});

test('replaced versions of a post are removed from the log from time to time', async () => {
  const path = join(await testFolder(), 'posts.jsonl');
  const open = () => openDiskLog({ path, source: 'build', onFailure: () => undefined });
  const index = createPostIndex(open());
  await index.read();
  for (let n = 1; n <= 1000; n += 1) {
    const post = entry(n);
    index.add([post], [post]);
    index.addDigests([[post, { excerpt: `Excerpt ${n}` }]]);
  }
  const stored = async () => expect(await readFile(path, 'utf8')).toContain('"Excerpt 1000"');
  await vi.waitFor(stored, { timeout: 10_000 });
  expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(1000);
  const later = createPostIndex(open());
  const find = await later.read();
  const result = find({ path: 'posts/a.md', id: 'a', blob: '1000' as BlobSha });
  expect(result).toEqual(entry(1000));
  expect(result && later.digest(result)).toEqual({ excerpt: 'Excerpt 1000' });
  expect(find({ path: 'posts/a.md', id: 'a', blob: '999' as BlobSha })).toBeUndefined();
});
