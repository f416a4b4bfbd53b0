import { anyCharacter } from '../../content-schema/test/any-character.ts';
import fc from 'fast-check';

/** Texts with a special meaning in YAML, JSON, Markdown, git or HTTP. */
const PIECES = [
  ...['---', '\n', '\r\n', '\r', ': ', ' #', '- ', '"', "'", '|', '>', '&a ', '*a', '!', '%', '@'],
  ...['[', ']', '{', '}', '\\', '`', '\t', '\0', '\u2028', '\uFEFF', '👩🏽‍🚀', 'é', 'e\u0301', 'كتب'],
  ...['title: x', '<script>', '${x}', '<<<<<<<', 'null', 'true', '1e3', '~', '__proto__'],
  'a long line '.repeat(400),
];

/** Generates any well-formed text. */
export const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 8 })
    .map((pieces) => pieces.join('')),
);

/** Generates trimmed text of at most `length` characters. */
export const trimmed = (length = 100_000) =>
  text.map((value) => value.trim().slice(0, length).toWellFormed().trim());

/** Generates trimmed text that is not empty. */
export const filled = (length?: number) =>
  trimmed(length).map((value) => (value === '' ? 'x' : value));

export const isoDate = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
