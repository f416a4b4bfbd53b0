/**
 * The examples of GitHub Flavored Markdown 0.29 (https://github.github.com/gfm/, CC BY-SA 4.0) for
 * what it adds to CommonMark. Those of one rule stand for each other.
 */

/** An example of a specification. */
export interface Example {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const row = (tag: 'th' | 'td', cells: readonly string[]): string =>
  lines('<tr>', ...cells.map((cell) => `<${tag}>${cell}</${tag}>`), '</tr>');

const table = (head: readonly string[], ...body: readonly (readonly string[])[]): string => {
  const rows = body.map((cells) => row('td', cells)).join('');
  const tbody = rows === '' ? '' : `<tbody>\n${rows}</tbody>\n`;
  return `<table>\n<thead>\n${row('th', head)}</thead>\n${tbody}</table>\n`;
};

const link = (text: string, href = `http://${text}`): string => `<a href="${href}">${text}</a>`;

const paragraphs = (...all: readonly string[]): string =>
  lines(...all.map((text) => `<p>${text}</p>`));

const search = (query: string): string => `www.google.com/search?q=${query}`;

const extensions: readonly (readonly [number: number, markdown: string, html: string])[] = [
  [
    199,
    lines('| abc | defghi |', ':-: | -----------:', 'bar | baz'),
    table(['abc', 'defghi'], ['bar', 'baz'])
      .replace(/<(t[hd])>(abc|bar)/g, '<$1 align="center">$2')
      .replace(/<(t[hd])>(defghi|baz)/g, '<$1 align="right">$2'),
  ],
  [
    200,
    lines('| f\\|oo  |', '| ------ |', '| b `\\|` az |', '| b **\\|** im |'),
    table(['f|oo'], ['b <code>|</code> az'], ['b <strong>|</strong> im']),
  ],
  [
    201,
    lines('| abc | def |', '| --- | --- |', '| bar | baz |', '> bar'),
    `${table(['abc', 'def'], ['bar', 'baz'])}<blockquote>\n<p>bar</p>\n</blockquote>\n`,
  ],
  [
    202,
    lines('| abc | def |', '| --- | --- |', '| bar | baz |', 'bar', '', 'bar'),
    table(['abc', 'def'], ['bar', 'baz'], ['bar', '']) + paragraphs('bar'),
  ],
  [
    203,
    lines('| abc | def |', '| --- |', '| bar |'),
    paragraphs('| abc | def |\n| --- |\n| bar |'),
  ],
  [
    204,
    lines('| abc | def |', '| --- | --- |', '| bar |', '| bar | baz | boo |'),
    table(['abc', 'def'], ['bar', ''], ['bar', 'baz']),
  ],
  [205, lines('| abc | def |', '| --- | --- |'), table(['abc', 'def'])],

  [491, '~~Hi~~ Hello, world!\n', paragraphs('<del>Hi</del> Hello, world!')],
  [492, 'This ~~has a\n\nnew paragraph~~.\n', paragraphs('This ~~has a', 'new paragraph~~.')],

  [
    623,
    'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
    paragraphs(`Visit ${link('www.commonmark.org')}.`, `Visit ${link('www.commonmark.org/a.b')}.`),
  ],
  [
    624,
    lines(
      search('Markup+(business)'),
      '',
      search('Markup+(business)))'),
      '',
      `(${search('Markup+(business)')})`,
      '',
      `(${search('Markup+(business)')}`,
    ),
    paragraphs(
      link(search('Markup+(business)')),
      `${link(search('Markup+(business)'))}))`,
      `(${link(search('Markup+(business)'))})`,
      `(${link(search('Markup+(business)'))}`,
    ),
  ],
  [
    626,
    `${search('commonmark&hl=en')}\n\n${search('commonmark&hl;')}\n`,
    paragraphs(link(search('commonmark&amp;hl=en')), `${link(search('commonmark'))}&amp;hl;`),
  ],
  [627, 'www.commonmark.org/he<lp\n', paragraphs(`${link('www.commonmark.org/he')}&lt;lp`)],
  [
    628,
    lines(
      'http://commonmark.org',
      '',
      '(Visit https://encrypted.google.com/search?q=Markup+(business))',
      '',
      'Anonymous FTP is available at ftp://foo.bar.baz.',
    ),
    paragraphs(
      link('http://commonmark.org', 'http://commonmark.org'),
      `(Visit ${link('https://encrypted.google.com/search?q=Markup+(business)', 'https://encrypted.google.com/search?q=Markup+(business)')})`,
      `Anonymous FTP is available at ${link('ftp://foo.bar.baz', 'ftp://foo.bar.baz')}.`,
    ),
  ],
  [629, 'foo@bar.baz\n', paragraphs(link('foo@bar.baz', 'mailto:foo@bar.baz'))],

  [
    653,
    lines(
      '<strong> <title> <style> <em>',
      '',
      '<blockquote>',
      '  <xmp> is disallowed.  <XMP> is also disallowed.',
      '</blockquote>',
    ),
    lines(
      '<p><strong> &lt;title> &lt;style> <em></p>',
      '<blockquote>',
      '  &lt;xmp> is disallowed.  &lt;XMP> is also disallowed.',
      '</blockquote>',
    ),
  ],
];

export const GFM_EXAMPLES: readonly Example[] = extensions.map(([number, markdown, html]) => ({
  ...{ number, markdown, html },
}));
