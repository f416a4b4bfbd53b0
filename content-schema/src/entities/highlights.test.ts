import { expect, test } from 'vitest';
import { visibleHighlights } from './visible-profile.ts';

const profile = {
  highlightsEnabled: true,
  location: 'Lisbon',
  availability: { value: 'From May', enabled: true },
  focusAreas: { value: 'Git', enabled: true },
};

test('a highlight is shown while highlights are on, it is enabled and it has a value', () => {
  const all = { location: 'Lisbon', availability: 'From May', focusAreas: 'Git' };
  expect(visibleHighlights(profile)).toEqual(all);
  expect(visibleHighlights({ ...profile, focusAreas: { value: 'Git', enabled: false } })).toEqual({
    ...all,
    focusAreas: '',
  });
  const blank = { location: ' ', availability: { value: '\n', enabled: true } };
  expect(visibleHighlights({ ...profile, ...blank })).toEqual({
    location: '',
    availability: '',
    focusAreas: 'Git',
  });
  expect(Object.values(visibleHighlights({ ...profile, highlightsEnabled: false }))).toEqual([
    '',
    '',
    '',
  ]);
});
