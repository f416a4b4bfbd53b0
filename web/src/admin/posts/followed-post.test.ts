import type { PostSource } from 'content-schema';
import { expect, it } from 'vitest';
import { locatePost } from './followed-post.ts';

const postOf = (id: string, content: string, title = 'Tides'): PostSource => ({
  id,
  title,
  content,
  tags: [],
  hidden: false,
  createdAt: '2024-01-01T00:00:00.000Z',
});

const TIDES = postOf('tides', 'The boats lie\nin the mud\nuntil noon.');
const DUNES = postOf('dunes', 'Sand, and grass.', 'Dunes');

const foundIn = async (...posts: PostSource[]) => {
  const revision = 'f00d';
  const result = await locatePost(
    { post: TIDES, knownIds: new Set(['tides', 'dunes']) },
    {
      latest: () => Promise.resolve({ response: posts, revision }),
      read: (id) => {
        const response = posts.find((post) => post.id === id);
        return Promise.resolve(response && { response: response, revision });
      },
    },
  );
  expect(result.revision).toBe(revision);
  return result.response?.id;
};

it('finds a post under its id, even if others are similar', async () => {
  const copy = { ...TIDES, id: 'copy' };
  expect(await foundIn(copy, postOf('tides', 'All new.', 'All new'))).toBe('tides');
});

it('finds a renamed post, even if it was also edited', async () => {
  const edited = postOf('low-water', 'The boats lie\nin the mud\nuntil the flood.');
  expect(await foundIn(DUNES, { ...TIDES, id: 'low-water' })).toBe('low-water');
  expect(await foundIn(DUNES, edited)).toBe('low-water');
  expect(await foundIn(edited, { ...TIDES, id: 'ebb' })).toBe('ebb');
});

it('ignores posts that existed before, and dissimilar ones', async () => {
  expect(
    await foundIn(DUNES, postOf('new', 'The boats lie\non the beach, all of them.', 'New')),
  ).toBe(undefined);
  expect(await foundIn({ ...TIDES, id: 'dunes' })).toBe(undefined);
  expect(await foundIn()).toBe(undefined);
});

it('finds none among too many new posts, without reading them', async () => {
  const many = Array.from({ length: 21 }, (_, index) => ({ ...TIDES, id: `copy-${index}` }));
  expect(await foundIn(...many)).toBe(undefined);
  expect(await foundIn(...many.slice(1))).toBe('copy-1');
});
