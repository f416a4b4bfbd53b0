import { expect, it } from 'vitest';
import { DEFAULT_CONTENT as frame, renderAddress } from '../../../test/render-address.ts';
import { renderElement } from '../../../test/render-element.tsx';
import { samplePost } from '../../../test/sample-post.ts';
import { Blogs } from './blogs-page.tsx';

it('shows each post with its date, title and excerpt', async () => {
  const post = samplePost('p 0', { createdAt: '2030-01-02T23:30:00+02:00' });
  const { body } = await renderAddress('/blogs', { posts: [post] });
  expect(body).toMatch(/<time[^>]* dateTime="2030-01-02T23:30:00\+02:00">2030-01-02<\/time>/);
  expect(body).toMatch(/<h2[^>]*><a[^>]* href="\/blogs\/p%200"[^>]*>Title of p 0<\/a><\/h2>/);
  expect(body).toContain('Start of p 0');
});

it('marks the words of a search, and keeps search results out of search engines', async () => {
  const stored = [samplePost('a'), samplePost('b', { title: 'Of Málaga' })];
  const { body, head } = await renderAddress('/blogs?q=%20malaga%20', { posts: stored });
  expect(body).toContain('Of <mark>Málaga</mark></a>');
  expect(body.match(/<h2/g)).toHaveLength(1);
  expect(body).toMatch(/<input[^>]*name="q"[^>]*value="malaga"/);
  expect(head).toContain('<title>Posts with “malaga” – Marit Ashgrove</title>');
  expect(head).toContain('<meta name="robots" content="noindex"/>');
  const none = await renderAddress('/blogs?q=%3Cb%3E', { posts: stored });
  expect(none.body).toContain('No posts have the words “&lt;b&gt;”.');
  expect((await renderAddress('/blogs', { posts: stored })).head).not.toContain('noindex');
});

it('says that there are no posts, or that they are loading', async () => {
  const { body } = await renderAddress('/blogs', { posts: [samplePost('a', { hidden: true })] });
  expect(body).toContain('No blogs are published yet. Check back soon.');
  const location = { param: '', page: null, query: '', address: '/blogs' };
  const loading = renderElement(<Blogs frame={frame} error={undefined} location={location} />);
  expect(loading).toContain('Loading blogs…');
});
