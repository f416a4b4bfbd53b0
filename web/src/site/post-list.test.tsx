import type { PostSummary } from 'content-schema';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { renderElement } from '../../test/render-element.tsx';
import { samplePost } from '../../test/sample-post.ts';
import { PostList } from './post-list.tsx';

const post = samplePost('a');
const PICTURE = { id: 'b c', version: '0123456789ab', formats: ['webp', 'jpg'] };

const render = (...posts: readonly PostSummary[]) =>
  renderElement(<PostList posts={posts} heading="h2" />);

it('shows how long a post takes to read, if known', () => {
  expect(render({ ...post, minutes: 4 })).toContain('4 min read');
  expect(render(post)).not.toContain('min read');
});

it('lays out a title in its own direction', () => {
  expect(render(post)).toMatch(/<h2 [^>]*dir="auto"[^>]*>.*Title of a/);
});

it('shows a small version of the first photo, and its colour until it has loaded', () => {
  const html = render({
    ...post,
    picture: { ...PICTURE, colour: 'r4 g3 b2', focus: 'x1 y4' },
  });
  const [source = '', image = ''] = html.match(/<(?:source|img)[^>]*>/g) ?? [];
  expect(source).toContain('type="image/webp" srcSet="/photos/b%20c/0123456789ab-160.webp 160w,');
  expect(source).toMatch(/ sizes="[^"]+ 100vw"/);
  expect(image).toContain('src="/photos/b%20c/0123456789ab-320.jpg"');
  expect(image).not.toContain('srcSet');
  expect(image).toContain('data-colour="r4 g3 b2" data-focus="x1 y4"');
});

it('loads the photo at the top of the page first, and those below once they are near', () => {
  const pictured = { ...post, picture: PICTURE };
  const loading = (element: ReactElement) =>
    renderElement(element).match(/loading="lazy"|fetchPriority="high"/g);
  const posts = [pictured, { ...pictured, id: 'b' }];
  const below = 'loading="lazy"';
  expect(loading(<PostList posts={posts} heading="h2" />)).toEqual(['fetchPriority="high"', below]);
  expect(loading(<PostList posts={posts} heading="h3" />)).toEqual([below, below]);
});

it('links a photo to its post, without a second tab stop', () => {
  const html = render({ ...post, picture: PICTURE });
  expect(html.match(/<a [^>]*href="\/blogs\/a"/g)).toHaveLength(2);
  expect(html).toMatch(/<a [^>]*tabindex="-1"[^>]*aria-hidden="true"/i);
  expect(render(post)).not.toContain('<img');
});

it('shows each year once, and why an older post stands above newer ones', () => {
  const html = render(
    { ...post, id: 'a', createdAt: '2021-04-01T10:00:00Z', updatedAt: '2024-02-01T10:00:00Z' },
    { ...post, id: 'b', createdAt: '2024-01-01T10:00:00Z', updatedAt: '2024-01-02T10:00:00Z' },
    { ...post, id: 'c', createdAt: '2023-01-01T10:00:00Z', updatedAt: '2023-05-01T10:00:00Z' },
    { ...post, id: 'd', createdAt: '2023-03-01T10:00:00Z' },
    { ...post, id: 'e' },
  );
  expect(html).not.toContain('aria-hidden="true"></p>');
  const margins = [
    ...html.matchAll(/aria-hidden="true">(\d{4})<|>(\d{4}-\d\d-\d\d)<|>updated ([\d-]+)</g),
  ];
  expect(
    margins.map(([, year, day, updated]) => year ?? day ?? `updated ${updated ?? ''}`),
  ).toEqual([
    ...['2024', 'updated 2024-02-01', '2021-04-01'],
    '2024-01-01',
    ...['2023', 'updated 2023-05-01', '2023-01-01'],
    '2023-03-01',
  ]);
});
