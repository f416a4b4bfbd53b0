import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readChosen, skippedText } from './chosen-files.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Creates a file as browsers provide it: chosen by itself, or with a folder's relative path. */
const fileAt = (path: string): File => {
  const file = new File(['Text'], path.slice(path.lastIndexOf('/') + 1));
  const webkitRelativePath = path.includes('/') ? path : '';
  return Object.defineProperty(file, 'webkitRelativePath', { value: webkitRelativePath });
};

const archive = (files: Record<string, Uint8Array>): File =>
  new File([zipSync(files, { level: 0 })], 'site.zip');
const archiveOf = (...paths: string[]): File =>
  archive(Object.fromEntries(paths.map((path) => [path, bytesOf('x')])));

const namesOf = async (...files: File[]) => {
  const { posts, images } = await readChosen(files);
  return {
    posts: posts.map(({ path, file, rejection }) => [path, rejection ?? file.name]),
    images: [...images.keys()],
  };
};

it('takes texts and pictures from a folder, and names a page bundle by its folder', async () => {
  const paths = [
    ...['site/a.md', 'site/tides/index.md', 'site/tides/index.en.md', 'site/notes/_index.md'],
    ...['site/notes/boat.markdown', 'site/notes/demo.mdx'],
    ...['site/tides/pier.JPG', 'site/theme.css', 'site/.git/a.md', 'site/node_modules/b/a.md'],
    ...['site/archetypes/a.md', 'site/_includes/b.md'],
  ];
  expect(await namesOf(...[...paths, 'notes.txt'].map(fileAt))).toEqual({
    posts: [
      ['notes.txt', 'notes.txt'],
      ['a.md', 'a.md'],
      ['notes/_index.md', 'notes.md'],
      ['notes/boat.markdown', 'boat.md'],
      ['notes/demo.mdx', 'demo.mdx'],
      ['tides/index.en.md', 'tides.en.md'],
      ['tides/index.md', 'tides.md'],
    ],
    images: ['tides/pier.JPG'],
  });
});

it('takes the same from a .zip', async () => {
  const files = archive({
    'site/': new Uint8Array(),
    'site/tides/index.md': bytesOf('# Tides'),
    'site\\pictures\\ä.png': bytesOf('x'),
    '__MACOSX/site/a.md': bytesOf('x'),
  });
  const { posts, images } = await readChosen([files]);
  expect(await posts[0]?.file.text()).toBe('# Tides');
  expect(posts).toHaveLength(1);
  expect([...images.keys()]).toEqual(['pictures/ä.png']);
});

it('decodes UTF-8 names without the flag for UTF-8', async () => {
  const zipped = new Uint8Array(await archiveOf('ä.md').arrayBuffer());
  const text = Array.from(zipped, (byte) => String.fromCharCode(byte)).join('');
  // The flag is at offset 7 of a local header, and at offset 9 of a central one.
  for (const [start, offset] of [
    ['PK\u0003\u0004', 7],
    ['PK\u0001\u0002', 9],
  ] as const) {
    zipped[text.indexOf(start) + offset] = 0;
  }
  expect((await namesOf(new File([zipped], 'a.zip'))).posts).toEqual([['ä.md', 'ä.md']]);
});

it('refuses files that are too large and invalid archives', async () => {
  const large = new File(['x'.repeat(1024 * 1024 + 1)], 'large.md');
  const unsafe = ['a/../../b.md', '/etc/a.md', 'a\\..\\b.txt', 'C:\\a.md'].map((path) =>
    archiveOf(path),
  );
  const many = archiveOf(...Array.from({ length: 30_001 }, (_, index) => `${index}.css`));
  const zipped = new Uint8Array(await archiveOf('a.md').arrayBuffer());
  const directory = zipped.findIndex((_, at) => zipped[at] === 80 && zipped[at + 2] === 1);
  new DataView(zipped.buffer).setUint32(directory + 24, 400 * 1024 * 1024, true);
  const chosen = [
    large,
    many,
    new File([zipped], 'bomb.zip'),
    new File(['x'], 'none.zip'),
    ...unsafe,
  ];
  expect((await namesOf(...chosen)).posts).toEqual([
    ['large.md', 'The file is larger than 1 MB'],
    ['site.zip', 'The .zip file has more than 30000 files'],
    ['bomb.zip', 'The .zip file has more than 300 MB'],
    ['none.zip', 'The .zip file can not be read'],
    ...['a/../../b.md', '/etc/a.md', 'a\\..\\b.txt', 'C:\\a.md'].map((path) => [
      'site.zip',
      `The .zip file has a path that is not safe: ${path}`,
    ]),
  ]);
});

it('names files that have the same name in different folders after these', async () => {
  const paths = [
    ...['x/2021/12/index.md', 'x/2022/12/index.md', 'x/2022/11/index.md'],
    ...['x/a/trip.md', 'x/b/Trip.mdx', 'x/b/trip.md', 'y/a/trip.md'],
  ].map((path) => `site/${path}`);
  expect((await namesOf(...paths.map(fileAt))).posts).toEqual([
    ['x/2021/12/index.md', '2021-12.md'],
    ['x/2022/11/index.md', '11.md'],
    ['x/2022/12/index.md', '2022-12.md'],
    ['x/a/trip.md', 'x-a-trip.md'],
    ['x/b/trip.md', 'b-trip.md'],
    ['x/b/Trip.mdx', 'Trip.mdx'],
    ['y/a/trip.md', 'y-a-trip.md'],
  ]);
});

it('takes texts outside of a folder of posts as pages, and leaves out those about the files', async () => {
  const files = archiveOf('x/_posts/a.md', 'x/_posts/_index.de.md', 'x/about.md', 'x/README.md');
  const { posts } = await readChosen([fileAt('lone.md'), files]);
  expect(posts.map(({ path, file, isOptional }) => [path, file.name, isOptional])).toEqual([
    ['lone.md', 'lone.md', undefined],
    ['_posts/a.md', 'a.md', undefined],
    ['_posts/_index.de.md', '_posts.de.md', true],
    ['about.md', 'page:about.md', undefined],
    ['README.md', 'page:README.md', true],
  ]);
  const { posts: flat } = await readChosen(['x/about.md', 'x/README.md'].map(fileAt));
  expect(flat.map(({ file }) => file.name)).toEqual(['about.md', 'README.md']);
});

it.each([
  ['Hugo', '[languages.de]', ['content/post/a.md', 'content/post/a.de.md']],
  ['no configuration', '', ['content/de/a.md', 'content/en/a.md']],
])(
  'the translations of a site have languages, a key and other names: %s',
  async (_, toml, paths) => {
    const files = { 'x/config.toml': bytesOf(toml), 'x/content/b.md': bytesOf('x') };
    const texts = Object.fromEntries(paths.map((path) => [`x/${path}`, bytesOf('x')]));
    const { posts } = await readChosen([archive({ ...files, ...texts })]);
    const named = posts.map(({ file, lang, translationKey }) => [file.name, lang, translationKey]);
    const key = paths.includes('content/post/a.md') ? 'content/post/a' : 'content/a';
    expect(named.filter(([name]) => name?.startsWith('a'))).toEqual(
      expect.arrayContaining([
        ['a.md', undefined, key],
        ['a.de.md', 'de', key],
      ]),
    );
  },
);

it('keeps the folder of posts of Jekyll, and reads the configuration of a site', async () => {
  const { posts } = await readChosen([archiveOf('_posts/2020-01-02-a.md', '_posts/b.md')]);
  expect(posts.map(({ path }) => path)).toEqual(['_posts/2020-01-02-a.md', '_posts/b.md']);
  const files = { 'x/_config.yml': 'permalink: /:title/', 'x/_posts/2020-01-02-a.md': 'x' };
  const { layout } = await readChosen([
    archive(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)]))),
  ]);
  expect(layout?.permalinks).toEqual({ '_posts/': '///:title/' });
});

it('takes sitemaps, feeds and lists of addresses as such', async () => {
  const textAt = (name: string, text: string) => new File([text], name);
  const sitemap = '<urlset><loc>/a</loc></urlset>';
  const zip = archive({ 'x/a.md': bytesOf('x'), 'x/static/sitemap.xml': bytesOf(sitemap) });
  const notes = textAt('notes.txt', 'Text');
  const chosen = await readChosen([zip, textAt('old.csv', 'url\n/b/\n'), notes]);
  expect(chosen.addressLists?.toSorted()).toEqual([sitemap, 'url\n/b/\n']);
  expect(chosen.posts.map(({ path }) => path)).toEqual(['a.md', 'notes.txt']);
});

it('says once, by folder, which texts are left out', async () => {
  const others = ['2015/a.Rmd', '2015/b.Rmd', '2016/c.Rmd', 'd.dj', 'e/f.org', 'theme.css'];
  const files = archiveOf('a.md', 'package.json', 'posts/x.html', ...others);
  const { posts, skipped, hosts } = await readChosen([files]);
  expect(posts).toHaveLength(1);
  // All hosts of pictures count, if no export names its own.
  expect(hosts).toBeUndefined();
  expect(skippedText({ skipped })).toBe(
    'Not Markdown, and left out: 2 .Rmd in 2015, 1 .Rmd in 2016, 1 .dj in / and 1 more folders',
  );
  expect(skippedText({ skipped: [] })).toBe('');
  const leftOut = ['12 comments', '4 menus'];
  expect(skippedText({ skipped: ['a.org'], leftOut })).toBe(
    'Left out: 12 comments, 4 menus. Not Markdown, and left out: 1 .org in /',
  );
});
