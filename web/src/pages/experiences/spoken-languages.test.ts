import { expect, it } from 'vitest';
import { spokenLanguages } from './spoken-languages.ts';

it('takes the languages apart, but not what is said of one', () => {
  expect(spokenLanguages(['English (UK, native), Norwegian , ,French'])).toEqual([
    'English (UK, native)',
    'Norwegian',
    'French',
  ]);
});

it('takes languages that are apart as they are', () => {
  expect(spokenLanguages(['English', 'French'])).toEqual(['English', 'French']);
  expect(spokenLanguages([])).toEqual([]);
});
