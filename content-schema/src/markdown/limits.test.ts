import { describe, expect, it } from 'vitest';
import { excerptOf, readingMinutes, renderInlineMarkdown, renderMarkdown } from '../markdown.ts';
import { firstHeading } from './first-heading.ts';

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
    ['emphasis over lines', '**a *b\n'.repeat(2500) + 'c* d**\n'.repeat(2500)],
    ['backticks', Array.from({ length: 300 }, (_, length) => '`'.repeat(length + 1)).join(' ')],
    ['open tags', '<a '.repeat(10_000)],
    ['open comments', '<!--'.repeat(10_000)],
    ['open scripts', '<script>'.repeat(10_000)],
    ['dots', '.'.repeat(100_000)],
    ['addresses', 'a@'.repeat(10_000)],
    ['line breaks', '\n'.repeat(100_000)],
    ['short lines', 'a\n-\n'.repeat(50_000)],
    ['a long word', 'a'.repeat(1_000_000)],
  ])('is rendered all the same: %s', (_, markdown) => {
    expect(typeof renderMarkdown(markdown)).toBe('string');
    expect(typeof renderInlineMarkdown(markdown.slice(0, 5000))).toBe('string');
    expect(excerptOf(markdown).length).toBeLessThanOrEqual(221);
    expect(readingMinutes(markdown)).toBeGreaterThan(0);
    expect(firstHeading(markdown)).not.toBe('');
  });

  it('nests blocks as deep as people do, and not much deeper', () => {
    expect(count(renderMarkdown(`${'> '.repeat(20)}a`), '<blockquote>')).toBe(20);
    expect(count(renderMarkdown(`${'> '.repeat(500)}a`), '<blockquote>')).toBe(50);
    expect(renderMarkdown(`${'> '.repeat(500)}a`)).toContain('a</p>');
  });

  it('leaves the marks of an impossible paragraph as they are typed, but not its blocks', () => {
    const html = renderMarkdown(`# Title\n\n- ${'*a _b '.repeat(2000)}`);
    expect(html).toContain('<h2');
    expect(html).toContain('<li>*a _b *a _b');
    expect(html).not.toContain('<em>');
  });

  it('renders the marks of long lists and tables, of which each line has few', () => {
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
