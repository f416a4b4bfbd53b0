import { parsePostFile } from 'content-schema/front-matter';
import { listSampleImports, sampleImport } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import {
  importPost,
  readMarkdownFile,
  type ReadableFile,
  type MarkdownFile,
} from './imported-post.ts';
import { createIdSet } from 'content-schema/post-id';

const importOne = (
  { name = '', path = name, bytes, details }: Partial<MarkdownFile>,
  taken: string[] = [],
) => {
  const readable = readMarkdownFile({ name, path, bytes, details });
  return 'id' in readable ? importPost(readable, undefined, createIdSet(taken)) : readable;
};

const imported = (name: string, text: string, path = name): ReadableFile => {
  const result = importOne({ name, path, bytes: Buffer.from(text) });
  if ('message' in result) throw new Error(result.message);
  return result;
};

const fieldsOf = ({ id, text }: ReadableFile) => parsePostFile(text, id);

/** With its picture as the import writes it. */
const inMarkdown = (text: string): string =>
  text.replace(/^\{\{< figure .* >\}\}$/m, '![The pier](/images/pier.jpg "The pier")');

const SAMPLES = await listSampleImports();
const REFUSED = ['empty.md', 'latin1.md'];

test.each(SAMPLES.filter((name) => !REFUSED.includes(name)))(
  '%s is imported without losing lines',
  async (name) => {
    const bytes = await sampleImport(name);
    const text = Buffer.from(bytes).toString();
    const post = imported(name, text);
    expect(post.id).toBe(/^slug: (.*)$/m.exec(text)?.[1] ?? name.replace(/\.md$/, ''));
    let position = 0;
    for (const line of inMarkdown(text)
      .split(/(?<=\n)/)
      .filter((line) => line.trim() !== '---')) {
      // Categories may follow the tags.
      const result = post.text.indexOf(line.trimEnd(), position);
      expect(result, `${JSON.stringify(line)} in ${JSON.stringify(post.text)}`).toBeGreaterThan(-1);
      position = result + line.trimEnd().length;
    }
    const stored = fieldsOf(post);
    const parsed = parsePostFile(inMarkdown(text), post.id);
    const { title, tags, hidden, content, createdAt } = parsed;
    expect(stored).toMatchObject({ title, hidden, content });
    expect(stored.tags).toEqual(expect.arrayContaining([...tags]));
    // Dates can't be added to front matter in JavaScript.
    const isForeign = text.startsWith('---js');
    expect(stored.createdAt).toBe(isForeign ? undefined : createdAt);
    expect(stored.updatedAt).toBe(isForeign ? undefined : (parsed.updatedAt ?? createdAt));
  },
);

test('a file that has all fields is kept byte for byte', async () => {
  for (const name of ['astro-first-frost.md', 'hugo-a-week-of-tides.md']) {
    const sample = Buffer.from(await sampleImport(name)).toString();
    const text = inMarkdown(sample.replace(/^categories: .*\n/m, ''));
    expect(imported(name, text).text).toBe(text);
  }
});

test('the update date comes from the file, else it is the creation date', () => {
  const updateOf = (text: string) => fieldsOf(imported('a.md', text)).updatedAt;
  const NEW_YEAR = '2020-01-01T00:00:00.000Z';
  expect(updateOf('---\ndate: 2019-01-01\nlastmod: 2020-01-01\n---\nText')).toBe(NEW_YEAR);
  expect(updateOf('---\ndate: 2020-01-01\n---\nText')).toBe(NEW_YEAR);
  expect(updateOf('+++\ndate = 2020-01-01\n+++\nText')).toBe(NEW_YEAR);
  expect(updateOf('Text')).toBeUndefined();
  const { createdAt } = fieldsOf(imported('a.md', '---\nupdated: 2020-01-01\n---\nText'));
  expect(createdAt).toBe(NEW_YEAR);
});

test('a file whose front matter cannot be parsed is imported hidden, with a warning', () => {
  const broken = '---\ntitle: Secret: x\ndraft true\n---\nText';
  for (const text of [broken, '---js\n{"draft": true}\n---\nText', '+++\ndraft = yes\n+++\nText']) {
    const post = imported('a.md', text);
    expect(fieldsOf(post)).toMatchObject({ hidden: true, content: 'Text' });
    expect(post.warnings).not.toEqual([]);
  }
  expect(imported('a.md', broken).warnings).toEqual([
    expect.stringMatching(/^Front matter is not valid YAML: .* \(line 2, column 8\)$/),
    'This line of the front matter is not "key: value" (line 3, column 1)',
  ]);
  expect(imported('a.md', '---\ntitle: x\n---\nText').warnings).toEqual([]);
});

test('the title comes from the front matter, else the first heading, else the file name', () => {
  expect(fieldsOf(imported('a.md', '---\ntitle: Front\n---\n# Heading\n')).title).toBe('Front');
  expect(fieldsOf(imported('a.md', 'Text\n\n# Heading\n')).title).toBe('Heading');
  expect(fieldsOf(imported('my-own-name.md', 'Text')).title).toBe('My own name');
  expect(fieldsOf(imported('Über uns.md', 'Text')).title).toBe('Über uns');
  expect(fieldsOf(imported('2024-01-31 A day.md', 'Text')).title).toBe('A day');
  expect(fieldsOf(imported('заметки.md', 'Text')).title).toBe('Заметки');
});

test.each([
  ['2010/04-03-a.md', '2010-04-03'],
  ['blog/2017/05/a.md', '2017-05-01'],
  ['blog/2017/05/02/a/index.md', '2017-05-02'],
  ['blog/2017-05-02-a.md', '2017-05-02'],
  ['2021-01/2017-05/a.md', '2017-05-01'],
  ['blog/2017/a.md', undefined],
  ['blog/2017/13/a.md', undefined],
  ['blog/12345/05/a.md', undefined],
])('a file without a date has that of its path: %s', (path, date) => {
  const post = imported('a.md', '---\ntitle: A\n---\nText', path);
  expect(post.isDatedByPath).toBe(date !== undefined);
  expect(fieldsOf(post).createdAt).toBe(date && `${date}T00:00:00.000Z`);
  const dated = imported('a.md', '---\ndate: 2019-01-01\n---\nText', path);
  expect(dated).toMatchObject({ isDatedByPath: false, file: path });
  expect(fieldsOf(dated).createdAt).toBe('2019-01-01T00:00:00.000Z');
});

test('MDX is imported without its code', () => {
  const post = imported('a.mdx', "---\ntitle: A\n---\n\nimport B from 'b'\n\n<B/> Text\n");
  expect(post).toMatchObject({ id: 'a', text: '---\ntitle: A\n---\n\n<B/> Text\n' });
  const empty = importOne({ name: 'a.mdx', bytes: Buffer.from("import B from 'b'\n") });
  expect(empty).toMatchObject({ message: 'The file has no content' });
});

test('the date comes from the front matter, else the file name, else there is none', () => {
  const dateOf = (name: string, text: string) => fieldsOf(imported(name, text)).createdAt;
  expect(dateOf('2024-01-31-a.md', '---\ndate: 2023-05-06\n---\nText')).toBe(
    '2023-05-06T00:00:00.000Z',
  );
  expect(dateOf('2024-01-31-a.md', 'Text')).toBe('2024-01-31T00:00:00.000Z');
  expect(dateOf('2024-01-31 A b.md', 'Text')).toBe('2024-01-31T00:00:00.000Z');
  expect(dateOf('a.md', 'Text')).toBeUndefined();
});

test('a file name that is not a valid id becomes a readable id', () => {
  expect(imported('Hello World (1).md', 'x').id).toBe('hello-world-1');
  expect(imported('UPPER.MD', 'x').id).toBe('UPPER');
  expect(imported('日本語.md', 'x').id).toMatch(/^post-[a-z0-9]{4}$/);
});

test('a program in the front matter is treated as text, and not run', async () => {
  const post = importOne({ name: 'js.md', bytes: await sampleImport('js-front-matter.md') });
  expect(post).toHaveProperty('id', 'js');
  expect(globalThis).not.toHaveProperty('frontMatterWasExecuted');
});

test('a file that cannot become a post is refused with the reason', async () => {
  const text = Buffer.from('Text');
  const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n';
  const unsafe = ['../a.md', 'a/b.md', 'a\\b.md', '.md', '.git.md', 'a..b.md', 'a\0.md'];
  for (const [message, ...files] of [
    ['Only .md files can be imported', ['a.txt', text]],
    ['The file name is not safe to use', ...unsafe.map((name) => [name, text] as const)],
    ['The file is larger than 1 MB', ['a.md', undefined], ['a.md', Buffer.alloc(2 ** 20 + 1, 'x')]],
    ['The file is not UTF-8 text', ['latin1.md', await sampleImport('latin1.md')]],
    ['The file has no content', ['empty.md', await sampleImport('empty.md')]],
    ['A post with the id "One" exists already', ['One.md', text]],
    [expect.stringMatching(/Git LFS/) as string, ['a.md', Buffer.from(lfs)]],
  ] as const) {
    for (const [name, bytes] of files) {
      expect(importOne({ name, bytes }, ['one'])).toEqual({ file: name, message });
    }
  }
});

test.each([
  ['page:a.md', 'Text', undefined, 'page:a'],
  ['page:a.md', '---\ndate: 2020-01-01\n---\nText', undefined, 'a'],
  ['page:a.md', '---\ntags: [sea]\n---\nText', undefined, 'a'],
  ['page:2020-01-02-a.md', 'Text', undefined, '2020-01-02-a'],
  ['page:a.md', '---\ntags: [sea]\n---\nText', 'page', 'page:a'],
  ['page:a.md', 'Text', 'post', 'a'],
  ['a.md', 'Text', 'page', 'page:a'],
] as const)('%s with %j as a %s becomes %s', (name, text, kind, id) => {
  const path = name.replace('page:', '');
  expect(importOne({ name, path, bytes: Buffer.from(text), details: { kind } })).toMatchObject({
    id,
  });
});

test('a translation has its language, its key and an id of its own', () => {
  const bytes = Buffer.from('---\ntitle: A\nslug: tides\n---\nText');
  const details = { lang: 'ja', translationKey: 'post/tides' };
  const post = importOne({ name: 'tides.ja.md', bytes, details });
  expect(post).toMatchObject({ id: 'tides.ja', fields: details });
  expect(post).toHaveProperty('text', expect.stringContaining('lang: ja\n') as string);
  const again = readMarkdownFile({ name: 'tides.ja.md', path: 'tides.ja.md', bytes, details });
  const stored = {
    text: 'text' in post ? post.text : '',
    fields: parsePostFile('text' in post ? post.text : '', ''),
  };
  expect(
    'id' in again && importPost(again, stored as never, createIdSet(['tides.ja'])),
  ).toMatchObject({
    message: 'Already imported',
  });
});

test('a post without a body comes in, with a warning', () => {
  const post = imported('a.md', '---\ntitle: A\nexternalUrl: https://a.example\n---\n \n');
  expect(post).toMatchObject({ id: 'a', warnings: ['The file has no content'] });
});

test('a file is hidden as its site generator hides it, which is said if it is unclear', () => {
  for (const text of ['---\nstatus: draft\n---\nText', '{"title": "x", "draft": true}\nText']) {
    const post = imported('a.md', text);
    expect(fieldsOf(post)).toMatchObject({ hidden: true, content: 'Text' });
    expect(post.warnings).toEqual([]);
  }
  const unclear = imported('a.md', '---\nstatus: seedling\n---\nText');
  expect(fieldsOf(unclear)).toMatchObject({ hidden: true });
  expect(unclear.warnings).toEqual([
    '"status" does not say "published", so the post is hidden (line 2, column 1)',
  ]);
  const misplaced = imported('a.md', '\n---\ntitle: x\n---\nText');
  expect(misplaced.warnings).toEqual([
    'Front matter does not begin in the first line, so the post is hidden (line 1)',
  ]);
  const later = '---\ndate: 2131-01-01\nexpiryDate: 2131-02-01\n---\nText';
  expect(fieldsOf(imported('a.md', later))).toMatchObject({
    createdAt: '2131-01-01T00:00:00.000Z',
    expiryDate: '2131-02-01T00:00:00.000Z',
  });
  expect(imported('a.md', later).warnings).toEqual([]);
});

test('the metadata that MDX exports becomes front matter', () => {
  const text =
    "import { me } from 'me'\n\nexport const meta = {\n  title: 'It',\n  tags: ['a'],\n}\n\nText\n";
  const post = imported('a.mdx', text);
  expect(post.warnings).toEqual([]);
  expect(post.text).toBe('---\ntitle: It\ntags:\n  - a\nhidden: false\n---\n\nText\n');
  expect(fieldsOf(imported('b.mdx', text.replace("'a'", "'a'],\n  draft: [true"))).hidden).toBe(
    true,
  );
});
