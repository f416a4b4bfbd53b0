import { expect, test } from 'vitest';
import { parseImportedFile } from '../front-matter/imported-file.ts';
import { oldAddressOf } from './old-address.ts';

const addressOf = (path: string, ...lines: string[]): string | undefined => {
  const text = ['---', ...lines, '---', '', 'Text'].join('\n');
  const { page, createdAt } = parseImportedFile(text, 'a');
  return oldAddressOf(path, page, createdAt);
};

test.each([
  ['_posts/2019-05-04-title.md', [], '/2019/05/04/title.html'],
  ['site/_posts/sea/2019-05-04-title.markdown', [], '/2019/05/04/title.html'],
  [
    '_posts/2019-05-04-title.md',
    ['categories: Far Sea', 'slug: tides'],
    '/far/sea/2019/05/04/tides.html',
  ],
  ['_posts/2019-05-04-title.md', ['permalink: /:year/:title/'], '/2019/title/'],
  ['_posts/2019-05-04-title.md', ['permalink: /:categories/:title:output_ext'], '/title.html'],
  ['_posts/2019-05-04-title.md', ['permalink: /:collection/:title/'], '/2019/05/04/title.html'],
  ['_posts/2019-05-04-title.md', ['permalink: pretty'], '/2019/05/04/title.html'],
  ['source/_posts/title.md', ['date: 2019-05-04 10:00:00'], '/2019/05/04/title/'],
  ['source/_posts/title.md', [], undefined],
  ['content/blog/title/index.md', [], '/blog/title/'],
  ['my-site/content/blog/title/index.de.md', [], '/blog/title/'],
  ['content/posts/2019-05-04-title.md', [], '/posts/2019-05-04-title/'],
  ['content/posts/My Title.md', [], '/posts/My-Title/'],
  ['content/posts/title.md', ['slug: tides'], '/posts/tides/'],
  ['content/posts/title.md', ['url: /old/tides/'], '/old/tides/'],
  ['content/posts/title.md', ['url: https://old.example/old/tides.html'], '/old/tides.html'],
  ['content/posts/title.md', ['permalink: "/{{ slug }}/"'], '/posts/title/'],
  ['src/content/blog/title.mdx', [], '/blog/title/'],
  ['src/pages/notes/title.md', [], '/notes/title/'],
  ['notes/2019/title.md', [], '/notes/2019/title/'],
  ['title.md', [], undefined],
  ['title.md', ['permalink: notes/title.html'], '/notes/title.html'],
])('%s with %j was at %s', (path, lines, address) => {
  expect(addressOf(path, ...lines)).toBe(address);
});
