import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import type { LoadedContent } from './content.ts';
import { partOf, withSaved } from './loaded-content.ts';

const response = presentContentFiles(new Map());
const loaded = { response: response, revision: 'first' };
const saved = { response: { profile: { ...response.profile, name: 'Ada' } }, revision: 'second' };
const savedProfile = { response: saved.response.profile, revision: 'second' };
const elsewhere = { ...saved, commit: 'second', previous: 'between' };
const next = { ...elsewhere, previous: 'first' };
const POST = { id: 'tides', title: 'Tides', tags: [], hidden: false };

it('returns a saved part with the revision of its save, and the other parts with theirs', () => {
  const after = withSaved(elsewhere, () => elsewhere.response)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(savedProfile);
  expect(after && partOf(after, 'site')).toEqual({ response: response.site, revision: 'first' });
});

it('drops a saved part while the content is not loaded', () => {
  const nothing: LoadedContent<typeof response> | undefined = undefined;
  expect(withSaved(next, () => next.response)(nothing)).toBeUndefined();
});

it('moves all content to the revision of a save that directly follows it', () => {
  const after = withSaved(next, () => next.response)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(savedProfile);
  expect(after && partOf(after, 'site')).toEqual({ response: response.site, revision: 'second' });
});

it('changes posts, and keeps their revision when there are unknown commits before the save', () => {
  const change = () => ({ posts: [POST] });
  expect(withSaved(next, change)(loaded)).toMatchObject({ revision: 'second' });
  expect(withSaved(elsewhere, change)(loaded)).toMatchObject({
    response: { posts: [POST] },
    revision: 'first',
  });
});
