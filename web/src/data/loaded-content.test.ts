import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { partOf, withPart, withPosts, type LoadedContent } from './loaded-content.ts';

const answer = presentContentFiles(new Map());
const loaded = { answer, revision: 'first' };
const saved = { answer: { ...answer.profile, name: 'Ada' }, revision: 'second' };
const elsewhere = { ...saved, commit: 'second', previous: 'between' };
const next = { ...elsewhere, previous: 'first' };
const POST = { id: 'tides', title: 'Tides', tags: [], hidden: false };

it('returns a saved part with the revision of its save, and the other parts with theirs', () => {
  const after = withPart('profile', elsewhere)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(saved);
  expect(after && partOf(after, 'site')).toEqual({ answer: answer.site, revision: 'first' });
});

it('drops a saved part while the content is not loaded', () => {
  const nothing: LoadedContent<typeof answer> | undefined = undefined;
  expect(withPart('profile', next)(nothing)).toBeUndefined();
});

it('moves all content to the revision of a save that directly follows it', () => {
  const after = withPart('profile', next)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(saved);
  expect(after && partOf(after, 'site')).toEqual({ answer: answer.site, revision: 'second' });
});

it('changes posts, and keeps their revision when there are unknown commits before the save', () => {
  const change = () => [POST];
  expect(withPosts(change, next)(loaded)).toMatchObject({ revision: 'second' });
  expect(withPosts(change, elsewhere)(loaded)).toMatchObject({
    answer: { posts: [POST] },
    revision: 'first',
  });
});
