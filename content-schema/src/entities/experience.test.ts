import { expect, test } from 'vitest';
import { experiencesSchema } from './entity-schemas.ts';
import { validate } from '../fields/schema.ts';

const experience = (changes: object = {}): object => ({
  role: 'Engineer',
  company: 'Bridge Works',
  year: '2020 – now',
  location: '',
  description: 'Builds bridges.',
  achievements: ['One bridge'],
  stack: ['TypeScript'],
  ...changes,
});

const messagesOf = (input: unknown) => {
  const result = validate(experiencesSchema, input);
  return result.valid ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
};

test('at least one experience is required', () => {
  expect(messagesOf([])).toEqual([': Add at least one experience before saving']);
});

test('each incomplete experience is named by its number', () => {
  const sent = [
    experience(),
    experience({ year: ' ' }),
    experience({ stack: ['', ' '] }),
    experience({ location: '' }),
    experience({ description: '' }),
  ];
  const needs = 'needs a year, title, company, description, and at least one skill chip';
  expect(messagesOf(sent)).toEqual([
    `1.year: Experience 2 ${needs}`,
    `2.stack: Experience 3 ${needs}`,
    `4.description: Experience 5 ${needs}`,
  ]);
});

test('skills and achievements are trimmed and empty ones dropped', () => {
  const sent = [experience({ stack: [' Git ', ''], achievements: ['', ' One '] })];
  const result = validate(experiencesSchema, sent);
  expect(result.valid && result.value[0]).toMatchObject({ stack: ['Git'], achievements: ['One'] });
});
