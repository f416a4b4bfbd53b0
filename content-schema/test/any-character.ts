import fc from 'fast-check';

const SURROGATES = { start: 0xd800, count: 0x800 };

/**
 * Generates any character, for `fc.string({ unit: anyCharacter })`. It's the unit `binary` of
 * fast-check, which lists a million characters first: 2 s and 100 MB in each process.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.start ? index : index + SURROGATES.count),
  (character) => {
    const code = String(character).codePointAt(0) ?? 0;
    return code < SURROGATES.start ? code : code - SURROGATES.count;
  },
);
