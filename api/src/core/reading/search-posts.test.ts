import { expect, test } from 'vitest';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';
import { searchSummaries } from './search-posts.ts';

const entry = (id: string, title: string, tags: readonly string[] = []): PostEntry =>
  ({ id, title, tags, hidden: false, path: `posts/${id}.md` }) as unknown as PostEntry;

/** Creates a search with fake excerpts, and counts how many were requested. */
const open = () => {
  let asked = 0;
  const digests = {
    of: (posts: readonly PostEntry[]) => {
      asked += posts.length;
      return Promise.resolve(posts.map(({ id }) => ({ excerpt: `Text of ${id}` })));
    },
  };
  const search = (posts: readonly PostEntry[], query: string) =>
    searchSummaries(digests, {} as ContentSnapshot, posts, query);
  return { search, asked: () => asked };
};

test('a post is found by every word of the query in its title, its tags or its excerpt', async () => {
  const { search } = open();
  const posts = [entry('a', 'Of Málaga', ['Coast']), entry('b', 'Of Cádiz', ['Coast'])];
  const find = async (query: string) => (await search(posts, query)).map(({ id }) => id);
  expect(await find('coast MALAGA')).toEqual(['a']);
  expect(await find('coast')).toEqual(['a', 'b']);
  expect(await find('text b')).toEqual(['b']);
  expect(await find('coast bridge')).toEqual([]);
});

test('only the newest of very many posts are searched', async () => {
  const { search, asked } = open();
  const posts = Array.from({ length: 10_001 }, (_, index) => entry(`p${index}`, 'Same'));
  expect(await search(posts, 'same')).toHaveLength(10_000);
  expect(asked()).toBe(10_000);
});
