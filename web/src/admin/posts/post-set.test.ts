import type { PostSource } from 'content-schema';
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

const STORED = {
  answer: [post('a'), post('b', { hidden: true }), post('c')],
  revision: 'f00d',
};
const A = unedited(post('a'), STORED);

it('sends no text that is not edited, except to an API without revisions', () => {
  expect(A).toEqual({
    id: 'a',
    title: 'Title of a',
    tags: ['sea'],
    hidden: false,
    createdAt: '2026-01-31T12:00:00.000Z',
  });
  expect(unedited(post('a'), { revision: undefined })).toEqual({ ...A, content: 'Text' });
  const others = withPost({ ...STORED, revision: undefined }, { ...A, title: 'Changed' }).slice(1);
  expect(others.map(({ content }) => content)).toEqual(['Text', 'Text']);
});

it('hides and shows the named posts only', () => {
  const hidden = withHidden(STORED, new Set(['a', 'b']), true);
  expect(hidden.map((it) => it.hidden)).toEqual([true, true, false]);
  expect(hidden[0]).toEqual({ ...A, hidden: true });
  const shown = withHidden(STORED, new Set(['b']), false);
  expect(shown.map((it) => it.hidden)).toEqual([false, false, false]);
});

it('leaves out the named posts only', () => {
  expect(withoutPosts(STORED, new Set(['a', 'c'])).map(({ id }) => id)).toEqual(['b']);
  expect(withoutPosts(STORED, new Set())).toHaveLength(3);
});

it('puts a changed post in its place, and a new one in front', () => {
  const changed = withPost(STORED, { ...A, title: 'Changed' });
  expect(changed.map(({ title }) => title)).toEqual(['Changed', 'Title of b', 'Title of c']);
  const added = withPost(STORED, { ...A, id: 'new', title: 'New' });
  expect(added.map(({ id }) => id)).toEqual(['new', 'a', 'b', 'c']);
});
