import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import {
  parseJsonDocument,
  replaceJsonDocument,
  writeJsonDocument,
  type JsonValue,
} from './json-document.ts';

const RUNS = { numRuns: 200 };

const key = fc.constantFrom('a', 'b', 'c', 'role', '__proto__', 'x y', '"');
const leaf = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 5 }),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
);

const { value } = fc.letrec<{ value: JsonValue; object: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(tie('object'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));

const layout = fc.constantFrom<(json: JsonValue) => string>(
  (json) => JSON.stringify(json),
  (json) => `${JSON.stringify(json, null, 2)}\n`,
  (json) => `\uFEFF${JSON.stringify(json, null, '\t').replaceAll('\n', '\r\n')}`,
  (json) => JSON.stringify(json, null, 1).replaceAll('\n', ' '),
  (json) => ` ${JSON.stringify(json, null, 4).replaceAll('[\n', '[')} \n`,
);

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** True when `stored` says all of `wanted`, and maybe more. */
const contains = (stored: unknown, requested: unknown): boolean => {
  if (Array.isArray(requested)) {
    return (
      Array.isArray(stored) &&
      stored.length === requested.length &&
      requested.every((item, index) => contains(stored[index], item))
    );
  }
  if (isObject(requested)) {
    return (
      isObject(stored) &&
      Object.keys(requested).every(
        (name) => Object.hasOwn(stored, name) && contains(stored[name], requested[name]),
      )
    );
  }
  return stored === requested;
};

/** Adds to every object a key that no value has, numbered so that each can be told apart. */
const withUnknownKeys = (json: JsonValue, count = { objects: 0 }): JsonValue => {
  if (Array.isArray(json)) return json.map((item: JsonValue) => withUnknownKeys(item, count));
  if (!isObject(json)) return json;
  count.objects += 1;
  const mark = { 'x-unknown': count.objects };
  const entries = Object.entries(json).map(([name, item]): [string, JsonValue] => [
    name,
    withUnknownKeys(item, count),
  ]);
  return Object.fromEntries<JsonValue>([...entries, ...Object.entries(mark)]);
};

/** JSON with comments and trailing commas at any of the places that may have one. */
const withComments = (json: string, marks: readonly string[]): string => {
  let position = 0;
  const next = (): string => marks[position++ % marks.length] ?? '';
  return json.replace(/"(?:[^"\\]|\\.)*"|[[\]{}:,]/g, (token, offset: number) => {
    if (token.startsWith('"') || token === ':') return token + next();
    const isEnd = token === ']' || token === '}';
    const isEmpty = /[[{]\s*$/.test(json.slice(0, offset));
    const comma = isEnd && !isEmpty && position % 3 === 0 ? ',' : '';
    return next() + comma + next() + token + next();
  });
};
const comments = fc.array(
  fc.constantFrom('', ' ', '// "x": [1,\n', ' // y\n  ', '/* { */', '\n/* z\n, */ ', '\r\n\t'),
  { minLength: 1, maxLength: 9 },
);

it('writes any value into any document with comments, and changes none that already has it', () => {
  fc.assert(
    fc.property(value, layout, comments, value, (before, print, marks, requested) => {
      const text = withComments(print(before), marks);
      expect(parseJsonDocument(text)).toEqual(before);
      const withOthers = withComments(print(withUnknownKeys(before)), marks);
      for (const own of [text, withOthers]) expect(writeJsonDocument(own, before)).toBe(own);
      const edited = writeJsonDocument(text, requested);
      expect(contains(parseJsonDocument(edited), requested)).toBe(true);
      expect(writeJsonDocument(edited, requested)).toBe(edited);
      expect(parseJsonDocument(replaceJsonDocument(text, requested))).toEqual(requested);
    }),
    RUNS,
  );
});

it('keeps the text and the unknown keys of items that only move', () => {
  const entries = fc.uniqueArray(fc.record({ role: fc.string(), tags: fc.array(fc.string()) }), {
    selector: (entry) => JSON.stringify(entry),
    minLength: 1,
    maxLength: 6,
  });
  const moved = entries.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all)));
  fc.assert(
    fc.property(moved, ([before, after]) => {
      const texts = new Map(
        before.map((entry, index) => [
          entry,
          JSON.stringify({ ...entry, 'x-unknown': index }).replace('{', `{${' '.repeat(index)}`),
        ]),
      );
      const text = `[\n${[...texts.values()].join(',\n')}\n]`;
      const edited = writeJsonDocument(text, after);
      const stored = after.map((entry) => texts.get(entry));
      expect(edited).toBe(stored.length === 0 ? '[]' : `[\n${stored.join(',\n')}\n]`);
    }),
    RUNS,
  );
});

it('keeps the bytes around a changed value', () => {
  const changed = fc.tuple(fc.dictionary(fc.string(), value, { minKeys: 1 }), value);
  fc.assert(
    fc.property(changed, layout, ([object, replacement], print) => {
      const plain = Object.fromEntries(Object.entries(object));
      const name = Object.keys(plain)[0]!;
      fc.pre(!isObject(plain[name]) && !Array.isArray(plain[name]));
      const text = print(plain);
      const start = text.indexOf(`${JSON.stringify(name)}:`) + JSON.stringify(name).length + 1;
      const end =
        text.indexOf(JSON.stringify(plain[name]), start) + JSON.stringify(plain[name]).length;
      const edited = writeJsonDocument(text, { [name]: replacement });
      expect(edited.slice(0, start)).toBe(text.slice(0, start));
      expect(edited.endsWith(text.slice(end))).toBe(true);
    }),
    RUNS,
  );
});
