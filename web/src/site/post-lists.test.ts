import type { PostSummary } from 'content-schema';
import { describe, expect, it } from 'vitest';
import { samplePost as post } from '../../test/sample-post.ts';
import { countTags, findPost, postListing, tagListing } from './post-lists.ts';

const hidden = (id: string, changes: Partial<PostSummary> = {}) =>
  post(id, { ...changes, hidden: true });

const numbered = (count: number): PostSummary[] =>
  Array.from({ length: count }, (_, index) => post(`p${index}`));

const idsOf = (posts: readonly PostSummary[]): string[] => posts.map(({ id }) => id);

describe('the listing', () => {
  it('shows ten visible posts per page, newest first', () => {
    const posts = [
      hidden('secret', { createdAt: '2031-01-01' }),
      post('undated'),
      post('old', { createdAt: '2029-01-01' }),
      post('revised', { createdAt: '2028-01-01', updatedAt: '2030-01-01' }),
      ...numbered(9),
    ];
    const { posts: shown, page, pageCount, total } = postListing(posts, null);
    expect(idsOf(shown)).toEqual([
      ...['revised', 'old', 'undated'],
      ...['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'],
    ]);
    expect({ page, pageCount, total }).toEqual({ page: 1, pageCount: 2, total: 12 });
  });

  it('has one empty page without visible posts', () => {
    const empty = { posts: [], page: 1, pageCount: 1, total: 0 };
    expect(postListing([hidden('secret')], '3')).toEqual(empty);
  });
});

describe('the listing of a tag', () => {
  const posts = [
    post('a', { tags: ['Maps'], createdAt: '2030-01-01' }),
    post('b', { tags: ['Ferries', ' MAPS '], createdAt: '2030-01-02' }),
    post('c', { tags: ['Mapsy'] }),
    hidden('d', { tags: ['maps', 'Secret'] }),
  ];

  it('has the visible posts with the tag in any case, and the spelling of the newest', () => {
    const { posts: shown, total, tag } = tagListing(posts, ' mApS', null);
    expect(idsOf(shown)).toEqual(['b', 'a']);
    expect({ total, tag }).toEqual({ total: 2, tag: 'MAPS' });
  });

  it('keeps the requested spelling when only hidden posts have the tag', () => {
    expect(tagListing(posts, ' secret ', null)).toMatchObject({ tag: 'secret', total: 0 });
  });
});

it('counts the visible posts of each tag, ignoring case', () => {
  const posts = [
    post('a', { tags: ['maps', 'Ferries', 'MAPS'], createdAt: '2030-01-01' }),
    post('b', { tags: [' Maps ', ''], createdAt: '2030-01-02' }),
    hidden('c', { tags: ['Maps', 'Secret'] }),
  ];
  expect(countTags(posts)).toEqual([
    { tag: 'Ferries', count: 1 },
    { tag: 'Maps', count: 2 },
  ]);
  const many = numbered(600).map((each) => ({ ...each, tags: [each.id, 'all'] }));
  expect(countTags(many)).toHaveLength(500);
  expect(countTags(many)[0]).toEqual({ tag: 'all', count: 600 });
});

describe('a post', () => {
  const posts = [
    hidden('secret', { createdAt: '2032-01-01' }),
    post('new', { createdAt: '2031-01-01' }),
    post('old', { createdAt: '2030-01-01' }),
    post('7', { createdAt: '2029-01-01' }),
    hidden('1', { createdAt: '2028-01-01' }),
  ];

  it.each([
    ['old', 'old'],
    ['0', 'new'],
    ['2', '7'],
    ['7', '7'],
    ['002', '7'],
  ])('is found at %j', (param, id) => {
    expect(findPost(posts, param)?.id).toBe(id);
  });

  it.each(['secret', '1', '3', '-1', '1.0', '1e0', ' 0', '', 'NEW', '9'.repeat(400)])(
    'is not found at %j',
    (param) => {
      expect(findPost(posts, param)).toBeUndefined();
    },
  );
});
