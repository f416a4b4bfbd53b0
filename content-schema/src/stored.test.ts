import { expect, test } from 'vitest';
import {
  readStoredExperiences,
  readStoredProfile,
  readStoredSections,
  readStoredSite,
} from './stored.ts';

test('a missing file is read as an empty entity', () => {
  expect(readStoredSite(undefined)).toEqual({
    title: '',
    description: '',
    homeButtonMode: 'text',
    logo: null,
  });
  expect(readStoredProfile(undefined).contactVisibility).toEqual({
    email: false,
    linkedin: false,
    github: false,
  });
  expect(readStoredExperiences(undefined)).toEqual([]);
  expect(readStoredSections(undefined).educations).toEqual({ visible: true, items: [] });
});

test('a field of the wrong type is read as empty and its neighbours are kept', () => {
  const profile = readStoredProfile({ name: 3, title: 'Engineer', social: 'none' });
  expect(profile).toMatchObject({ name: '', title: 'Engineer', social: { linkedin: '' } });
  const [experience] = readStoredExperiences([{ role: 'Engineer', stack: ['Git', 2] }]);
  expect(experience).toMatchObject({ role: 'Engineer', stack: ['Git'], achievements: [] });
  expect(readStoredSections({ achievements: null }).achievements.items).toEqual([]);
  expect(readStoredSite({ title: 'A', logo: { path: 1 } })).toMatchObject({
    title: 'A',
    logo: null,
  });
});
