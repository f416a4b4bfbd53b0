import { expect, it } from 'vitest';
import { createResolver } from './resolve-links.ts';

const resolve = (
  paths: readonly string[],
  from: string,
  addresses: readonly string[],
  covers: readonly string[] = [],
) => {
  const find = createResolver([...paths, from]);
  const { images, posts, missing } = find(from, addresses, covers);
  return { paths: [...images.values(), ...posts.values()], missing };
};

it.each([
  ['beside the text', 'a.jpg', 'site/posts/a.jpg'],
  ['in a folder below', './images/a.jpg', 'site/posts/images/a.jpg'],
  ['in a folder above', '../static/img/a.jpg', 'site/static/img/a.jpg'],
  ['in the folder named like the text', 'a.jpg', 'site/posts/tides/a.jpg'],
  ['from the root of the site', '/assets/a.jpg', 'site/assets/a.jpg'],
  ['from the root, as Hugo serves it', '/img/a.jpg', 'site/static/img/a.jpg'],
  ['from the address of the page', '../images/a.jpg', 'site/assets/images/a.jpg'],
  ['after a Liquid tag', '{{ site.baseurl }}/assets/a.jpg', 'site/assets/a.jpg'],
  ['in a Liquid tag', '{{ "/assets/a.jpg" | relative_url }}', 'site/assets/a.jpg'],
  ['after two Jekyll placeholders', '{{site.url}}{{site.baseurl}}/a.jpg', 'site/a.jpg'],
  ['after a Ghost placeholder', '__GHOST_URL__/images/a.jpg', 'site/images/a.jpg'],
  ['below an Astro alias', '~/assets/a.jpg', 'src/assets/a.jpg'],
  ['by its name alone, as in Obsidian', 'a.jpg', 'site/attachments/a.jpg'],
  ['with escapes and a query', 'my%20pictures/%C3%A4.jpg?w=3#x', 'site/posts/my pictures/ä.jpg'],
  ['in one of the sizes of WordPress', '/up/a-300x225.jpg', 'site/up/a.jpg'],
  ['in another case', 'IMG.JPG', 'site/posts/img.jpg'],
  ['beside files chosen without a folder', 'images/a.jpg', 'a.jpg'],
  ['to a post', './boat.md#oars', 'site/posts/boat.md'],
])('finds the file of a link %s', (_, address, path) => {
  const result = { paths: [path], missing: [] };
  expect(resolve([path], 'site/posts/tides.md', [address])).toEqual(result);
});

it('prefers the nearest of several files, and never one that another text may mean', () => {
  const paths = ['x/theme/static/a.jpg', 'x/static/a.jpg', 'x/posts/one/a.jpg'];
  expect(resolve(paths, 'x/posts/tides.md', ['/static/a.jpg']).paths).toEqual(['x/static/a.jpg']);
  expect(resolve(paths, 'x/posts/tides.md', ['a.jpg'])).toEqual({ paths: [], missing: ['a.jpg'] });
});

it('does not resolve a bare name to an image beside another text', () => {
  const paths = ['x/posts/one/index.md', 'x/posts/one/a.jpg'];
  expect(resolve(paths, 'x/posts/two/index.md', ['a.jpg']).missing).toEqual(['a.jpg']);
});

it('uses the first cover available, or reports the first as missing', () => {
  const at = (...covers: string[]) => resolve(['x/img/a.jpg'], 'x/tides.md', [], covers);
  const first = { paths: ['x/img/a.jpg'], missing: [] };
  expect(at('gone.jpg', '/img/a.jpg', 'a.jpg')).toEqual(first);
  expect(at('https://example.com/b.jpg', 'img/a.jpg')).toEqual({ paths: [], missing: [] });
  expect(at('http://example.com/b.jpg', 'gone.jpg').missing).toEqual(['gone.jpg']);
});

it('reports only pictures of this folder as missing', () => {
  const addresses = [
    ...['https://example.com/a.jpg', '//example.com/a.jpg', 'data:image/png;base64,a', '#a.jpg'],
    ...['/photos/01J', '/uploads/a.jpg', '/blogs/a', 'b.md', 'mailto:a@b.jpg', '%zz/a.jpg'],
  ];
  expect(resolve([], 'tides.md', addresses)).toEqual({ paths: [], missing: ['%zz/a.jpg'] });
});
