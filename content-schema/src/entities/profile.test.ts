import { expect, test } from 'vitest';
import { profileSchema } from './entity-schemas.ts';
import { blankOf } from '../fields/fields.ts';
import { profileFields, type Profile } from './profile.ts';
import { validate } from '../fields/schema.ts';

const profile = (changes: Partial<Profile> = {}): Profile => ({
  ...blankOf(profileFields),
  name: 'Ada Example',
  title: 'Engineer',
  tagline: 'Builds calm things',
  summary: 'Hello.',
  location: 'Lisbon',
  email: 'ada@example.com',
  social: { linkedin: 'https://linkedin.com/in/ada', github: 'https://github.com/ada' },
  contactVisibility: { email: true, linkedin: true, github: true },
  highlightsEnabled: true,
  availability: { value: 'From May', enabled: true },
  focusAreas: { value: 'Git', enabled: true },
  ...changes,
});

const issuesOf = (input: unknown) => {
  const result = validate(profileSchema, input);
  return result.valid ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
};

const saved = (input: unknown) => {
  const result = validate(profileSchema, input);
  if (!result.valid) throw new Error(JSON.stringify(result.issues));
  return result.value;
};

test('a complete profile is saved as it is', () => {
  expect(saved(profile())).toEqual(profile());
});

test('values are trimmed and unknown or derived fields dropped', () => {
  const sent = { ...profile({ name: '  Ada Example ' }), summaryHtml: '<p>x</p>', extra: 1 };
  expect(saved(sent)).toEqual(profile());
});

test('all issues are reported at once, each at its field', () => {
  const broken = profile({
    location: ' ',
    social: { linkedin: '', github: 'javascript:alert(1)' },
    availability: { value: 'x'.repeat(51), enabled: true },
    focusAreas: { value: 'x'.repeat(81), enabled: true },
    tagline: 'x'.repeat(161),
    email: 'nobody',
  });
  expect(issuesOf(broken)).toEqual([
    'tagline: Tagline must be 160 characters or fewer',
    'email: Enter a valid email address',
    'availability.value: Availability must be 50 characters or fewer',
    'focusAreas.value: Focus areas must be 80 characters or fewer',
    'location: Location is required when highlights are visible',
    'social.linkedin: Add a LinkedIn URL or hide the link',
    'social.github: Add a GitHub URL or hide the link',
  ]);
});

test('limits are met by texts of exactly that length', () => {
  const full = profile({
    availability: { value: 'x'.repeat(50), enabled: true },
    focusAreas: { value: 'x'.repeat(80), enabled: true },
    tagline: 'x'.repeat(160),
  });
  expect(issuesOf(full)).toEqual([]);
});

test('each highlight is required only while highlights are visible', () => {
  const empty = {
    location: '',
    availability: { value: '', enabled: true },
    focusAreas: { value: ' ', enabled: true },
  };
  expect(issuesOf(profile(empty))).toEqual([
    'location: Location is required when highlights are visible',
    'availability.value: Availability is required when highlights are visible',
    'focusAreas.value: Focus areas are required when highlights are visible',
  ]);
  expect(issuesOf(profile({ ...empty, highlightsEnabled: false }))).toEqual([]);
});

test('highlights are enabled exactly when they are visible and have a value', () => {
  const off = saved(profile({ highlightsEnabled: false }));
  expect([off.availability.enabled, off.focusAreas.enabled]).toEqual([false, false]);
  const on = saved(profile({ availability: { value: 'Now', enabled: false } }));
  expect(on.availability.enabled).toBe(true);
});

test('a hidden link needs no URL, and a URL may lack its scheme', () => {
  const hidden = { email: false, linkedin: false, github: false };
  const none = { linkedin: '', github: '' };
  expect(issuesOf(profile({ contactVisibility: hidden, social: none }))).toEqual([]);
  const bare = { linkedin: 'linkedin.com/in/ada', github: 'https://github.com/ada' };
  expect(issuesOf(profile({ social: bare }))).toEqual([]);
});

test('a missing or mistyped field is named', () => {
  const { social: _, ...without } = profile();
  expect(issuesOf({ ...without, highlightsEnabled: 'yes' })).toEqual([
    'social: social is missing',
    'highlightsEnabled: highlightsEnabled must be true or false',
  ]);
  expect(issuesOf(null)).toEqual([': The body must be an object']);
  expect(issuesOf('text')).toEqual([': The body must be an object']);
});

test('half a surrogate pair is refused, since it can not be stored', () => {
  expect(issuesOf(profile({ name: 'Ada \ud83d' }))).toEqual([
    'name: name contains half of a character',
  ]);
});

test('a key called __proto__ changes nothing', () => {
  const sent = JSON.parse('{"__proto__": {"polluted": true}}') as object;
  saved({ ...profile(), ...sent });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
