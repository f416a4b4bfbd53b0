import { describe, expect, it } from 'vitest';
import { excerptOf, firstHeading } from './excerpt.ts';
import { readingMinutes, renderMarkdown, tryToRender } from './markdown.ts';
import { mayBeTooComplex, unrendered } from './too-complex.ts';

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('Markdown that is out of bounds', () => {
  it.each([
    ['quotes', '>'.repeat(10_000)],
    ['spaced quotes', `${'> '.repeat(10_000)}a`],
    ['lists', `${'* '.repeat(10_000)}a`],
    ['numbered lists', `${'1. '.repeat(10_000)}a`],
    [
      'indented lists',
      Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'),
    ],
    [
      'tabbed lists',
      Array.from({ length: 1000 }, (_, depth) => `${'\t'.repeat(depth)}- a`).join('\n'),
    ],
    ['footnotes', `${'[^a]: '.repeat(10_000)}a`],
    ['brackets', '['.repeat(10_000)],
    ['closed brackets', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['images', '!['.repeat(10_000) + '](x)'.repeat(10_000)],
    ['stars', '*'.repeat(10_000)],
    ['stars around a word', `${'*'.repeat(10_000)}a${'*'.repeat(10_000)}`],
    ['underscores around a word', `${'_'.repeat(10_000)}a${'_'.repeat(10_000)}`],
    ['mixed emphasis', '**a *b '.repeat(10_000) + 'c* d**'.repeat(10_000)],
    ['emphasis over lines', '**a *b\n'.repeat(1000) + 'c* d**\n'.repeat(1000)],
    ['backticks', Array.from({ length: 300 }, (_, length) => '`'.repeat(length + 1)).join(' ')],
    ['open tags', '<a '.repeat(10_000)],
    ['open comments', '<!--'.repeat(10_000)],
    ['open scripts', '<script>'.repeat(10_000)],
    ['dots', '.'.repeat(100_000)],
    ['addresses', 'a@'.repeat(10_000)],
    ['line breaks', '\n'.repeat(100_000)],
    ['short lines', 'a\n-\n'.repeat(10_000)],
    ['a long word', 'a'.repeat(1_000_000)],
  ])('is rendered all the same: %s', (_, markdown) => {
    expect(typeof renderMarkdown(markdown)).toBe('string');
    expect(typeof tryToRender(markdown.slice(0, 2000), 'line').html).toBe('string');
    expect(excerptOf(markdown).length).toBeLessThanOrEqual(221);
    expect(readingMinutes(markdown)).toBeGreaterThan(0);
    expect(firstHeading(markdown)).not.toBe('');
  });

  it('limits the nesting of blocks', () => {
    expect(count(renderMarkdown(`${'> '.repeat(20)}a`), '<blockquote>')).toBe(20);
    expect(count(renderMarkdown(`${'> '.repeat(500)}a`), '<blockquote>')).toBe(50);
    expect(renderMarkdown(`${'> '.repeat(500)}a`)).toContain('a</p>');
  });

  /** With more tags than are read, and several times as many as may be open. */
  const HTML_LENGTH = 75_000;
  const REOPENED = ['b', 'code', 'em', 'i', 's', 'strike', 'strong', 'tt'];
  const fill = (tags: string): string => tags.repeat(Math.floor(HTML_LENGTH / tags.length));
  const numbered = (tag: (index: number) => string): string =>
    Array.from({ length: HTML_LENGTH / 15 }, (_, index) => tag(index)).join('');

  it.each([
    ['open blocks', fill('<div>')],
    ['open blocks of all kinds', fill('<dd><li><details><summary><p><sub><ul>')],
    ['open tables', fill('<table><tr><td>')],
    ['open marks', fill('<b><i>')],
    ['open marks, each another', numbered((index) => `<b id=${index}>`)],
    [
      'open marks before blocks',
      `<p>${REOPENED.map((name) => `<${name}>`.repeat(9)).join('')}${fill('<p>x')}`,
    ],
    [
      'other open marks before blocks',
      `<p>${numbered((index) => (index < 250 ? `<b id=${index}>` : '<p>x'))}`,
    ],
    ['marks that end out of turn', fill('<b><div></b></div>')],
    ['links in each other', fill('<a href=x><div>')],
    ['what tables push out', `<table>${fill('<kbd>x</kbd><p>')}`],
    ['ends alone', fill('</p></div></b></br>')],
    ['attributes', `<div ${numbered((index) => `a${index} `)}>`],
    ['quotes', fill(`<a "'`)],
    ['angle brackets', fill('<')],
    ['scripts', fill('<script>')],
    ['ends of scripts', `<script>${fill('</script ')}`],
    ['comments', fill('<!-- ')],
    ['headings', fill('<h1>🎉</h1>')],
    ['an address', `<img src="${'a'.repeat(HTML_LENGTH)}">`],
  ])('is rendered all the same, in time: 75 KB of HTML, %s', (_, html) => {
    for (const markdown of [`<div>${html}`, `x ${html}`]) {
      const start = process.cpuUsage();
      // Each `<` that stays as it is takes six characters.
      expect(renderMarkdown(markdown).length).toBeLessThan(1_000_000);
      expect(excerptOf(markdown).length).toBeLessThanOrEqual(221);
      expect(readingMinutes(markdown)).toBeGreaterThan(0);
      const { user, system } = process.cpuUsage(start);
      // Usually at most half a second.
      expect((user + system) / 1e6).toBeLessThan(5);
    }
  });

  it('limits the nesting of HTML, wherever it ends', () => {
    const depthOf = (html: string): number => {
      let depth = 0;
      let deepest = 0;
      for (const [tag] of html.matchAll(/<\/?(?:div|sub|b)\b/g)) {
        depth += tag.startsWith('</') ? -1 : 1;
        deepest = Math.max(deepest, depth);
      }
      return deepest;
    };
    expect(depthOf(renderMarkdown('<div>'.repeat(100)))).toBe(100);
    expect(depthOf(renderMarkdown('<div>'.repeat(2000)))).toBe(300);
    expect(depthOf(renderMarkdown(`<div>${'<b>'.repeat(2000)}`))).toBe(300);
    // Parsers pay no heed to an end within a quote.
    expect(depthOf(renderMarkdown('<sub>\n\n> </sub>\n\n'.repeat(400)))).toBe(300);
    const closed = renderMarkdown('<div>a</div>\n\n'.repeat(1000) + '<p>a '.repeat(1000));
    const reopened = renderMarkdown(`<p>${'<b>'.repeat(9)}${'<p>x'.repeat(5000)}`);
    expect(count(reopened, '<b>')).toBeLessThan(10_000);
    expect(count(closed, '<div>') + count(closed, '<p>')).toBe(2000);
  });

  it('keeps the text between more tags than are read', () => {
    const html = renderMarkdown(`<div>${'<kbd>x</kbd>'.repeat(6000)}y</div>`);
    expect(count(html, '<kbd>')).toBe(5000);
    expect(count(html, 'x')).toBe(6000);
    expect(html.endsWith(`</kbd>${'x'.repeat(1000)}y</div>`)).toBe(true);
  });

  it('shows the inline marks of an extreme paragraph as text, but parses its blocks', () => {
    const html = renderMarkdown(`# Title\n\n- ${'*a _b '.repeat(2000)}`);
    expect(html).toContain('<h2');
    expect(html).toContain('<li>*a _b *a _b');
    expect(html).not.toContain('<em>');
  });

  it('renders the inline marks of long lists and tables with few marks per line', () => {
    const list = renderMarkdown('- [**a**](b)\n'.repeat(300));
    expect(count(list, '<strong>')).toBe(300);
    const table = renderMarkdown(`a|b\n-|-\n${'*x*|[y](z)\n'.repeat(300)}`);
    expect(count(table, '<em>')).toBe(300);
  });

  it('shows a text that is too long in plain paragraphs', () => {
    const html = renderMarkdown('*one* line\nand another\n\n'.repeat(20_000));
    expect(html.startsWith('<p>*one* line<br>\nand another</p>\n<p>')).toBe(true);
    expect(count(html, '<p>')).toBeGreaterThanOrEqual(20_000);
  });
});

describe('Markdown that is too complex', () => {
  const fill = (line: string, length: number): string =>
    line.repeat(Math.ceil(length / line.length)).slice(0, length);

  it.each([
    [
      'a table of millions of cells',
      `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(3000)}`,
    ],
    ['lists in each other on each line', fill(`${'- '.repeat(49)}a\n`, 10_000)],
    ['quotes and lists in each other on each line', fill(`${'> - '.repeat(24)}a\n`, 10_000)],
    [
      'a footnote that is referred to all the time',
      `${fill('[^a] [^a] [^a]\n\n', 7000)}\n\n[^a]: x`,
    ],
    [
      'a long address that is used all the time',
      `${'[a]\n\n'.repeat(1100)}[a]: /${'x'.repeat(5000)}`,
    ],
  ])('is shown as it is written: %s', (_, markdown) => {
    const { html, tooComplex } = tryToRender(markdown, 'blocks');
    expect(tooComplex).toBe(true);
    expect(mayBeTooComplex(markdown)).toBe(true);
    expect(html.startsWith('<p>')).toBe(true);
    expect(html.length).toBeLessThan(2 * markdown.length);
    expect(excerptOf(markdown).length).toBeLessThanOrEqual(221);
  });

  it.each([
    ['a list of thousands of items', fill('- An item of a list\n', 100_000)],
    ['a table of thousands of cells', `|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(2000)}`],
    ['code that is indented', `\`\`\`yaml\n${fill(`${' '.repeat(20)}- name: x\n`, 9000)}\n\`\`\``],
    [
      'hundreds of footnotes',
      Array.from({ length: 400 }, (__, i) => `x[^${i}]\n\n[^${i}]: y\n\n`).join(''),
    ],
  ])('is not %s', (_, markdown) => {
    expect(tryToRender(markdown, 'blocks').tooComplex).toBe(false);
  });

  it('loses nothing of what is written', () => {
    const { html } = unrendered('a <b>\r\n& *c*\n\n\n  d', 'blocks');
    expect(html).toBe('<p>a &#x3C;b><br>\n&#x26; *c*</p>\n<p>d</p>');
    expect(unrendered('a\nb', 'line').html).toBe('a<br>\nb');
  });
});
