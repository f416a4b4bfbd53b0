import type { PublicContent } from 'content-schema';
import { mainColours } from 'content-schema/palette';
import { expect, it } from 'vitest';
import {
  DEFAULT_CONTENT,
  publicContent,
  SURROUNDINGS,
  renderAddress,
} from '../../test/render-address.ts';
import { samplePost } from '../../test/sample-post.ts';
import { withLook } from './render-page.tsx';

/** A thousand posts with the tag `all`, newest first, and the ids of those that were loaded. */
const thousandPosts = () => {
  const asked: string[] = [];
  const posts = Array.from({ length: 1000 }, (_, i) =>
    samplePost(`post-${i}`, {
      tags: ['all'],
      createdAt: new Date(Date.UTC(2030, 0, 1) - i * 86_400_000).toISOString(),
      contentHtml: `<p>Text of post-${i}</p>`,
    }),
  );
  const { summarize, ...content } = publicContent({ ...DEFAULT_CONTENT, posts });
  const summarizeNoted: typeof summarize = (requested) => {
    asked.push(...requested.map(({ id }) => id));
    return summarize(requested);
  };
  return { content: { ...content, summarize: summarizeNoted }, asked };
};

const render = async (address: string, { content, asked } = thousandPosts()) => ({
  ...(await renderAddress(address, content)),
  asked,
});

it('renders into the document, with its metadata in the head', async () => {
  const { html } = await render('/blogs');
  expect(html).toMatch(
    /^<!doctype html><html lang="en"><head><script src="\/app.js"><\/script><title>/,
  );
  const [head = '', body = ''] = html.split('</head>');
  expect(head).toContain('<link rel="canonical" href="https://ada.example/blogs"/>');
  expect(body).toMatch(
    /^<body><div id="root">.*<\/div><script id="initial-state".*<\/script><\/body><\/html>$/s,
  );
  expect(body).not.toContain('<title>');
});

it.each([
  ['/', 6],
  ['/blogs', 10],
  ['/blogs?page=4', 10],
  ['/blogs?q=777', 1],
  ['/blogs/tags/ALL', 10],
  ['/blogs/post-500', 1],
  ['/experiences', 0],
])('%s includes %i posts and no others', async (address, count) => {
  const { status, html, asked } = await render(address);
  expect(status).toBe(200);
  expect(asked).toHaveLength(count);
  expect(new Set(html.match(/Start of post-\d+/g) ?? []).size).toBe(count);
});

it('includes the text of its own post, and the titles of its neighbours', async () => {
  const { html, state } = await render('/blogs/post-500');
  expect(html).toContain('<p>Text of post-500</p>');
  expect(state.page?.view).toMatchObject({
    html: '<p>Text of post-500</p>',
    neighbours: {
      previous: { id: 'post-501', title: 'Title of post-501' },
      next: { id: 'post-499', title: 'Title of post-499' },
    },
  });
});

it('includes the path and the year of the rendering', async () => {
  const { html, state } = await render('/blogs/?page=4&utm_source=x');
  expect(state).toMatchObject({
    ...SURROUNDINGS,
    page: { path: '/blogs', address: '/blogs?page=4' },
  });
  expect(html).toContain('<title>Blogs, page 4 – ');
  expect(html).toContain('2031');
});

it('includes only the content that the page shows', async () => {
  const { state } = await render('/blogs');
  expect(Object.keys(state.page?.frame ?? {})).toEqual(['site', 'profile']);
  expect(state.page?.view).not.toHaveProperty('experiences');
});

it('renders a deleted post as a page that says so and links to the latest posts', async () => {
  const { content } = thousandPosts();
  const deleted = await renderAddress('/blogs/unknown', content, { isDeleted: true });
  expect(deleted.status).toBe(410);
  expect(deleted.body).toContain('This post was deleted</h1>');
  expect(deleted.body).toContain('href="/blogs/post-0"');
  expect(deleted.head).toContain('<meta name="robots" content="noindex"/>');
  expect(deleted.state.page?.view).toHaveProperty('isDeleted', true);
});

it('renders a missing post as a page that is not indexed', async () => {
  const { status, html } = await render('/blogs/unknown');
  expect(status).toBe(404);
  expect(html).toContain('Blog post not found');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('canonical');
});

it("prevents content from closing the data's element", async () => {
  const { content } = thousandPosts();
  const hostile = '</script><script>alert(1)</script><!--</head><div id="root"></div>$&';
  const site = { ...DEFAULT_CONTENT.site, title: hostile, description: hostile };
  const post = samplePost('p', { title: hostile, tags: [hostile], content: hostile });
  const { html, state } = await renderAddress('/blogs/p', {
    ...content,
    ...{ site, posts: [post], post: () => Promise.resolve(post) },
  });
  expect(state.page?.frame.site.title).toBe(hostile);
  expect(html).not.toContain('<script>');
  expect(html.match(/<\/head>/g)).toHaveLength(1);
  expect(html.match(/<!--(?!\$|\/\$| -->)/g)).toBeNull();
});

it('rejects when a page cannot be rendered, so that no empty page is served or cached', async () => {
  const { content } = thousandPosts();
  const experiences = [
    { ...content.experiences[0]!, role: { not: 'a text' } as unknown as string },
  ];
  const rendered = render('/experiences', { asked: [], content: { ...content, experiences } });
  await expect(rendered).rejects.toThrow('Objects are not valid as a React child');
});

it('has the typefaces of the site, and preloads only those', async () => {
  const plain = await renderAddress('/');
  const preload = '<link rel="preload" href="/assets/newsreader-common.woff2" as="font">';
  const { html } = await renderAddress('/', {
    site: { ...DEFAULT_CONTENT.site, typeface: 'sans' },
  });
  const [style = ''] = /<style id="palette">:root\{--font-display:.*<\/style>/.exec(html) ?? [];
  expect(html.replace(style, '').replace(',"typeface":"sans"', '')).toBe(plain.html);
  expect(withLook(`${preload}</head>`, { hue: 200 })).toContain(preload);
  expect(withLook(`${preload}</head>`, { typeface: 'sans' })).toBe(`${style}</head>`);
  expect(withLook('</head>', { typeface: 'mono' })).toContain('h1,h2,h3,h4,.title{font-family:');
});

it('has the colours of the site, after its style sheet', async () => {
  const plain = await renderAddress('/');
  const { html } = await renderAddress('/', { site: { ...DEFAULT_CONTENT.site, hue: 200 } });
  const [style = ''] = /<style id="palette">@media screen\{:root\{--bg.*<\/style>/.exec(html) ?? [];
  expect(html).toContain(`</script>${style}<title>`);
  expect(html.replace(style, '').replace(',"hue":200', '')).toBe(plain.html);
  const document = ['light', 'dark']
    .map((theme, index) => `<meta content="${mainColours().bg[index]}" media="${theme}">`)
    .join('');
  expect(withLook(`${document}</head>`)).toBe(`${document}</head>`);
  const [light, dark] = mainColours(200).bg;
  expect(withLook(`${document}</head>`, { hue: 200 })).toBe(
    `<meta content="${light}" media="light"><meta content="${dark}" media="dark">${style}</head>`,
  );
});

it('is in the language of the site, else in English', async () => {
  const address = '/blogs/what-the-night-bus-taught-me-about-queues-m7q2';
  const plain = await renderAddress(address);
  expect(plain.html).not.toMatch(/inLanguage|<article[^>]* lang=/);
  const { html } = await renderAddress(address, {
    site: { ...DEFAULT_CONTENT.site, lang: 'de-at' },
  });
  expect(html).toMatch(/^<!doctype html><html lang="de-AT">/);
  expect(html).toContain('"inLanguage":"de-at"');
  expect(html).toMatch(/<article [^>]*lang="de-at"/);
  const without = html.replace(
    /"inLanguage":"de-at",|,"lang":"de-at"|(?<=<article .*?) lang="de-at"/g,
    '',
  );
  expect(without.replace('de-AT', 'en')).toBe(plain.html);
});

it('includes the date of the newest post that is not in the future', async () => {
  const { content, asked } = thousandPosts();
  const [first, ...others] = content.posts;
  const dated = (date: string) => ({
    ...content,
    posts: [{ ...first, createdAt: date, updatedAt: date }, ...others],
  });
  const post = await renderAddress('/blogs/post-0', dated('2020-04-05') as PublicContent);
  expect(post.body).toMatch(/<footer.*Posts changed 5 April 2020</);
  expect(post.state).toMatchObject({ changed: '2020-04-05' });
  const later = await renderAddress('/blogs/post-0', dated('2999-04-05') as PublicContent);
  expect(later.body).not.toContain('2999</span>');
  expect(asked.length).toBeGreaterThan(0);
});
