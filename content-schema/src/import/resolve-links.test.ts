import { expect, it } from 'vitest';
import { createResolver } from './resolve-links.ts';

const resolve = (
  paths: readonly string[],
  from: string,
  addresses: readonly string[],
  covers: readonly string[] = [],
  ids = new Map<string, string>(),
) => {
  const find = createResolver([...paths, from], ids);
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
])('finds the post at an address of its site: %s', (address, path) => {
  const others = ['site/content/retrospectives/2022/03/index.md', 'site/boat.jpg'];
  expect(resolve([...others, path], 'site/x/tides.md', [address]).paths).toEqual([path]);
});

it('finds a post by its slug', () => {
  const ids = new Map([['x/b.md', 'the-boat']]);
  expect(resolve(['x/b.md'], 'x/a.md', ['/blog/the-boat/'], [], ids).paths).toEqual(['x/b.md']);
});

it('does not guess among several posts, or for a list', () => {
  const paths = ['x/2021/boat.md', 'x/2022/boat.md', 'x/go.md', 'x/2021/03/index.md'];
  const addresses = ['/blog/boat/', '/tags/go/', '/archive/03/', '/', '#go', '/blog/', './'];
  expect(resolve(paths, 'x/a.md', addresses).paths).toEqual([]);
});
