import { expect, it } from 'vitest';
import { spokenLanguages } from './resume-sections.ts';

it('splits languages at commas, except in parentheses', () => {
  expect(spokenLanguages(['English (UK, native), Norwegian , ,French'])).toEqual([
    'English (UK, native)',
    'Norwegian',
    'French',
  ]);
});

it('keeps languages that are separate items', () => {
  expect(spokenLanguages(['English', 'French'])).toEqual(['English', 'French']);
  expect(spokenLanguages([])).toEqual([]);
});
