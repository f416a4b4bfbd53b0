import { presentContentFiles } from 'content-schema/content-files';
import { readDefaultContent } from 'fixtures/default-content';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { renderElement } from '../../../test/render-element.tsx';
import { samplePost } from '../../../test/sample-post.ts';
import { BlogPost } from './blog-post.tsx';

const frame = presentContentFiles(await readDefaultContent());
const post = samplePost('a', { title: 'Of ferries', minutes: 3 });

type Props = ComponentProps<typeof BlogPost>;

const page = ({
  view,
  ...changes
}: Partial<Omit<Props, 'view'>> & { readonly view?: Partial<Props['view']> } = {}) =>
  renderElement(
    <BlogPost
      frame={frame}
      post={post}
      view={{ html: '<p>Text</p>', neighbours: {}, ...view }}
      isFailed={false}
      {...changes}
    />,
  );

it('shows the title, the text and the reading time', () => {
  const html = page();
  expect(html).toContain('Of ferries</h1>');
  expect(html).toContain('<p>Text</p>');
  expect(html).toContain('<dd dir="auto">3 minutes</dd>');
  expect(page({ post: { ...post, minutes: 1 } })).toContain('<dd dir="auto">1 minute</dd>');
  const { minutes: _, ...unread } = post;
  expect(page({ post: unread })).not.toContain('Reading time');
  expect(html).toContain('<title>Of ferries – Marit Ashgrove</title>');
});

it('is an h-entry with its author', () => {
  const createdAt = '2030-05-06T07:00:00.000Z';
  const html = page({ post: { ...post, createdAt, updatedAt: '2030-06-01', tags: ['Maps'] } });
  const [entry = ''] = /<article class="[^"]*\bh-entry\b.*<\/article>/.exec(html) ?? [];
  expect(entry).toContain('<data class="u-url" value="/blogs/a" hidden=""></data>');
  expect(entry).toContain('<a class="p-author h-card" href="/" hidden="">Marit Ashgrove</a>');
  expect(entry).toMatch(/<h1 class="p-name[ "][^>]*>Of ferries</);
  expect(entry).toMatch(/<div class="prose e-content"[^>]*><p>Text</);
  expect(entry).toContain(`<time class="dt-published" dateTime="${createdAt}">`);
  expect(entry).toContain('<time class="dt-updated" dateTime="2030-06-01">');
  expect(entry).toMatch(/<a class="[^"]*\bp-category\b[^>]*>Maps</);
});

it('has its language, and links to its translations', () => {
  const translations = [
    { id: 'a', lang: 'en', name: 'English' },
    { id: 'b c', lang: 'de', name: 'Deutsch' },
  ];
  const html = page({ post: { ...post, lang: 'en' }, view: { neighbours: { translations } } });
  expect(html).toMatch(/<article [^>]*lang="en"/);
  expect(html).toContain('Also in <a href="/blogs/b%20c" hrefLang="de" lang="de">Deutsch</a>');
  expect(html).not.toContain('>English<');
  for (const [lang, id] of [
    ['en', 'a'],
    ['de', 'b%20c'],
  ]) {
    expect(html).toMatch(new RegExp(`rel="alternate" hrefLang="${lang}" href="[^"]*/blogs/${id}"`));
  }
  expect(page()).not.toMatch(/hrefLang|<article[^>]* lang=/);
  const german = { ...frame, site: { ...frame.site, lang: 'de' } };
  expect(page({ frame: german })).toMatch(/<article [^>]*lang="de"/);
});

it('shows the date it was written, and the date of its revision if that differs', () => {
  const createdAt = '2030-05-06T07:00:00.000Z';
  const written = page({ post: { ...post, createdAt, updatedAt: '2030-05-06T09:00:00.000Z' } });
  expect(written).toMatch(/<time[^>]*>6 May 2030<\/time>/);
  expect(written).not.toContain('Updated');
  const revised = page({ post: { ...post, createdAt, updatedAt: '2030-06-01' } });
  expect(revised).toMatch(/<dt[^>]*>Updated<\/dt><dd dir="auto"><time[^>]*>1 June 2030<\/time>/);
  expect(page()).not.toContain('<time');
});

it('links below a text to the place to suggest a correction, if the site offers that', () => {
  const correctionUrl = 'https://github.com/ada/site/edit/main/posts/a.md';
  expect(page({ view: { correctionUrl } })).toContain(
    `<a href="${correctionUrl}">Suggest a correction</a>`,
  );
  expect(page()).not.toContain('Suggest');
});

it('links to the previous and the next post', () => {
  const html = page({
    view: {
      neighbours: { previous: { id: 'b c', title: 'Older' }, next: { id: 'd', title: 'Newer' } },
    },
  });
  expect(html).toMatch(/rel="prev"[^>]*href="\/blogs\/b%20c".*?Previous post.*?Older/);
  expect(html).toMatch(/rel="next"[^>]*href="\/blogs\/d".*?Next post.*?Newer/);
  expect(page()).not.toContain('More posts');
});
