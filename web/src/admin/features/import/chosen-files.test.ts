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

const archive = (files: Record<string, Uint8Array>): File => new File([zipSync(files)], 'site.zip');
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
  ];
  expect(await namesOf(...[...paths, 'notes.txt'].map(fileAt))).toEqual({
    posts: [
      ['notes.txt', 'notes.txt'],
      ['site/a.md', 'a.md'],
      ['site/notes/_index.md', 'notes.md'],
      ['site/notes/boat.markdown', 'boat.md'],
      ['site/notes/demo.mdx', 'demo.mdx'],
      ['site/tides/index.en.md', 'tides.en.md'],
      ['site/tides/index.md', 'tides.md'],
    ],
    images: ['site/tides/pier.JPG'],
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
  expect([...images.keys()]).toEqual(['site/pictures/ä.png']);
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
  const many = archiveOf(...Array.from({ length: 5001 }, (_, index) => `${index}.md`));
  const zipped = new Uint8Array(await archiveOf('a.md').arrayBuffer());
  const directory = zipped.findIndex((_, at) => zipped[at] === 80 && zipped[at + 2] === 1);
  new DataView(zipped.buffer).setUint32(directory + 24, 400 * 1024 * 1024, true);
  const chosen = [large, many, new File([zipped], 'bomb.zip'), new File(['x'], 'none.zip')];
  expect((await namesOf(...chosen)).posts).toEqual([
    ['large.md', 'The file is larger than 1 MB'],
    ['site.zip', 'The .zip file has more than 5000 files'],
    ['bomb.zip', 'The .zip file has more than 300 MB'],
    ['none.zip', 'The .zip file can not be read'],
  ]);
});

it('names files that have the same name in different folders after these', async () => {
  const paths = [
    ...['x/2021/12/index.md', 'x/2022/12/index.md', 'x/2022/11/index.md'],
    ...['x/a/trip.md', 'x/b/Trip.mdx', 'x/b/trip.md', 'y/a/trip.md'],
  ];
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
  const files = archiveOf('x/_posts/a.md', 'x/about.md', 'x/README.md');
  const { posts } = await readChosen([fileAt('lone.md'), files]);
  expect(posts.map(({ path, file, isOptional }) => [path, file.name, isOptional])).toEqual([
    ['lone.md', 'lone.md', undefined],
    ['x/_posts/a.md', 'a.md', undefined],
    ['x/about.md', 'page:about.md', undefined],
    ['x/README.md', 'page:README.md', true],
  ]);
  const { posts: flat } = await readChosen(['x/about.md', 'x/README.md'].map(fileAt));
  expect(flat.map(({ file }) => file.name)).toEqual(['about.md', 'README.md']);
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
