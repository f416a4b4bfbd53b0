import { expect, it } from 'vitest';
import { isUnlikelyPage, pagesAmong, postFileNames } from './import-paths.ts';

const namesOf = (paths: readonly string[]) => postFileNames(paths, pagesAmong(paths));

it.each([
  ['Jekyll', 'site/_posts/2020-01-02-a.md', 'site/about.md', 'page:about.md'],
  ['the pages of Jekyll', '_posts/a.md', '_pages/now.md', 'page:now.md'],
  ['Hexo', 'source/_posts/a.md', 'source/about/index.md', 'page:about.md'],
  ['Hugo', 'x/content/post/a.md', 'x/content/about/_index.en.md', 'page:about.en.md'],
  ['Astro', 'x/src/content/blog/a.mdx', 'x/src/pages/uses.mdx', 'page:uses.mdx'],
  ['Gatsby', 'content/blog/a/index.md', 'content/pages/about.markdown', 'page:about.md'],
  ['a folder named like the site', 'blog/posts/a.md', 'blog/about.md', 'page:about.md'],
  ['the first page of a site', 'x/content/posts/a.md', 'x/content/index.md', 'page:index.md'],
  ['the first page below src', 'src/posts/a.md', 'src/pages/index.md', 'page:index.md'],
])('a text outside of the posts is a page: %s', (_, post, page, name) => {
  expect([...pagesAmong([post, page]).keys()]).toEqual([page]);
  expect(namesOf([post, page])[1]).toBe(name);
});

it.each([
  ['without a folder of posts', ['about.md', 'notes/a.md', 'content/now.md', 'blog/b.md']],
  ['in the folder of posts alone', ['posts/a.md', 'posts/2020/b.md', 'posts/pages/c.md']],
  ['with drafts', ['_posts/a.md', '_drafts/b.md', 'drafts/c.md']],
])('other texts are posts: %s', (_, paths) => {
  expect(pagesAmong(paths)).toEqual(new Map());
});

it('takes the folders that a configuration says as those of posts', () => {
  const paths = ['til/a.md', 'about.md'];
  expect([...pagesAmong(paths, ['til/']).keys()]).toEqual(['about.md']);
});

it('names pages apart from posts', () => {
  const paths = ['x/posts/now.md', 'x/now.md', 'x/de/now.md', 'x/fr/now/index.md'];
  expect(namesOf(paths)).toEqual(['now.md', 'page:now.md', 'page:de-now.md', 'page:fr-now.md']);
});

it('tells texts about the files from pages', () => {
  const unlikely = 'README.md x/CHANGELOG.md LICENSE.de.md _includes/a.md x/_index.md'.split(' ');
  const likely = ['about.md', '_pages/now.md', 'x/license-of-my-dog.md'];
  expect([...unlikely, ...likely].filter(isUnlikelyPage)).toEqual(unlikely);
});
