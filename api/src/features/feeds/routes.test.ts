import { anyCharacter } from '../../../../content-schema/test/any-character.ts';
import fc from 'fast-check';
import { SEARCH_INDEX } from 'content-schema/search-index';
import MiniSearch from 'minisearch';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { atomFeed, jsonFeed, type FeedContent } from './feed.ts';
import { robots, sitemap } from './routes.ts';

const ORIGIN = 'https://ada.example';

const file = (text: string): Uint8Array => Buffer.from(text);

const post = (title: string, date: string, more = ''): Uint8Array =>
  file(`---\ntitle: ${title}\ncreatedAt: ${date}\n${more}---\n\nText of ${title}.\n`);

/** Returns the texts of all elements with this name. Throws if the XML is not well-formed. */
const textsOf = (xml: string, name: string): string[] => {
  const texts: string[] = [];
  const open: string[] = [];
  const parser = new SaxesParser({});
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    open.push(tag.name);
    if (tag.name === name) texts.push('');
  });
  const read = (text: string) => {
    if (open.at(-1) === name) texts.push((texts.pop() ?? '') + text);
  };
  parser.on('text', read);
  parser.on('cdata', read);
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return texts;
};

const FILES = new Map([
  ['site.json', file('{"title": "Notes & <more>"}')],
  ['profile.json', file('{"name": "Ada", "email": "secret@example.com"}')],
  ['posts/old.md', post('Old', '2020-01-01')],
  ['posts/new.md', post('New', '2025-05-05')],
  ['posts/hidden.md', post('Hidden', '2026-01-01', 'hidden: true\n')],
]);

const start = async (files: ReadonlyMap<string, Uint8Array> = FILES) =>
  startTestServer({ files, web: await testWebApp(), publicUrl: ORIGIN });

describe('over HTTP', () => {
  test('the Atom feed has the visible posts, newest first, with their texts', async () => {
    const { visitor } = await start();
    const response = await visitor.get('/feed.xml');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await response.text();
    expect(textsOf(xml, 'title')).toEqual(['Notes & <more>', 'New', 'Old']);
    expect(textsOf(xml, 'id')).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/blogs/~new`,
      `${ORIGIN}/blogs/old`,
    ]);
    expect(textsOf(xml, 'content')).toEqual(['<p>Text of New.</p>', '<p>Text of Old.</p>']);
    expect(textsOf(xml, 'summary')).toEqual(['Text of New.', 'Text of Old.']);
    expect(textsOf(xml, 'updated')[0]).toBe('2025-05-05T00:00:00.000Z');
    expect(textsOf(xml, 'published')).toEqual([
      '2025-05-05T00:00:00.000Z',
      '2020-01-01T00:00:00.000Z',
    ]);
    expect(xml).not.toMatch(/Hidden|secret/);
  });

  test('the JSON feed has the same posts', async () => {
    const { visitor } = await start();
    const response = await visitor.get('/feed.json');
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Notes & <more>',
      authors: [{ name: 'Ada', url: `${ORIGIN}/` }],
      home_page_url: `${ORIGIN}/`,
      feed_url: `${ORIGIN}/feed.json`,
      items: [
        {
          url: `${ORIGIN}/blogs/~new`,
          title: 'New',
          summary: 'Text of New.',
          content_html: '<p>Text of New.</p>',
          date_published: '2025-05-05T00:00:00.000Z',
        },
        { title: 'Old' },
      ],
    });
  });

  test('a feed has formulas as TeX, which every reader shows', async () => {
    const text = file('---\ntitle: A\n---\n\nFor $a < b$:\n\n$$\nx^2\n$$\n');
    const { visitor } = await start(new Map([['posts/a.md', text]]));
    expect(textsOf(await (await visitor.get('/feed.xml')).text(), 'content')).toEqual([
      '<p>For <code>a \\lt  b</code>:</p>\n<code>x^2</code>',
    ]);
  });

  test('a post in another language says so in feeds, and leads to its public translations', async () => {
    const files = new Map([
      ['posts/de.md', post('Eins', '2025-01-02', 'lang: de-at\ntranslationKey: one\n')],
      ['posts/en.md', post('One', '2025-01-01', 'lang: en\ntranslationKey: one\n')],
      ['posts/fr.md', post('Un', '2025-01-01', 'lang: fr\ntranslationKey: one\nhidden: true\n')],
      ['posts/it.md', post('Uno', '2024-01-01', 'lang: it_IT"<b>\ntranslationKey: two\n')],
    ]);
    const { visitor, signIn } = await start(files);
    const { items } = (await (await visitor.get('/feed.json')).json()) as {
      items: { language?: string }[];
    };
    expect(items.map(({ language }) => language)).toEqual(['de-AT', 'en', undefined]);
    expect(textsOf(await (await visitor.get('/feed.xml')).text(), 'content')[0]).toBe(
      '<div lang="de-AT"><p>Text of Eins.</p></div>',
    );
    expect(await (await visitor.get('/api/posts/de')).json()).toMatchObject({
      lang: 'de-AT',
      neighbours: {
        translations: [
          { id: 'de', lang: 'de-AT', name: 'Österreichisches Deutsch' },
          { id: 'en', lang: 'en', name: 'English' },
        ],
      },
    });
    const italian = (await (await visitor.get('/api/posts/it')).json()) as object;
    expect(italian).not.toHaveProperty('lang');
    expect(italian).not.toHaveProperty('neighbours.translations');
    const { problems } = (await (await (await signIn()).get('/api/content')).json()) as {
      problems: object[];
    };
    expect(problems).toContainEqual(
      expect.objectContaining({ path: 'posts/it.md', message: '"lang" could not be read' }),
    );
  });

  test('the language of the site is that of its feeds, and of posts without one', async () => {
    const files = new Map([
      ['posts/de.md', post('Eins', '2025-01-02', 'translationKey: one\n')],
      ['posts/en.md', post('One', '2025-01-01', 'lang: en\ntranslationKey: one\n')],
    ]);
    const plain = await start(files);
    const [atom, json] = ['/feed.xml', '/feed.json'];
    const textOf = async ({ visitor }: typeof plain, path: string) =>
      (await visitor.get(path)).text();
    const german = await start(files.set('site.json', file('{"lang": "de"}')));
    const plainAtom = await textOf(plain, atom);
    expect(plainAtom).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect(await textOf(german, atom)).toBe(plainAtom.replace('<feed ', '<feed xml:lang="de" '));
    expect(JSON.parse(await textOf(plain, json))).not.toHaveProperty('language');
    expect(JSON.parse(await textOf(german, json))).toMatchObject({
      language: 'de',
      items: [{ title: 'Eins' }, { language: 'en' }],
    });
    expect(await (await german.visitor.get('/api/posts/en')).json()).toMatchObject({
      neighbours: {
        translations: [
          { id: 'de', lang: 'de', name: 'Deutsch' },
          { id: 'en', lang: 'en', name: 'English' },
        ],
      },
    });
    const alone = (await (await plain.visitor.get('/api/posts/en')).json()) as object;
    expect(alone).not.toHaveProperty('neighbours.translations');
  });

  test('a feed has the twenty newest posts', async () => {
    const many = Array.from({ length: 25 }, (_, i) => {
      const day = String(i + 1).padStart(2, '0');
      return [`posts/p${day}.md`, post(`Post ${day}`, `2025-01-${day}`)] as const;
    });
    const { visitor } = await start(new Map(many));
    const titles = textsOf(await (await visitor.get('/feed.xml')).text(), 'title').slice(1);
    expect(titles).toHaveLength(20);
    expect(titles[0]).toBe('Post 25');
    const { items } = (await (await visitor.get('/feed.json')).json()) as FeedContent & {
      items: unknown[];
    };
    expect(items).toHaveLength(20);
  });

  test('the sitemap has the pages of the web app and of the visible posts', async () => {
    const { visitor } = await start();
    const xml = await (await visitor.get('/sitemap.xml')).text();
    expect(textsOf(xml, 'loc')).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/blogs/~new`,
      `${ORIGIN}/blogs/old`,
    ]);
    expect(textsOf(xml, 'lastmod')).toEqual(['2025-05-05', '2020-01-01']);
  });

  test('robots.txt excludes the admin area and names the sitemap', async () => {
    const { visitor } = await start();
    const response = await visitor.get('/robots.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('Disallow: /admin\n');
    expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
  });

  test.each(['/feed.xml', '/feed.json', '/sitemap.xml'])(
    '%s that has not changed is a 304',
    async (path) => {
      const { visitor, signIn } = await start();
      const { headers } = await visitor.get(path);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/);
      const condition = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await visitor.get(path, condition)).status).toBe(304);
      await (await signIn()).patch('/api/posts/hidden/visibility', { hidden: false });
      expect((await visitor.get(path, condition)).status).toBe(200);
    },
  );

  test('a tag has feeds of its visible posts, at the address of its page', async () => {
    const files = new Map([
      ...FILES,
      ['posts/one.md', post('One', '2025-01-01', 'tags: ["C++ & <b>", Maps]\n')],
      ['posts/two.md', post('Two', '2025-01-02', 'tags: [c++ & <B>]\n')],
      ['posts/draft.md', post('Draft', '2025-01-03', 'tags: [Maps, Secret]\nhidden: true\n')],
      ['posts/dots.md', post('Dots', '2025-01-04', 'tags: [".."]\n')],
    ]);
    const { visitor } = await start(files);
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

  test('llms.txt lists exactly the public posts and pages', async () => {
    const { visitor } = await start();
    const response = await visitor.get('/llms.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      [
        ...['# Notes & \\<more>', '', '## Blogs', ''],
        ...[`- [New](${ORIGIN}/blogs/~new.md)`, `- [Old](${ORIGIN}/blogs/old.md)`, ''],
        ...['## Pages', '', `- [Home](${ORIGIN}/)`, ''],
      ].join('\n'),
    );
  });

  test('llms.txt has the description, and escapes titles', async () => {
    const { visitor } = await start(
      new Map([
        ['site.json', file('{"title": "T", "description": "Of\\nmaps"}')],
        ['posts/odd.md', post('a [link](x)', '2025-01-01')],
      ]),
    );
    const link = `- [a \\[link\\](x)](${ORIGIN}/blogs/odd.md)`;
    expect(await (await visitor.get('/llms.txt')).text()).toMatch(
      `# T\n\n> Of maps\n\n## Blogs\n\n${link}\n`,
    );
  });

  describe('the text of a post', () => {
    const line = 'Text of Old.\n';

    test('is Markdown with the title as its heading, and without front matter', async () => {
      const { visitor } = await start();
      const response = await visitor.get('/blogs/old.md');
      expect(await response.text()).toBe(`# Old\n\n${line}`);
      const { headers } = response;
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(headers.get('link')).toBe(`<${ORIGIN}/blogs/old>; rel="canonical"`);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/);
      const condition = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await visitor.get('/blogs/old.md', condition)).status).toBe(304);
      const head = await visitor.request('HEAD', '/blogs/old.md');
      expect([head.status, await head.text()]).toEqual([200, '']);
    });

    test.each(['hidden.md', 'planned.md', 'expired.md', 'none.md'])(
      'is missing like the page of the post: %s',
      async (name) => {
        const files = new Map([
          ...FILES,
          ['posts/planned.md', post('Planned', '2020-01-01', 'publishDate: 2999-01-01\n')],
          ['posts/expired.md', post('Expired', '2020-01-01', 'expiryDate: 2021-01-01\n')],
        ]);
        const { visitor } = await start(files);
        const response = await visitor.get(`/blogs/${name}`);
        expect(response.status).toBe(404);
        expect(await response.text()).not.toContain('Text of');
      },
    );

    test('of a renamed post leads to its text; an alias and a post named like it stay', async () => {
      const files = new Map([
        ...FILES,
        ['posts/later.md', post('Later', '2020-01-01', 'aliases: [/blogs/first, /blogs/x.md]\n')],
        ['posts/old.md.md', post('Named like a file', '2020-01-01')],
      ]);
      const { visitor } = await start(files);
      const location = async (path: string) => {
        const { status, headers } = await visitor.get(path);
        return [status, headers.get('location')];
      };
      expect(await location('/blogs/first.md?a=1')).toEqual([301, '/blogs/later.md?a=1']);
      expect(await location('/blogs/x.md')).toEqual([301, '/blogs/later']);
      const page = await visitor.get('/blogs/old.md');
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(await (await visitor.get('/blogs/old.md.md')).text()).toContain('# Named like a file');
    });
  });

  test('without any post the feeds are empty, not broken', async () => {
    const { visitor } = await start(new Map());
    expect(textsOf(await (await visitor.get('/feed.xml')).text(), 'entry')).toEqual([]);
    expect(await (await visitor.get('/feed.json')).json()).toMatchObject({
      items: [],
    });
  });
});

const SHELL = {
  site: { title: 'Site', description: '', homeButtonMode: 'text', logo: null },
  profile: { name: 'Ada' },
} as unknown as FeedContent['shell'];

const contentWith = (contentHtml: string): FeedContent => ({
  origin: ORIGIN,
  shell: SHELL,
  posts: [
    {
      id: 'a b',
      firstId: 'a b',
      title: 'A',
      tags: [],
      hidden: false,
      content: '',
      contentHtml,
      excerpt: 'In short',
    },
  ],
});

const atomTextOf = (contentHtml: string): string | undefined =>
  textsOf(atomFeed(contentWith(contentHtml)), 'content')[0];

test('an entry without a first date was published when it was updated', () => {
  const [post] = contentWith('').posts;
  const posts = post ? [{ ...post, updatedAt: '2025-05-05' }] : [];
  const xml = atomFeed({ ...contentWith(''), posts });
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

  test('may contain the end of a CDATA section', () => {
    expect(atomTextOf('<code>a[b[0]]> 1 ]]> 2</code>')).toBe('<code>a[b[0]]&gt; 1 ]]&gt; 2</code>');
  });
});

test('security.txt has the email address while the site shows it', async () => {
  const profileFile = (email: string, shown: boolean) =>
    file(
      JSON.stringify({
        name: 'Ada',
        email,
        contactVisibility: { email: shown },
      }),
    );
  const textFor = async (profile: Uint8Array): Promise<[number, string]> => {
    const { visitor } = await start(new Map([['profile.json', profile]]));
    const response = await visitor.get('/.well-known/security.txt');
    return [response.status, await response.text()];
  };
  const [status, text] = await textFor(profileFile('ada@ada.example', true));
  expect(status).toBe(200);
  expect(text).toMatch(
    /^Contact: mailto:ada@ada\.example\nExpires: (\S+)\nCanonical: https:\/\/ada\.example\/\.well-known\/security\.txt\n$/,
  );
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  const days = (expires - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(178);
  expect(days).toBeLessThan(366);
  expect((await textFor(profileFile('ada@ada.example', false)))[0]).toBe(404);
  const [, forged] = await textFor(profileFile('a@b.c\nContact: https://hostile.example', true));
  expect(forged.match(/^Contact:/gm)).toHaveLength(1);
});

test('the feeds are well-formed and complete for any text of a post', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.constantFrom('<', '>', '&', '"', ']]>', '&amp;', '\u0000', '\ud800', 'a'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, text, text, (title, tag, html) => {
      const posts = [
        {
          id: 'p',
          firstId: 'p',
          title,
          tags: [tag],
          hidden: false,
          content: '',
          contentHtml: html,
          excerpt: tag,
        },
      ];
      const content = {
        origin: ORIGIN,
        shell: { ...SHELL, site: { ...SHELL.site, title } },
        posts,
      };
      expect(textsOf(atomFeed(content as FeedContent), 'entry')).toHaveLength(1);
      expect(textsOf(sitemap(ORIGIN, [{ path: title, changed: tag }]), 'url')).toHaveLength(1);
      expect(JSON.parse(jsonFeed(content as FeedContent))).toHaveProperty('items.0.url');
    }),
  );
});

test('the search index has the current public posts', async () => {
  const files = new Map([
    ['posts/malaga.md', post('Of Málaga', '2021-01-01', 'tags: [Coast]\n')],
    ['posts/secret.md', post('Secret coast', '2021-01-01', 'hidden: true\n')],
  ]);
  const { visitor, signIn } = await startTestServer({ files });
  const read = async () => {
    const response = await visitor.get('/search-index.json');
    expect(response.headers.get('cache-control')).toContain('max-age=0');
    const index = MiniSearch.loadJSON(await response.text(), SEARCH_INDEX);
    return (query: string) => index.search(query).map(({ id, title }) => [id, title] as unknown);
  };
  const find = await read();
  for (const query of ['malaga', 'COAST', 'text']) {
    expect(find(query)).toEqual([['malaga', 'Of Málaga']]);
  }
  expect(find('secret')).toEqual([]);
  await (await signIn()).put('/api/posts/malaga', { title: 'Of Cádiz' });
  expect((await read())('cadiz')).toEqual([['malaga', 'Of Cádiz']]);
});

test('a sitemap stays within the limit of its format', () => {
  const pages = Array.from({ length: 50_001 }, (_, i) => ({ path: `/${i}` }));
  expect(sitemap(ORIGIN, pages).match(/<url>/g)).toHaveLength(50_000);
  expect(robots(ORIGIN)).not.toContain('Allow');
});
