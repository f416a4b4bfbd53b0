import { expect, test } from 'vitest';
import { blankOf } from '../fields/fields.ts';
import { validate } from '../fields/schema.ts';
import { LOGO_MAX_BYTES } from '../limits.ts';
import { postInputSchema, profileSchema, siteSchema } from './entity-schemas.ts';
import { profileFields, type Profile } from './profile.ts';

/** The rules at their limits; `api/src/core/http/routes` tests each rule with its message. */

const profile = (changes: Partial<Profile> = {}): Profile => ({
  ...blankOf(profileFields),
  ...{ name: 'Ada Example', email: 'ada@example.com' },
  contactVisibility: { email: true, linkedin: false, github: false },
  ...changes,
});

const site = (changes: object = {}) => ({
  ...{ title: 'Ada', description: 'The site of Ada', homeButtonMode: 'text', logo: null },
  ...changes,
});

const pathsOf = (schema: Parameters<typeof validate>[0], input: unknown) => {
  const result = validate(schema, input);
  return result.valid ? [] : result.issues.map(({ path }) => path);
};

test('texts and logos may be exactly as long as their limits', () => {
  const highlight = (length: number) => ({ value: 'x'.repeat(length), enabled: true });
  const full = (more: number) =>
    profile({
      ...{ highlightsEnabled: true, location: 'Lisbon', tagline: 'x'.repeat(160 + more) },
      ...{ availability: highlight(50 + more), focusAreas: highlight(80 + more) },
    });
  expect(pathsOf(profileSchema, full(0))).toEqual([]);
  const over = ['tagline', 'availability.value', 'focusAreas.value'];
  expect(pathsOf(profileSchema, full(1))).toEqual(over);
  const data = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
  const fullSite = (more: number) => {
    const logo = { data: data(LOGO_MAX_BYTES + more), type: 'image/png', alt: '' };
    return site({ description: 'x'.repeat(300 + more), logo });
  };
  expect(pathsOf(siteSchema, fullSite(0))).toEqual([]);
  expect(pathsOf(siteSchema, fullSite(1))).toEqual(['description', 'logo.data']);
});

test('a hidden link needs no URL, and a URL may lack its scheme but not be a script', () => {
  expect(pathsOf(profileSchema, profile())).toEqual([]);
  const shown = (github: string) =>
    profile({
      contactVisibility: { email: true, linkedin: false, github: true },
      social: { linkedin: '', github },
    });
  expect(pathsOf(profileSchema, shown('github.com/ada'))).toEqual([]);
  expect(pathsOf(profileSchema, shown('javascript:alert(1)'))).toEqual(['social.github']);
});

test('a value that is no object, and half a surrogate pair, which can not be stored, are rejected', () => {
  const message = 'The body must be an object';
  for (const input of [null, 'text']) {
    const issues = [{ path: '', message }];
    expect(validate(profileSchema, input)).toEqual({ valid: false, issues });
  }
  expect(validate(profileSchema, profile({ name: 'Ada \ud83d' }))).toEqual({
    valid: false,
    issues: [{ path: 'name', message: 'name contains half of a character' }],
  });
});

test('a key called __proto__ changes nothing', () => {
  const sent = JSON.parse('{"__proto__": {"polluted": true}}') as object;
  expect(validate(profileSchema, { ...profile(), ...sent })).toEqual({
    valid: true,
    value: profile(),
  });
  expect({}).not.toHaveProperty('polluted');
});

test('what is no data URL can not be read as a logo', () => {
  for (const data of ['', 'https://example.com/a.png', 'data:image/png;base64,a', 'data:,x']) {
    const logo = { data, type: 'image/png', alt: '' };
    expect(pathsOf(siteSchema, site({ logo })), data).toEqual(['logo.data']);
  }
});

test('the language is a known tag, or empty for the default', () => {
  for (const lang of ['', 'en', 'pt-BR', ' de-at ', 'zh-Hant', undefined]) {
    expect(pathsOf(siteSchema, site({ lang })), lang).toEqual([]);
  }
  for (const lang of ['German', 'xx', 'de_AT', '5']) {
    expect(pathsOf(siteSchema, site({ lang })), lang).toEqual(['lang']);
  }
});

test('content is kept exactly as it was typed, unless it is blank', () => {
  const content = '\n---\r\n  text \n\n';
  const result = validate(postInputSchema, { title: ' A ', content, tags: [' a ', ''] });
  expect(result).toMatchObject({ valid: true, value: { title: 'A', content, tags: ['a'] } });
  expect(pathsOf(postInputSchema, { title: ' ', content: ' \n' })).toEqual(['title', 'content']);
});
