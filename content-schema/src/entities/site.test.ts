import { expect, test } from 'vitest';
import { siteSchema } from './entity-schemas.ts';
import { LOGO_MAX_BYTES } from '../limits.ts';
import type { Site } from './site.ts';
import { validate } from '../fields/schema.ts';

const dataUrl = (type: string, bytes: number) =>
  `data:${type};base64,${Buffer.alloc(bytes).toString('base64')}`;

const png = { data: dataUrl('image/png', 10), type: 'image/png' as const, alt: 'Logo' };

const site = (changes: object = {}): object => ({
  title: 'Ada',
  description: 'The site of Ada',
  homeButtonMode: 'text',
  logo: null,
  ...changes,
});

const issuesOf = (input: unknown) => {
  const result = validate(siteSchema, input);
  return result.valid ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
};

test('a site is saved with and without a logo', () => {
  expect(issuesOf(site())).toEqual([]);
  expect(issuesOf(site({ logo: png, homeButtonMode: 'logo' }))).toEqual([]);
});

test('title and description are required', () => {
  const message = 'Title and description are required';
  expect(issuesOf(site({ title: ' ', description: '' }))).toEqual([
    `title: ${message}`,
    `description: ${message}`,
  ]);
});

test('the meta description has at most 300 characters', () => {
  expect(issuesOf(site({ description: 'x'.repeat(300) }))).toEqual([]);
  expect(issuesOf(site({ description: 'x'.repeat(301) }))).toEqual([
    'description: Meta description must be 300 characters or fewer',
  ]);
});

test('logo mode needs a logo with alt text', () => {
  expect(issuesOf(site({ homeButtonMode: 'logo' }))).toEqual([
    'logo: Upload a logo before enabling the logo home button',
  ]);
  expect(issuesOf(site({ homeButtonMode: 'logo', logo: { ...png, alt: ' ' } }))).toEqual([
    'logo.alt: Add alt text so the logo link remains accessible',
  ]);
  expect(issuesOf(site({ logo: { ...png, alt: '' } }))).toEqual([]);
});

test('the logo has a known type, which its data URL declares too', () => {
  const gif = { data: dataUrl('image/gif', 10), type: 'image/gif', alt: '' };
  expect(issuesOf(site({ logo: gif }))).toEqual(['logo.type: Logo must be PNG, SVG, JPG, or WEBP']);
  expect(issuesOf(site({ logo: { ...png, type: 'image/webp' } }))).toEqual([
    'logo.data: Logo must be PNG, SVG, JPG, or WEBP',
  ]);
});

test('the logo has at most 524,288 bytes', () => {
  const withSize = (bytes: number) => site({ logo: { ...png, data: dataUrl('image/png', bytes) } });
  expect(issuesOf(withSize(LOGO_MAX_BYTES))).toEqual([]);
  expect(issuesOf(withSize(LOGO_MAX_BYTES + 1))).toEqual([
    'logo.data: Logo must be smaller than 512KB',
  ]);
});

test('what is no data URL can not be read', () => {
  for (const data of ['', 'https://example.com/a.png', 'data:image/png;base64,a', 'data:,x']) {
    expect(issuesOf(site({ logo: { ...png, data } }))).toEqual([
      'logo.data: Unable to read logo file',
    ]);
  }
});

test('the hue is a whole number from 0 to 359, or null for the default', () => {
  for (const hue of [0, 200, 359, null, undefined]) expect(issuesOf(site({ hue }))).toEqual([]);
  for (const hue of [-1, 360, 20.5, '200', NaN, true, [200]]) {
    expect(issuesOf(site({ hue }))).toEqual(['hue: Colour must be a whole number from 0 to 359']);
  }
});

test('the language is a known tag, or empty for the default', () => {
  for (const lang of ['', 'en', 'pt-BR', ' de-at ', 'zh-Hant', undefined]) {
    expect(issuesOf(site({ lang }))).toEqual([]);
  }
  for (const lang of ['German', 'xx', 'de_AT', 'de"><script>', '5']) {
    expect(issuesOf(site({ lang }))).toEqual([
      'lang: Language must be a tag such as en, de or pt-BR',
    ]);
  }
});

test('the saved site has no more fields than a site has', () => {
  const result = validate(siteSchema, site({ extra: 1 }));
  expect(result.valid && Object.keys(result.value satisfies Site)).toEqual([
    'title',
    'description',
    'homeButtonMode',
    'logo',
    'suggestCorrections',
    'hue',
    'lang',
  ]);
});
