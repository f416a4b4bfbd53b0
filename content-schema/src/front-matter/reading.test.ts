import { describe, expect, it } from 'vitest';
import { liftFrontMatter, parsePostFile } from '../front-matter.ts';

const parse = (text: string, id = 'some-post') => {
  const { contentStart, ...post } = parsePostFile(text, id);
  expect(text.startsWith(post.content, contentStart)).toBe(true);
  return post;
};

describe('posts of other site generators', () => {
  it('reads a post of Jekyll', () => {
    const text = [
      '---',
      'layout: post',
      'title:  "Welcome to Jekyll!"',
      'date:   2015-11-17 16:16:01 -0600',
      'categories: jekyll update',
      'tags: ruby, static sites',
      'published: false',
      '---',
      '',
      'You’ll find this post in your `_posts` directory.',
      '',
    ].join('\n');

    expect(parse(text, '2015-11-17-welcome-to-jekyll')).toEqual({
      title: 'Welcome to Jekyll!',
      tags: ['ruby', 'static sites'],
      hidden: true,
      createdAt: '2015-11-17T16:16:01-06:00',
      content: 'You’ll find this post in your `_posts` directory.',
      warnings: [],
    });
  });

  it('reads a post of Hugo', () => {
    const text = [
      '---',
      'title: "My First Post"',
      'date: 2022-11-20T09:03:20-08:00',
      'lastmod: 2022-11-21',
      'draft: true',
      'tags: [go, "web dev"]',
      'params:',
      '  author: John Smith',
      '---',
      '## Introduction',
    ].join('\n');

    expect(parse(text)).toEqual({
      title: 'My First Post',
      tags: ['go', 'web dev'],
      hidden: true,
      createdAt: '2022-11-20T09:03:20-08:00',
      updatedAt: '2022-11-21',
      content: '## Introduction',
      warnings: [],
    });
  });

  it('reads a post of Astro', () => {
    const text = [
      '---',
      "title: 'Markdown Style Guide'",
      "description: 'Here is a sample.'",
      "pubDate: 'Jun 19 2024'",
      "updatedDate: 'Jul 1 2024'",
      "heroImage: '../../assets/blog-placeholder-1.jpg'",
      '---',
      '',
      'Text',
    ].join('\n');

    expect(parse(text)).toMatchObject({
      title: 'Markdown Style Guide',
      createdAt: '2024-06-19',
      updatedAt: '2024-07-01',
      hidden: false,
      tags: [],
    });
  });

  it('reads a post of Eleventy', () => {
    const text = [
      '---',
      'title: This is my first post.',
      'date: 2018-05-01',
      'tags:',
      '  - another tag',
      '  - posts with two tags',
      '---',
      '<!-- excerpt -->',
      '',
      'Leverage agile frameworks.',
    ].join('\n');

    expect(parse(text)).toMatchObject({
      title: 'This is my first post.',
      createdAt: '2018-05-01',
      tags: ['another tag', 'posts with two tags'],
      content: '<!-- excerpt -->\n\nLeverage agile frameworks.',
    });
  });
});

describe('what front matter does not say', () => {
  it('takes the title from the first heading, as plain text', () => {
    expect(parse('Intro\n\n## The *first* [heading](/x)\n\n# Second\n').title).toBe(
      'The first heading',
    );
  });

  it('takes no title from code', () => {
    expect(parse('```sh\n# not a heading\n```\n\nHeading\n=======\n').title).toBe('Heading');
  });

  it.each([
    ['my-first-post', 'My first post'],
    ['2024-01-31-hello--world', 'Hello world'],
    ['snake_case_name', 'Snake case name'],
    ['2024-01-31', '2024-01-31'],
    ['---', '---'],
    ['Übersicht', 'Übersicht'],
  ])('without a heading, the file name %s gives the title %s', (id, title) => {
    expect(parse('no heading', id).title).toBe(title);
  });

  it('takes the date from the file name, unless a key gives one', () => {
    expect(parse('x', '2024-01-31-hello').createdAt).toBe('2024-01-31');
    expect(parse('---\ndate: 2023-05-06\n---\n', '2024-01-31-hello').createdAt).toBe('2023-05-06');
    expect(parse('x', '2024-02-31-hello')).not.toHaveProperty('createdAt');
  });

  it('reads an empty title as a title, and no value as none', () => {
    expect(parse('---\ntitle: ""\n---\n# Heading').title).toBe('');
    expect(parse('---\ntitle:\n---\n# Heading').title).toBe('Heading');
  });
});

describe('values', () => {
  it('takes numbers and booleans as the text that is written', () => {
    expect(parse('---\ntitle: 007\ntags: [1.10, true, 2024-01-31]\n---\n')).toMatchObject({
      title: '007',
      tags: ['1.10', 'true', '2024-01-31'],
    });
  });

  it('reads one tag, tags with commas and tags with space around them', () => {
    expect(parse('---\ntags: solo\n---\n').tags).toEqual(['solo']);
    expect(parse('---\ntags: " a , b,, c "\n---\n').tags).toEqual(['a', 'b', 'c']);
    expect(parse('---\ntags: [" a ", "", ~, "b, c"]\n---\n').tags).toEqual(['a', 'b, c']);
  });

  it('reads a folded title without the line break that ends it', () => {
    expect(parse('---\ntitle: >\n  Two\n  lines\n---\n').title).toBe('Two lines');
  });

  it('follows aliases', () => {
    const text = '---\nname: &name Ada\ntitle: *name\ntags: [*name, b]\n---\n';
    expect(parse(text)).toMatchObject({ title: 'Ada', tags: ['Ada', 'b'] });
  });

  it.each([
    ['hidden: true', true],
    ['hidden: false', false],
    ['draft: true', true],
    ['draft: yes', true],
    ['published: false', true],
    ['published: true', false],
    ['hidden: false\ndraft: true', true],
    ['hidden:', false],
  ])('reads %s', (line, hidden) => {
    expect(parse(`---\n${line}\n---\n`).hidden).toBe(hidden);
  });

  it('leaves a date out that is none, and tells so', () => {
    const post = parse('---\ntitle: x\ndate: next week\n---\n');
    expect(post).not.toHaveProperty('createdAt');
    expect(post.warnings).toEqual(['"date" could not be read']);
  });

  it('takes the first of several dates that can be read', () => {
    expect(parse('---\ncreatedAt: soon\ndate: 2024-01-31\n---\n').createdAt).toBe('2024-01-31');
  });

  it('keeps keys like __proto__ to themselves', () => {
    const text = '---\n__proto__:\n  hidden: true\n  title: no\nconstructor: x\n---\n# Heading';
    expect(parse(text)).toMatchObject({ title: 'Heading', hidden: false, warnings: [] });
    expect({}).not.toHaveProperty('hidden');
  });
});

describe('the content', () => {
  it.each([
    ['---\ntitle: x\n---\n\nbody\n', 'body'],
    ['---\ntitle: x\n---\nbody\n', 'body'],
    ['---\ntitle: x\n---\nbody', 'body'],
    ['---\ntitle: x\n---\n\n\nbody\n\n', '\nbody\n'],
    ['---\ntitle: x\n---', ''],
    ['---\ntitle: x\n---\n', ''],
    ['---\ntitle: x\n---\n\n', ''],
    ['---\ntitle: x\n--- \t\nbody', 'body'],
    ['---\r\ntitle: x\r\n---\r\n\r\na\r\nb\r\n', 'a\r\nb'],
    ['--- yaml\ntitle: x\n---\nbody', 'body'],
    ['\uFEFF---\ntitle: x\n---\nbody', 'body'],
    ['---\n---\nbody', 'body'],
    ['---\n# a comment\n---\nbody', 'body'],
    ['\n\nbody\n', '\n\nbody'],
    ['', ''],
  ])('of %j is %j', (text, content) => {
    expect(parse(text)).toMatchObject({ content, warnings: [] });
  });
});

describe('front matter that is not read', () => {
  const unread: [reason: string, text: string][] = [
    ['only YAML is read', '---js\nprocess.exit(1)\n---\nbody'],
    ['only YAML is read', '---javascript\nprocess.exit(1)\n---\nbody'],
    ['only YAML is read', '---json\n{"title": "x"}\n---\nbody'],
    ['only YAML is read', '---coffee\ntitle: "x"\n---\nbody'],
    ['only YAML is read', '---toml\ntitle = "x"\n---\nbody'],
    ['only YAML is read', '---constructor\ntitle: x\n---\nbody'],
    ['only YAML is read', '---__proto__\ntitle: x\n---\nbody'],
    ['no line of three dashes closes it', '---\ntitle: x\n\nbody'],
    ['no line of three dashes closes it', '---\ntitle: x\n----\nbody'],
    ['it is not a mapping of keys to values', '---\n- a\n- b\n---\nbody'],
    ['it is not a mapping of keys to values', '---\nJust text\n---\nbody'],
    ['Map keys must be unique at line 3, column 1', '---\ntitle: x\ntitle: y\n---\nbody'],
    ['it is longer than 65536 characters', `---\n${'a: 1\n'.repeat(20_000)}---\nbody`],
    ['it has too wide a gap', `---\ntitle: x${'\n'.repeat(5000)}---\nbody`],
  ];

  it.each(unread)('stays in the content, because %s (%#)', (reason, text) => {
    const post = parse(text, 'the-file');
    expect(post).toMatchObject({ content: text, tags: [], hidden: false });
    expect(post.warnings).toEqual([`Front matter was not read: ${reason}`]);
  });

  it('is refused at once, however many blank lines there are', () => {
    for (const gap of ['\n', ' \n', `${' '.repeat(300)}\n`, '\r\n', `${'\n'.repeat(199)}a: 1\n`]) {
      const text = `---\ntitle: x\n${gap.repeat(Math.floor(60_000 / gap.length))}---\nbody`;
      expect(parse(text).content).toContain('body');
    }
  });

  it('runs nothing, however JavaScript is spelt', () => {
    for (const name of ['js', 'javascript', 'JS', 'JavaScript', ' js ']) {
      parse(`---${name}\nglobalThis.wasRun = true\n---\n`);
      parse(`---${name}\n{title: (globalThis.wasRun = true)}\n---\n`);
    }
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it('reads broken YAML the same way every time', () => {
    const text = '---\ntitle: [a\n---\nbody';
    expect(parse(text)).toEqual(parse(text));
    expect(parse(text).warnings).toHaveLength(1);
  });

  it('lends the title to no heading within it', () => {
    expect(parse('---\ntitle: [broken\n---\n# Real title').title).toBe('Real title');
    expect(parse('---\ntitle: [broken\n---\ntext', 'the-file').title).toBe('The file');
  });

  it('refuses aliases that multiply', () => {
    const levels = 'abcdefghij'.split('').map((name, index, names) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(', ')}]\n`;
    });
    const text = `---\n${levels.join('')}tags: *j\n---\nbody`;
    const post = parse(text);
    expect(post.content).toBe(text);
    expect(post.warnings).toEqual([expect.stringContaining('Excessive alias count')]);
  });

  it('survives what nests without end or refers to itself', () => {
    for (const yaml of [
      '['.repeat(30_000),
      '{a: '.repeat(9_000),
      'a: &a [*a]',
      '? '.repeat(9_000),
    ]) {
      expect(parse(`---\n${yaml}\n---\nbody`).content).toContain('body');
    }
  });
});

describe('front matter pasted into content', () => {
  it('is taken out, with the fields that it has', () => {
    const pasted = '---\ntitle: Pasted\ndraft: true\ndate: 2024-1-5\nother: x\n---\n\nText\n';
    expect(liftFrontMatter(pasted)).toEqual({
      fields: { title: 'Pasted', hidden: true, createdAt: '2024-01-05' },
      content: 'Text\n',
    });
  });

  it('tells visible from not said', () => {
    expect(liftFrontMatter('---\nhidden: false\n---\n')?.fields).toEqual({ hidden: false });
    expect(liftFrontMatter('---\nother: 1\n---\n')?.fields).toEqual({});
  });

  it.each([
    '',
    'text',
    '---\n---\ntext',
    '---\n\ntext\n\n---\n',
    '---js\nx\n---\n',
    '\n---\na: 1\n---',
  ])('is not found in %j', (content) => {
    expect(liftFrontMatter(content)).toBeUndefined();
  });
});
