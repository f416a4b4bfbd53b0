import { presentContentFiles } from 'content-schema/content-response';
import { expect, it } from 'vitest';
import { homeLinkText, siteName } from './home-link.ts';

const frameOf = (title: string, name: string) => {
  const { site, profile } = presentContentFiles(new Map());
  return { site: { ...site, title }, profile: { ...profile, name } };
};

it('says the title of the site in lower case', () => {
  expect(homeLinkText(frameOf(' Ada’s Notebook ', 'Ada Lovelace'))).toBe('ada’s notebook');
});

it('says the first name where there is no title', () => {
  expect(homeLinkText(frameOf(' ', 'Ada Lovelace'))).toBe('Ada');
});

it('says home where there is neither', () => {
  expect(homeLinkText(frameOf('', ' '))).toBe('home');
});

it('always has a name for the site', () => {
  expect(siteName(frameOf('Notebook', 'Ada'))).toBe('Notebook');
  expect(siteName(frameOf('', 'Ada'))).toBe('Ada');
  expect(siteName(frameOf('', ''))).toBe('Portfolio');
});
