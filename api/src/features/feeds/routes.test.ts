import { anyCharacter } from '../../../../content-schema/test/any-character.ts';
import fc from 'fast-check';
import type { ContentResponse, PostPageResponse } from 'content-schema';
import { SEARCH_INDEX } from 'content-schema/search-index';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import type { TestFiles } from '../../../test/files.ts';
import { textsOf } from '../../../test/parse-xml.ts';
import { read } from '../../../test/responses.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { atomFeed, jsonFeed, type FeedContent } from './feed.ts';
import { robots, sitemap } from './routes.ts';

const ORIGIN = 'https://ada.example';

const post = (title: string, date: string, more = ''): string =>
  `---\ntitle: ${title}\ncreatedAt: ${date}\n${more}---\n\nText of ${title}.\n`;

const FILES = {
  'site.json': '{"title": "Notes & <more>"}',
  'profile.json': '{"name": "Ada", "email": "secret@example.com"}',
  'posts/old.md': post('Old', '2020-01-01'),
  'posts/new.md': post('New', '2025-05-05'),
  'posts/hidden.md': post('Hidden', '2026-01-01', 'hidden: true\n'),
};

/** The addresses that visitors have of them. */
const ADDRESSES = ['/', '/blogs/~new', '/blogs/old'].map((path) => `${ORIGIN}${path}`);

const start = async (files: TestFiles = FILES) =>
  startAsAdmin({ files, web: await testWebApp(), publicUrl: ORIGIN });

const textAt = async (visitor: TestClient, path: string): Promise<string> =>
  (await visitor.get(path)).text();

interface JsonFeed {
  readonly items: readonly { readonly language?: string }[];
}

describe('over HTTP', () => {
  test('the Atom feed has the visible posts, newest first, with their texts', async () => {
    const { visitor } = await start();
    const response = await visitor.get('/feed.xml');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await response.text();
    expect(textsOf(xml, 'title')).toEqual(['Notes & <more>', 'New', 'Old']);
    expect(textsOf(xml, 'id')).toEqual(ADDRESSES);
    expect(textsOf(xml, 'content')).toEqual(['<p>Text of New.</p>', '<p>Text of Old.</p>']);
    expect(textsOf(xml, 'summary')).toEqual(['Text of New.', 'Text of Old.']);
    const dates = ['2025-05-05T00:00:00.000Z', '2020-01-01T00:00:00.000Z'];
    expect(textsOf(xml, 'updated')[0]).toBe(dates[0]);
    expect(textsOf(xml, 'published')).toEqual(dates);
    expect(xml).not.toMatch(/Hidden|secret/);
  });

  test('a feed has formulas as TeX, which every reader shows', async () => {
    const text = '---\ntitle: A\n---\n\nFor $a < b$:\n\n$$\nx^2\n$$\n';
    const { visitor } = await start({ 'posts/a.md': text });
    expect(textsOf(await textAt(visitor, '/feed.xml'), 'content')).toEqual([
      '<p>For <code>a \\lt  b</code>:</p>\n<code>x^2</code>',
    ]);
  });

  test('a post in another language says so in feeds, and leads to its public translations', async () => {
    const { admin, visitor } = await start({
      'posts/de.md': post('Eins', '2025-01-02', 'lang: de-at\ntranslationKey: one\n'),
      'posts/en.md': post('One', '2025-01-01', 'lang: en\ntranslationKey: one\n'),
      'posts/fr.md': post('Un', '2025-01-01', 'lang: fr\ntranslationKey: one\nhidden: true\n'),
      'posts/it.md': post('Uno', '2024-01-01', 'lang: it_IT"<b>\ntranslationKey: two\n'),
    });
    const { items } = await read<JsonFeed>(visitor, '/feed.json');
    expect(items.map(({ language }) => language)).toEqual(['de-AT', 'en', undefined]);
    expect(textsOf(await textAt(visitor, '/feed.xml'), 'content')[0]).toBe(
      '<div lang="de-AT"><p>Text of Eins.</p></div>',
    );
    const translations = [
      { id: 'de', lang: 'de-AT', name: 'Österreichisches Deutsch' },
      { id: 'en', lang: 'en', name: 'English' },
    ];
    expect(await read(visitor, '/api/posts/de')).toMatchObject({
      lang: 'de-AT',
      neighbours: { translations },
    });
    const italian = await read<PostPageResponse>(visitor, '/api/posts/it');
    expect(italian).not.toHaveProperty('lang');
    expect(italian).not.toHaveProperty('neighbours.translations');
    const { problems } = await read<ContentResponse>(admin, '/api/content');
    const problem = { path: 'posts/it.md', message: '"lang" could not be read' };
    expect(problems).toContainEqual(expect.objectContaining(problem));
  });

  test('the language of the site is that of its feeds, and of posts without one', async () => {
    const { push, visitor } = await start({
      'posts/de.md': post('Eins', '2025-01-02', 'translationKey: one\n'),
      'posts/en.md': post('One', '2025-01-01', 'lang: en\ntranslationKey: one\n'),
    });
    const readAll = async () => ({
      atom: await textAt(visitor, '/feed.xml'),
      feed: await read<object>(visitor, '/feed.json'),
      post: await read<PostPageResponse>(visitor, '/api/posts/en'),
    });
    const plain = await readAll();
    expect(plain.atom).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect(plain.feed).not.toHaveProperty('language');
    expect(plain.post).not.toHaveProperty('neighbours.translations');
    await push({ 'site.json': '{"lang": "de"}' });
    const german = await readAll();
    expect(german.atom).toBe(plain.atom.replace('<feed ', '<feed xml:lang="de" '));
    expect(german.feed).toMatchObject({
      language: 'de',
      items: [{ title: 'Eins' }, { language: 'en' }],
    });
    expect(german.post.neighbours.translations).toEqual([
      { id: 'de', lang: 'de', name: 'Deutsch' },
      { id: 'en', lang: 'en', name: 'English' },
    ]);
  });

  test('a feed has the twenty newest posts', async () => {
    const days = Array.from({ length: 25 }, (_, i) => String(i + 1).padStart(2, '0'));
    const many = days.map((day) => [`posts/p${day}.md`, post(`Post ${day}`, `2025-01-${day}`)]);
    const { visitor } = await start(Object.fromEntries(many) as TestFiles);
    const titles = textsOf(await textAt(visitor, '/feed.xml'), 'title').slice(1);
    expect([titles.length, titles[0]]).toEqual([20, 'Post 25']);
    expect((await read<JsonFeed>(visitor, '/feed.json')).items).toHaveLength(20);
  });

  test('the sitemap, robots.txt and llms.txt name the pages and the visible posts', async () => {
    const { visitor } = await start();
    const xml = await textAt(visitor, '/sitemap.xml');
    expect(textsOf(xml, 'loc')).toEqual(ADDRESSES);
    expect(textsOf(xml, 'lastmod')).toEqual(['2025-05-05', '2020-01-01']);
    const [robotsTxt, llmsTxt] = await Promise.all(
      ['/robots.txt', '/llms.txt'].map(async (path) => {
        const response = await visitor.get(path);
        expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
        return response.text();
      }),
    );
    expect(robotsTxt).toMatch(
      /^Disallow: \/admin\n[^]*^Sitemap: https:\/\/ada\.example\/sitemap\.xml\n/m,
    );
    expect(llmsTxt).toBe(
      [
        ...['# Notes & \\<more>', '', '## Blogs', ''],
        ...[`- [New](${ORIGIN}/blogs/~new.md)`, `- [Old](${ORIGIN}/blogs/old.md)`, ''],
        ...['## Pages', '', `- [Home](${ORIGIN}/)`, ''],
      ].join('\n'),
    );
  });

  test('a tag has feeds of its visible posts, at the address of its page', async () => {
    const { visitor } = await start({
      ...FILES,
      'posts/one.md': post('One', '2025-01-01', 'tags: ["C++ & <b>", Maps]\n'),
      'posts/two.md': post('Two', '2025-01-02', 'tags: [c++ & <B>]\n'),
      'posts/draft.md': post('Draft', '2025-01-03', 'tags: [Maps, Secret]\nhidden: true\n'),
      'posts/dots.md': post('Dots', '2025-01-04', 'tags: [".."]\n'),
    });
    const page = '/blogs/tags/c%2B%2B%20%26%20%3Cb%3E';
    const response = await visitor.get(`${page}/feed.xml`);
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/);
    const xml = await response.text();
    expect(textsOf(xml, 'title')).toEqual(['Notes & <more>: c++ & <B>', 'Two', 'One']);
    expect(textsOf(xml, 'id')[0]).toBe(`${ORIGIN}${page}`);
    const json = await visitor.get('/blogs/tags/MAPS/feed.json');
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(await json.json()).toMatchObject({
      title: 'Notes & <more>: Maps',
      home_page_url: `${ORIGIN}/blogs/tags/maps`,
      feed_url: `${ORIGIN}/blogs/tags/maps/feed.json`,
      authors: [{ name: 'Ada', url: `${ORIGIN}/` }],
      items: [{ title: 'One' }],
    });
    expect((await visitor.get('/blogs/tags/..%20/feed.xml')).status).toBe(200);
    for (const tag of ['secret', 'none', '%20', '%FF']) {
      expect((await visitor.get(`/blogs/tags/${tag}/feed.xml`)).status).toBe(404);
    }
  });

  test('llms.txt has the description, and escapes titles', async () => {
    const { visitor } = await start({
      'site.json': '{"title": "T", "description": "Of\\nmaps"}',
      'posts/odd.md': post('a [link](x)', '2025-01-01'),
    });
    const link = `- [a \\[link\\](x)](${ORIGIN}/blogs/odd.md)`;
    const text = await textAt(visitor, '/llms.txt');
    expect(text).toMatch(`# T\n\n> Of maps\n\n## Blogs\n\n${link}\n`);
  });

  describe('the text of a post', () => {
    test('is Markdown with the title as its heading, and without front matter', async () => {
      const { visitor } = await start();
      const response = await visitor.get('/blogs/old.md');
      expect(await response.text()).toBe('# Old\n\nText of Old.\n');
      const { headers } = response;
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(headers.get('link')).toBe(`<${ORIGIN}/blogs/old>; rel="canonical"`);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/);
      const head = await visitor.request('HEAD', '/blogs/old.md');
      expect([head.status, await head.text()]).toEqual([200, '']);
    });

    test('of a renamed post leads to its text; an alias and a post named like it stay', async () => {
      const { visitor } = await start({
        ...FILES,
        'posts/later.md': post('Later', '2020-01-01', 'aliases: [/blogs/first, /blogs/x.md]\n'),
        'posts/old.md.md': post('Named like a file', '2020-01-01'),
      });
      for (const [path, location] of [
        ['/blogs/first.md?a=1', '/blogs/later.md?a=1'],
        ['/blogs/x.md', '/blogs/later'],
      ] as const) {
        const { status, headers } = await visitor.get(path);
        expect([status, headers.get('location')]).toEqual([301, location]);
      }
      const page = await visitor.get('/blogs/old.md');
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(await textAt(visitor, '/blogs/old.md.md')).toContain('# Named like a file');
    });
  });

  test('without any post the feeds are empty, not broken', async () => {
    const { visitor } = await start({});
    expect(textsOf(await textAt(visitor, '/feed.xml'), 'entry')).toEqual([]);
    expect(await read(visitor, '/feed.json')).toMatchObject({ items: [] });
  });

  test('security.txt has the email address while the site shows it', async () => {
    const { push, visitor } = await start({});
    const textFor = async (email: string, shown: boolean) => {
      const profile = { name: 'Ada', email, contactVisibility: { email: shown } };
      await push({ 'profile.json': JSON.stringify(profile) });
      const response = await visitor.get('/.well-known/security.txt');
      return `${response.status} ${await response.text()}`;
    };
    const text = await textFor('ada@ada.example', true);
    expect(text).toMatch(
      /^200 Contact: mailto:ada@ada\.example\nExpires: (\S+)\nCanonical: https:\/\/ada\.example\/\.well-known\/security\.txt\n$/,
    );
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
    const days = (expires - Date.now()) / (24 * 60 * 60 * 1000);
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(366);
    expect(await textFor('ada@ada.example', false)).toMatch(/^404/);
    const forged = await textFor('a@b.c\nContact: https://hostile.example', true);
    expect(forged.match(/^(?:200 )?Contact:/gm)).toHaveLength(1);
  });

  test('the search index has the current public posts', async () => {
    const { admin, visitor } = await start({
      'posts/malaga.md': post('Of Málaga', '2021-01-01', 'tags: [Coast]\n'),
      'posts/secret.md': post('Secret coast', '2021-01-01', 'hidden: true\n'),
    });
    const find = async (query: string) => {
      const response = await visitor.get('/search-index.json');
      expect(response.headers.get('cache-control')).toContain('max-age=0');
      const index = MiniSearch.loadJSON(await response.text(), SEARCH_INDEX);
      return index.search(query).map(({ id, title }) => [id, title] as unknown);
    };
    for (const query of ['malaga', 'COAST', 'text']) {
      expect(await find(query)).toEqual([['malaga', 'Of Málaga']]);
    }
    expect(await find('secret')).toEqual([]);
    await admin.put('/api/posts/malaga', { title: 'Of Cádiz' });
    expect(await find('cadiz')).toEqual([['malaga', 'Of Cádiz']]);
  });
});

const SHELL = {
  site: { title: 'Site', description: '', homeButtonMode: 'text', logo: null },
  profile: { name: 'Ada' },
} as unknown as FeedContent['shell'];

const contentWith = (fields: Partial<FeedContent['posts'][number]>): FeedContent => {
  const texts = { title: 'A', content: '', contentHtml: '', excerpt: 'In short' };
  const post = { id: 'a b', firstId: 'a b', tags: [], hidden: false, ...texts, ...fields };
  return { origin: ORIGIN, shell: SHELL, posts: [post] };
};

const atomTextOf = (contentHtml: string): string | undefined =>
  textsOf(atomFeed(contentWith({ contentHtml })), 'content')[0];

test('an entry without a first date was published when it was updated', () => {
  const xml = atomFeed(contentWith({ updatedAt: '2025-05-05' }));
  expect(textsOf(xml, 'published')).toEqual(['2025-05-05T00:00:00.000Z']);
});

describe('the texts', () => {
  test('have absolute links', () => {
    const html =
      '<p><a href="/blogs/x">x</a> <a href="#note">n</a> <img alt="" src="/photos/1"> ' +
      '<a href="//else.example/">e</a> <a href="https://else.example/">f</a></p>' +
      '<pre><code>&#x3C;a href="/stays"></code></pre>';
    expect(atomTextOf(html)).toBe(
      '<p><a href="https://ada.example/blogs/x">x</a> ' +
        '<a href="https://ada.example/blogs/a%20b#note">n</a> ' +
        '<img alt="" src="https://ada.example/photos/1"> ' +
        '<a href="https://else.example/">e</a> <a href="https://else.example/">f</a></p>' +
        '<pre><code>&#x3C;a href="/stays"></code></pre>',
    );
  });

  test('have no links to their own headings', () => {
    const anchor =
      '<a class="heading-anchor" href="#h" aria-label="Link to this section: a > b">#</a>';
    expect(atomTextOf(`<div class="heading-row"><h2 id="h">a > b</h2>${anchor}</div>`)).toBe(
      '<h2 id="h">a > b</h2>',
    );
  });

  test('have no attributes and classes that depend on the styles of this site', () => {
    const html =
      '<div class="table-scroll" role="region" tabindex="0" aria-label="a > b"><table></table></div>' +
      '<pre tabindex="0" data-language="ts"><code class="hljs"><span class="hljs-k">if</span> (a &lt; b)</code></pre>' +
      '<ul class="contains-task-list"><li><input type="checkbox" checked disabled> Done</li></ul>' +
      '<img src="/photos/1" alt="a > b" width="3" height="2" srcset="/photos/1?w=160 160w" loading="lazy">';
    expect(atomTextOf(html)).toBe(
      '<table></table><pre><code>if (a &lt; b)</code></pre><ul><li>☑ Done</li></ul>' +
        '<img src="https://ada.example/photos/1" alt="a > b" width="3" height="2">',
    );
  });
});

test('the feeds are well-formed and complete for any text of a post', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.constantFrom('<', '>', '&', '"', ']]>', '&amp;', '\u0000', '\ud800', 'a'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, text, text, (title, tag, contentHtml) => {
      const { posts, ...rest } = contentWith({ title, tags: [tag], contentHtml, excerpt: tag });
      const shell = { ...SHELL, site: { ...SHELL.site, title } };
      const content: FeedContent = { ...rest, shell, posts };
      expect(textsOf(atomFeed(content), 'entry')).toHaveLength(1);
      expect(textsOf(sitemap(ORIGIN, [{ path: title, changed: tag }]), 'url')).toHaveLength(1);
      expect(JSON.parse(jsonFeed(content))).toHaveProperty('items.0.url');
    }),
  );
});

test('a sitemap stays within the limit of its format', () => {
  const pages = Array.from({ length: 50_001 }, (_, i) => ({ path: `/${i}` }));
  expect(sitemap(ORIGIN, pages).match(/<url>/g)).toHaveLength(50_000);
  expect(robots(ORIGIN)).not.toContain('Allow');
});
