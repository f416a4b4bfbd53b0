// Needs: feeds
import type { Post, ProfileResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { pushFile } from '../../../../test/open-test-content.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const file = (text: string): Uint8Array => Buffer.from(text);
const about = (alt: string): string => JSON.stringify({ width: 3000, height: 2000, alt });

const start = async () =>
  startTestServer({
    files: new Map([
      ['posts/tides.md', file('---\ntitle: Tides\n---\n\n![](/photos/sea)\n')],
      ['profile.json', file('{"name":"Ada","summary":"![](/photos/sea)"}')],
      ['photos/sea/sea.webp', await samplePhoto('dunes.webp')],
      ['photos/sea/photo.json', file(about('The sea'))],
    ]),
    web: await testWebApp(),
  });

test('the photos in all texts have sizes, alt texts and widths, without a request for the photo', async () => {
  const { visitor } = await start();
  const post = (await (await visitor.get('/api/posts/tides')).json()) as Post;
  const { profile } = (await (await visitor.get('/api/content')).json()) as {
    profile: ProfileResponse;
  };
  for (const html of [post.contentHtml, profile.summaryHtml]) {
    expect(html).toContain('alt="The sea"');
    expect(html).toContain('width="3000" height="2000"');
    expect(html).toContain('/photos/sea?w=800 800w');
    // Both are likely the largest contentful paint.
    expect(html).toContain('loading="eager"');
    expect(html).toContain('fetchpriority="high"');
  }
  expect(await (await visitor.get('/blogs/tides')).text()).toContain('width="3000"');
});

test('a new alt text appears in posts that were rendered before', async () => {
  const server = await start();
  await server.visitor.get('/blogs/tides');
  await pushFile(server.outsider, 'photos/sea/photo.json', about('High water'));
  await server.content.reader.refresh();
  const page = await (await server.visitor.get('/blogs/tides')).text();
  expect(page).toContain('alt="High water"');
});

test('a photo that is measured later gets its size in all texts', async () => {
  const { visitor, content } = await startTestServer({
    files: new Map([
      ['posts/tides.md', file('---\ntitle: Tides\n---\n\n![](/photos/sea)\n')],
      ['profile.json', file('{"name":"Ada","summary":"![](/photos/sea)"}')],
      ['photos/sea/sea.webp', await samplePhoto('dunes.webp')],
    ]),
    web: await testWebApp({
      render: async (address, { profile, post }) => ({
        status: 200,
        html: address === '/' ? profile.summaryHtml : (await post('tides')).contentHtml,
        document: '',
      }),
    }),
  });
  const shown = async () => {
    const paths = ['/', '/blogs/tides', '/api/content', '/api/posts/tides', '/feed.json'];
    const texts = paths.map(async (path) => (await visitor.get(path)).text());
    return (await Promise.all(texts)).map((text) => /<img[^>]* width=/.test(text));
  };
  expect(await shown()).toEqual([false, false, false, false, false]);
  const [photo] = (await content.reader.current()).photos;
  await content.photoFacts.measure(photo!.blob, await samplePhoto('dunes.webp'));
  expect(await shown()).toEqual([true, true, true, true, true]);
});

test('feeds have one size of each photo, with its absolute URL', async () => {
  const { visitor } = await start();
  const { items } = (await (await visitor.get('/feed.json')).json()) as {
    items: { content_html: string }[];
  };
  const [image = ''] = /<img[^>]*>/.exec(items[0]?.content_html ?? '') ?? [];
  expect(image).toContain('src="http://localhost:3000/photos/sea?w=1200"');
  expect(image).not.toContain('srcset');
});
