import { describe, expect, it } from 'vitest';
import { blankOf, choice, flag, group, list, text, texts } from '../fields/fields.ts';
import { problemText } from '../text/file-problem.ts';
import {
  BrokenJson,
  parseJsonDocument,
  readJsonDocument,
  replaceJsonDocument,
  writeJsonDocument,
  type JsonValue,
} from './json-document.ts';

const FIELD = group({
  name: text('Name'),
  year: text('Year'),
  shown: flag('Shown', { byDefault: true }),
  mode: choice('Mode', { options: ['text', 'logo'], message: 'Not so' }),
  words: texts('Words', 'commas'),
  jobs: list('Jobs', {
    itemLabel: 'Job',
    item: group({ role: text('Role') }),
    identity: ['role'],
  }),
  address: group({ city: text('City') }),
});

const lines = (...all: string[]): string => all.join('\n');

describe('reading', () => {
  it('counts no marks in comments and texts as nesting', () => {
    const marks = '[{'.repeat(200);
    expect(parseJsonDocument(`// ${marks}\n["${marks}"] /* ${marks} */`)).toEqual([marks]);
  });

  it.each([
    ['', 'value expected', 1, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 'comma expected', 3, 3],
    ['<<<<<<< HEAD\n{}', 'invalid symbol', 1, 1],
    ['{} {}', 'end of file expected', 1, 4],
    ['['.repeat(100_000), 'it is nested too deeply', 1, 101],
    [`{"a":${'{"a":'.repeat(3000)}1${'}'.repeat(3001)}`, 'it is nested too deeply', 1, 501],
  ])('reports the error in %.20j and its position', (text, reason, line, column) => {
    const message = `The file is not valid JSON: ${reason}`;
    const problem = { message, line, column };
    expect(() => parseJsonDocument(text)).toThrow(BrokenJson);
    expect(() => writeJsonDocument(text, {})).toThrow(BrokenJson);
    expect(readJsonDocument(text, FIELD)).toEqual({ value: blankOf(FIELD), problems: [problem] });
  });

  it('reports every value whose type differs from its field', () => {
    const json = lines(
      '{',
      '  "name": {"first": "Ada"}, // a comment',
      '  "year": 1843,',
      '  "shown": "false",',
      '  "mode": "Text",',
      '  "words": ["a", 2, ["b"], null],',
      '  "jobs": [{"role": null}, null, "x"],',
      '  "address": null,',
      '  "unknown": {}',
      '}',
    );
    const { value, problems } = readJsonDocument(json, FIELD);
    expect(value).toMatchObject({ name: '', year: '1843', shown: false, words: ['a', '2'] });
    expect(problems.map(problemText)).toEqual([
      '"name" must be text (line 2, column 11)',
      '"shown" must be true or false (line 4, column 12)',
      '"mode" must be text or logo (line 5, column 11)',
      '"words.3" must be text (line 6, column 21)',
      '"jobs.2" must be an object (line 7, column 28)',
      '"jobs.3" must be an object (line 7, column 34)',
    ]);
    for (const text of ['[]', 'null', '"x"']) {
      const message = 'The file must be an object';
      expect(readJsonDocument(text, FIELD).problems).toEqual([{ message, line: 1, column: 1 }]);
    }
  });
});

it('a new document has two spaces, the order of the value and a final line break', () => {
  const written = '{\n  "b": 1,\n  "a": [\n    "x",\n    {}\n  ],\n  "empty": []\n}\n';
  expect(writeJsonDocument(undefined, { b: 1, a: ['x', {}], empty: [] })).toBe(written);
});

describe('an edit of an object', () => {
  const text = lines(
    '{',
    '    "note": "not ours",',
    '    "name":"Ada",',
    '',
    '    "social": { "github": "x", "mastodon": "y" },',
    '    "tags": ["a",  "b"]',
    '}',
  );
  const value = { name: 'Ada', social: { github: 'x' }, tags: ['a', 'b'] };

  it('puts a new key after the previous key', () => {
    const { name, ...others } = value;
    const edited = writeJsonDocument(text, { first: 1, name, title: ['T'], ...others });
    expect(edited).toBe(
      text
        .replace('    "note"', '    "first": 1,\n    "note"')
        .replace('"Ada",', '"Ada",\n    "title": [\n        "T"\n    ],'),
    );
  });

  it('keeps an object on one line', () => {
    const social = { github: 'x', linkedin: { a: [1] } };
    expect(writeJsonDocument(text, { social })).toBe(
      text.replace('"x",', '"x", "linkedin": {"a":[1]},'),
    );
  });

  it.each<[what: string, before: string, value: unknown, after: string]>([
    [
      'keeps the notation of escapes and numbers',
      '{"a": "\\u00e9\\/", "b": 1.0, "c": 1e2, "d": true}',
      { a: 'é/', b: 1, c: 100, d: false },
      '{"a": "\\u00e9\\/", "b": 1.0, "c": 1e2, "d": false}',
    ],
    ['fills an empty object', '{}\n', { a: [] }, '{\n  "a": []\n}\n'],
    ['fills an empty list', '{\n  "a": []\n}', { a: ['x'] }, '{\n  "a": [\n    "x"\n  ]\n}'],
    [
      'keeps tabs and CRLF',
      '{\r\n\t"a": 1\r\n}',
      { a: 1, b: { c: 2 } },
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 2\r\n\t}\r\n}',
    ],
    [
      'changes the last of equal keys, which takes effect, and omits undefined values',
      '{"a": 1, "a": 2}',
      { a: 3, b: undefined },
      '{"a": 1, "a": 3}',
    ],
  ])('%s', (_, before, value, after) => expect(writeJsonDocument(before, value)).toBe(after));
});

describe('an edit of a list of objects', () => {
  const ada = '  {\n    "role": "Analyst", "company": "Engine Co",\n    "x-id": 1\n  }';
  const grace = '  { "role": "Admiral", "company": "Navy", "x-id": 2 }';
  const alan = '  {\n    "role": "Cryptographer",\n    "x-id": 3,\n    "company": "Park"\n  }';
  const text = `[\n${ada},\n${grace},\n\n${alan}\n]\n`;

  const analyst = { role: 'Analyst', company: 'Engine Co' };
  const admiral = { role: 'Admiral', company: 'Navy' };
  const cryptographer = { role: 'Cryptographer', company: 'Park' };

  it('adds an item', () => {
    const entry = { role: 'New', company: 'Co' };
    expect(writeJsonDocument(text, [analyst, entry, admiral, cryptographer])).toBe(
      text.replace(grace, `  {\n    "role": "New",\n    "company": "Co"\n  },\n${grace}`),
    );
  });

  it('recognises a completely edited item by its position', () => {
    const other = { role: 'Pioneer', company: 'None' };
    expect(writeJsonDocument(text, [analyst, other, cryptographer])).toBe(
      text.replace('Admiral', 'Pioneer').replace('Navy', 'None'),
    );
  });

  it('does not match items by their empty fields', () => {
    const blank = { location: '', tags: [], visible: true };
    const [a, b, c] = ['A', 'B', 'C'].map((role) => ({ role, ...blank }));
    const stored = [{ ...a, 'x-id': 1 }, b];
    const requested = [b!, c!];
    expect(JSON.parse(writeJsonDocument(JSON.stringify(stored), requested))).toEqual(requested);
  });
});

describe('an edit of a file with comments', () => {
  const file = lines(
    '// mine',
    '{',
    '  "name": "Ada", // as on the door',
    '  // the old one',
    '  "title": "Engineer",',
    '  "tags": [',
    '    "a", // first',
    '    // about b',
    '    "b",',
    '    "c", /* third */',
    '  ], // all',
    '}',
    '',
  );

  it.each<[before: string, value: JsonValue, after: string]>([
    [
      file,
      { name: 'Ada', b: 1, c: 2 },
      file.replace('on the door\n', 'on the door\n  "b": 1,\n  "c": 2,\n'),
    ],
    ['{\n  "a": 1 // one\n}', { a: 1, b: 2 }, '{\n  "a": 1, // one\n  "b": 2\n}'],
    ['[1, // one\n 2]', [1], '[1 // one\n]'],
  ])('has new keys and comments in their places: %j', (before, value, after) => {
    expect(writeJsonDocument(before, value)).toBe(after);
  });

  it.each([
    [['b', 'a', 'c'], '    // about b\n    "b",\n    "a", // first\n    "c", /* third */'],
    [
      ['a', 'b', 'c', 'd'],
      '    "a", // first\n    // about b\n    "b",\n    "c", /* third */\n    "d",',
    ],
  ])('moves and removes comments with their items: %j', (tags, written) => {
    const [, list = ''] = writeJsonDocument(file, { tags }).split('"tags": [\n');
    expect(list.split('\n  ]')[0]).toBe(written);
  });
});

it('a replaced JSON file loses the keys that the value does not have', () => {
  const file =
    '{\n  // said\n  "name": "Ada",\n  "old": [1, {"a": 1}],\n  "list": [{ "x": 1, "y": 2 }]\n}\n';
  expect(replaceJsonDocument(file, { name: 'Bea', list: [{ x: 1 }] })).toBe(
    '{\n  // said\n  "name": "Bea",\n  "list": [{ "x": 1 }]\n}\n',
  );
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [index, 1]));
  expect(replaceJsonDocument(JSON.stringify({ ...many, a: 1 }), { a: 1 })).toBe('{"a":1}');
  expect(replaceJsonDocument('{\n  "a": 1, // one\n  // two\n  "b": 2\n}', { b: 2 })).toBe(
    '{\n  // two\n  "b": 2\n}',
  );
});
