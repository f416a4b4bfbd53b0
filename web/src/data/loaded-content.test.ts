import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { partOf, withPart, withPosts, type LoadedContent } from './loaded-content.ts';

const answer = presentContentFiles(new Map());
const loaded = { answer, revision: 'first' };
const saved = { answer: { ...answer.profile, name: 'Ada' }, revision: 'second' };
const elsewhere = { ...saved, previous: 'between' };
const next = { ...saved, previous: 'first' };
const POST = { id: 'tides', title: 'Tides', tags: [], hidden: false };

it('gives a saved part with the commit of its save, and the others with theirs', () => {
  const after = withPart('profile', elsewhere)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(saved);
  expect(after && partOf(after, 'site')).toEqual({ answer: answer.site, revision: 'first' });
});

it('has no place for a saved part before the content is loaded', () => {
  const nothing: LoadedContent<typeof answer> | undefined = undefined;
  expect(withPart('profile', next)(nothing)).toBeUndefined();
});

it('is all from the commit of a save that was stored upon its own', () => {
  const after = withPart('profile', next)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(saved);
  expect(after && partOf(after, 'site')).toEqual({ answer: answer.site, revision: 'second' });
});

it('changes posts, whose commit stays where others may have changed others before', () => {
  const change = () => [POST];
  expect(withPosts(change, next)(loaded)).toMatchObject({ revision: 'second' });
  expect(withPosts(change, elsewhere)(loaded)).toMatchObject({
    answer: { posts: [POST] },
    revision: 'first',
  });
});
