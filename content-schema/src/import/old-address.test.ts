import { expect, test } from 'vitest';
import { dateOfPath } from './import-paths.ts';
import { parseImportedFile } from '../front-matter/imported-file.ts';
import { ownAddressesOf, servedAddressesOf } from './old-address.ts';

const facts = (...lines: string[]) => {
  const text = ['---', ...lines, '---', '', 'Text'].join('\n');
  return parseImportedFile(text, 'a');
};

test.each([
  ['permalink: /:year/:title/', []],
  ['permalink: "/{{ slug }}/"', []],
  ['permalink: pretty', []],
  ['permalink: notes/title.html', ['/notes/title.html']],
  ['url: https://old.example/old/tides.html', ['/old/tides.html']],
  ['path: old/tides', ['/old/tides']],
])('the address in %j is %j', (line, addresses) => {
  expect(ownAddressesOf(facts(line).page)).toEqual(addresses);
});

const JEKYLL = { '_posts/': '/:categories/:year/:month/:day/:title.html' };

test.each([
  [JEKYLL, '_posts/2019-05-04-title.md', [], '/2019/05/04/title.html'],
  [
    JEKYLL,
    '_posts/2019-05-04-title.md',
    ['categories: Far', 'slug: tides'],
    '/far/2019/05/04/tides.html',
  ],
  [JEKYLL, '_posts/2019-05-04-title.md', ['permalink: /:year/:title/'], '/2019/title/'],
  [{ 'source/_posts/': '/:year/:path/' }, 'source/_posts/title.md', [], undefined],
  [{}, 'content/blog/title/index.md', [], '/blog/title/'],
  [{}, 'content/posts/My Title.md', [], '/posts/My-Title/'],
  [{}, 'src/pages/notes/title.md', ['slug: tides'], '/notes/tides/'],
])('by the patterns %j, %s with %j was at %s', (permalinks, path, lines, address) => {
  const { page, createdAt } = facts(...lines);
  const date = createdAt ?? dateOfPath(path);
  const layout = { permalinks, languages: [] };
  expect(servedAddressesOf({ path, layout }, page, date)[0]).toBe(address);
});
