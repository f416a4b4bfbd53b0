import { describe, expect, it } from 'vitest';
import { renderInlineMarkdown, renderMarkdown } from '../markdown.ts';

const tagsOf = (html: string): string[] => html.match(/<h[1-6]/g) ?? [];

describe('Markdown', () => {
  it('is rendered with the extensions of GitHub', () => {
    expect(renderMarkdown('~~old~~ **new** https://a.example')).toBe(
      '<p><del>old</del> <strong>new</strong> <a href="https://a.example" rel="noopener noreferrer">https://a.example</a></p>',
    );
  });

  it('breaks lines where the text does', () => {
    expect(renderMarkdown('one\ntwo')).toBe('<p>one<br>\ntwo</p>');
  });

  it('renders nothing as nothing', () => {
    expect(renderMarkdown('')).toBe('');
    expect(renderMarkdown(' \n\n')).toBe('');
  });

  it('renders a line without its paragraph, and blocks as they are', () => {
    expect(renderInlineMarkdown('Won *the* cup')).toBe('Won <em>the</em> cup');
    expect(renderInlineMarkdown('one\n\ntwo')).toBe('<p>one</p>\n<p>two</p>');
    expect(renderInlineMarkdown('- one')).toBe('<ul>\n<li>one</li>\n</ul>');
    expect(renderInlineMarkdown('')).toBe('');
  });
});

describe('headings', () => {
  it.each([
    ['# a\n## b\n### c', ['<h2', '<h3', '<h4']],
    ['### a\n# b\n#### c\n## d', ['<h2', '<h2', '<h3', '<h3']],
    ['## a\n##### b\n### c', ['<h2', '<h3', '<h3']],
    ['# a\n## b\n### c\n#### d\n##### e\n###### f', ['<h2', '<h3', '<h4', '<h5', '<h6', '<h6']],
  ])('of %j begin below the title and skip no level', (markdown, tags) => {
    expect(tagsOf(renderMarkdown(markdown))).toEqual(tags);
  });

  it('have an id and a link to it beside them', () => {
    expect(renderMarkdown('## Getting *started*')).toBe(
      '<div class="heading-row"><h2 id="user-content-getting-started">Getting <em>started</em></h2>' +
        '<a class="heading-anchor" href="#user-content-getting-started" aria-label="Link to this section: Getting started">#</a></div>',
    );
  });

  it('have ids of their own', () => {
    const html = renderMarkdown('# A\n# A\n# A-1\n# Fn-1\n# Footnote label\n\nx[^1]\n\n[^1]: y');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([
      'user-content-a',
      'user-content-a-1',
      'user-content-a-1-1',
      'user-content-fn-1-1',
      'user-content-footnote-label-1',
      'user-content-fnref-1',
      'user-content-footnote-label',
      'user-content-fn-1',
    ]);
  });
});

describe('links', () => {
  it('to other sites tell them nothing', () => {
    for (const address of ['https://a.example/x', 'http://a.example', '//a.example']) {
      expect(renderMarkdown(`[x](${address})`)).toContain(
        `<a href="${address}" rel="noopener noreferrer">`,
      );
    }
  });

  it('to own pages and by mail are left alone', () => {
    for (const address of ['/blogs', 'blogs', '?x=1', '#top', './a', 'mailto:a@b.example']) {
      expect(renderMarkdown(`[x](${address})`)).toBe(`<p><a href="${address}">x</a></p>`);
    }
  });

  it('within the text find its headings', () => {
    const html = renderMarkdown('[to](#über-uns) [away](#contact)\n\n# Über uns');
    expect(html).toContain('<a href="#user-content-über-uns">to</a>');
    expect(html).toContain('<a href="#contact">away</a>');
  });

  it('between footnotes and text find each other', () => {
    const html = renderMarkdown('Text[^note].\n\n[^note]: More.');
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/(?:href="#|aria-describedby=")([^"]*)"/g)].map(
      ([, id]) => id,
    );
    expect(targets).toHaveLength(3);
    for (const target of targets) expect(ids).toContain(target);
  });

  it('that can harm keep their text alone', () => {
    expect(renderMarkdown('[x](javascript:alert(1))')).toBe('<p><a>x</a></p>');
  });
});

describe('blocks', () => {
  it('of code name their language, and are highlighted by class', () => {
    expect(renderMarkdown('```ts\nconst a = 1;\n```')).toBe(
      '<pre tabindex="0" data-language="ts"><code class="hljs language-ts">' +
        '<span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span>;\n</code></pre>',
    );
  });

  it('of code in an unknown language, or in none, stay plain', () => {
    expect(renderMarkdown('```klingon\nconst a\n```')).toBe(
      '<pre tabindex="0" data-language="klingon"><code class="hljs language-klingon">const a\n</code></pre>',
    );
    expect(renderMarkdown('    const a')).toBe('<pre tabindex="0"><code>const a\n</code></pre>');
  });

  it('of code that is very long stay plain', () => {
    const html = renderMarkdown(`\`\`\`js\n${'let a = 1;\n'.repeat(3000)}\`\`\``);
    expect(html).toContain('data-language="js"');
    expect(html).not.toContain('<span');
  });

  it('of tables scroll in a region with a name', () => {
    const table = '| a | b |\n|:--|--:|\n| 1 | ![x](y) |';
    const html = renderMarkdown(`${table}\n\n${table}`);
    const region = '<div class="table-scroll" role="region" tabindex="0" aria-label=';
    expect(html).toContain(`${region}"Table"><table>`);
    expect(html).toContain(`${region}"Table 2"><table>`);
    expect(html.match(/<table>/g)).toHaveLength(2);
    expect(html).toContain('<th align="left">a</th>');
    expect(html).toContain('<img src="y" alt="x" loading="lazy" decoding="async">');
  });

  it('of tasks have boxes that are named and can only be read', () => {
    expect(renderMarkdown('- [x] one\n- [ ] two')).toBe(
      '<ul class="contains-task-list">\n' +
        '<li class="task-list-item"><input type="checkbox" checked disabled aria-label="Done"> one</li>\n' +
        '<li class="task-list-item"><input type="checkbox" disabled aria-label="To do"> two</li>\n' +
        '</ul>',
    );
  });
});

describe('HTML in Markdown', () => {
  it('keeps the text of a block, without tags, comments and scripts', () => {
    expect(
      renderMarkdown(
        '<div align="center">\n  <b>Tea</b> &amp; <!-- not --> cake\n  <script>alert("<b>")</script>\n</div>',
      ),
    ).toBe('<p>Tea &#x26; cake</p>');
    expect(renderMarkdown('<!-- more -->')).toBe('');
    expect(renderMarkdown('<div>a <!-- never closed')).toBe('<p>a</p>');
  });

  it('keeps the text between tags in a line, and line breaks', () => {
    expect(renderMarkdown('Press <kbd>Esc</kbd><br>now<br />')).toBe('<p>Press Esc<br>now<br></p>');
  });
});
