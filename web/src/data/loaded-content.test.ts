import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { withSaved, type SavedChange } from './loaded-content.ts';

const response = presentContentFiles(new Map());
const loaded = { response, revision: 'first' };
const profile = { ...response.profile, name: 'Ada' };
const saved = { response: profile, revision: 'second', commit: 'second' };
const POST = { id: 'tides', title: 'Tides', tags: [], hidden: false };

it('moves all content to the revision of a save that directly follows it', () => {
  expect(withSaved(loaded, { ...saved, previous: 'first' }, () => ({ profile }))).toEqual({
    response: { ...response, profile },
    revision: 'second',
  });
});

it('keeps the revision when there are unknown commits before the save', () => {
  const change: SavedChange = (_, next) => ({ posts: [POST], ...(next && { profile }) });
  expect(withSaved(loaded, { ...saved, previous: 'between' }, change)).toEqual({
    response: { ...response, posts: [POST] },
    revision: 'first',
  });
});

it('keeps the revision when the save may have repaired a file', () => {
  const problems = [{ path: 'site.json', message: 'Not JSON', readOnly: true as const }];
  const broken = { ...loaded, response: { ...response, problems } };
  expect(withSaved(broken, { ...saved, previous: 'first' }, () => ({}))).toMatchObject({
    revision: 'first',
  });
});
