import { expect, test } from 'vitest';
import { experiencesFields } from '../entities/experience.ts';
import {
  fieldName,
  group,
  identitiesOf,
  labelsOf,
  list,
  markdown,
  publicGroup,
  readValue,
  shownValue,
  text,
} from './fields.ts';
import { postFields } from '../entities/post-fields.ts';
import { profileFields } from '../entities/profile.ts';
import { sectionsFields } from '../entities/sections.ts';
import { siteFields, storedSiteFields } from '../entities/site.ts';

test('visitors get a field only if its table shows it, at any depth', () => {
  const entry = publicGroup({ name: text('Name'), notes: markdown('Notes', { shown: false }) });
  const entries = list('Entries', { itemLabel: 'Entry', item: entry, identity: ['name'] });
  const field = group({ secret: text('Secret'), ...publicGroup({ entries, entry }).fields });
  const value = { name: 'A', notes: 'B', notesHtml: '<p>B</p>', unknown: 1 };
  expect(shownValue(field, { secret: 'C', entries: [value], entry: value })).toEqual({
    entries: [{ name: 'A' }],
    entry: { name: 'A' },
  });
  const summary = publicGroup({ summary: markdown('Summary') });
  const shown = { summary: 'A', summaryHtml: '<p>A</p>' };
  expect(shownValue(summary, shown)).toEqual(shown);
});

test('a missing file is read as an empty entity', () => {
  expect(readValue(storedSiteFields, undefined)).toEqual({
    title: '',
    description: '',
    homeButtonMode: 'text',
    logo: null,
    suggestCorrections: false,
    hue: null,
    typeface: 'serif',
    lang: '',
  });
  expect(readValue(profileFields, undefined).contactVisibility).toEqual({
    email: false,
    linkedin: false,
    github: false,
  });
  expect(readValue(experiencesFields, undefined)).toEqual([]);
  expect(readValue(sectionsFields, undefined).educations).toEqual({ visible: true, items: [] });
});

test('a field of the wrong type is read as empty and its neighbours are kept', () => {
  const profile = readValue(profileFields, { name: [3], title: 'Engineer', social: 'none' });
  expect(profile).toMatchObject({ name: '', title: 'Engineer', social: { linkedin: '' } });
  const [experience] = readValue(experiencesFields, [{ role: 'Engineer', stack: ['Git', {}] }]);
  expect(experience).toMatchObject({ role: 'Engineer', stack: ['Git'], achievements: [] });
  expect(readValue(sectionsFields, { achievements: null }).achievements.items).toEqual([]);
  expect(readValue(storedSiteFields, { title: 'A', logo: { path: [1] } })).toMatchObject({
    title: 'A',
    logo: null,
  });
});

test('a number without quotes is a text, and a flag of another type is false', () => {
  const [experience] = readValue(experiencesFields, [{ year: 2021, stack: ['HTML', 5] }]);
  expect(experience).toMatchObject({ year: '2021', stack: ['HTML', '5'] });
  for (const [visible, shown] of [
    ['false', false],
    [1, false],
    [null, true],
  ] as const) {
    expect(readValue(sectionsFields, { educations: { visible } }).educations.visible).toBe(shown);
  }
});

test('a logo without a file or a type is read as no logo', () => {
  const logoOf = (logo: unknown) => readValue(storedSiteFields, { logo }).logo;
  expect(logoOf({ path: 'assets/logo.png', type: 'image/png', alt: [3] })).toEqual({
    path: 'assets/logo.png',
    type: 'image/png',
    alt: '',
  });
  expect(logoOf({ type: 'image/png', alt: 'Mark' })).toBeNull();
  expect(logoOf({ path: 'assets/logo.png', type: 'image/gif' })).toBeNull();
  expect(logoOf('assets/logo.png')).toBeNull();
});

test('labels are found for fields at any depth', () => {
  expect(labelsOf(siteFields)).toMatchObject({
    ...{ title: 'Site title', hue: 'Colour', logo: 'Logo', 'logo.alt': 'Logo alt text' },
  });
  expect(labelsOf(experiencesFields)).toMatchObject({
    ...{ '': 'Experiences', '*': 'Experience #', order: 'Experiences: order' },
    ...{ '*.role': 'Experience #: title', '*.stack': 'Experience #: skills' },
  });
  expect(labelsOf(sectionsFields)).toMatchObject({
    'contact.description': 'Contact description',
    'experiencesPage.visible': 'Show experiences',
    'educations.items': 'Education',
    'educations.items.*': 'Education #',
    'educations.items.*.degree': 'Education #: degree',
    'languagesSpoken.visible': 'Show languages',
    'languagesSpoken.items': 'Languages spoken',
  });
});

test('the identity fields of all lists are found', () => {
  expect(identitiesOf(experiencesFields)).toEqual([['role', 'company']]);
  expect(identitiesOf(sectionsFields)).toContainEqual(['institution', 'degree']);
  expect(identitiesOf(postFields)).toEqual([]);
});

test('a label within a sentence keeps its names and abbreviations', () => {
  const item = group({ url: text('URL'), linkedin: text('LinkedIn URL'), a: text('A link') });
  expect(labelsOf(list('Links', { itemLabel: 'Link', item, identity: ['url'] }))).toMatchObject({
    '*.url': 'Link #: URL',
    '*.linkedin': 'Link #: LinkedIn URL',
    '*.a': 'Link #: a link',
  });
});

test('a field is named by its path; items of a list are counted from 1', () => {
  const names = {
    'social.github': 'GitHub URL',
    '*.role': 'Experience #: title',
    'educations.items.*': 'Education #',
  };
  expect(fieldName(names, 'social.github')).toBe('GitHub URL');
  expect(fieldName(names, '0.role')).toBe('Experience 1: title');
  expect(fieldName(names, 'educations.items.10')).toBe('Education 11');
  expect(fieldName(names, '3.company')).toBe('3.company');
});
