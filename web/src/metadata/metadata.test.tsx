import { presentContentFiles } from 'content-schema/content-files';
import { readDefaultContent } from 'fixtures/default-content';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { samplePost } from '../../test/sample-post.ts';
import { InitialStateContext } from '../data/initial-state.ts';
import { Metadata } from './metadata.tsx';
import { structuredData } from './structured-data.ts';

const { site, profile } = presentContentFiles(await readDefaultContent());
const frame = { site: { ...site, title: 'Ada’s notes' }, profile };
const origin = 'https://ada.example';

const post = samplePost('a b', {
  title: 'Of </script> & ferries',
  createdAt: '2030-01-01T00:00:00.000Z',
});

const render = (changes: Partial<Parameters<typeof Metadata>[0]> = {}) =>
  renderToStaticMarkup(
    <InitialStateContext value={{ origin, year: 2031 }}>
      <Metadata frame={frame} title="Blogs" description="All posts" path="/blogs" {...changes} />
    </InitialStateContext>,
  );

it('has the title of the page and of the site, and the canonical address', () => {
  const html = render();
  expect(html).toContain('<title>Blogs – Ada’s notes</title>');
  expect(html).toContain('<link rel="canonical" href="https://ada.example/blogs"/>');
  expect(html).toContain('<meta name="description" content="All posts"/>');
  expect(html).toContain('<meta property="og:title" content="Blogs"/>');
  expect(html).toContain('<meta property="og:url" content="https://ada.example/blogs"/>');
});

it('has the name of the site alone on the landing page, and nothing empty', () => {
  expect(render({ title: '' })).toContain('<title>Ada’s notes</title>');
  expect(render({ description: '' })).not.toMatch(/<meta[^>]*description/);
  expect(render()).not.toContain('og:image');
});

it('has the absolute address, the size and the alternative text of the share card', () => {
  const html = render({ card: '/og/1/blogs.png' });
  expect(html).toContain(
    '<meta property="og:image" content="https://ada.example/og/1/blogs.png"/>',
  );
  expect(html).toContain('<meta property="og:image:width" content="1200"/>');
  expect(html).toContain('<meta property="og:image:height" content="630"/>');
  expect(html).toContain('<meta property="og:image:alt" content="Blogs"/>');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
});

it('describes the post, its author and its breadcrumbs as structured data', () => {
  const crumbs = [
    { name: 'Blogs', path: '/blogs' },
    { name: post.title, path: '/blogs/a%20b' },
  ];
  const html = render({ post, crumbs });
  const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@graph': [
      { '@type': 'Person', name: 'Marit Ashgrove', url: 'https://ada.example/' },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Home', item: 'https://ada.example/' },
          { position: 2, name: 'Blogs', item: 'https://ada.example/blogs' },
          { position: 3, name: post.title, item: 'https://ada.example/blogs/a%20b' },
        ],
      },
      {
        '@type': 'BlogPosting',
        headline: post.title,
        url: 'https://ada.example/blogs/a%20b',
        author: { '@id': 'https://ada.example/#person' },
        datePublished: '2030-01-01T00:00:00.000Z',
      },
    ],
  });
  expect(html).toContain('<meta property="og:type" content="article"/>');
});

it('leads to the text of a post', () => {
  const text = '<link rel="alternate" type="text/markdown" href="/blogs/a%20b.md"/>';
  expect(render({ post, path: '/blogs/a%20b' })).toContain(text);
  expect(render()).not.toContain('text/markdown');
});

it('includes only visible contacts in the structured data', () => {
  const contactVisibility = { email: false, linkedin: false, github: true };
  const shown = { ...frame, profile: { ...profile, contactVisibility } };
  const json = JSON.stringify(structuredData({ frame: shown, origin, crumbs: [] }));
  expect(json).toContain('github.com');
  expect(json).not.toMatch(/linkedin|@example\.com/);
});
