import type { PostSummary } from 'content-schema';
import { presentContentFiles } from 'content-schema/content-response';
import { readDefaultContent } from 'fixtures/default-content';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { postListing } from '../../site/posts/post-listing.ts';
import { tagListing } from '../../site/posts/tag-listing.ts';
import { Tag } from '../tag/tag.tsx';
import { Blogs } from './blogs.tsx';

const frame = presentContentFiles(await readDefaultContent());
const site = { frame, error: undefined, year: 2031 };

const render = (page: ReactNode) =>
  renderToStaticMarkup(<StaticRouter location="/blogs">{page}</StaticRouter>);

const posts = (count: number, changes: Partial<PostSummary> = {}): PostSummary[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p ${index}`,
    title: `Post ${index}`,
    tags: ['Graph theory'],
    hidden: false,
    createdAt: '2030-01-02T23:30:00+02:00',
    excerpt: `Beginning of ${index}`,
    ...changes,
  }));

const titleOf = (html: string): string | undefined => /<title>(.*?)<\/title>/.exec(html)?.[1];

describe('the list of blogs', () => {
  const blogs = (summaries: readonly PostSummary[], page: string | null = null) =>
    render(<Blogs {...site} listing={postListing(summaries, page)} />);

  it('shows each post with its day, its title and its beginning', () => {
    const html = blogs(posts(1));
    expect(html).toContain('<time dateTime="2030-01-02T23:30:00+02:00">2030-01-02</time>');
    expect(html).toMatch(/<h2[^>]*><a href="\/blogs\/p%200"[^>]*>Post 0<\/a><\/h2>/);
    expect(html).toContain('Beginning of 0');
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it('has ten posts on a page, which its title names', () => {
    expect(blogs(posts(25)).match(/<h2/g)).toHaveLength(10);
    const last = blogs(posts(25), '3');
    expect(last.match(/<h2/g)).toHaveLength(5);
    expect(last).toContain('Page 3 of 3');
    expect(titleOf(last)).toBe('Blogs, page 3 – Marit Ashgrove');
  });

  it('leads back and home', () => {
    const html = blogs(posts(1));
    expect(html).toMatch(/href="\/"[^>]*>(<svg.*?<\/svg>)?Back</);
    expect(html).toMatch(/href="\/#blogs"[^>]*>Home</);
  });

  it('says that it is empty, and that it is on its way', () => {
    expect(blogs(posts(3, { hidden: true }))).toContain(
      'No blogs are published yet. Check back soon.',
    );
    expect(render(<Blogs {...site} listing={undefined} />)).toContain('Loading blogs…');
  });

  it('says why it does not show what is stored', () => {
    const html = render(
      <Blogs {...site} error="Failed to load content" listing={postListing([], null)} />,
    );
    expect(html).toMatch(/role="alert">Failed to load content</);
  });
});

describe('the posts of a tag', () => {
  const tagged = (summaries: readonly PostSummary[], slug: string, page: string | null = null) =>
    render(<Tag {...site} slug={slug} listing={tagListing(summaries, slug, page)} />);

  it('are headed and counted', () => {
    const html = tagged(posts(1), 'graph theory');
    expect(html).toContain('Posts tagged “Graph theory”</h1>');
    expect(html).toContain('There is 1 post with this tag.');
    expect(tagged(posts(2), 'graph theory')).toContain('There are 2 posts with this tag.');
    expect(titleOf(html)).toBe('Posts tagged “Graph theory” – Marit Ashgrove');
  });

  it('lead back to all blogs', () => {
    expect(tagged(posts(1), 'graph theory')).toMatch(/href="\/blogs"[^>]*>All blogs</);
  });

  it('say that there is none', () => {
    const html = tagged(posts(2), 'C#');
    expect(html).toContain('Posts tagged “C#”</h1>');
    expect(html).toContain('No posts currently use the tag “C#”.');
    expect(html).not.toContain('with this tag');
  });

  it('are paged under the address of the tag', () => {
    expect(tagged(posts(11), 'graph theory')).toContain('href="/blogs/tags/graph%20theory?page=2"');
  });
});
