import fc from 'fast-check';
import { matchingPosts } from 'content-schema';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test/test-folder.ts';
import { createFileCache } from '../git-store/disk-cache/file-cache.ts';
import type { BlobSha } from '../git-store/git-store.ts';
import { searchPosts } from './post-words.ts';
import { parsePost, readStoredPost } from './stored-posts.ts';

/** Returns the entries of posts with these texts, and a reader of their blobs that counts. */
const postsOf = (texts: readonly string[]) => {
  const files = texts.map((text, index) => {
    const blob = createHash('sha1').update(text).digest('hex') as BlobSha;
    return { id: `p${index}`, path: `posts/p${index}.md`, blob, bytes: Buffer.from(text) };
  });
  const reads: BlobSha[] = [];
  const readEach = (blobs: Iterable<BlobSha>) => {
    reads.push(...blobs);
    return Promise.resolve(new Map(files.map(({ blob, bytes }) => [blob, bytes])));
  };
  return {
    files,
    posts: files.map((file) => parsePost(file, file.bytes)),
    reads,
    blobs: { readEach },
  };
};

const openFiles = async (folder: string) => {
  const files = createFileCache({ folder, maxBytes: 1e8 });
  await files.idle();
  return files;
};

const character = fc.constantFrom(...Array.from('abÀà  \n-\u00a0\ue000\ue001\ud801\u{1f600}'));

test('the posts are those with every word of the query anywhere in their texts', async () => {
  const text = fc.string({ unit: character, maxLength: 20 });
  const check = async (texts: string[], query: string) => {
    const { files, posts, blobs } = postsOf(texts);
    const stored = files.map((file) => readStoredPost(file, file.bytes));
    const matches = stored.filter(({ fields }) => matchingPosts(query)(fields));
    const ids = matches.map(({ entry }) => entry.id);
    expect(await searchPosts({ blobs }, posts, query)).toEqual(ids);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(text), fc.string({ unit: character, maxLength: 5 }), check),
  );
});

test('each text is read once, also by later processes; after a change, those of one slice', async () => {
  const folder = await testFolder();
  const texts = Array.from({ length: 640 }, (_, index) => `Text ${index} of the sea`);
  const search = async (query: string, ofTexts = texts) => {
    const imageFiles = await openFiles(folder);
    const { posts, reads, blobs } = postsOf(ofTexts);
    const ids = await searchPosts({ blobs, imageFiles }, posts, query);
    await imageFiles.idle();
    return { count: ids.length, reads: reads.length };
  };
  expect(await search('sea')).toEqual({ count: 640, reads: 640 });
  expect(await search('ea EXT 63')).toEqual({ count: 16, reads: 0 });
  const { count, reads } = await search('new', [...texts, 'A new text']);
  expect(count).toBe(1);
  expect(reads).toBeLessThan(30);
});
