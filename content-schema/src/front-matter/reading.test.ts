import { describe, expect, it } from 'vitest';
import { isPublic } from '../entities/publication.ts';
import { parsePostFile, UneditableFrontMatter, writePostFile } from './front-matter.ts';

const parse = (text: string, id = 'some-post') => {
  const { contentStart, ...post } = parsePostFile(text, id);
  expect(text.startsWith(post.content, contentStart)).toBe(true);
  return post;
};

/** Reads a post with these lines as its front matter. */
const headed = (lines: string) => parse(`---\n${lines}\n---\nbody`);

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

describe('fields that front matter lacks', () => {
  it('takes the title from the first heading outside of code, as plain text', () => {
    const code = '```sh\n# not a heading\n```';
    const { title } = parse(`${code}\n\n## The *first* [heading](/x)\n\n# Second\n`);
    expect(title).toBe('The first heading');
  });

  it.each([
    ['2024-01-31-hello--world', 'Hello world'],
    ['snake_case_name', 'Snake case name'],
    ['2024-01-31', '2024-01-31'],
    ['---', '---'],
    ['Übersicht', 'Übersicht'],
  ])('without a heading, the file name %s gives the title %s', (id, title) => {
    expect(parse('no heading', id).title).toBe(title);
  });

  it('takes the date from the file name, unless a key gives one', () => {
    expect(parse('x', '2024-01-31-hello').createdAt).toBe('2024-01-31T00:00:00.000Z');
    expect(parse('---\ndate: 2023-05-06\n---\n', '2024-01-31-hello').createdAt).toBe(
      '2023-05-06T00:00:00.000Z',
    );
    expect(parse('x', '2024-02-31-hello')).not.toHaveProperty('createdAt');
  });
});

describe('values', () => {
  const keys =
    (field: string, values: unknown) =>
    (key: string): [string, object] => [
      `${key}: 2013-7-13 20:46:25`,
      { [field]: values, hidden: false },
    ];

  it.each<[lines: string, fields: object]>([
    ['title: ""', { title: '' }],
    ['title:', { title: 'Some post' }],
    [
      'title: 007\ntags: [1.10, true, 2024-01-31]',
      { title: '007', tags: ['1.10', 'true', '2024-01-31'] },
    ],
    ['title: >\n  Two\n  lines', { title: 'Two lines' }],
    ['name: &name Ada\ntitle: *name\ntags: [*name, b]', { title: 'Ada', tags: ['Ada', 'b'] }],
    [
      '__proto__:\n  hidden: true\n  title: no\nconstructor: x',
      { title: 'Some post', hidden: false },
    ],
    ['tags: solo', { tags: ['solo'] }],
    ['tags: " a , b,, c "', { tags: ['a', 'b', 'c'] }],
    ['tags: [" a ", "", ~, "b, c"]', { tags: ['a', 'b, c'] }],
    ['tag: a, b c', { tags: ['a', 'b c'] }],
    ['category: web dev', { tags: ['web dev'] }],
    ['keywords: a, b', { tags: ['a', 'b'] }],
    ['taxonomy:\n  category: blog\n  tag: [a, b]', { tags: ['a', 'b'] }],
    ['taxonomy:\n  category: [blog]', { tags: ['blog'] }],
    ['Tags: [a]', { tags: ['a'] }],
    ['tags: []\ncategories: [a]', { tags: [] }],
    ['hidden: false\ndraft: true', { hidden: true }],
    ['Draft: true', { hidden: true }],
    ['draft: "true "', { hidden: true }],
    ['HIDDEN: Yes', { hidden: true }],
    ['hidden:', { hidden: false }],
    ...['date', 'pubDate', 'publishedAt', 'published'].map(
      keys('createdAt', '2013-07-13T20:46:25Z'),
    ),
    ...['modified', 'lastmod'].map(keys('updatedAt', '2013-07-13T20:46:25Z')),
  ])('%j is read as %j', (lines, fields) => {
    expect(headed(lines)).toMatchObject({ ...fields, problems: [] });
    expect({}).not.toHaveProperty('hidden');
  });

  it('leaves out an invalid date, and reports it', () => {
    const post = headed('title: x\ndate: next week');
    expect(post).not.toHaveProperty('createdAt');
    expect(post.problems).toEqual([{ message: '"date" could not be read', line: 3, column: 1 }]);
  });
});

it.each([
  ['---\ntitle: x\n---\n\nbody\n', 'body'],
  ['---\ntitle: x\n---\n\n\nbody\n\n', '\nbody\n'],
  ['---\ntitle: x\n---', ''],
  ['---\ntitle: x\n---\n\n', ''],
  ['---\ntitle: x\n--- \t\nbody', 'body'],
  ['---\r\ntitle: x\r\n---\r\n\r\na\r\nb\r\n', 'a\r\nb'],
  ['--- yaml\ntitle: x\n---\nbody', 'body'],
  ['\uFEFF---\ntitle: x\n---\nbody', 'body'],
  ['---\n# a comment\n---\nbody', 'body'],
  ['---\ntitle: x\n...\nbody\n---\nmore', 'body\n---\nmore'],
  ['\n\nbody\n', '\n\nbody'],
  ['', ''],
])('the content of %j is %j', (text, content) => {
  expect(parse(text)).toMatchObject({ content, problems: [] });
});

describe('front matter in TOML', () => {
  it('is read, with its dates', () => {
    const text = `+++
title = 'First post'
date = 2024-01-14T07:07:07+01:00
lastmod = 2024-02-01
draft = true
tags = ["red", "web dev"]
[params]
  author = 'John Smith'
+++
## Introduction`;
    const { createdAt = '', ...post } = parse(text);
    expect(Date.parse(createdAt)).toBe(Date.parse('2024-01-14T07:07:07+01:00'));
    expect(post).toEqual({
      ...{ title: 'First post', tags: ['red', 'web dev'], hidden: true, problems: [] },
      ...{ updatedAt: '2024-02-01T00:00:00.000Z', content: '## Introduction' },
    });
  });

  it('reads it also between dashes that name it, and closes it only by its own line', () => {
    expect(parse('---toml\ntitle = "x"\n---\nbody')).toMatchObject({ title: 'x', content: 'body' });
    expect(parse('+++\ntitle = """\n---\n"""\n+++\nbody')).toMatchObject({
      title: '---\n',
      content: 'body',
    });
  });

  it('hides a post that it cannot parse', () => {
    expect(parse('+++\ntitle = "x"\ndraft = maybe\n+++\nbody')).toMatchObject({
      hidden: true,
      content: 'body',
      problems: [
        { message: expect.stringMatching(/^Front matter is not valid TOML: /) as string, line: 3 },
      ],
    });
    expect(parse('+++\ndraft = true\n\nbody')).toMatchObject({
      hidden: true,
      content: '+++\ndraft = true\n\nbody',
      problems: [{ message: 'Front matter has no closing line "+++"', line: 1 }],
    });
  });
});

describe('a date of a plan', () => {
  it('hides the post if it can not be read, and names the form of dates', () => {
    const message = 'is no date such as 2027-12-01 or 2027-12-01T09:00:00Z, so the post is hidden';
    const unreadable = '01.12.2027 tomorrow 2027-13-45 2027 [2027-12-01] true'.split(' ');
    for (const key of ['publishDate', 'publish_date', 'expiryDate', 'unpublishDate']) {
      for (const value of unreadable) {
        const post = headed(`title: x\ndraft: false\n${key}: ${value}`);
        const problem = { message: `"${key}" ${message}`, line: 4, column: 1 };
        expect(post).toMatchObject({ hidden: true, problems: [problem] });
        expect(post).not.toHaveProperty('publishDate');
        expect(post).not.toHaveProperty('expiryDate');
      }
    }
    expect(headed('publishDate: 2020-01-01\npublish_date: soon')).toMatchObject({ hidden: true });
  });

  it('may be empty, or in any form that can be read', () => {
    for (const value of ['', ' ""', ' "  "', ' ~', ' null']) {
      const post = headed(`publishDate:${value}\nexpiryDate:${value}`);
      expect(post).toMatchObject({ hidden: false, problems: [] });
    }
    for (const value of ['1 December 2027', '12/01/2027', '2027-12-01 9:00', '2027/12/1']) {
      const post = headed(`publishDate: ${value}`);
      expect(post).toMatchObject({ hidden: false, problems: [] });
      expect(post.publishDate).toMatch(/^2027-12-01T/);
    }
  });
});

it.each([
  ...['hidden: 0', 'hidden: 1', 'hidden: "maybe"'],
  ...['draft: yes please', 'draft: [false]', 'published: soon'],
])('a flag that can not be told hides the post: %s', (line) => {
  const message = `"${line.split(':')[0]}" is neither true nor false, so the post is hidden`;
  const problems = [{ message, line: 3, column: 1 }];
  expect(headed(`title: x\n${line}`)).toMatchObject({ hidden: true, problems });
});

describe('front matter in other languages', () => {
  it.each([
    '{\n\t"title": "The: title",\n\t"date": "2024-01-31",\n\t"tags": ["a b", "c"],\n\t"draft": true,\n\t"x": null\n}\n\nbody\n',
    '{"title":"The: title","date":"2024-01-31","tags":["a b","c"],"draft":true}\nbody\n',
    ';;;\n"title": "The: title",\n"date": "2024-01-31",\n"tags": ["a b", "c"],\n"draft": true\n;;;\nbody\n',
    '---json\n{"title": "The: title", "date": "2024-01-31", "tags": ["a b", "c"], "draft": true}\n---\nbody',
    'Title: The: title\r\nDate: 2024-01-31\r\nTags: a b, c\r\nStatus: draft\r\n\r\nbody\r\n',
    'Author: Me\nTitle: The:\n    title\ndate: 2024-01-31\ntags: a b, c\nstatus: hidden\n---\nbody\n',
  ])('is read: %j', (text) => {
    expect(parse(text)).toEqual({
      ...{ title: 'The: title', tags: ['a b', 'c'], hidden: true, problems: [] },
      ...{ createdAt: '2024-01-31T00:00:00.000Z', content: 'body' },
    });
  });

  it('is read, but never written, in JavaScript', () => {
    const text = `import { me } from '@/authors'

export const meta = {
  title: 'It\\'s: the title', // a comment
  description: \`About "it"\`,
  date: '2024-01-31T10:00:00Z',
  image: require('./card.jpg').default,
  tags: ['a', "b"],
  authors: [me],
}

body`;
    const post = parse(text);
    expect(post).toMatchObject({
      ...{ title: "It's: the title", description: 'About "it"', tags: ['a', 'b'], hidden: true },
      ...{ createdAt: '2024-01-31T10:00:00Z', content: 'body' },
      problems: [
        { message: 'Front matter in JavaScript can be read but not edited, so the post is hidden' },
      ],
    });
    expect(() => writePostFile(text, { ...post, title: 'x' }, 'some-post')).toThrow(
      UneditableFrontMatter,
    );
    expect(writePostFile(text, { ...post, content: 'new' }, 'some-post')).toBe(
      text.replace(/body$/, 'new'),
    );
  });

  it('hides the post if it is broken', () => {
    expect(parse('{\n  "title": "x",\n  draft: yes\n}\nbody')).toMatchObject({
      ...{ hidden: true, content: 'body' },
      problems: [{ message: expect.stringMatching(/^Front matter is not valid JSON: /) as string }],
    });
    expect(parse(`{"title": ${nested(30_000, '[', ']')}}\nbody`)).toMatchObject({ hidden: true });
    const script = `export const meta = {\n  title: ${nested(30_000, '[', ']')},\n}\nbody`;
    expect(parse(script)).toMatchObject({ hidden: true, content: 'body' });
  });

  it.each([
    '\n---\ntitle: x\ndraft: true\n---\nbody',
    ' ---\ntitle: x\n ---\nbody',
    '----\ntitle: x\n---\nbody',
    '<!-- x -->\n---\ntitle: x\n---\nbody',
    '{/* x */}\n---\ndraft: true\n---\nbody',
    '---\rtitle: x\rdraft: true\r---\rbody',
    '—\ntitle: x\n—\nbody',
    '\n\n+++\ndraft = true\n+++\nbody',
    '\n---\ndraft: true\n\nbody',
    '"title": "x",\n"draft": true\n;;;\nbody',
  ])('hides the post if it is not at the very beginning: %j', (text) => {
    const isClosed = text.startsWith('"');
    const where = isClosed ? 'has no opening line' : 'does not begin in the first line';
    expect(parse(text)).toMatchObject({
      ...{ hidden: true, content: text },
      problems: [{ message: `Front matter ${where}, so the post is hidden`, line: 1 }],
    });
    expect(() => writePostFile(text, { ...parse(text), title: 'y' }, 'x')).toThrow(
      UneditableFrontMatter,
    );
  });
});

describe('what other site generators do not publish', () => {
  const flags = (keys: string, value: boolean) =>
    keys.split(' ').map((key) => `${key}: ${String(value)}`);

  it.each([
    'status: Private',
    'status: scheduled',
    ...flags('private unlisted isDraft archived headless eleventyExcludeFromCollections', true),
    ...flags('isPublished is_published routable render', false),
    'params: {draft: true}',
    'build:\n  render: never',
    'base: &base {draft: true}\n<<: [*base]',
  ])('is hidden: %j', (lines) => {
    expect(headed(`title: x\n${lines}`)).toMatchObject({ hidden: true, problems: [] });
  });

  it.each([
    'status: Publish',
    'publish: 2024-01-31',
    'render: true',
    '_build: {render: always}',
    'permalink: /my-post/',
    'password: ""',
    'status:',
    'base: &base {draft: true}\n<<: *base\ndraft: false',
    'draft: false\nstatus: seedling',
  ])('is not meant by %j', (lines) => {
    expect(headed(`title: x\n${lines}`)).toMatchObject({ hidden: false, problems: [] });
  });

  it.each(['status: seedling', 'visibility: [friends]'])('may be meant by %s', (line) => {
    const [key = ''] = line.split(':');
    const message = `"${key}" does not say "published", so the post is hidden`;
    expect(headed(`title: x\n${line}`)).toMatchObject({
      hidden: true,
      problems: [{ message, line: 3, column: 1 }],
    });
  });

  const then = '2131-01-01T00:00:00.000Z';
  const old = '2020-01-01T00:00:00.000Z';
  it.each([
    ['date: 2131-01-01', { createdAt: then }],
    ['publishAt: 2131-01-01', { createdAt: then, publishDate: then }],
    ['date: 2020-01-01\npublishDate: 2131-01-01', { createdAt: old, publishDate: then }],
    ['expiryDate: 2020-01-01', { expiryDate: old }],
    ['unpublish_date: 2020-01-01', { expiryDate: old }],
  ])('is not public at that time, without a problem: %j', (lines, dates) => {
    const { problems, ...post } = headed(lines);
    expect(post).toMatchObject({ hidden: false, ...dates });
    expect(problems).toEqual([]);
    expect(isPublic(post, Date.now())).toBe(false);
  });

  it('is not public before the date in the file name', () => {
    expect(isPublic(parse('text', '2131-05-05-x'), Date.now())).toBe(false);
  });
});

describe('front matter that is not valid YAML', () => {
  it('is text if it is a blank character that is a value in YAML', () => {
    const stored = '---\n\u000b\n---\nbody';
    expect(parse(stored)).toMatchObject({ content: stored, problems: [] });
    const post = { ...parsePostFile(stored, 'some-post'), title: 'New' };
    expect(writePostFile(stored, post, 'some-post')).toMatch(/^---\ntitle: New\n/);
  });

  it.each([
    ['title: x\ntitle: y', { title: 'y' }],
    ['title: @me', { title: '@me' }],
    ['title: x\n  draft: true', { title: 'x', hidden: true }],
    ['title: x: y\ntags:\n\t- a\n\t- b', { title: 'x: y', tags: ['a', 'b'] }],
    ['draft: true\ndraft: false', { hidden: true }],
    ['title: &a [*a]', { title: '&a [*a]' }],
    ['# a comment\n\ntitle: x: y', { title: 'x: y' }],
    ["by: x: y\nsummary: 'It''s'", { description: "It's" }],
    ['by: x: y\ndate: 2024-01-31 # c', { createdAt: '2024-01-31T00:00:00.000Z' }],
  ])('reads of %j what can be read', (lines, fields) => {
    const post = headed(lines);
    expect(post).toMatchObject({ hidden: false, ...fields, content: 'body' });
    expect(post.problems).toHaveLength(1);
  });

  it.each([
    ['title: [broken', { title: 'broken' }],
    ['title: "An unclosed quote', { title: '"An unclosed quote' }],
    ["title: 'Unclosed\ntags: a", { tags: ['a'] }],
    ['tags: [one, two\nhidden: false', { tags: ['one', 'two'] }],
  ])('hides the post if a quote or bracket is not closed: %j', (lines, fields) => {
    const message = 'A quote or bracket in this line is not closed, so the post is hidden';
    expect(headed(lines)).toMatchObject({
      ...{ ...fields, hidden: true, content: 'body' },
      problems: [{ line: expect.any(Number) as number }, { message, line: 2 }],
    });
  });

  it('is read if a quoted text goes on at the start of a line', () => {
    const text =
      '---\ntags: [a]\nsummary: "Recapitulation of my events\nand computing: Open Source\nof 2010."\nhidden: true\n---\nbody';
    expect(parse(text.replace('computing: ', 'computing '))).toMatchObject({
      ...{ description: 'Recapitulation of my events and computing Open Source of 2010.' },
      ...{ tags: ['a'], hidden: true, problems: [] },
    });
    expect(parse(text).hidden).toBe(true);
  });

  it('hides the post if it contains conflict markers', () => {
    const text = '---\n<<<<<<< HEAD\ntitle: x\n=======\ntitle: y\n>>>>>>> other\n---\nbody';
    expect(parse(text)).toMatchObject({ hidden: true, content: 'body' });
  });

  it('is text where it looks like nothing else', () => {
    for (const text of [
      '---\n\nA letter may begin with a rule.\nIt is prose: all of it.\n\n---\n\nMore.',
      '---\n- a\n- b\n---\nbody',
      '---\nJust text\n---\nbody',
      '---\n\nOnly one rule.',
      '--- not a language\ntext\n---\nbody',
      '----\nJust text: no head\n---\nbody',
      'A note: of prose\n\nbody',
      '{ "a": 1 }\n\nbody',
      '\n---\n\nA date: any day.\n\n---\nbody',
    ]) {
      expect(parse(text)).toMatchObject({ content: text, hidden: false, problems: [] });
    }
  });
});

describe('front matter that is not read', () => {
  const unread =
    (language: string, mark: string) =>
    (message: string, ...sources: string[]) =>
      sources.map((source) => ({
        message: `Front matter is not valid ${language}: ${message}`,
        text: `${mark}\n${source}\n${mark}\nbody`,
      }));
  const yaml = unread('YAML', '---');
  const toml = unread('TOML', '+++');

  const rows: { message: string; text: string; line?: number }[] = [
    ...['js', 'javascript', 'coffee', 'constructor', '__proto__'].map((name) => ({
      ...{ message: `Front matter in "${name}" is not read`, line: 1 },
      text: `---${name}\ntitle: x\n---\nbody`,
    })),
    ...yaml('it is longer than 16384 characters', 'a: 1\n'.repeat(20_000)),
    ...yaml(
      'it has too many keys and values',
      `a: {${Array.from({ length: 1501 }, (_, index) => `k${index}`).join()}}`,
      `a: &a b\nc: [${Array.from({ length: 101 }, () => '*a').join()}]`,
    ),
    ...yaml('Map keys must be unique', 'title: A\n'.repeat(201)).map((row) => ({
      ...row,
      line: 3,
    })),
    ...yaml(
      'it is nested too deeply',
      `a: ${nested(101, '[', ']')}`,
      `a: ${nested(101, '{a: ', '}')}`,
      `a: ${'['.repeat(10_000)}`,
      `a:\n  ${'- '.repeat(100)}b`,
      `a:\n${' '.repeat(50)}${'- '.repeat(30)}b\n${' '.repeat(101)}- b`,
      `a: b\n? c\n: ${'? '.repeat(101)}d`,
      `a: ${'b: '.repeat(101)}c`,
      `a: b\nc: ${']'.repeat(200)}\nd: ${nested(200, '[', ']')}`,
    ),
    ...toml('it has too wide a gap', `title = "A${'\u2028'.repeat(101)}"`),
    ...toml(
      'it is nested too deeply',
      `${'a.'.repeat(101)}a = 1`,
      `[${'a.'.repeat(101)}a]`,
      `a = {${'a.'.repeat(5000)}a = 1}`,
      `a = ${nested(5000, '[', ']')}`,
    ),
  ];

  it('is no broken YAML of 200 lines, nor many tags by an alias', () => {
    const lines = 'title: A: b\n'.repeat(200);
    expect(parse(`---\n${lines}---\nbody`)).toMatchObject({ title: 'A: b', hidden: false });
    const tags = Array.from({ length: 90 }, () => 'b');
    const aliases = `---\na: &a b\ntags: [${tags.map(() => '*a').join()}]\n---\nbody`;
    expect(parse(aliases)).toMatchObject({ tags, problems: [] });
  });

  it('is neither text with many brackets nor a long list of tags', () => {
    const tags = Array.from({ length: 900 }, (_, index) => `t${index}`);
    const title = `${'['.repeat(400)} ${'- '.repeat(200)}a: b`;
    for (const source of [
      `title: ${JSON.stringify(title)}\ntags: ${JSON.stringify(tags)}`,
      `title: >-\n  ${title}\ntags:\n${tags.map((tag) => `  - ${tag}`).join('\n')}`,
    ]) {
      expect(parse(`---\n${source}\n---\nbody`)).toMatchObject({ title, tags, problems: [] });
    }
  });

  it.each(rows)('hides the post and stays out of its text: $message', ({ text, ...problem }) => {
    const post = parse(text, 'the-file');
    expect(post).toMatchObject({ content: 'body', title: 'The file', tags: [], hidden: true });
    expect(post.problems).toMatchObject([problem]);
    const edited = { ...post, title: 'Edited' };
    expect(() => writePostFile(text, edited, 'the-file')).toThrow(UneditableFrontMatter);
  });

  it('hides the post if there is no closing line', () => {
    for (const text of ['---\ntitle: x\n\nbody', '---\ntitle: x\n----\nbody']) {
      expect(parse(text)).toMatchObject({
        content: text,
        hidden: true,
        problems: [{ message: 'Front matter has no closing line "---"', line: 1 }],
      });
    }
  });

  it('is read at once, however wide its lines are', () => {
    const wide = ' '.repeat(60_000);
    const start = performance.now();
    for (const line of [`a${wide}b`, `a${wide}:b`, `"a"${wide}b`, `${wide}b`, `- ${wide}b: c: d`]) {
      expect(parse(`---\ntitle: x: y\n${line}\n---\nbody`).content).toBe('body');
      expect(parse(`+++\ntitle = x\n${line}\n+++\nbody`).content).toBe('body');
    }
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('runs nothing, however JavaScript is spelt', () => {
    for (const name of ['js', 'javascript', 'JS', 'JavaScript', ' js ']) {
      parse(`---${name}\nglobalThis.wasRun = true\n---\n`);
      parse(`---${name}\n{title: (globalThis.wasRun = true)}\n---\n`);
    }
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it('does not use a comment as the title', () => {
    expect(parse('---\ntags: [broken\n# No title\n---\n# Real title').title).toBe('Real title');
  });

  it('refuses aliases that multiply', () => {
    const levels = 'abcdefghij'.split('').map((name, index, names) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(', ')}]\n`;
    });
    const post = parse(`---\n${levels.join('')}tags: *j\n---\nbody`);
    expect(post).toMatchObject({ content: 'body', tags: ['*j'] });
    expect(post.problems[0]?.message).toContain('Excessive alias count');
  });

  it('refuses an alias that refers to itself', () => {
    const message = 'Front matter is not valid YAML: an alias refers to itself';
    const problems = [{ message }];
    expect(headed('title: x\na: &a {b: [*a]}')).toMatchObject({ title: 'x', problems });
  });
});

it.each([
  ['description: A week at sea', 'A week at sea'],
  ['summary: A week at sea', 'A week at sea'],
  ['Excerpt: "A week at sea"', 'A week at sea'],
  ['custom_excerpt: A week at sea', 'A week at sea'],
  ['summary: Second\ndescription: First', 'First'],
  ['description:\nsummary: >-\n  On two\n  lines', 'On two lines'],
  ['description: "  "', undefined],
  ['description: [a]', undefined, '"description" could not be read'],
])('the description is read from %j', (lines, expected, ...messages) => {
  const { description, problems } = headed(lines);
  expect(description).toBe(expected);
  expect(problems.map(({ message }) => message)).toEqual(messages);
});
