import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { partOf, withPart, type LoadedContent } from './loaded-content.ts';

const answer = presentContentFiles(new Map());
const loaded = { answer, revision: 'first' };
const saved = { answer: { ...answer.profile, name: 'Ada' }, revision: 'second' };

it('gives a saved part with the commit of its save, and the others with theirs', () => {
  const after = withPart('profile', saved)(loaded);
  expect(after && partOf(after, 'profile')).toEqual(saved);
  expect(after && partOf(after, 'site')).toEqual({ answer: answer.site, revision: 'first' });
});

it('has no place for a saved part before the content is loaded', () => {
  const nothing: LoadedContent<typeof answer> | undefined = undefined;
  expect(withPart('profile', saved)(nothing)).toBeUndefined();
});
