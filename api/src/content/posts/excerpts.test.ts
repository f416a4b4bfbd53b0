import { expect, onTestFinished, test } from 'vitest';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';
import { createTestWorkers } from '../../../test/run-app.ts';
import { createHtmlRenderer } from '../../markdown/html-renderer.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { createExcerpts } from './excerpts.ts';
import { createPostIndex } from './post-index.ts';

const post = (i: number, text: string): string =>
  `---\ntitle: P${i}\ncreatedAt: 2030-01-0${i + 1}\n---\n\n# Heading\n\n${text}\n`;

const files = Object.fromEntries(
  [0, 1, 2].map((i) => [`posts/p${i}.md`, post(i, `Text of **post ${i}**.`)]),
);

const openExcerpts = async () => {
  const { content, outsider } = await openTestContent({ files });
  const reads: number[] = [];
  const workers = createTestWorkers();
  onTestFinished(() => workers.close());
  const html = createHtmlRenderer({ workers, slowWorkers: workers, maxBytes: 1000 });
  const read: BlobCache['read'] = (wanted) => {
    const list = [...wanted];
    reads.push(list.length);
    return content.blobs.read(list);
  };
  const excerpts = createExcerpts({ read }, html, createPostIndex());
  const { posts } = await content.reader.current();
  return { posts, content, outsider, reads, excerpts };
};

test('each post gets its own excerpt, in the order they are asked for', async () => {
  const { posts, excerpts } = await openExcerpts();
  const texts = ['Text of post 2.', 'Text of post 1.', 'Text of post 0.'];
  expect(await excerpts.of(posts)).toEqual(texts);
  expect(await excerpts.of([...posts].reverse())).toEqual([...texts].reverse());
});

test('an excerpt is made once, and all that are missing are read in one batch', async () => {
  const { posts, reads, excerpts } = await openExcerpts();
  await excerpts.of(posts.slice(0, 1));
  await excerpts.of(posts);
  await excerpts.of(posts);
  expect(reads.filter((count) => count > 0)).toEqual([1, 2]);
});

test('after a change of one post only its excerpt is made again', async () => {
  const { posts, content, outsider, reads, excerpts } = await openExcerpts();
  await excerpts.of(posts);
  await pushFile(outsider, 'posts/p1.md', post(1, 'Other text.'));
  const after = (await content.reader.refresh()).posts;
  expect(await excerpts.of(after)).toEqual(['Text of post 2.', 'Other text.', 'Text of post 0.']);
  expect(reads).toEqual([3, 1]);
});
