import { presentContentFiles } from 'content-schema/content-files';
import { expect, it } from 'vitest';
import { dayInWords, dayOf, homeLinkText, shortAddress, siteName } from './text.ts';

const frameOf = (title: string, name: string) => {
  const { site, profile } = presentContentFiles(new Map());
  return { site: { ...site, title }, profile: { ...profile, name } };
};

it.each([
  ['Ada’s Notebook', 'Ada Lovelace', 'ada’s notebook', 'Ada’s Notebook'],
  ['', 'Ada Lovelace', 'Ada', 'Ada Lovelace'],
  ['', '', 'home', 'Portfolio'],
])('the site %j of %j has the home link %s and the name %s', (title, name, link, own) => {
  expect(homeLinkText(frameOf(title, name))).toBe(link);
  expect(homeLinkText(frameOf(` ${title} `, `${name} `))).toBe(link);
  expect(siteName(frameOf(title, name))).toBe(own);
});

it('is the day in the date itself, in any time zone', () => {
  const date = '2025-01-01T00:30:00+02:00';
  expect(dayOf(date)).toBe('2025-01-01');
  expect(dayInWords(date)).toBe('1 January 2025');
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
