import { describe, expect, it } from 'vitest';
import { renderMarkdown, tryToRender } from './markdown.ts';

const tagsOf = (html: string): string[] => html.match(/<h[1-6]/g) ?? [];

describe('Markdown', () => {
  it('breaks lines where the text does', () => {
    expect(renderMarkdown('one\ntwo')).toBe('<p>one<br>\ntwo</p>');
  });

  it('emphasises what touches Chinese, Japanese and Korean punctuation', () => {
    expect(renderMarkdown('**「強調」**です *（斜体）*です ~~「取消」~~です')).toBe(
      '<p><strong>「強調」</strong>です <em>（斜体）</em>です <del>「取消」</del>です</p>',
    );
    expect(renderMarkdown('**이 별표(괄호)**이 문장')).toBe(
      '<p><strong>이 별표(괄호)</strong>이 문장</p>',
    );
  });

  it('keeps the diagrams and shortcodes of other programs readable', () => {
    expect(renderMarkdown('```mermaid\nA-->B\n```')).toContain('A-->B');
    for (const code of ['{{< figure src="x" >}}', '{{<toc>}}', '{% include x.html %}', ':::tip']) {
      const html = renderMarkdown(`Before ${code} after`);
      expect(html.replace('&#x3C;', '<')).toBe(`<p>Before ${code} after</p>`);
    }
  });

  it.each([
    ['[The *talk*](https://www.youtube.com/watch?v=abc)', true],
    ['https://youtu.be/abc', true],
    ['<https://vimeo.com/123>', true],
    ['- [One](https://vimeo.com/123)', false],
    ['See [it](https://vimeo.com/123)', false],
    ['[![](/photos/poster)](https://vimeo.com/123)', false],
    ['[Channel](https://www.youtube.com/@ada)', false],
    ['[Evil](https://www.youtube.com.example.org/watch?v=abc)', false],
  ])('shows %s as a picture that links: %s', (markdown, isShown) => {
    const html = renderMarkdown(markdown);
    expect(html.includes('class="video-link"')).toBe(isShown);
    expect(html).not.toMatch(/<(?:iframe|img[^>]* src="http)/);
  });

  it('renders nothing as nothing', () => {
    expect(renderMarkdown('')).toBe('');
    expect(renderMarkdown(' \n\n')).toBe('');
  });

  it('renders a line without its paragraph, and blocks as they are', () => {
    expect(tryToRender('Won *the* cup', 'line').html).toBe('Won <em>the</em> cup');
    expect(tryToRender('one\n\ntwo', 'line').html).toBe('<p>one</p>\n<p>two</p>');
    expect(tryToRender('- one', 'line').html).toBe('<ul>\n<li>one</li>\n</ul>');
    expect(tryToRender('', 'line').html).toBe('');
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

  it('of emoji or punctuation alone are sections', () => {
    const html = renderMarkdown('# 🎉\n# ❤️\n# ?!\n# Section\n# 2024\n# ½');
    expect([...html.matchAll(/ id="user-content-([^"]*)"/g)].map(([, id]) => id)).toEqual([
      ...['section', 'section-1', 'section-2', 'section-3', '2024', 'section-4'],
    ]);
    expect(html).toContain('href="#user-content-section-1"');
  });

  it('in what can be clicked have an id, but no link', () => {
    const html = renderMarkdown('<details>\n<summary><h3>More</h3></summary>\n\ntext\n</details>');
    expect(html).toContain('<summary><h2 id="user-content-more">More</h2></summary>');
  });

  it('have unique ids', () => {
    const html = renderMarkdown('# A\n# A\n# A-1\n# Fn-1\n# Footnote label\n\nx[^1]\n\n[^1]: y');
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const names = 'a a-1 a-1-1 fn-1-1 footnote-label-1 fnref-1 footnote-label fn-1'.split(' ');
    expect(ids).toEqual(names.map((name) => `user-content-${name}`));
  });
});

describe('links', () => {
  it('to other sites tell them nothing', () => {
    for (const address of 'https://a.example/x http://a.example //a.example HTTPS://A.b'.split(
      ' ',
    )) {
      const link = `<a href="${address}" rel="noopener noreferrer">`;
      expect(renderMarkdown(`[x](${address})`)).toContain(link);
    }
  });

  it('to own pages and by mail are left alone', () => {
    const addresses = ['/blogs', 'blogs', '?x=1', '#top', './a', 'mailto:a@b.example', 'a):b'];
    for (const address of [...addresses, 'tel:+4912345', 'sms:+4912345', 'MailTo:a@b.example']) {
      expect(renderMarkdown(`[x](<${address}>)`)).toBe(`<p><a href="${address}">x</a></p>`);
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

describe('alerts', () => {
  it.each(['note', 'tip', 'important', 'warning', 'caution'])(
    'of the kind %s are named',
    (kind) => {
      const title = kind.charAt(0).toUpperCase() + kind.slice(1);
      expect(renderMarkdown(`> [!${kind.toUpperCase()}]\n> Some *text*.\n>\n> - more`)).toBe(
        `<div class="markdown-alert markdown-alert-${kind}">\n` +
          `<p class="markdown-alert-title">${title}</p>\n` +
          '<p>Some <em>text</em>.</p>\n<ul>\n<li>more</li>\n</ul>\n</div>',
      );
    },
  );

  it('may be written in other ways', () => {
    const html = renderMarkdown('> [!NOTE]\n> x');
    for (const rest of ['\nx', ' \n> x', '  \n> x', '\\\n> x', '\n>\n> x']) {
      expect(renderMarkdown(`> [!note]${rest}`)).toBe(html);
    }
    expect(renderMarkdown('> [!NOTE]\n> **x**')).toContain('<p><strong>x</strong></p>');
  });

  it('may lie in lists, in quotes and in each other', () => {
    expect(renderMarkdown('- > [!TIP]\n  > x')).toContain('<li>\n<div class="markdown-alert ');
    const nested = renderMarkdown('> [!NOTE]\n> a\n> > [!TIP]\n> > b');
    expect(nested.match(/<div class="markdown-alert /g)).toHaveLength(2);
  });

  it.each([
    '> [!NOTE]',
    '> [!NOTE] text',
    '> [!NOTE]**text**',
    '> [!OTHER]\n> text',
    '> a [!NOTE]',
  ])('are not what %j is', (markdown) => {
    expect(renderMarkdown(markdown)).toMatch(/^<blockquote>\n<p>(?:a )?\[!/);
  });
});

describe('HTML in Markdown', () => {
  it('is rendered in a line', () => {
    const line =
      'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup>, <b>b</b> <i>i</i> <s>s</s> <ins>ins</ins> <q>q</q> <samp>s</samp> <var>v</var> <tt>t</tt>';
    expect(renderMarkdown(line)).toBe(`<p>${line}</p>`);
    expect(tryToRender('Won <b>the *cup*</b>', 'line').html).toBe('Won <b>the <em>cup</em></b>');
    expect(renderMarkdown('<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>')).toContain(
      '<rt>かん',
    );
  });

  it('breaks a line where it says so, once', () => {
    expect(renderMarkdown('a<br>b<br />c')).toBe('<p>a<br>b<br>c</p>');
    expect(renderMarkdown('a<br>\nb')).toBe('<p>a<br>b</p>');
    expect(renderMarkdown('a<br>  \nb')).toBe('<p>a<br><br>\nb</p>');
  });

  it('has pictures and links, with their sizes', () => {
    expect(
      renderMarkdown('<a href="https://a.example"><img src="/photos/01" alt="x" width="50%"></a>'),
    ).toBe(
      '<p><a href="https://a.example" rel="noopener noreferrer">' +
        '<img src="/photos/01" alt="x" width="50%" loading="lazy" decoding="async"></a></p>',
    );
    expect(
      renderMarkdown('<IMG SRC="https://a.example/b.png" WIDTH=30 height=\'20px\'>'),
    ).toContain('<img src="https://a.example/b.png" width="30" height="20px" ');
    expect(renderMarkdown('<img src="x" width="1e9">')).not.toContain('width');
  });

  it('holds Markdown between its tags', () => {
    expect(
      renderMarkdown(
        '<details open>\n<summary>More</summary>\n\n- one\n\n```js\n1\n```\n\n</details>',
      ),
    ).toBe(
      '<details open>\n<summary>More</summary>\n<ul>\n<li>one</li>\n</ul>\n' +
        '<pre tabindex="0" data-language="js"><code class="hljs language-js">' +
        '<span class="hljs-number">1</span>\n</code></pre>\n</details>',
    );
    expect(renderMarkdown('<div align="center">\n\n# Title\n\n</div>')).toMatch(
      /^<div align="center">\n<div class="heading-row"><h2 id="user-content-title">/,
    );
  });

  it('has anchors that links within the text find', () => {
    for (const anchor of ['<a name="x"></a>', '<a id="x"></a>', '<a name="x"/>']) {
      expect(renderMarkdown(`${anchor}text [to](#x)`)).toBe(
        '<p><a id="user-content-x"></a>text <a href="#user-content-x">to</a></p>',
      );
    }
  });

  it('keeps the text of removed elements, except scripts, styles and comments', () => {
    expect(
      renderMarkdown(
        '<section class="x">\n  <font>Tea</font> &amp;<!-- not --> <Cake size={2}>cake</Cake>\n' +
          '<script>alert("<b>")</script><style>b {}</style><svg><text>drawn</text></svg></section>',
      ),
    ).toBe('<section>\n  Tea &#x26; cake\n</section>');
    expect(renderMarkdown('<!-- more -->')).toBe('');
    expect(renderMarkdown('a <canvas id=x>none</canvas> <span style="x">b</span>')).toBe(
      '<p>a none b</p>',
    );
    expect(renderMarkdown('<div>a < b <!-- never closed')).toBe('<div>a &#x3C; b </div>');
    expect(renderMarkdown('<div>a <img src=never-closed')).toBe('<div>a </div>');
  });

  it.each([
    ['<video src="/a.mp4" controls></video>', '/a.mp4', 'Video: /a.mp4'],
    ['a <audio src=b.ogg></audio>', 'b.ogg', 'Audio: b.ogg'],
    ['<video controls>\n  <source src="a.webm">\n</video>', 'a.webm', 'Video: a.webm'],
    ['<audio><source src="a.mp3" type="x"></audio>', 'a.mp3', 'Audio: a.mp3'],
    [
      "<IFRAME width=1 src='https://youtube.com/embed/x?start=1' allow=y>old</iframe>",
      'https://youtube.com/embed/x?start=1',
      'Embedded page: youtube.com/embed/x',
    ],
    ['<div>\n<object data="a.pdf"><p>b</p></object></div>', 'a.pdf', 'Embedded file: a.pdf'],
    ['<embed src="//b.example/a<b">', '//b.example/a<b', 'Embedded file: b.example/a&#x3C;b'],
  ])('leaves a link to the source of %s', (html, address, text) => {
    const rel = address.includes('//') ? ' rel="noopener noreferrer"' : '';
    expect(renderMarkdown(html)).toContain(`<a href="${address}"${rel}>${text}</a>`);
  });

  it('leaves no link to an unsafe or missing source', () => {
    const sources = ['src="javascript:x"', 'src="data:video/mp4;base64,AA"', 'srcdoc="<p>"', 'src'];
    for (const source of sources) {
      expect(
        renderMarkdown(`a <iframe ${source}></iframe> <video ${source}></video>`),
      ).not.toContain('<a');
    }
    expect(renderMarkdown('<picture><source srcset="a.webp"><img src="a.png"></picture>')).toBe(
      '<p><img src="a.png" loading="lazy" decoding="async"></p>',
    );
  });

  it('is closed where the text forgets it', () => {
    expect(renderMarkdown('<div>a\n\n*b*')).toBe('<div>a\n<p><em>b</em></p></div>');
    expect(renderMarkdown('a <b>b <i>c</b> d</i>')).toBe('<p>a <b>b <i>c</i></b><i> d</i></p>');
    expect(renderMarkdown('a</div></b></p> b')).toBe('<p>a</p> b<p></p>');
  });
});
