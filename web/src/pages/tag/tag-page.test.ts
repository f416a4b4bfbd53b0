import { expect, it } from 'vitest';
import { DEFAULT_CONTENT, renderAddress } from '../../../test/render-address.ts';
import { samplePost } from '../../../test/sample-post.ts';
import { postPath } from '../../paths.ts';

const tagged = (count: number, slug: string) => {
  const posts = Array.from({ length: count }, (_, index) =>
    samplePost(`p${index}`, { tags: ['Graph theory'] }),
  );
  return renderAddress(`/blogs/tags/${encodeURIComponent(slug)}`, { posts });
};

it('shows the tag in its heading, and counts its posts', async () => {
  const { head, body } = await tagged(1, 'graph theory');
  expect(body).toContain('Posts tagged “Graph theory”</h1>');
  expect(body).toContain('There is 1 post with this tag.');
  expect((await tagged(2, 'graph theory')).body).toContain('There are 2 posts with this tag.');
  expect(head).toContain('<title>Posts tagged “Graph theory” – Marit Ashgrove</title>');
});

it('leads to the feed of its posts, if it has any', async () => {
  const [feed] = /<link rel="alternate"[^>]*>/.exec((await tagged(1, 'GRAPH theory')).head) ?? [];
  expect(feed).toContain('href="/blogs/tags/graph%20theory/feed.xml" type="application/atom+xml"');
  expect((await tagged(1, 'C#')).head).not.toContain('rel="alternate"');
});

it('has its further pages below the address of the tag', async () => {
  const { body } = await tagged(11, 'graph theory');
  expect(body).toContain('href="/blogs/tags/graph%20theory?page=2"');
});

it('has posts for every tag and text that the sample content links', async () => {
  const pages = [
    '/',
    '/blogs',
    '/experiences',
    ...DEFAULT_CONTENT.posts.map(({ id }) => postPath(id)),
  ];
  const bodies = await Promise.all(pages.map(async (page) => (await renderAddress(page)).body));
  const links = bodies.join().matchAll(/href="(\/blogs\/tags\/[^"]*)"/g);
  const tags = new Set([...links].map(([, link]) => link!));
  expect(tags.size).toBeGreaterThan(5);
  const rendered = await Promise.all(
    [...tags].map(async (tag) => ({ tag, body: (await renderAddress(tag)).body })),
  );
  const empty = rendered.filter(({ body }) => body.includes('No posts currently use'));
  expect(empty.map(({ tag }) => tag)).toEqual([]);
});
