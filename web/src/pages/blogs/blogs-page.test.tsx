import type { Post } from 'content-schema';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTENT as frame, renderAddress } from '../../../test/render-address.ts';
import { renderElement } from '../../../test/render-element.tsx';
import { samplePost } from '../../../test/sample-post.ts';
import { Blogs } from './blogs-page.tsx';

const posts = (count: number, changes: Partial<Post> = {}): Post[] =>
  Array.from({ length: count }, (_, index) =>
    samplePost(`p ${index}`, { createdAt: '2030-01-02T23:30:00+02:00', ...changes }),
  );

const titleOf = (html: string): string | undefined => /<title>(.*?)<\/title>/.exec(html)?.[1];

describe('the list of blogs', () => {
  const blogs = async (stored: Post[], page = 1) =>
    renderAddress(`/blogs?page=${page}`, { posts: stored });

  it('shows each post with its date, title and excerpt', async () => {
    const { body } = await blogs(posts(1));
    expect(body).toMatch(/<time[^>]* dateTime="2030-01-02T23:30:00\+02:00">2030-01-02<\/time>/);
    expect(body).toMatch(/<h2[^>]*><a[^>]* href="\/blogs\/p%200"[^>]*>Title of p 0<\/a><\/h2>/);
    expect(body).toContain('Start of p 0');
    expect(body.match(/<h1/g)).toHaveLength(1);
  });

  it('has ten posts per page, and the page number in its title', async () => {
    expect((await blogs(posts(25))).body.match(/<h2/g)).toHaveLength(10);
    const last = await blogs(posts(25), 3);
    expect(last.body.match(/<h2/g)).toHaveLength(5);
    expect(last.body).toContain('Page 3 of 3');
    expect(titleOf(last.head)).toBe('Blogs, page 3 – Marit Ashgrove');
  });

  it('marks the words of a search, and keeps search results out of search engines', async () => {
    const stored = [...posts(2), ...posts(1, { id: 'found', title: 'Of Málaga' })];
    const { body, head } = await renderAddress('/blogs?q=%20malaga%20', { posts: stored });
    expect(body).toContain('Of <mark>Málaga</mark></a>');
    expect(body.match(/<h2/g)).toHaveLength(1);
    expect(body).toMatch(/<input[^>]*name="q"[^>]*value="malaga"/);
    expect(titleOf(head)).toBe('Posts with “malaga” – Marit Ashgrove');
    expect(head).toContain('<meta name="robots" content="noindex"/>');
    const none = await renderAddress('/blogs?q=%3Cb%3E', { posts: stored });
    expect(none.body).toContain('No posts have the words “&lt;b&gt;”.');
    expect((await blogs(posts(1))).head).not.toContain('noindex');
  });

  it('says that there are no posts, or that they are loading', async () => {
    expect((await blogs(posts(3, { hidden: true }))).body).toContain(
      'No blogs are published yet. Check back soon.',
    );
    const location = { param: '', page: null, query: '', address: '/blogs' };
    const loading = renderElement(<Blogs frame={frame} error={undefined} location={location} />);
    expect(loading).toContain('Loading blogs…');
  });
});
