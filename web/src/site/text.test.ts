import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { dayInWords, dayOf, homeLinkText, shortAddress, siteName } from './text.ts';

const frameOf = (title: string, name: string) => {
  const { site, profile } = presentContentFiles(new Map());
  return { site: { ...site, title }, profile: { ...profile, name } };
};

it('is the title of the site in lower case', () => {
  expect(homeLinkText(frameOf(' Ada’s Notebook ', 'Ada Lovelace'))).toBe('ada’s notebook');
});

it('is the first name without a title', () => {
  expect(homeLinkText(frameOf(' ', 'Ada Lovelace'))).toBe('Ada');
});

it('is "home" without a title and a name', () => {
  expect(homeLinkText(frameOf('', ' '))).toBe('home');
});

it('always has a name for the site', () => {
  expect(siteName(frameOf('Notebook', 'Ada'))).toBe('Notebook');
  expect(siteName(frameOf('', 'Ada'))).toBe('Ada');
  expect(siteName(frameOf('', ''))).toBe('Portfolio');
});

it('is the day in the date itself, in any time zone', () => {
  const date = '2025-01-01T00:30:00+02:00';
  expect(dayOf(date)).toBe('2025-01-01');
  expect(dayInWords(date)).toBe('1 January 2025');
});

it('keeps an invalid date unchanged', () => {
  expect(dayInWords('some day')).toBe('some day');
});

it.each([
  ['https://www.linkedin.com/in/ada/', 'linkedin.com/in/ada'],
  ['http://github.com/ada', 'github.com/ada'],
  ['HTTPS://GitHub.com/ada?tab=repositories#top', 'GitHub.com/ada'],
  ['https://www.example.com', 'example.com'],
])('shortens %s to %s', (address, label) => {
  expect(shortAddress(address)).toBe(label);
});
