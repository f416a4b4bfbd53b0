import { describe, expect, it } from 'vitest';
import {
  parsePostFile,
  repairFile,
  UneditableFrontMatter,
  writePostFile,
  type PostFields,
} from './front-matter.ts';

const ID = 'some-post';

/** Writes `text` again with `changes` to what it says. */
const edit = (text: string, changes: Partial<PostFields>, id = ID): string =>
  writePostFile(text, { ...parsePostFile(text, id), ...changes }, id);

const without = (text: string, field: 'createdAt' | 'description'): string => {
  const { [field]: _, ...fields } = parsePostFile(text, ID);
  return writePostFile(text, fields, ID);
};

/** A file whose front matter has these lines. */
const headed = (lines: string, body = ''): string => `---\n${lines}\n---\n${body}`;

describe('a new file', () => {
  const fields: PostFields = {
    ...{ title: 'Hello', tags: ['a', 'b c'], hidden: true, content: 'Text' },
    ...{ createdAt: '2024-01-31T10:00:00.000Z', updatedAt: '2024-02-01' },
  };
  const head = (text: string) => /^---\n[^]*?\n---\n/.exec(text)?.[0];

  it('has its keys in a fixed order, a blank line and a final line break', () => {
    expect(writePostFile(undefined, fields, ID)).toBe(
      '---\ntitle: Hello\ntags:\n  - a\n  - b c\nhidden: true\n' +
        'createdAt: 2024-01-31T10:00:00.000Z\nupdatedAt: 2024-02-01\n---\n\nText\n',
    );
  });

  it('leaves out empty fields, except `hidden`, and has a title also above the same heading', () => {
    const post = { title: 'Hello', tags: [], hidden: false };
    const written = '---\ntitle: Hello\nhidden: false\n---\n';
    expect(writePostFile(undefined, { ...post, content: '' }, ID)).toBe(written);
    expect(writePostFile(undefined, { ...post, content: '# Hello' }, ID)).toBe(
      `${written}\n# Hello\n`,
    );
  });

  it('has text that YAML reads as another type, or not at all, in quotes on one line', () => {
    const titles = [
      ...'yes null ~ 12:30 0x1F 2024-01-31 1e3 __proto__ @at - *a &a !t %d --- ? |'.split(' '),
      ...['', ' ', ' space around ', 'two\r\nlines', '---\ntitle: forged\n---', 'x: #\t'],
      ...['nul\0 bell\u0007 next\u0085 line\u2028 mark\uFEFF', `wide${' '.repeat(5000)}gap`],
    ];
    for (const title of titles) {
      const text = writePostFile(undefined, { ...fields, title, tags: [title] }, ID);
      expect(parsePostFile(text, ID), title).toMatchObject({ title, problems: [] });
      expect(text).not.toMatch(/[^\P{C}\n\p{Cn}]|[\u2028\u2029]/u);
      expect(head(text)?.split('\n'), title).toHaveLength(title.trim() === '' ? 7 : 9);
    }
    const long = `${'long '.repeat(400)}end`;
    const text = writePostFile(undefined, { ...fields, title: long, tags: ['12:30', 'no'] }, ID);
    expect(text).toContain(`title: ${long}\ntags:\n  - "12:30"\n  - "no"\n`);
  });
});

describe('an edit', () => {
  const text = `---
# Written by hand
title:   'Hello'  # shown in bold
layout: post

tags:
  - go # the language
  # the field
  - "web dev"
date: 2024-01-31 10:00:00 +0100   # roughly
draft: true
params: { nested: [1, 2,3],   odd:   spacing }
summary: >
  folded
  text

# the end
---
Body without a blank line`;

  it('of the title changes its quotes if the text needs it', () => {
    expect(edit(text, { title: 'a\nb' })).toBe(text.replace("'Hello'", '"a\\nb"'));
  });

  it.each([
    ['summary: Old # c\nexcerpt: Older', ' New\nline ', 'summary: New line # c\nexcerpt: Older'],
    ['title: T', 'New', 'title: T\ndescription: New'],
    ['summary: >\n  On two\n  lines', 'On two lines', 'summary: >\n  On two\n  lines'],
    ['summary: "One\nand two."\ndraft: true', 'Three', 'summary: "Three"\ndraft: true'],
  ])('of the description keeps its key: %j', (before, description, after) => {
    expect(edit(headed(before, 'Text'), { description })).toBe(headed(after, 'Text'));
  });

  it('that removes the description removes all its keys', () => {
    expect(without(headed('summary: Old # c\nexcerpt: Older'), 'description')).toBe('---\n---\n');
  });

  it('of all fields keeps their keys, quotes and comments, and the rest', () => {
    const dates = { createdAt: '2025-01-01', updatedAt: '2025-01-02' };
    const fields = { title: "It's", tags: ['golang', 'web dev'], hidden: false, content: 'New' };
    expect(edit(text, { ...fields, ...dates })).toBe(
      text
        .replace("'Hello'", "'It''s'")
        .replace('- go #', '- golang #')
        .replace('2024-01-31 10:00:00 +0100', '2025-01-01')
        .replace('draft: true', 'draft: false')
        .replace('# the end\n', '# the end\nupdatedAt: 2025-01-02\n')
        .replace('Body without a blank line', 'New'),
    );
  });
});

describe('the aliases of a post', () => {
  it.each([
    ['---\ntitle: x\naliases:\n  - /a/ # old\nother: 1\n---\n', '  - /a/ # old\n', '  - /b\n'],
    ["---\r\naliases:\r\n- '/a/'\r\nother: 1\r\n---\r\n", "- '/a/'\r\n", "- '/b'\r\n"],
    ['---\nredirect_from: [ "/a/" ]\n---\n', '[ "/a/"', ', "/b"'],
    ['+++\naliases = ["/a/"]\ntitle = "x"\n+++\n', '["/a/"', ', "/b"'],
    ['{\n  "aliases": ["/a/"],\n  "title": "x"\n}\n', '["/a/"', ', "/b"'],
    ['Title: x\nAliases: /a/\nDate: 2024-01-31\n\nText', 'Aliases: /a/', ', /b'],
  ])('are added to in the style of %j', (text, before, added) => {
    expect(parsePostFile(text, ID).aliases).toEqual(['/a/']);
    const edited = edit(text, { aliases: ['/a/', '/b'] });
    expect(edited).toBe(text.replace(before, () => before + added));
    expect(parsePostFile(edited, ID).aliases).toEqual(['/a/', '/b']);
  });

  it.each([
    ['---\naliases: /a, b/\ntitle: x\n---\n', 'aliases: /a, b/', 'aliases: ["/a, b/", /b]'],
    ['+++\naliases = "/a, b/"\n+++\n', '"/a, b/"', '[ "/a, b/", "/b" ]'],
  ])('become a list where %j has one text', (text, before, after) => {
    expect(parsePostFile(text, ID).aliases).toEqual(['/a, b/']);
    expect(edit(text, { aliases: ['/a, b/', '/b'] })).toBe(text.replace(before, after));
  });

  it.each([
    ['---\ntitle: x\n---\nText', '---\ntitle: x\naliases:\n  - /b\n---\nText'],
    ['---\naliases:\ntitle: x\n---\n', '---\naliases:\n  - /b\ntitle: x\n---\n'],
    ['---\naliases: []\nredirect_from:\n---\n', '---\naliases: [/b]\nredirect_from:\n---\n'],
    ['---\nredirect_from:\n---\n', '---\nredirect_from:\n  - /b\n---\n'],
    ['+++\ntitle = "x"\n+++\n', '+++\ntitle = "x"\naliases = [ "/b" ]\n+++\n'],
    ['# Title\n', '---\naliases:\n  - /b\n---\n\n# Title\n'],
  ])('are added to %j', (text, after) => {
    expect(parsePostFile(text, ID)).not.toHaveProperty('aliases');
    expect(edit(text, { aliases: ['/b'] })).toBe(after);
  });

  it('are reported when they are no list of texts', () => {
    const { aliases, problems } = parsePostFile('---\naliases: { a: b }\n---\n', ID);
    expect(aliases).toBeUndefined();
    expect(problems).toMatchObject([{ message: '"aliases" could not be read' }]);
  });
});

describe('a plan that can not be read', () => {
  const unclear = '---\ntitle: x\ndraft: false\npublishDate: 01.12.2027 # or so\n---\n';

  it('still hides the post after another edit, and is corrected under its key', () => {
    const edited = edit(unclear, { title: 'Other' });
    expect(edited).toBe(unclear.replace('title: x', 'title: Other'));
    expect(parsePostFile(edited, ID).hidden).toBe(true);
    const publishDate = '2027-12-01T00:00:00.000Z';
    const corrected = parsePostFile(edit(unclear, { publishDate }), ID);
    expect(corrected).toMatchObject({ hidden: true, publishDate, problems: [] });
    const shown = edit(unclear, { publishDate, hidden: false });
    expect(shown).toBe(unclear.replace('01.12.2027', publishDate));
  });

  it('is removed when the post is shown without one', () => {
    const both = unclear.replace('---\n', '---\nexpiryDate: 2027\n');
    expect(edit(both, { hidden: false })).toBe('---\ntitle: x\ndraft: false\n---\n');
  });
});

const tagged = (source: string) => headed(`title: x\ntags:${source}\nother: 1`);

it.each([
  [' [ a,b ]', ['c', 'a', 'b'], ' [ c,a,b ]'],
  [' ["a", "b"]', ['a', 'c'], ' ["a", "c"]'],
  [" ['a'] # few", ['a', 'c: d'], " ['a', 'c: d'] # few"],
  [' [ a, b, c ]', ['a', 'c'], ' [ a, c ]'],
  [' [a, b]', [], ' []'],
  [' []', ['a', 'b, c'], ' [a, "b, c"]'],
  [' [\n    a,\n    b,\n  ]', ['a', 'b', 'c'], ' [\n    a,\n    b,\n    c,\n  ]'],
  [' [a, # first\n  b]', ['a', 'x', 'b'], ' [a, # first\n  x,\n  b]'],
  ['\n- a\n- b', ['a', 'c'], '\n- a\n- c'],
  ['\n    - "a"', ['a', 'c'], '\n    - "a"\n    - "c"'],
  [' # none yet', ['a', 'b'], ' # none yet\n  - a\n  - b'],
  ['', ['a'], '\n  - a'],
  [' ~', ['a'], ' [a]'],
  [' a, b', ['a', 'c'], ' a, c'],
  [' "a, b"', ['b'], ' "b"'],
  [' a, b', ['a, b'], ' ["a, b"]'],
  [' a', [], ' ""'],
  [' {a: 1}', ['b'], ' [b]'],
])('the format of the tags %j is kept', (before, tags, after) => {
  expect(edit(tagged(before), { tags })).toBe(tagged(after));
});

describe('the keys of a field', () => {
  it.each([
    ['draft: false', true, 'draft: true'],
    ['published: true', true, 'published: false'],
    ['draft: yes', false, 'draft: false'],
    ['draft:', true, 'draft: true'],
    ['hidden: true\ndraft: true', false, 'hidden: false\ndraft: false'],
    ['hidden: false\npublished: false', false, 'hidden: false\npublished: true'],
    ['published: 2024-01-31', true, 'published: 2024-01-31\nhidden: true'],
  ])('with %j, hidden = %s becomes %j', (before, hidden, after) => {
    expect(edit(headed(before), { hidden })).toBe(headed(after));
  });

  it.each([
    ['pubDate: "Jun 19 2024"', 'pubDate: "2025-05-06"'],
    ['date:', 'date: 2025-05-06'],
    ['date: # later', 'date: 2025-05-06 # later'],
    ['date: someday', 'date: someday\ncreatedAt: 2025-05-06'],
    ['createdAt: someday', 'createdAt: 2025-05-06'],
    ['createdAt: soon\ndate: 2024-01-31', 'createdAt: soon\ndate: 2025-05-06'],
  ])('with %j, a new date becomes %j', (before, after) => {
    expect(edit(headed(before), { createdAt: '2025-05-06' })).toBe(headed(after));
  });

  it('of a later update is the one that exists', () => {
    for (const key of ['lastmod', 'updated', 'updatedDate', 'last_modified_at', 'updatedAt']) {
      const text = headed(`${key}: 2024-01-31`);
      expect(edit(text, { updatedAt: '2025-05-06' })).toBe(headed(`${key}: 2025-05-06`));
    }
  });

  it('include a date that is in the file name only if it differs', () => {
    const dated = (createdAt: string) => edit(headed('title: x'), { createdAt }, '2024-01-31-x');
    expect(dated('2024-01-31')).toBe(headed('title: x'));
    expect(dated('2024-02-01')).toBe(headed('title: x\ncreatedAt: 2024-02-01'));
  });

  it.each<[changes: Partial<PostFields>, after: string, content: string]>([
    [{ hidden: false }, 'draft: false', '# Heading'],
    [{ content: '# Other' }, 'draft: true\ntitle: Heading', '# Other'],
    [{ content: '# Other', title: 'Other' }, 'draft: true', '# Other'],
  ])('include a derived title only if it differs: %j', (changes, after, content) => {
    const text = headed('draft: true', '# Heading\n');
    expect(edit(text, changes)).toBe(headed(after, `${content}\n`));
  });
});

describe('unusual YAML', () => {
  it.each([
    ['---\n---\n', '---\ntitle: New\n---\n'],
    ['---\n---', '---\ntitle: New\n---'],
    ['---\ntitle: x\n...\n---\n', '---\ntitle: New\n...\n---\n'],
    ...[
      ['# only this', '# only this\ntitle: New'],
      ['\n', '\n\ntitle: New'],
      ['  a: 1', '  a: 1\n  title: New'],
      ['"title": x', '"title": New'],
      ['? title\n: x', '? title\n: New'],
      ['{title: A,   tags: [a]} # c', '{title: New,   tags: [a]} # c'],
      ['{tags: [a,  b]} # c', '{tags: [a,  b], title: New} # c'],
      ['title: # comment', 'title: New # comment'],
      ['title: > # why\n  a\n  b\n\na: 1', 'title: New # why\n\na: 1'],
      ['title: |-\n  a\na: 1', 'title: New\na: 1'],
      ['a: &t A\ntitle: *t', 'a: &t A\ntitle: New'],
      ['title: &t A\na: 1', 'title: &t New\na: 1'],
      ['title: [1]\na: 1', 'title: New\na: 1'],
      ['__proto__:\n  a: 1\ntitle: x', '__proto__:\n  a: 1\ntitle: New'],
    ].map(([before = '', after = '']) => [headed(before), headed(after)]),
  ])('keeps as much as possible of %j', (text, edited) => {
    expect(edit(text, { title: 'New' })).toBe(edited);
  });

  it('replaces an alias of a changed value by the old value', () => {
    const text = '---\ntags: [&main go, web]\ncategory: *main\n---\n';
    const edited = edit(text, { tags: ['css'] });
    expect(edited).toMatch(/^category: go$/m);
    expect(parsePostFile(edited, ID).tags).toEqual(['css']);
  });
});

describe('the body', () => {
  const HEAD = '---\ntitle: x\n---\n';

  it.each([
    ['\nold\n', 'new', '\nnew\n'],
    ['old\n', 'new', 'new\n'],
    ['', 'new', '\nnew\n'],
    ['\nold\n', '', ''],
    ['old\n', '\nnew', '\n\nnew\n'],
    ['old', 'new\n', 'new\n\n'],
    ['\nold\n', '---\ntitle: y\n---\n', '\n---\ntitle: y\n---\n\n'],
    ['\nold\n', 'ends with \r', '\nends with \r\r\n'],
  ])('%j with the content %j becomes %j', (before, content, after) => {
    const edited = edit(HEAD + before, { content });
    expect(edited).toBe(HEAD + after);
    expect(parsePostFile(edited, ID).content).toBe(content);
  });

  it('keeps CRLF when a browser sends LF', () => {
    const text = '---\r\ntitle: x\r\n---\r\n\r\none\r\ntwo\r\n';
    expect(edit(text, { content: 'one\ntwo' })).toBe(text);
    expect(edit(text, { content: 'one\ntwo\nthree' })).toBe(`${text}three\r\n`);
    const edited = edit(text, { title: 'New', tags: ['a'] });
    expect(edited).toBe(text.replace('x\r\n', 'New\r\ntags:\r\n  - a\r\n'));
  });

  it.each([
    ['one\n\ntwo!\nnew\nthree\n\nfour', '\none\r\n\r\ntwo!\nnew\nthree\r\n\r\nfour\n'],
    ['one\n\nthree!\n\nfour', '\none\r\n\r\nthree!\n\r\nfour\n'],
    ['zero\none\n\ntwo\nthree\n\nfour', '\nzero\r\none\r\n\r\ntwo\nthree\r\n\r\nfour\n'],
    ['ONE\n\ntwo\nthree\r\n\nfour', '\nONE\n\ntwo\nthree\r\n\nfour\n'],
    ['one\n\ntwo\nthree\n\nfour\nfive', '\none\r\n\r\ntwo\nthree\r\n\r\nfour\nfive\n'],
  ])('keeps the line break of each unchanged line if they are mixed: %j', (content, after) => {
    const head = '---\r\ntitle: x\r\n---\r\n';
    const text = `${head}\none\r\n\r\ntwo\nthree\r\n\r\nfour\n`;
    expect(edit(text, { content })).toBe(head + after);
  });

  it('keeps the byte order mark of the file', () => {
    expect(edit('\uFEFF---\ntitle: x\n---\n', { title: 'New' })).toBe(
      '\uFEFF---\ntitle: New\n---\n',
    );
    expect(edit('\uFEFFplain\n', { hidden: true })).toBe('\uFEFF---\nhidden: true\n---\n\nplain\n');
  });
});

describe('a file without front matter', () => {
  it('stays without it if only the content changes', () => {
    expect(edit('# Title\n\ntext\n', { content: '# Title\n\nnew' })).toBe('# Title\n\nnew\n');
    expect(edit('text', { content: 'new' })).toBe('new');
  });

  it('gets front matter with only the field that is set', () => {
    expect(edit('\n# Title\r\ntext', { tags: ['a'] })).toBe(
      '---\ntags:\n  - a\n---\n\n\n# Title\r\ntext',
    );
    const edited = edit('# Title\n\ntext\n', {
      content: '# Title\n\nnew',
      updatedAt: '2025-05-06',
    });
    expect(edited).toBe('---\nupdatedAt: 2025-05-06\n---\n\n# Title\n\nnew\n');
  });

  it('gets front matter if its content looks like front matter', () => {
    const content = '---\ntitle: y\n---\ntext';
    const edited = edit('text\n', { content });
    expect(edited).toBe(`---\n---\n\n${content}\n`);
    expect(parsePostFile(edited, ID)).toMatchObject({ content, title: 'Some post' });
  });
});

describe('front matter that can not be read', () => {
  const FILES = [
    '---js\nprocess.exit(1)\n---\n\nbody\n',
    '---coffee\ntitle: "x"\n---\nbody',
    '+++\ntitle = x\n+++\nbody\n',
    `---\n${'a: 1\n'.repeat(20_000)}---\nbody\n`,
  ];

  it.each(FILES)('gets no second front matter (%#)', (text) => {
    expect(edit(text, {})).toBe(text);
    for (const change of [{ title: 'New' }, { tags: ['a'] }, { hidden: false }]) {
      expect(() => edit(text, change)).toThrow(UneditableFrontMatter);
    }
    expect(edit(text, { content: 'new', updatedAt: '2025-05-06' })).toBe(
      text.replace('body', 'new'),
    );
  });

  it('can be repaired in the text if it is not closed', () => {
    const text = '---\ntitle: never closed\n\nbody\n';
    expect(edit(text, {})).toBe(text);
    expect(() => edit(text, { title: 'New' })).toThrow('Front matter has no closing line "---"');
    expect(edit(text, { content: headed('title: x', '\nbody') })).toBe(
      headed('title: x', '\nbody\n'),
    );
  });
});

describe('front matter that is not valid YAML', () => {
  const text = `---
title: Note 01: the lamp
tags: # two
  - a # the first
  - b
layout: post: wide
draft: false
---

body
`;

  it('is edited only in the changed lines', () => {
    expect(edit(text, {})).toBe(text);
    expect(edit(text, { title: 'Note 02: the door' })).toBe(
      text.replace('Note 01: the lamp', '"Note 02: the door"'),
    );
    const crlf = (all: string) => all.replaceAll('\n', '\r\n');
    const fields = { tags: ['A!', 'b'], hidden: true, updatedAt: '2025-05-06', content: 'new' };
    expect(edit(crlf(text), fields)).toBe(
      crlf(
        text
          .replace('- a', '- A!')
          .replace('draft: false\n', 'draft: true\nupdatedAt: 2025-05-06\n')
          .replace('body', 'new'),
      ),
    );
  });

  it('is edited line by line if a list is not valid YAML either', () => {
    const broken = '---\ntitle: x: y\ntags: [a, b\n---\n';
    expect(edit(broken, { tags: ['a', 'c: d'] })).toBe(
      '---\ntitle: x: y\ntags: [a, "c: d"]\nhidden: true\n---\n',
    );
  });

  it('throws for an edit of an unreadable value', () => {
    const unclear = '---\ntitle: x: y\ndraft true\n---\n\nbody\n';
    expect(edit(unclear, { title: 'New', content: 'new' })).toBe(
      '---\ntitle: New\ndraft true\n---\n\nnew\n',
    );
    expect(() => edit(unclear, { hidden: false })).toThrow(
      'This line of the front matter is not "key: value"',
    );
    expect(edit(unclear, { hidden: true })).toBe(unclear);
    const nested = '---\ntitle: x: y\n  draft: true\n---\n';
    expect(() => edit(nested, { hidden: false })).toThrow(UneditableFrontMatter);
  });

  it('is repaired by an edit of the invalid line', () => {
    const healed = edit('---\ntitle: x: y\n---\n', { title: 'x: z' });
    expect(parsePostFile(healed, ID)).toMatchObject({ title: 'x: z', problems: [] });
  });
});

describe('front matter in TOML', () => {
  const text = `+++
# by hand
title = 'First'  # shown in bold
date = 2024-01-14T07:07:07+01:00
draft = true
tags = [
  "red", # warm
  "blue",
]
summary = """
title = "no"
"""

[extra]
draft = 1
+++

body
`;

  it('is edited as TOML', () => {
    const now = '2025-05-06T10:00:00.000Z';
    const fields = { title: 'It\'s "new"', tags: ['red', 'green'], hidden: false, content: 'new' };
    expect(edit(text, { ...fields, createdAt: now, updatedAt: now })).toBe(
      text
        .replace("'First'", '"It\'s \\"new\\""')
        .replace('draft = true', 'draft = false')
        .replace('blue', 'green')
        .replace('2024-01-14T07:07:07+01:00', now)
        .replace('"""\n\n[extra]', `"""\nupdated = ${now}\n\n[extra]`)
        .replace('body', 'new'),
    );
    expect(edit(text, { tags: ['x', 'blue', 'red'] })).toBe(
      text.replace('  "red", # warm\n  "blue",\n', '  "x",\n  "blue",\n  "red", # warm\n'),
    );
  });

  it('keeps CRLF and dates in quotes', () => {
    const crlf = '+++\r\ndate = "2024-01-14"\r\n+++\r\nbody\r\n';
    expect(edit(crlf, { createdAt: '2025-05-06', title: 'x', hidden: true })).toBe(
      '+++\r\ndate = "2025-05-06"\r\ntitle = "x"\r\ndraft = true\r\n+++\r\nbody\r\n',
    );
  });

  it('keeps the comment above a key that is removed', () => {
    const dated = '+++\n# when\ndate = 2024-01-14T07:07:07+01:00 # c\ntitle = "x"\n+++\n';
    expect(without(dated, 'createdAt')).toBe('+++\n# when\ntitle = "x"\n+++\n');
    const long = '+++\ndescription = """\nA\nB"""\ntitle = "x"\n+++\n';
    expect(without(long, 'description')).toBe('+++\ntitle = "x"\n+++\n');
  });

  it('has its tags in the taxonomies of Zola', () => {
    const zola = '+++\ntitle = "x"\n[taxonomies]\ntags = ["a"] # c\ncategories = ["b"]\n+++\n';
    expect(edit(zola, { tags: ['a', 'c'] })).toBe(zola.replace('["a"]', '["a", "c"]'));
    const bare = '+++\ntitle = "x"\n[taxonomies]\nauthors = ["b"]\n+++\n';
    expect(edit(bare, { tags: ['a'] })).toBe(bare.replace('["b"]\n', '["b"]\ntags = ["a"]\n'));
  });

  it('throws for an edit that its layout does not allow', () => {
    const dotted = '+++\ntitle."en" = "x"\n+++\nbody\n';
    expect(() => edit(dotted, { title: 'New' })).toThrow(
      'The front matter cannot be edited without losing some of it',
    );
    expect(edit(dotted, { content: 'new' })).toBe(dotted.replace('body', 'new'));
  });

  it('is edited beside a value with thousands of #', () => {
    const hashes = `+++\na = "${'#'.repeat(10_000)}" # c\ntitle = "x"\n+++\nbody\n`;
    expect(edit(hashes, { title: 'y' })).toBe(hashes.replace('"x"', '"y"'));
  });
});

it.each([
  ['tags: embedded nerves', ['embedded', 'nerves', 'x'], 'tags: embedded nerves x'],
  ['tags: embedded nerves', ['embedded', 'web dev'], 'tags: embedded, web dev'],
  ['tags: embedded nerves', ['web dev'], 'tags: [web dev]'],
  ['tags:\ncategories: [a]', ['a', 'b'], 'tags:\ncategories: [a, b]'],
  ['tags:\n  - a\ncategories: [b]', [], 'tags: []\ncategories: [b]'],
  ['taxonomy:\n  tag: [a]\n  x: 1', ['b'], 'taxonomy:\n  tag: [b]\n  x: 1'],
  ['taxonomy:\n    tag:\n        - a # c', ['b'], 'taxonomy:\n    tag:\n        - b # c'],
  ['taxonomy: { tag: [a] }', ['a', 'b'], 'taxonomy: { tag: [a, b] }'],
  ['tags:\n  # on b\n  - b # why b', ['B2'], 'tags:\n  # on b\n  - B2 # why b'],
  ['tags:\n  - a\n\n  # on c\n  - c', ['a', 'C2'], 'tags:\n  - a\n\n  # on c\n  - C2'],
  ['tags: [a, b, # why b\n  c]', ['a', 'B2', 'c'], 'tags: [a, B2, # why b\n  c]'],
  ['tags:\n  - a # one\n  - b # two', ['X', 'a'], 'tags:\n  - X\n  - a # one'],
  ['tags:\n  - a # 1\n  # 2\n  - b', ['b', 'a'], 'tags:\n  # 2\n  - b\n  - a # 1'],
  ['tags:\n  - a # 1\n  # 2\n  - b', ['b'], 'tags:\n  # 2\n  - b'],
  ['tags:\n  - a # 1\n  # 2\n  - b', [], 'tags:'],
  ['tags:\n  - apple # one\n  - b', ['b', 'apples'], 'tags:\n  - b\n  - apples # one'],
])('tags are edited under their own key: %j', (before, tags, after) => {
  const text = `---\ntitle: x\n${before}\n---\n`;
  expect(edit(text, { tags })).toBe(text.replace(before, after));
});

it.each([
  ['status: draft # c', 'status: published # c'],
  ['visibility: private', 'visibility: public'],
  ['publish: false', 'publish: true'],
  ['_build:\n  render: never\n  list: never', '_build:\n  render: always\n  list: never'],
  ['title: x\npermalink: false', 'title: x'],
  ['title: x\npassword: secret', 'title: x'],
  ['status: seedling', 'status: seedling\nhidden: false'],
  ['b: &b {draft: true}\n<<: *b\ntitle: x', 'b: &b {draft: true}\n<<: *b\ntitle: x\ndraft: false'],
  ['summary: "One\nand two."\ndraft: true # c', 'summary: "One\nand two."\ndraft: false # c'],
])('a post that another site generator hides is shown by its own key: %j', (before, after) => {
  expect(edit(headed(before, 'body\n'), { hidden: false })).toBe(headed(after, 'body\n'));
});

describe('front matter in other languages', () => {
  const fields = { title: 'New: "title"', tags: ['a', 'b c'], hidden: true };

  it.each([
    [
      '{\n  "title": "x", // c\n  "tags": ["a"],\n  "draft": false,\n  "x": {"y": 1}\n}\n\nbody\n',
      '{\n  "title": "New: \\"title\\"", // c\n  "tags": ["a", "b c"],\n  "draft": true,\n  "x": {"y": 1}\n}\n\nbody\n',
    ],
    [
      ';;;\n"title": "x"\n;;;\nbody\n',
      ';;;\n"title": "New: \\"title\\"",\n"tags": [\n  "a",\n  "b c"\n],\n"hidden": true\n;;;\nbody\n',
    ],
    [
      'Title: x\nAuthor: Me\n    and you\n\nbody\n',
      'Title: New: "title"\nAuthor: Me\n    and you\ntags: a, b c\nstatus: draft\n\nbody\n',
    ],
    [
      'title: x\nStatus: published\nTags: a, c\n---\nbody\n',
      'title: New: "title"\nStatus: draft\nTags: a, b c\n---\nbody\n',
    ],
  ])('is edited as it is, with no second one above it: %j', (text, edited) => {
    const post = parsePostFile(text, 'id');
    const written = writePostFile(text, { ...post, ...fields }, 'id');
    expect(parsePostFile(written, 'id')).toMatchObject({ ...fields, content: 'body' });
    expect(written).toBe(edited);
    expect(writePostFile(written, { ...post, ...fields, hidden: false }, 'id')).toMatch(
      /false|published/,
    );
  });

  it('is refused if a line has no place for a title of two lines', () => {
    const text = 'Title: x\n\nbody\n';
    const post = { ...parsePostFile(text, 'id'), title: 'a\nb' };
    expect(() => writePostFile(text, post, 'id')).toThrow(UneditableFrontMatter);
  });
});

describe('front matter that is read although it is not valid YAML', () => {
  const file = (head: string) => headed(head, 'Body\n');

  it('is written properly without changing what it says', () => {
    const head = '# mine\ntitle: Note 01: the lamp # 2\ntags:\n  - a\nsummary: "x\ny"\nby: @ada';
    const text = repairFile(file(head)) ?? '';
    expect(text).toBe(
      file('# mine\ntitle: "Note 01: the lamp # 2"\ntags:\n  - a\nsummary: "x\n  y"\nby: "@ada"'),
    );
    const before = parsePostFile(file(head), 'id');
    expect(parsePostFile(text, 'id')).toMatchObject({
      ...before,
      problems: [],
      contentStart: text.indexOf('Body'),
    });
    expect(
      before.problems.map(({ message, line, repairable }) => [message, line, repairable]),
    ).toEqual([
      ['“title” has a colon and is not in quotes. It is read as “Note 01: the lamp # 2”', 3, true],
      ['“by” is not in quotes, which it needs. It is read as “@ada”', 8, true],
    ]);
  });

  it.each(['title: "Never closed', 'title: a: b\ntags: [a, b', 'title: A', 'title: a: b\n- x'])(
    'stays as it is where that would need a guess: %j',
    (head) => expect(repairFile(file(head))).toBeUndefined(),
  );
});
