import { expect, test } from 'vitest';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';
import { testWorkers } from '../../../test/run-app.ts';
import { createCacheRegistry } from '../cache.ts';
import { createHtmlRenderer } from '../markdown/html-renderer.ts';
import type { BlobCache } from './blob-cache.ts';
import { createDigests } from './digests.ts';
import { createPostIndex } from './post-index.ts';

const post = (i: number, text: string): string =>
  `---\ntitle: P${i}\ncreatedAt: 2030-01-0${i + 1}\n---\n\n# Heading\n\n${text}\n`;

const files = Object.fromEntries(
  [0, 1, 2].map((i) => [`posts/p${i}.md`, post(i, `Text of **post ${i}**.`)]),
);

const digestWith = (excerpt: string) => ({ excerpt, minutes: 1 });

const openDigests = async () => {
  const { content, outsider } = await openTestContent({ files });
  const reads: number[] = [];
  const threads = { workers: testWorkers, slowWorkers: testWorkers };
  const html = createHtmlRenderer({ ...threads, caches: createCacheRegistry() });
  const readEach: BlobCache['readEach'] = (requested) => {
    const list = [...requested];
    reads.push(list.length);
    return content.blobs.readEach(list);
  };
  const digests = createDigests({ readEach }, html, createPostIndex());
  const snapshot = await content.reader.current();
  return { snapshot, content, outsider, reads, digests };
};

test('each digest is computed once, in one batch with others, and again after a change of its post', async () => {
  const { snapshot, content, outsider, reads, digests } = await openDigests();
  const { posts } = snapshot;
  await digests.of(posts.slice(0, 1), snapshot);
  await digests.of(posts, snapshot);
  await digests.of(posts, snapshot);
  await pushFile(outsider, 'posts/p1.md', post(1, 'Other text.'));
  const next = await content.reader.refresh();
  const after = next.posts;
  const made = ['Text of post 2.', 'Other text.', 'Text of post 0.'].map(digestWith);
  expect(await digests.of(after, next)).toEqual(made);
  expect(await digests.of([...after].reverse(), next)).toEqual([...made].reverse());
  expect(reads.filter((count) => count > 0)).toEqual([1, 2, 1]);
});
