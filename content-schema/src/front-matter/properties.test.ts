import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import {
  namesWhere,
  POST_FIELD_NAMES,
  postField,
  type PostFieldName,
} from '../entities/post-fields.ts';
import {
  parsePostFile,
  UneditableFrontMatter,
  writePostFile,
  type PostFields,
} from './front-matter.ts';

const RUNS = { numRuns: 150 };

const text = fc.string({ unit: anyCharacter, maxLength: 60 });

/** Text that is likely to meet the edges of YAML and of delimiters. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom('---', '\n', '\r\n', '\r', ': ', ' #', '- ', '"', "'", '|', '>', '&a ', '*a'),
      fc.constantFrom('[', ']', '{', '}', ',', '?', '!', '%', '@', '`'),
      fc.constantFrom('\t', ' ', '\uFEFF', '\u2028'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

const anyText = fc.oneof(text, awkward);

const isoDate = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2025-01-01'), noInvalidDate: true })
  .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)));

const tags = fc
  .array(anyText.map((tag) => tag.trim()))
  .map((all) => all.filter((tag) => tag !== ''));

/** Generates values of a field of a post. */
const valueOf = (name: PostFieldName): fc.Arbitrary<unknown> => {
  const field = postField(name);
  if (field.kind === 'texts') return field.always ? tags : tags.filter((all) => all.length > 0);
  if (field.kind === 'flag') return field.always ? fc.boolean() : fc.constant(true);
  if (field.kind === 'number') {
    return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0);
  }
  if (field.format === 'date') return isoDate;
  if (field.format === 'language') return fc.constantFrom('de', 'pt-BR');
  if (!field.isOneLine) return anyText;
  return anyText.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
};

const fieldsOf = (names: readonly PostFieldName[]): fc.Arbitrary<PostFields> =>
  fc.record(Object.fromEntries(names.map((name) => [name, valueOf(name)])), {
    requiredKeys: namesWhere({ always: true }),
  }) as fc.Arbitrary<PostFields>;

const fields = fieldsOf(POST_FIELD_NAMES.filter((name) => postField(name).only !== 'page'));
const fieldsOfPage = fieldsOf(POST_FIELD_NAMES).map((page) => ({ ...page, tags: [] }));

/** Dates are read as whole times. */
const withWholeDates = <Post extends Partial<PostFields>>(post: Post): Post =>
  Object.fromEntries(
    Object.entries(post).map(([key, value]) => [
      key,
      /^(?:createdAt|updatedAt|publishDate|expiryDate)$/.test(key) && /^[^T]+$/.test(String(value))
        ? `${String(value)}T00:00:00.000Z`
        : (value as unknown),
    ]),
  ) as Post;

const comment = fc.constantFrom('', ' # a comment', '   #tight');
const quoted = fc.constantFrom('Title', "'It''s quoted'", '"Say \\"hi\\""', 'a:b');
const tagList = fc.constantFrom(
  ' [go, "web dev"]',
  ' go, web',
  '\n  - go # c\n  # between\n  - "web"',
  '\n- go\n- web',
  ' []',
  '',
);
const unknown = fc.constantFrom(
  'layout: post',
  'params: { a: [1, 2,3],  b:   c }',
  'nested:\n  deep:\n   - x\n   -   y',
  'summary: >-\n  folded\n  text\n',
  'literal: |\n  one\n\n  two',
  '# a comment of its own',
  '',
  'date_of: 2024-01-31 # not a date of ours',
);

/** Front matter as people write it, in any order, with the lines of each key as one item. */
const handWritten = fc
  .tuple(
    fc.tuple(quoted, comment).map(([value, note]) => `title: ${value}${note}`),
    tagList.map((list) => `tags:${list}`),
    fc.constantFrom('hidden: true', 'draft: false # c', 'published: true'),
    fc.constantFrom(
      'date: 2024-01-31 10:00:00 +0100',
      'pubDate: "Jun 19 2024"   # c',
      'createdAt:',
    ),
    fc.array(unknown, { maxLength: 3 }),
  )
  .chain(([title, list, flag, date, others]) =>
    fc.shuffledSubarray([title, list, flag, date, ...new Set(others)], { minLength: 1 }),
  );

const file = (yaml: readonly string[], body: string, lineBreak: string): string =>
  `---\n${yaml.map((lines) => `${lines}\n`).join('')}---\n${body}`.replaceAll('\n', lineBreak);

const handWrittenFile = fc
  .tuple(
    handWritten,
    fc.constantFrom('', '\nbody\n', 'body', '\n\none\ntwo\n\n'),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([yaml, body, lineBreak]) => ({ yaml, body, lineBreak, text: file(yaml, body, lineBreak) }));

/** The same with something unexpected in it. */
const damagedFile = fc
  .tuple(handWrittenFile, awkward, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([{ text: stored }, damage, at]) => {
    const position = Math.floor(at * stored.length);
    return stored.slice(0, position) + damage + stored.slice(position);
  });

/** YAML allows none within a document, but they are read where nothing depends on them. */
const hasInnerByteOrderMark = (text: string): boolean => text.lastIndexOf('\uFEFF') > 0;

/** Undefined where the file is refused, which only what is broken may be. */
const writeUnlessBroken = (previous: string, post: PostFields): string | undefined => {
  try {
    return writePostFile(previous, post, 'id');
  } catch (error) {
    if (!(error instanceof UneditableFrontMatter)) throw error;
    // Lines of `Key: value` have no place for line breaks, empty texts or commas in tags.
    const isLines = /^[a-z][\w -]{0,40}:/i.test(previous);
    const isBroken = hasInnerByteOrderMark(previous);
    if (!isBroken && !isLines) expect(parsePostFile(previous, 'id').problems).not.toEqual([]);
    return undefined;
  }
};

describe('reading and writing', () => {
  it('gives back any text whose fields did not change', () => {
    const prefix = fc.constantFrom('', '---\n', '---js\n', '\uFEFF---\r\n', '---\ntitle: x\n---\n');
    fc.assert(
      fc.property(prefix, anyText, anyText, damagedFile, (start, yaml, body, damaged) => {
        for (const stored of [start + body, `${start}${yaml}\n---\n${body}`, damaged]) {
          expect(writePostFile(stored, parsePostFile(stored, 'id'), 'id')).toBe(stored);
        }
      }),
      RUNS,
    );
  });

  it.each([
    { kind: 'post', id: 'id', all: fields },
    { kind: 'page', id: 'page:id', all: fieldsOfPage },
  ])('reads from a new file of a $kind the fields that were written', ({ id, all }) => {
    fc.assert(
      fc.property(all, (post) => {
        const stored = writePostFile(undefined, post, id);
        expect(parsePostFile(stored, id)).toMatchObject({
          ...withWholeDates(post),
          problems: [],
        });
      }),
      RUNS,
    );
  });

  it('reads from an edited file the fields that were written', () => {
    const stored = fc.oneof(
      damagedFile,
      anyText,
      anyText.map((yaml) => `---\n${yaml}\n---\nbody`),
    );
    fc.assert(
      fc.property(stored, fields, (previous, post) => {
        const edited = writeUnlessBroken(previous, post);
        if (edited === undefined) return;
        const { problems: _, contentStart: __, content, ...others } = parsePostFile(edited, 'id');
        const { content: requested, ...otherFields } = post;
        const { createdAt = post.publishDate } = post;
        // Other keys than those of our fields may also have addresses.
        expect({ ...others, addresses: undefined }).toEqual(
          withWholeDates({ ...otherFields, ...(createdAt && { createdAt }) }),
        );
        expect(content.replaceAll('\r\n', '\n')).toBe(requested.replaceAll('\r\n', '\n'));
        expect(writePostFile(edited, post, 'id')).toBe(edited);
      }),
      RUNS,
    );
  });
});

describe('a change of one field', () => {
  const changeOf: Record<string, (lines: string) => boolean> = {
    title: (lines) => lines.startsWith('title:'),
    tags: (lines) => lines.startsWith('tags:'),
    hidden: (lines) => /^(hidden|draft|published):/.test(lines),
    createdAt: (lines) => /^(createdAt|date|pubDate):/.test(lines),
  };

  it('leaves the lines of all other keys, and the body, as they are, and one of the content the front matter', () => {
    const change = fc.oneof(
      fields.map(({ title }) => ({ title })),
      fields.map((post) => ({ tags: post.tags })),
      fc.constant('hidden' as const),
      isoDate.map((createdAt) => ({ createdAt })),
    );
    fc.assert(
      fc.property(handWrittenFile, change, awkward, (handFile, picked, content) => {
        const { yaml, body, lineBreak, text: stored } = handFile;
        const post = parsePostFile(stored, 'id');
        expect(post.problems).toEqual([]);
        if (yaml.some((lines) => lines.startsWith('title:'))) {
          const withContent = writePostFile(stored, { ...post, content }, 'id');
          expect(withContent.startsWith(file(yaml, '', lineBreak))).toBe(true);
        }
        const changes: Partial<PostFields> =
          picked === 'hidden' ? { hidden: !post.hidden } : picked;
        const [field = ''] = Object.keys(changes);
        const edited = writePostFile(stored, { ...post, ...changes }, 'id');

        const kept = yaml.filter((lines) => !changeOf[field]?.(lines));
        let position = 0;
        for (const lines of kept) {
          const source = `${lines}\n`.replaceAll('\n', lineBreak);
          const result = edited.indexOf(source, position);
          expect(result, `${JSON.stringify(source)} in ${JSON.stringify(edited)}`).toBeGreaterThan(
            -1,
          );
          position = result + source.length;
        }
        expect(edited.endsWith(`---\n${body}`.replaceAll('\n', lineBreak))).toBe(true);
        const changedLines = edited.split(lineBreak).length - stored.split(lineBreak).length;
        expect(Math.abs(changedLines)).toBeLessThanOrEqual(field === 'tags' ? 20 : 1);
      }),
      RUNS,
    );
  });
});

const tomlLines = {
  title: fc.constantFrom("title = 'A' # c", 'title = "Say \\"hi\\""', 'title = """\nA\nB"""'),
  tags: fc.constantFrom(
    'tags = ["a", "b"] # few',
    'tags = [ "a" ]',
    "tags = [\n  'a', # one\n  # two\n  'b',\n]",
  ),
  hidden: fc.constantFrom('draft = true', '  draft = false # c'),
  createdAt: fc.constantFrom('date = 2024-01-31T10:00:00+01:00', 'date = "2024-01-31"'),
};
const others = fc.subarray([
  '# by hand',
  'x = { a = 1,b =  [2] }',
  'y = 0x1F',
  's = """\ntitle = "no"\n"""',
  '"quoted key" = 1_000',
]);
const tables = fc.constantFrom('', '\n[extra]\ntitle = 1 # c\n', '[[a]]\nb = 1\n[[a]]\nb = 2\n');

it('a change of front matter in TOML leaves all other lines as they are, and is read back', () => {
  const head = fc
    .tuple(fc.record(tomlLines, { requiredKeys: [] }), others)
    .chain(([ours, theirs]) =>
      fc.record({
        lines: fc.shuffledSubarray([...Object.values(ours), ...theirs], { minLength: 1 }),
        ours: fc.constant(ours),
      }),
    );
  const lineBreak = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(head, tables, lineBreak, fields, ({ lines, ours }, table, eol, post) => {
      const stored = `+++\n${lines.join('\n')}\n${table}+++\nbody\n`.replaceAll('\n', eol);
      const before = parsePostFile(stored, 'id');
      for (const change of [
        { title: post.title },
        { tags: post.tags },
        { hidden: post.hidden },
        { createdAt: post.createdAt ?? '2020-01-01' },
      ]) {
        const requested = { ...before, ...change };
        const [field = ''] = Object.keys(change);
        // TOML has no escapes for them.
        if (/\\ud[89a-f]/i.test(JSON.stringify(change))) continue;
        const edited = writePostFile(stored, requested, 'id');
        expect(parsePostFile(edited, 'id')).toMatchObject({
          ...withWholeDates(change),
          problems: [],
        });
        const own = (ours as Record<string, string | undefined>)[field];
        for (const line of [...lines.filter((one) => one !== own), table]) {
          expect(edited).toContain(line.replaceAll('\n', eol));
        }
      }
    }),
    RUNS,
  );
});
