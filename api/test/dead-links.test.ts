// Needs: checklist, drawing, feeds
import type { ChecklistResponse } from 'content-schema';
import { listSamplePhotos, samplePhoto } from 'fixtures/sample-files';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWebApp } from '../src/core/http/pages/web-app.ts';
import { slicesOf } from '../src/core/git-store/slices.ts';
import { startTestServer } from './start-test-server.ts';

/** Links of all forms. */
const LINKS = [
  ...['/', '/blogs', '/blogs/', '/blogs?q=sea', '/blogs#x', '/experiences', '/tags', '/login'],
  ...['/blogs/one', '/blogs/one/', '/blogs/one?a=1#b', '/blogs/ONE', '/blogs/one.html', '/blogs/0'],
  ...['/blogs/one/index.html', '/blogs/one.md', '/blogs/ONE.md', '/blogs/9', '/blogs/hidden'],
  ...['/blogs/hidden.md', '/blogs/none', '/blogs/none.md', '/blogs/one/none', '/blogs/old.md'],
  ...['/blogs/old', '/blogs/tags/sea', '/blogs/tags/Sea/'],
  ...['/blogs/tags/sea/feed.xml', '/blogs/tags/none/feed.xml', '/blogs/tags'],
  ...['/about', '/about/', '/About', '/plan', '/none', '/2019/one', '/2019/hidden'],
  ...['/2019/one.html', '/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/llms.txt'],
  ...['/resume.json', '/search-index.json', '/favicon.svg', '/favicon.ico', '/site.webmanifest'],
  ...['/photos/p', '/photos/red.png', '/photos/none', '/uploads/red.png', '/uploads/p'],
  ...['/uploads/gone.jpg', '/admin', '/admin/blogs', '/healthz', '/api/content'],
  ...[
    '/none/more',
    '/about/more',
    '/schemas/site.json',
    '/blogs//one',
    '/caf%C3%A9',
    '/café',
    '/blogs/%6Fne',
    '/%FF',
  ],
];

/** Links that lead nowhere, which no content tells. */
const UNCERTAIN = [
  ...['/gone.pdf', '/assets/none.js', '/assets', '/index.html'],
  ...['/photos', '/manifest.json', '/blogs/tags/sea/none.xml'],
];

const post = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nText\n`;

test('the checklist names each link that leads nowhere', async () => {
  const web = openWebApp(join(import.meta.dirname, '../../web/dist'));
  const photo = await samplePhoto((await listSamplePhotos())[0] ?? '');
  // The checklist names three paths of a post, and ten posts.
  for (const links of slicesOf([...LINKS, ...UNCERTAIN], 30)) {
    const linking = slicesOf(links, 3).map((three, index): [string, string] => [
      `posts/linking-${index}.md`,
      `---\ndate: 2019-01-01\n---\n\n${three.map((link) => `[a](${link})`).join(' ')}\n`,
    ]);
    const texts = Object.entries({
      'site.json': JSON.stringify({ title: 'Ada' }),
      'posts/one.md': post('date: 2022-01-01', 'tags: [Sea]', 'aliases: [/2019/one, /café]'),
      'posts/hidden.md': post('hidden: true', 'aliases: /2019/hidden'),
      'posts/two.md': post('aliases: /blogs/old'),
      'pages/about.md': post(),
      'pages/plan.md': post('hidden: true'),
      ...Object.fromEntries(linking),
    }).map(([path, text]): [string, Uint8Array] => [path, Buffer.from(text)]);
    const files = new Map([...texts, ['photos/p/red.png', photo] as const]);
    const { visitor, signIn } = await startTestServer({ files, web });
    const admin = await signIn();
    const leadsNowhere = async (link: string): Promise<boolean> => {
      const { status, headers } = await visitor.get(link);
      const target = headers.get('location') ?? '';
      if (status === 301) return leadsNowhere(target);
      return status >= 400 || target === '/';
    };
    const { items } = (await (await admin.get('/api/admin/checklist')).json()) as ChecklistResponse;
    const dead = items.find(({ kind }) => kind === 'dead-links')?.posts ?? [];
    const broken: string[] = [];
    for (const link of links) if (await leadsNowhere(link)) broken.push(link);
    expect(dead.flatMap(({ paths = [] }) => paths).sort()).toEqual(
      broken.filter((link) => !UNCERTAIN.includes(link)).sort(),
    );
    expect(broken).toEqual(expect.arrayContaining(links.filter((l) => UNCERTAIN.includes(l))));
  }
});
