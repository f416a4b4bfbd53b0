import { createResolver } from 'content-schema/resolve-links';
import { expect, it } from 'vitest';
import type { Previews } from './import-calls.ts';
import { aliasesOf, oldAddressesOf } from './old-addresses.ts';

const NONE: ReadonlyMap<string, string> = new Map();

interface Text {
  readonly path: string;
  readonly id?: string;
  readonly createdAt?: string;
  readonly lang?: string;
  readonly permalink?: string;
}

const previewsOf = (texts: readonly Text[]): Previews =>
  new Map(
    texts.map(({ path, lang, permalink, createdAt, id = path.replace(/.*\/|\.\w+$/g, '') }) => [
      { path, file: new File([], path), ...(lang && { lang }) },
      {
        ...{ file: path, links: [], shown: [], covers: [], warnings: [] },
        post: { id, title: `Of ${id}`, tags: [], hidden: false, ...(createdAt && { createdAt }) },
        page: { permalink, categories: [] },
        addresses: permalink ? [permalink.replace(/\/$/, '')] : [],
      },
    ]),
  );

const NO_FILES = { posts: [], images: new Map<string, File>(), skipped: [] };
const listOf = (...keys: string[]) =>
  new Map(keys.map((key) => [key, `https://old.example${key}/`]));

const addressesOf = (
  texts: readonly Text[],
  {
    list = NONE,
    choices = NONE,
    files = {},
  }: {
    list?: ReadonlyMap<string, string>;
    choices?: ReadonlyMap<string, string>;
    files?: object;
  } = {},
) => oldAddressesOf({ ...NO_FILES, ...files }, previewsOf(texts), list, choices);

it.each([
  ['/posts/2012-01-02-boat/', 'site/_posts/2012-01-02-boat.md'],
  ['/2012/01/02/boat.html#oars', 'site/_posts/2012-01-02-boat.md'],
  ['/boat/', 'site/content/boat/index.md'],
  ['/blog/boat', 'site/content/boat.mdx'],
  ['boat', 'site/posts/boat.md'],
  ['../boat/', 'site/posts/boat.md'],
  ['/2010/4/3/boat/', 'site/2010/04-03-boat.md'],
  ['/retrospectives/2021/03/#x', 'site/content/retrospectives/2021/03/index.md'],
  ['{% post_url 2012-01-02-boat %}', 'site/_posts/2012-01-02-boat.md'],
  ['{{< ref "boat.md" >}}', 'site/content/boat.md'],
  ['[[boat]]', 'site/notes/Boat.md'],
  ['[[notes/the boat]]', 'site/notes/The boat.md'],
  ['https://old.example/p/boat', 'site/posts/boat.md'],
])('a link to the address of a post on the old site leads to it: %s', (address, path) => {
  const others = ['site/content/retrospectives/2022/03/index.md', 'site/x/tides.md'];
  const { find } = addressesOf(
    [...others, path].map((own) => ({ path: own })),
    {
      files: { hosts: ['old.example'] },
    },
  );
  const { posts } = createResolver([...others, path], find)('site/x/tides.md', [address]);
  expect([...posts.values()]).toEqual([path]);
});

it('does not guess among several posts, for a list, or on another site', () => {
  const paths = ['x/2021/boat.md', 'x/2022/boat.md', 'x/go.md', 'x/2021/03/index.md', 'x/a.md'];
  const addresses = [
    ...['/blog/boat/', '/tags/go/', '/archive/03/', '/', '#go', '/blog/', 'mailto:go'],
    'https://elsewhere.example/go/',
  ];
  const { find } = addressesOf(paths.map((path) => ({ path })));
  expect([...createResolver(paths, find)('x/a.md', addresses).posts]).toEqual([]);
});

it.each<[string, readonly Text[], readonly string[], Record<string, string>]>([
  [
    'by its name',
    [{ path: 'x/2012-01-02-boat.md' }],
    ['/p/boat'],
    { '/p/boat': 'x/2012-01-02-boat.md' },
  ],
  ['by its slug', [{ path: 'x/b.md', id: 'the-boat' }], ['/the-boat'], { '/the-boat': 'x/b.md' }],
  ['by its title', [{ path: 'x/1.md', id: 'don’t' }], ['/of-dont'], { '/of-dont': 'x/1.md' }],
  [
    'by its language',
    [{ path: 'a/index.md' }, { path: 'a/index.de.md', lang: 'de' }],
    ['/a', '/de/a'],
    { '/a': 'a/index.md', '/de/a': 'a/index.de.md' },
  ],
  [
    'by its date',
    [
      { path: 'x/one/trip.md', createdAt: '2019-05-04T00:00:00Z' },
      { path: 'x/two/trip.md', createdAt: '2020-05-04T00:00:00Z' },
    ],
    ['/2020/5/trip'],
    { '/2020/5/trip': 'x/two/trip.md' },
  ],
  [
    'by its folders',
    [{ path: 'x/2021/03/index.md' }, { path: 'x/2022/03/index.md' }],
    ['/x/2022/03', '/2021/03'],
    { '/x/2022/03': 'x/2022/03/index.md' },
  ],
  [
    'by its front matter',
    [{ path: 'x/a.md', permalink: '/b/' }, { path: 'x/b.md' }],
    ['/b', '/2019'],
    { '/b': 'x/a.md' },
  ],
  ['never of a tag', [{ path: 'x/go.md' }], ['/tags/go', '/2019/05', '/'], {}],
])('an address of the list is that of a file %s', (_, texts, keys, owners) => {
  const { owners: all } = addressesOf(texts, { list: listOf(...keys) });
  expect(Object.fromEntries([...all].filter(([key]) => keys.includes(key)))).toEqual(owners);
});

it('tells lists and feeds from posts among the addresses that lead nowhere', () => {
  const keys = [
    '/',
    '/feed.xml',
    '/tags',
    '/tags/go',
    '/blog',
    '/blog/gone',
    '/atom.xml',
    '/blog/a',
  ];
  const old = addressesOf([{ path: 'blog/a.md' }], { list: listOf(...keys) });
  expect([old.left, old.leftLists]).toEqual([['/blog/gone'], ['/tags/go', '/blog', '/atom.xml']]);
  const choices = new Map([
    ['/blog/gone', 'blog/a.md'],
    ['/tags/go', 'no file'],
  ]);
  const chosen = addressesOf([{ path: 'blog/a.md' }], { list: listOf(...keys), choices });
  expect(chosen.owners.get('/blog/gone')).toBe('blog/a.md');
  expect(chosen.left).toEqual([]);
});

it('without a list, the configuration says the address, else it is a guess, of originals first', () => {
  const texts = [
    { path: 'content/post/a.de.md', lang: 'de' },
    { path: 'content/post/a.md' },
    { path: 'lone.md' },
    { path: 'content/post/b.md', permalink: '/b/' },
  ];
  const permalinks = { 'content/post/': '/p/:filename/' };
  const layout = { permalinks, languages: ['en', 'de'] };
  const configured = addressesOf(texts, { files: { layout, isConfigured: true } });
  expect(Object.fromEntries(configured.byPath)).toEqual({
    'content/post/a.md': [{ address: '/p/a/', isGuess: false }],
    'content/post/b.md': [{ address: '/b/', isGuess: false }],
  });
  const guessed = addressesOf(texts).byPath;
  expect(guessed.get('content/post/a.md')).toEqual([{ address: '/post/a/', isGuess: true }]);
  expect(guessed.get('content/post/b.md')).toEqual([{ address: '/b/', isGuess: false }]);
});

it('what was imported before keeps its addresses, and gets no others', () => {
  const file = { path: 'x/a.md', file: new File([], 'a.md') };
  const before = { file: 'x/a.md', message: 'Already imported', id: 'a', addresses: ['/p/a'] };
  const list = listOf('/p/a', '/blogs/a', '/q/a');
  const old = oldAddressesOf(NO_FILES, new Map([[file, before]]), list, NONE);
  expect(old.left).toEqual(['/q/a']);
});

it('only what leads to a post by no other way becomes an alias, and a guess if it is wanted', () => {
  const [preview] = previewsOf([{ path: 'x/b.md', permalink: '/b/' }]).values();
  const old = [
    ...['/b/', '/blogs/b', 'https://old.example/c.html'].map((address) => ({
      address,
      isGuess: false,
    })),
    { address: '/guess/', isGuess: true },
  ];
  expect(aliasesOf(old, preview, false)).toEqual(['/c.html']);
  expect(aliasesOf(old, preview, true)).toEqual(['/c.html', '/guess/']);
});
