import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { partOf, withSaved, type LoadedContent } from './loaded-content.ts';

const response = presentContentFiles(new Map());
const loaded = { answer: response, revision: 'first' };
const saved = { answer: { profile: { ...response.profile, name: 'Ada' } }, revision: 'second' };
const savedProfile = { answer: saved.answer.profile, revision: 'second' };
const elsewhere = { ...saved, commit: 'second', previous: 'between' };
const next = { ...elsewhere, previous: 'first' };
const POST = { id: 'tides', title: 'Tides', tags: [], hidden: false };

it('returns a saved part with the revision of its save, and the other parts with theirs', () => {
  const after = withSaved(elsewhere, () => elsewhere.answer)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(savedProfile);
  expect(after && partOf(after, 'site')).toEqual({ answer: response.site, revision: 'first' });
});

it('drops a saved part while the content is not loaded', () => {
  const nothing: LoadedContent<typeof response> | undefined = undefined;
  expect(withSaved(next, () => next.answer)(nothing)).toBeUndefined();
});

it('moves all content to the revision of a save that directly follows it', () => {
  const after = withSaved(next, () => next.answer)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(savedProfile);
  expect(after && partOf(after, 'site')).toEqual({ answer: response.site, revision: 'second' });
});

it('changes posts, and keeps their revision when there are unknown commits before the save', () => {
  const change = () => ({ posts: [POST] });
  expect(withSaved(next, change)(loaded)).toMatchObject({ revision: 'second' });
  expect(withSaved(elsewhere, change)(loaded)).toMatchObject({
    answer: { posts: [POST] },
    revision: 'first',
  });
});
