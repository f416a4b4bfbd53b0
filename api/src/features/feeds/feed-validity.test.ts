/**
 * Checks the rules of feed validators: https://validator.w3.org/feed/docs/ and
 * https://validator.jsonfeed.org
 */
import { expect, test } from 'vitest';
import { parseXml, type XmlElement } from '../../../test/parse-xml.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const ORIGIN = 'https://ada.example';

const TEXT = `
## A heading & more

![A quay](/photos/quay.png) ![Beside](picture.png?a=1&b=2 "A title") <a href="?page=2">next</a>
[other](other.md) [up](../experiences) [here](#user-content-a-heading--more) [else](//else.example/x)
[letter](mailto:ada@ada.example) [broken](http://[) [unclosed](//[) [empty]()

<div style="color: red" onclick="alert(1)" data-x="1"><script>alert(1)</script>In a box</div>
<iframe src="https://else.example/"></iframe><style>p { color: red }</style>

| a | b |
|---|---|
| 1 | 2 |

- [x] Done

\`\`\`html
<p class="x">]]></p>
\`\`\`

A claim about $a < b$.[^1]

$$
x^2
$$

[^1]: Its source.
`;

const post = (title: string, more: string, text = TEXT) =>
  `---\ntitle: ${JSON.stringify(title)}\n${more}\n---\n\n${text}\n`;

const POSTS = {
  'posts/a.md': post('One & <two>', 'createdAt: 2025-05-05\ntags: ["a & b", "<c>", "\\"d\\""]'),
  'posts/b c.md': post('Updated before', 'createdAt: 2025-05-05\nupdatedAt: 2024-01-01'),
  'posts/undated.md': post('Undated', 'tags: []'),
  'posts/empty.md': post('Empty', 'createdAt: 2023-01-01', ''),
};
const COUNT = Object.keys(POSTS).length;

const read = async (path: string): Promise<string> => {
  const own = { 'site.json': '{"title": "Notes & <more>"}', 'profile.json': '{"name": "Ada <b>"}' };
  const options = { files: { ...own, ...POSTS }, publicUrl: ORIGIN };
  const { visitor } = await startTestServer({ ...options, web: await testWebApp() });
  return (await visitor.get(path)).text();
};

const named = ({ children }: XmlElement, name: string) =>
  children.filter((child) => child.name === name);

/** Returns the text of the only child with this name. */
const textOf = (element: XmlElement, name: string): string => {
  const result = named(element, name);
  expect(result, `${name} once`).toHaveLength(1);
  return result[0]!.text;
};

/** https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const FORBIDDEN = /<(?:script|style|iframe|object|embed|form|link|meta|base)\b/i;
const ATTRIBUTE = /\s([\w:-]+)="([^"]*)"/g;
const ELEMENT = /<[a-z][^<>]*>/gi;

/**
 * Expects an HTML text without relative URLs, scripts and styles, as other sites and readers
 * require.
 */
const expectStandalone = (html: string) => {
  expect(html).not.toMatch(FORBIDDEN);
  for (const [tag] of html.matchAll(ELEMENT)) {
    for (const [, name = '', value = ''] of tag.matchAll(ATTRIBUTE)) {
      expect(name, tag).not.toMatch(/^(?:on|data-|aria-|class$|style$|role$|tabindex$|srcset$)/);
      if (name === 'href' || name === 'src') {
        expect(value, tag).toMatch(/^(?:https?:\/\/|mailto:)/);
      }
    }
  }
};

test('the Atom feed is valid', async () => {
  const feed = parseXml(await read('/feed.xml'));
  expect(feed).toMatchObject({
    name: 'feed',
    attributes: { xmlns: 'http://www.w3.org/2005/Atom' },
  });
  const links = named(feed, 'link').map(({ attributes }) => attributes);
  expect(links.filter(({ rel }) => rel === 'self')).toMatchObject([{ href: `${ORIGIN}/feed.xml` }]);
  expect(links.filter(({ rel }) => rel === 'alternate')).toMatchObject([{ href: `${ORIGIN}/` }]);
  expect(textOf(feed, 'title')).not.toBe('');
  expect(textOf(named(feed, 'author')[0]!, 'name')).toBe('Ada <b>');
  for (const { text } of named(feed, 'generator')) expect(text).not.toBe('');

  const entries = named(feed, 'entry');
  expect(entries).toHaveLength(COUNT);
  const ids = [feed, ...entries].map((element) => textOf(element, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(new URL(id).href).toBe(id);

  const updates = entries.map((entry) => textOf(entry, 'updated'));
  expect(textOf(feed, 'updated')).toBe([...updates].sort().at(-1));
  for (const entry of entries) {
    expect(textOf(entry, 'title')).not.toMatch(/<(?!two)/);
    const [published, updated] = [textOf(entry, 'published'), textOf(entry, 'updated')];
    for (const date of [published, updated]) expect(date).toMatch(RFC_3339);
    expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(published));
    const hrefs = named(entry, 'link').map(({ attributes }) => attributes['href']);
    expect(hrefs).toEqual([textOf(entry, 'id')]);
    for (const { attributes } of named(entry, 'category')) expect(attributes['term']).not.toBe('');
    for (const { attributes, text } of named(entry, 'content')) {
      expect(attributes['type']).toBe('html');
      expectStandalone(text);
    }
  }
});

test('the JSON feed is valid', async () => {
  const feed = JSON.parse(await read('/feed.json')) as Record<string, unknown> & {
    items: Record<string, string>[];
  };
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: `${ORIGIN}/feed.json`,
    home_page_url: `${ORIGIN}/`,
    authors: [{ name: 'Ada <b>', url: `${ORIGIN}/` }],
  });
  expect(feed['title']).not.toBe('');
  const ids = feed.items.map(({ id }) => id);
  expect(new Set(ids).size).toBe(COUNT);
  for (const item of feed.items) {
    expect(new URL(item['url'] ?? '').href).toBe(item['url']);
    expect(item['date_published']).toMatch(RFC_3339);
    expect(item['date_modified']).toMatch(RFC_3339);
    expect(item['date_modified']! >= item['date_published']!).toBe(true);
    expect(item['content_html']).toBeTypeOf('string');
    expectStandalone(item['content_html'] ?? '');
    for (const tag of item['tags'] ?? []) expect(tag).not.toBe('');
  }
});
