import fc from 'fast-check';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { excerptOf, renderMarkdown } from './markdown.ts';

/** The MathML of the formulas in HTML, each as the TeX it was made from. */
const formulasIn = (html: string): string[] =>
  Array.from(html.matchAll(/<math( display="block")? alttext="([^"]*)">/g), ([, display, tex]) =>
    display ? `$$${tex}` : `$${tex}`,
  );

const formulasOf = (markdown: string) => formulasIn(renderMarkdown(markdown));

describe('TeX', () => {
  test.each([
    ['where $E = mc^2$.', ['$E = mc^2']],
    ['($x$), *$y$* and $z$', ['$x', '$y', '$z']],
    ['公式$x$です', ['$x']],
    ['$`a_1`$ and $a_1*b_1*c$', ['$a_1', '$a_1*b_1*c']],
    ['$a\n+ b$', []],
    ['$a\n=b$', ['$a\n=b']],
    ['in $$ x_1 $$ display', ['$$x_1']],
    ['$$x$$', ['$$x']],
    ['$$\na\n+ b\n- c\n$$', ['$$a\n+ b\n- c']],
    ['text\n$$\r\nx\r\n$$\r\nmore', ['$$x']],
    ['> $$\n> x\n> $$', ['$$x']],
    ['- $$\n  x\n  $$', ['$$x']],
    ['- a\n\n  $$\n  x\n  $$\n\n  b', ['$$x']],
    ['```math\nx\n```', ['$$x']],
    ['| $a$ |\n|---|\n| $b$ |', ['$a', '$b']],
    ['# On $x$', ['$x']],
  ])('of %j is MathML', (markdown, formulas) => {
    expect(formulasOf(markdown)).toEqual(formulas);
  });

  test('has its source as alternative text, no style, and no script', () => {
    const html = renderMarkdown('$\\color{red} a < "b" \\text{<b>}$');
    expect(html).toContain('alttext="\\color{red} a \\lt  &#x22;b&#x22; \\text{\\lt b>}"');
    expect(html).toContain('mathcolor="');
    expect(html).not.toContain('style=');
    expect(html.replace(/alttext="[^"]*"/, '')).not.toContain('<b>');
  });

  test('that is wide scrolls in itself, by keyboard too', () => {
    expect(renderMarkdown('$$\nx\n$$')).toMatch(
      /^<span class="table-scroll" role="region" tabindex="0" aria-label="Formula 1"><math display="block"/,
    );
  });

  test.each([
    ['$\\nosuch{x}$', '<p><code class="language-math">\\nosuch{x}</code></p>'],
    ['$$\\frac{1$$', '<p><code class="language-math math-display">\\frac{1</code></p>'],
    ['$$\n\\frac{1\n$$', '>\\frac{1</code></pre>'],
    ['$\\href{javascript:alert(1)}{x}$', '>\\href{javascript:alert(1)}{x}</code>'],
    ['$\\def\\a{\\a\\a}\\a$', '>\\def\\a{\\a\\a}\\a</code>'],
  ])('that is invalid stays as it was written: %j', (markdown, html) => {
    expect(renderMarkdown(markdown)).toContain(html);
  });

  test('in an excerpt is readable', () => {
    expect(excerptOf('With $E = mc^2$ it ends.\n\n$$\nx\n$$')).toBe('With E = mc^2 it ends.');
  });

  test('does not let HTML through', () => {
    expect(renderMarkdown('<math><mi>x</mi></math> a')).toBe('<p>x a</p>');
    expect(renderMarkdown('<code class="language-math">x</code>')).not.toContain('<math');
  });
});

/** A dollar is punctuation for the rules of emphasis, as is the sign in its place. */
const OTHER = '€';
const withoutDollars = (markdown: string): string =>
  renderMarkdown(markdown.replaceAll('$', OTHER)).replaceAll(OTHER, '$');

test.each([
  'it costs $5 and $10',
  'US$5 … $6 …',
  '**$5** and [a $10 link](/x) with `$code`, $5-$10',
  'a `$x` and `y$` b, $5 for `a$`',
  '$ x$ and $x $ and $$ $$ and $$$x$$$',
  'a$x$b, $x$1',
  '$$\n\nx\n\n$$',
  '$$\nunclosed\n\n> quote\n\n- list',
  '$$\n$$',
  '$$$ is expensive\n\n# Next',
  '> $$\n> x\n\n$$',
  '```\n$$\nx\n$$\n```',
])('%j has no formula', (markdown) => {
  expect(formulasOf(markdown)).toEqual([]);
  expect(renderMarkdown(markdown)).toBe(withoutDollars(markdown));
});

test('an escaped dollar is a dollar', () => {
  expect(renderMarkdown('\\$x\\$ and $x\\$')).toBe('<p>$x$ and $x$</p>');
});

test('a text without a formula has the HTML of a text without dollars', () => {
  const part = fc.constantFrom(
    ...['$', '$', '$$', ' ', '\n', '\n\n', 'a', '5', '*', '**', '`', '[a](/b)', '> ', '- ', '\\'],
    ...['_', '~~', '|', '#', '<b>', '\n$$\n', '```\n'],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const markdown = parts.join('');
      const html = renderMarkdown(markdown);
      fc.pre(!/<math|language-math/.test(html) && !markdown.includes('\\$'));
      expect(html).toBe(withoutDollars(markdown));
    }),
    { numRuns: 500 },
  );
});

const ALLOWED = /^m[a-z]+$|^(?:html|head|body|p|span|code|pre|br|semantics|annotation|none)$/;

test('of any TeX come only elements of MathML, without links, scripts and styles', () => {
  const command = fc.constantFrom(
    ...['\\frac{1}{x}', '\\text{<img src=x onerror=alert(1)>}', '\\unicode{x}', '\\color{red}'],
    ...['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '\\left(', '\\right)', '\\url{javascript:a}'],
    ...['\\includegraphics{a}', '\\class{a}{b}', '\\id{a}', '\\rule{1em}{9em}', '\\boxed{x}'],
    ...['\\textcolor{"onload=a}{b}', '\\hbox{"\'<&}', '\\tag{<b>}', '\\label{a"b}', '\\ref{"x}'],
    ...['^', '_', '{', '}', '&', '<', '"', 'x', ' ', '\\sqrt[3]{x}', '\\cancel{x}', '\\vec{x}'],
  );
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 8 }), (commands) => {
      const html = renderMarkdown(`$$${commands.join('')}$$`);
      visit(unified().use(rehypeParse).parse(html), 'element', ({ tagName, properties }) => {
        expect(tagName).toMatch(ALLOWED);
        const names = Object.keys(properties).join(' ');
        expect(names).not.toMatch(/\b(?:on\w*|style|id|href|src|xlink\w*)\b/i);
      });
    }),
    { numRuns: 300 },
  );
});

test.each([
  `$\\def\\a{${'x'.repeat(4000)}}${'\\a'.repeat(400)}$`,
  `$\\newcommand\\a[1]{#1#1}${'\\a{'.repeat(30)}x${'}'.repeat(30)}$`,
  `$${'{'.repeat(2000)}x${'}'.repeat(2000)}$`,
  `$${'\\cancelto{x}{'.repeat(100)}x${'}'.repeat(100)}$`,
  `$\\begin {CD}x&${'\\begin{CD}x&'.repeat(30)}$`,
  `$x${'^{x'.repeat(1200)}${'}'.repeat(1200)}$\n\n`.repeat(20),
  `$${'x'.repeat(4990)}$\n\n`.repeat(60),
  '$x_1$ '.repeat(40_000),
  '$$ $ '.repeat(60_000),
  '$$\nx\n'.repeat(2000),
])('hostile TeX is rendered in time: %#', (markdown) => {
  const start = process.cpuUsage();
  expect(renderMarkdown(markdown)).not.toBe('');
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(3);
});
