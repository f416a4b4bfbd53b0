import { expect, test } from 'vitest';
import { spokenLanguages } from './resume-sections.ts';
import { hasTag } from './tags.ts';
import { firstName, visibleContacts, visibleHighlights } from './visible-profile.ts';

test('visible contacts are those that are shown, filled in and safe to link to', () => {
  const social = { linkedin: 'https://linkedin.com/in/ada', github: 'https://github.com/ada' };
  const contactVisibility = { email: true, linkedin: true, github: true };
  const ada = { email: 'ada@example.com', social, contactVisibility };
  expect(visibleContacts(ada)).toEqual({ email: ada.email, ...social });
  const partly = { linkedin: 'javascript:alert(1)', github: 'github.com/ada' };
  expect(visibleContacts({ ...ada, email: '', social: partly })).toEqual({
    github: 'https://github.com/ada',
  });
  const hidden = { email: false, linkedin: false, github: false };
  expect(visibleContacts({ ...ada, contactVisibility: hidden })).toEqual({});
});

test('a highlight is shown while highlights are on, it is enabled and it has a value', () => {
  const profile = {
    ...{ highlightsEnabled: true, location: 'Lisbon' },
    availability: { value: 'From May', enabled: true },
    focusAreas: { value: 'Git', enabled: true },
  };
  const shown = (changes: object) => Object.values(visibleHighlights({ ...profile, ...changes }));
  expect(shown({})).toEqual(['Lisbon', 'From May', 'Git']);
  expect(shown({ focusAreas: { value: 'Git', enabled: false } })).toEqual([
    'Lisbon',
    'From May',
    '',
  ]);
  const blank = { location: ' ', availability: { value: '\n', enabled: true } };
  expect(shown(blank)).toEqual(['', '', 'Git']);
  expect(shown({ highlightsEnabled: false })).toEqual(['', '', '']);
});

test('the first name is the first word of the name', () => {
  expect(firstName({ name: '  Ada Maria Example' })).toBe('Ada');
  expect(firstName({ name: ' ' })).toBe('');
});

test('languages are split at commas, except in parentheses', () => {
  expect(spokenLanguages(['English (UK, native), Norwegian , ,French', 'Welsh'])).toEqual([
    ...['English (UK, native)', 'Norwegian', 'French', 'Welsh'],
  ]);
});

test('tags are compared without case and outer white space', () => {
  expect(hasTag({ tags: ['TypeScript '] }, ' typescript')).toBe(true);
  expect(hasTag({ tags: ['Type Script'] }, 'typescript')).toBe(false);
});
