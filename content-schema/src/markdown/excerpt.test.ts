import fc from 'fast-check';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { EXCERPT_LENGTH } from '../limits.ts';
import { excerptOf } from './markdown.ts';
import { firstHeading } from './excerpt.ts';
import { parseMarkdown } from './parse.ts';

describe('an excerpt', () => {
  it('leaves out everything but prose', () => {
    const markdown = [
      '# Title',
      '![A picture](/photos/1) One [link](https://a.example/path "t") and `code`.[^1]',
      '```js\nconst hidden = 1;\n```',
      '> quoted  \n> text',
      '- item\n- other',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '<div>html</div>',
      '***',
      'End <b>bold</b> [ref][1].',
      '[^1]: A note.',
      '[1]: https://b.example',
    ].join('\n\n');
    expect(excerptOf(markdown)).toBe('One link and code. quoted text item other End bold ref.');
  });

  it('is filled over paragraphs, and ends with an ellipsis wherever the text goes on', () => {
    const sentence =
      'The harbour office keeps a ledger of every vessel that called here since 1911.';
    const paragraph = `${sentence} ${sentence.slice(0, 70)}.`;
    const excerpt = excerptOf(`${paragraph}\n\n> ${sentence}\n\nThe end.`);
    expect(excerpt).toBe(`${paragraph} ${sentence.slice(0, 69).replace(/ \S*$/, '')}…`);
    expect(excerptOf(`${paragraph}\n\nThe end.`)).toBe(`${paragraph} The end.`);
    expect(excerptOf(`${paragraph}\n\n${'Much more. '.repeat(2_000)}`)).toMatch(/Much more…$/);
    expect(excerptOf(`${sentence} These:\n\n- one\n- two`)).toBe(`${sentence} These: one two`);
    expect(excerptOf(`${sentence} These:\n\n| a |\n|---|\n| 1 |`)).toBe(`${sentence} These…`);
  });

  it('shows no HTML and no marks of alerts', () => {
    expect(excerptOf('Press <kbd>Esc</kbd><br>*now*<img src=x> <!-- no --> then.')).toBe(
      'Press Esc now then.',
    );
    expect(excerptOf('<details>\n<summary>More</summary>\n\nInside.\n\n</details>')).toBe(
      'Inside.',
    );
    expect(excerptOf('> [!NOTE]\n> Mind the *gap*.\n\n> [!TIP]\n>\n> Jump.')).toBe(
      'Mind the gap. Jump.',
    );
    expect(excerptOf('- > [!WARNING]  \n  > Hot.')).toBe('Hot.');
  });

  it('shows no part of a mark that is longer than what is read', () => {
    const long = 'A'.repeat(20_000);
    expect(excerptOf(`Look: <img src="data:image/png;base64,${long}"> there.`)).toBe('Look…');
    expect(excerptOf(`Look: ![x](data:image/png;base64,${long}) there.`)).toBe('Look…');
    expect(excerptOf(`Look: [here](https://a.example/${long}) there.`)).toBe('Look…');
    expect(excerptOf(`Look: ${'<b>*x*</b>'.repeat(1000)}`)).toBe('');
  });

  it('ends after a whole word, with an ellipsis', () => {
    const excerpt = excerptOf('word '.repeat(100));
    expect(excerpt).toBe(`${'word '.repeat(44).trim()}…`);
    expect(excerptOf(`${'a'.repeat(EXCERPT_LENGTH)} b`)).toBe(`${'a'.repeat(EXCERPT_LENGTH)}…`);
    expect(excerptOf(`${'a'.repeat(200)}, ${'b'.repeat(30)}`)).toBe(`${'a'.repeat(200)}…`);
    expect(excerptOf('a'.repeat(EXCERPT_LENGTH))).toBe('a'.repeat(EXCERPT_LENGTH));
    expect(excerptOf('a'.repeat(500))).toBe(`${'a'.repeat(EXCERPT_LENGTH)}…`);
    expect(excerptOf(`Intro.\n\n${'```\ncode\n```\n'.repeat(2000)}`)).toBe('Intro.…');
  });

  it('cuts no character in two', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(excerptOf(family.repeat(50))).toBe(`${family.repeat(20)}…`);
    expect(excerptOf(`x${family.repeat(50)}`)).toBe(`x${family.repeat(19)}…`);
    expect(excerptOf('🎉'.repeat(200))).toBe(`${'🎉'.repeat(110)}…`);
    expect(excerptOf(`x${'🎉'.repeat(200)}`)).toBe(`x${'🎉'.repeat(109)}…`);
    const piled = `e${'\u0301'.repeat(400)}`;
    expect(excerptOf(piled)).toHaveLength(EXCERPT_LENGTH + 1);
  });

  it('reaches past code at the start', () => {
    expect(excerptOf(`\`\`\`\n${'code\n'.repeat(600)}\`\`\`\n\nProse.`)).toBe('Prose.');
  });

  it('resolves definitions at the end of a long text', () => {
    const markdown = `See [the docs][1].[^n]\n\n${'More text here.\n\n'.repeat(1000)}[1]: https://a.example\n[^n]: Note.\n`;
    expect(excerptOf(markdown)).toMatch(/^See the docs\. More text here\./);
  });

  it('cuts no mark in two', () => {
    const link = `[${'a '.repeat(40)}](https://a.example/${'x'.repeat(300)})`;
    const excerpt = excerptOf(`${link} `.repeat(10));
    expect(excerpt).toBe(`${'a '.repeat(110).trim()}…`);
  });

  it('is never longer than the limit, and always well-formed', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n\n', ' ', '**', '🎉')),
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const excerpt = excerptOf(pieces.join('').repeat(20));
        expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
        expect(excerpt.isWellFormed()).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

const headingIn = (markdown: string): string | undefined => {
  let result: string | undefined;
  visit(parseMarkdown(markdown), 'heading', (heading) => {
    result ??= toString(heading, { includeHtml: false }).replace(/\s+/g, ' ').trim() || undefined;
  });
  return result;
};

it('finds the first heading in every text that has one', () => {
  const marks = ['#', '=', '-', '>', '*', '+', '1.', '[^a]:'];
  const part = fc.constantFrom(...marks, ' ', '\t', '\n', '\r', 'a');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const markdown = `a\n${parts.join('')}`;
      expect(firstHeading(markdown)).toBe(headingIn(markdown));
    }),
    { numRuns: 1000 },
  );
});
