import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonInHtml } from './initial-state.ts';

test('JSON in HTML parses to the same value and cannot close its element', () => {
  const hostile = fc.constantFrom('</script>', '<!--', '<script', '\u2028', '\u2029', '<');
  const text = fc.array(fc.oneof(hostile, fc.string())).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const json = jsonInHtml(value);
      expect(JSON.parse(json)).toEqual({ ...value });
      expect(json).not.toMatch(/[<\u2028\u2029]/);
    }),
  );
});
