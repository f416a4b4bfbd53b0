import { expect, test } from 'vitest';
import { firstName, visibleContacts } from './visible-profile.ts';

const ADA = {
  email: 'ada@example.com',
  social: { linkedin: 'https://linkedin.com/in/ada', github: 'https://github.com/ada' },
  contactVisibility: { email: true, linkedin: true, github: true },
};

test('visible contacts are those that are shown, filled in and safe to link to', () => {
  expect(visibleContacts(ADA)).toEqual({
    email: 'ada@example.com',
    linkedin: 'https://linkedin.com/in/ada',
    github: 'https://github.com/ada',
  });
  const partly = {
    ...ADA,
    email: '',
    social: { linkedin: 'javascript:alert(1)', github: 'github.com/ada' },
  };
  expect(visibleContacts(partly)).toEqual({ github: 'https://github.com/ada' });
  const hidden = { email: false, linkedin: false, github: false };
  expect(visibleContacts({ ...ADA, contactVisibility: hidden })).toEqual({});
});

test('the first name is the first word of the name', () => {
  expect(firstName({ name: '  Ada Maria Example' })).toBe('Ada');
  expect(firstName({ name: ' ' })).toBe('');
});
