import { expect, it } from 'vitest';
import { fieldName } from './field-name.ts';

const NAMES = {
  'social.github': 'GitHub URL',
  '*.role': 'Experience #: title',
  'educations.items.*': 'Education #',
};

it('calls a field by its name', () => {
  expect(fieldName(NAMES, 'social.github')).toBe('GitHub URL');
});

it('numbers the items of a list from 1', () => {
  expect(fieldName(NAMES, '0.role')).toBe('Experience 1: title');
  expect(fieldName(NAMES, 'educations.items.10')).toBe('Education 11');
});

it('lets a path without a name stand for itself', () => {
  expect(fieldName(NAMES, '3.company')).toBe('3.company');
});
