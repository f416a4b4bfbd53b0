// Needs: feeds
import type { ContentResponse, Post } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { read } from '../../../../test/responses.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const about = (alt: string): string => JSON.stringify({ width: 3000, height: 2000, alt });

const FILES = {
  'posts/tides.md': '---\ntitle: Tides\n---\n\n![](/photos/sea)\n',
  'profile.json': '{"name":"Ada","summary":"![](/photos/sea)"}',
  'photos/sea/sea.webp': await samplePhoto('dunes.webp'),
};

const start = async () =>
  startTestServer({
    files: { ...FILES, 'photos/sea/photo.json': about('The sea') },
    web: await testWebApp(),
  });

test('the photos in all texts have sizes, alt texts and widths, without a request for the photo', async () => {
  const { push, visitor } = await start();
  const post = await read<Post>(visitor, '/api/posts/tides');
  const { profile } = await read<ContentResponse>(visitor, '/api/content');
  for (const html of [post.contentHtml, profile.summaryHtml]) {
    expect(html).toContain('alt="The sea"');
    expect(html).toContain('width="3000" height="2000"');
    expect(html).toMatch(/\/photos\/sea\/[0-9a-f]{12}-800\.webp 800w/);
    // Both are likely the largest contentful paint.
    expect(html).toContain('loading="eager"');
    expect(html).toContain('fetchpriority="high"');
  }
  const page = async () => (await visitor.get('/blogs/tides')).text();
  expect(await page()).toContain('width="3000"');
  // Also of a post that was rendered before.
  await push({ 'photos/sea/photo.json': about('High water') });
  expect(await page()).toContain('alt="High water"');
});

test('a photo that is measured later gets its size in all texts', async () => {
  const { visitor, content } = await startTestServer({
    files: FILES,
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
  await content.photoFacts.measure(photo!.blob, FILES['photos/sea/sea.webp']);
  expect(await shown()).toEqual([true, true, true, true, true]);
});

test('feeds have one size of each photo, with its absolute URL', async () => {
  const { visitor } = await start();
  const { items } = await read<{ items: { content_html: string }[] }>(visitor, '/feed.json');
  const [image = ''] = /<img[^>]*>/.exec(items[0]?.content_html ?? '') ?? [];
  expect(image).toMatch(/src="http:\/\/localhost:3000\/photos\/sea\/[0-9a-f]{12}-1200\.webp"/);
  expect(items[0]?.content_html).not.toMatch(/srcset|<picture|<source/);
});
