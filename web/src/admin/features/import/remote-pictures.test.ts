import { createResolver } from 'content-schema/resolve-links';
import { expect, it } from 'vitest';
import { hostsOf, remotePictures } from './remote-pictures.ts';

const previewOf = (links: string[], shown: string[] = [], covers: string[] = []) => ({
  file: 'a.md',
  post: { id: 'a', title: 'A', tags: [], hidden: false },
  ...{ links, shown, covers, warnings: [], addresses: [], page: { categories: [] } },
});

const SITE = 'https://old.example';

it('finds the pictures at other sites, each once for all its addresses and sizes', () => {
  const one = previewOf(
    [
      `${SITE}/a.png`,
      `${SITE}/size/w300/a.png`,
      `${SITE}/about`,
      'own.png',
      '/own.png',
      'mailto:a@b.example',
      '#a.png',
    ],
    [],
    [`${SITE}/cover`, `${SITE}/other-cover`],
  );
  const two = previewOf(
    ['http://old.example/a-300x228.png', '//cdn.example/b.jpg?x=1&amp;y=2', 'https://[.png'],
    ['https://images.example/photo-1?w=2\\_000'],
  );
  const pictures = remotePictures([one, two]);
  expect([...pictures]).toEqual([
    [`${SITE}/cover`, `${SITE}/cover`],
    [`${SITE}/a.png`, `${SITE}/a.png`],
    [`${SITE}/size/w300/a.png`, `${SITE}/a.png`],
    ['https://images.example/photo-1?w=2\\_000', 'https://images.example/photo-1?w=2_000'],
    ['http://old.example/a-300x228.png', `${SITE}/a.png`],
    ['//cdn.example/b.jpg?x=1&amp;y=2', 'https://cdn.example/b.jpg?x=1&y=2'],
  ]);
  expect(hostsOf(pictures.values())).toEqual(['old.example', 'images.example', 'cdn.example']);
  expect(remotePictures([one, two], [])).toEqual(pictures);
  expect([...remotePictures([one, two], ['cdn.example']).values()]).toHaveLength(1);
});

it('shows them in place of the addresses in the texts, and of the cover that counts', () => {
  const [shown, cover, local] = ['http://old.example/a.png', `${SITE}/cover`, 'img/b.png'];
  const remote = new Map([
    [shown, `${SITE}/a.png`],
    [cover, cover],
  ]);
  const resolve = createResolver(['a.md', local], undefined, remote);
  const imagesOf = (covers: string[]) => [...resolve('a.md', [shown, local], covers).images];
  const own = [
    [shown, `${SITE}/a.png`],
    [local, local],
  ];
  expect(imagesOf(['gone.png', cover, local])).toEqual([...own, [cover, cover]]);
  expect(imagesOf([local, cover])).toEqual(own);
});
