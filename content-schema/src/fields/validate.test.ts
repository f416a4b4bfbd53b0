import { expect, test } from 'vitest';
import { experiencesSchema } from '../entities/entity-schemas.ts';
import { blankOf } from './fields.ts';
import { profileFields, type Profile } from '../entities/profile.ts';
import { normalize, schemaOf, validate } from './schema.ts';

test('a value that breaks rules has a form to be saved in all the same', () => {
  const blank = { role: ' ', company: '', year: '', location: '', description: '' };
  expect(
    normalize(experiencesSchema, [{ ...blank, achievements: [''], stack: [' Git '] }]),
  ).toEqual([{ ...blank, role: '', achievements: [], stack: ['Git'] }]);
  const profile: Profile = {
    ...blankOf(profileFields),
    name: ' Ada ',
    title: '',
    tagline: 'x'.repeat(161),
    summary: '',
    location: '',
    email: 'nobody',
    social: { linkedin: '', github: '' },
    contactVisibility: { email: true, linkedin: true, github: true },
    highlightsEnabled: true,
    availability: { value: ' Now ', enabled: false },
    focusAreas: { value: '', enabled: true },
  };
  expect(normalize(schemaOf(profileFields), profile)).toEqual({
    ...profile,
    name: 'Ada',
    availability: { value: 'Now', enabled: false },
  });
});

test('a broken rule can be excused, a wrong type can not', () => {
  const blank = { role: '', company: '', year: '', description: '' };
  const excuse = ({ path }: { path: string }) => path === '0.role';
  expect(validate(experiencesSchema, [blank], { excuse })).toMatchObject({
    valid: true,
    value: [{ role: '', stack: [] }],
  });
  expect(validate(experiencesSchema, [blank, blank], { excuse })).toMatchObject({
    valid: false,
    issues: [{ path: '1.role' }],
  });
  expect(validate(experiencesSchema, ['text'], { excuse: () => true })).toMatchObject({
    valid: false,
  });
});

test('issues name the path of what is checked by itself', () => {
  expect(validate(experiencesSchema, 'text', { path: '7' })).toEqual({
    valid: false,
    issues: [{ path: '7', message: '7 must be a list' }],
  });
});
