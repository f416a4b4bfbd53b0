import type { Post } from 'content-schema';
import { expect, it } from 'vitest';
import { postInput, withHidden, withPost, withoutPosts } from './post-set.ts';

const post = (id: string, changes: Partial<Post> = {}): Post => ({
  id,
  title: `Title of ${id}`,
  content: 'Text',
  contentHtml: '<p>Text</p>',
  tags: ['sea'],
  hidden: false,
  createdAt: '2026-01-31T12:00:00.000Z',
  ...changes,
});

const POSTS = [post('a'), post('b', { hidden: true }), post('c')];
const A = postInput(post('a'));

it('hides and shows the named posts only, and sends nothing that is derived', () => {
  const hidden = withHidden(POSTS, new Set(['a', 'b']), true);
  expect(hidden.map((it) => it.hidden)).toEqual([true, true, false]);
  expect(hidden[0]).toEqual({ ...A, hidden: true });
  const shown = withHidden(POSTS, new Set(['b']), false);
  expect(shown.map((it) => it.hidden)).toEqual([false, false, false]);
});

it('leaves out the named posts only', () => {
  expect(withoutPosts(POSTS, new Set(['a', 'c'])).map(({ id }) => id)).toEqual(['b']);
  expect(withoutPosts(POSTS, new Set())).toHaveLength(3);
});

it('puts a changed post in its place, and a new one in front', () => {
  const changed = withPost(POSTS, { ...A, title: 'Changed' });
  expect(changed.map(({ title }) => title)).toEqual(['Changed', 'Title of b', 'Title of c']);
  const { id: __, ...fields } = A;
  const added = withPost(POSTS, { ...fields, title: 'New' });
  expect(added.map(({ id }) => id)).toEqual([undefined, 'a', 'b', 'c']);
});
