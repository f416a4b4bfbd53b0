import type { Post, PostSource } from 'content-schema';
import { expect, it } from 'vitest';
import { unedited, withHidden, withPost, withoutPosts } from './post-set.ts';

const post = (id: string, changes: Partial<PostSource> = {}): PostSource => ({
  id,
  title: `Title of ${id}`,
  content: 'Text',
  tags: ['sea'],
  hidden: false,
  createdAt: '2026-01-31T12:00:00.000Z',
  ...changes,
});

const POSTS = [post('a'), post('b', { hidden: true }), post('c')];
const A = unedited(post('a'));

it('sends no text that is not edited, except to a server that gave its HTML', () => {
  expect(A).toEqual({
    id: 'a',
    title: 'Title of a',
    tags: ['sea'],
    hidden: false,
    createdAt: '2026-01-31T12:00:00.000Z',
  });
  const whole: Post = { ...post('a'), contentHtml: '<p>Text</p>' };
  expect(unedited(whole)).toEqual({ ...A, content: 'Text' });
});

it('hides and shows the named posts only', () => {
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
  const added = withPost(POSTS, { ...A, id: 'new', title: 'New' });
  expect(added.map(({ id }) => id)).toEqual(['new', 'a', 'b', 'c']);
});
