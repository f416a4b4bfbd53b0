import { expect, test } from 'vitest';
import { openTestContent } from '../../../test/open-test-content.ts';
import { createExcerpts } from './excerpts.ts';

const files = Object.fromEntries(
  [0, 1, 2].map((i) => [
    `posts/p${i}.md`,
    `---\ntitle: P${i}\ncreatedAt: 2030-01-0${i + 1}\n---\n\n# Heading\n\nText of **post ${i}**.\n`,
  ]),
);

const startWith = async (maxBytes: number) => {
  const { content, calls } = await openTestContent({ files });
  const { posts } = await content.reader.current();
  const asked: number[] = [];
  const blobs = {
    read: (wanted: Iterable<Parameters<typeof content.blobs.text>[0]>) => {
      const list = [...wanted];
      asked.push(list.length);
      return content.blobs.read(list);
    },
  };
  return { posts, calls, asked, excerpts: createExcerpts({ blobs, maxBytes }) };
};

test('each post gets its own excerpt, in the order they are asked for', async () => {
  const { posts, excerpts } = await startWith(100_000);
  const texts = ['Text of post 2.', 'Text of post 1.', 'Text of post 0.'];
  expect(await excerpts.of(posts)).toEqual(texts);
  expect(await excerpts.of([...posts].reverse())).toEqual([...texts].reverse());
});

test('an excerpt is made once, and all that are missing are read in one batch', async () => {
  const { posts, asked, excerpts } = await startWith(100_000);
  await excerpts.of(posts.slice(0, 1));
  await excerpts.of(posts);
  await excerpts.of(posts);
  expect(asked.filter((count) => count > 0)).toEqual([1, 2]);
});

test('without room to keep any they are right all the same', async () => {
  const { posts, excerpts } = await startWith(1);
  expect((await excerpts.of(posts))[2]).toBe('Text of post 0.');
  expect(await excerpts.of(posts.slice(1, 2))).toEqual(['Text of post 1.']);
});
