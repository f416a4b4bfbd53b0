import { strToU8, zipSync } from 'fflate';
import { sampleExport } from 'fixtures/sample-files';
import { expect, it, test } from 'vitest';
import { readChosen } from '../chosen-files.ts';
import { markdownTreeOf } from './html.ts';
import { writer } from '../../../core/posts/editor/html-to-markdown.ts';

/** What the files of an export become; each text is a file by its path, in an archive if named so. */
const read = async (files: Record<string, string>, archive?: string) => {
  const bytes = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  const chosen = archive
    ? [new File([zipSync(Object.fromEntries(bytes))], archive)]
    : bytes.map(([path, content]) => new File([content], path));
  const { posts, images, skipped: _, ...rest } = await readChosen(chosen);
  const texts = await Promise.all(posts.map(({ file }) => file.text()));
  return { ...rest, posts, texts, images: [...images.keys()] };
};

const markdownOf = (html: string): string => writer.stringify(markdownTreeOf(html, [])).trimEnd();

test.each([
  ['<p>a <b>b </b>c<strong> d</strong></p>', 'a **b** c **d**'],
  ['<p><em>a</em><em>b</em> <u>c</u> H<sub>2</sub>O</p>', '_ab_ <ins>c</ins> H<sub>2</sub>O'],
  ['<p>&nbsp;</p><p>a</p><a href=""></a>', 'a'],
  [
    '<figure><img src="/a.jpg" alt="A"><figcaption>B <i>c</i></figcaption></figure>',
    '![A](/a.jpg "B c")',
  ],
  [
    '<figure><img src="/a.jpg"><figcaption>By <a href="/x">X</a></figcaption></figure>',
    '![](/a.jpg)\n\n_By [X](/x)_',
  ],
  [
    '<div class="gallery"><figure><img src="/a.jpg"><figcaption>A</figcaption></figure><img src="/b.jpg"></div>',
    '![](/a.jpg "A") ![](/b.jpg)',
  ],
  ['<noscript><img src="/a.jpg"></noscript><img data-src="/a.jpg">', '![](/a.jpg)'],
  [
    '<p><iframe src="//www.youtube.com/embed/jfKfPfyJRdk?x"></iframe></p>',
    '<https://youtu.be/jfKfPfyJRdk>',
  ],
  ['<p>https://example.com/a_b</p>', '<https://example.com/a_b>'],
  ['<audio controls><source src="/a.mp3"></audio>', '[/a.mp3](/a.mp3)'],
  ['<script src="https://gist.github.com/a/1.js"></script>', '<https://gist.github.com/a/1>'],
  [
    '<details><summary>A <b>b</b></summary><p>c</p></details>',
    '<details>\n<summary>A b</summary>\n\nc\n\n</details>',
  ],
  ['<table><caption>T</caption><tr><td>a</td></tr></table>', 'T\n\n| a |\n| - |'],
  [
    '<p>a<x-reference id="1"></x-reference></p><x-note id="1"><p>b</p></x-note>',
    'a[^1]\n\n[^1]: b',
  ],
])('converts %s', (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

it('reads posts of Ghost, with its pictures and redirects', async () => {
  const { posts, texts, hosts, images } = await read(
    {
      'data/ghost.json': await sampleExport('ghost.json'),
      'redirects.yaml':
        '301:\n  /old/: /canonical/\n  ^\\/a\\/(.*)$: /$1/\n302:\n  /now/: /about/\n',
      'content/images/2024/01/cow.jpg': 'x',
      'content/images/2019/01/d.jpg': 'x',
      'package.json': '{"posts": [1]}',
    },
    'ghost.zip',
  );
  const left =
    'Left out: 1 injected script, 1 paywall, 2 mail cards, 1 sign-up form, 1 call-to-action card, 1 script';
  const by = 'Posts have no author; this is by';
  expect(posts.map(({ path, file, notes = [] }) => [path, file.name, ...notes])).toEqual([
    ['lexical-cards.md', 'lexical-cards.md', left],
    ['other-post.md', 'other-post.md', `${by} Guest`],
    ['html-only.md', 'html-only.md'],
    ['a-draft.md', 'a-draft.md', 'It is hidden: a draft'],
    ['scheduled.md', 'scheduled.md'],
    ['members.md', 'members.md', 'It is hidden: for members only'],
    ['pages/about.md', 'page:about.md'],
    ['mail-only.md', 'mail-only.md', 'It is hidden: sent by mail only'],
    ['canonical.md', 'canonical.md', 'It was published first at https://example.org/first'],
  ]);
  expect(texts[0]).toBe(await sampleExport('ghost-cards.md'));
  expect(texts[1]).toContain(
    '**Bold** and [link](/lexical-cards/)\\\nnext line\n\n- item\n\n![D](/content/images/2019/01/d.jpg "Cap")\n\n*md* card\n\n```python\nx=1\n```\n\nraw\n\n---',
  );
  expect(texts[2]).toContain(
    'card\n\n![E](https://blog.example.org/content/images/2020/e.jpg "E cap")',
  );
  const [draft, planned, , page] = texts.slice(3);
  expect(draft).toMatch(/^hidden: true\n[^]*createdAt: 2023-01-01(?![^]*aliases)/m);
  expect(planned).toMatch(/^hidden: false\n[^]*publishDate: 2031-01-01T09:00:00.000Z$/m);
  expect(page).toMatch(/^aliases:\n {2}- \/now\/\n---$/m);
  expect(texts[8]).toMatch(/^aliases:\n {2}- \/canonical\/\n {2}- \/old\/\n---$/m);
  expect(hosts).toEqual(['blog.example.org']);
  expect(images).toHaveLength(2);
});

const wxr = (items: string, end = '</channel></rss>') =>
  `<?xml version="1.0"?><rss><channel><title>A & B\u0007</title><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url><wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name>Ann</wp:author_display_name></wp:author>${items}${end}`;
const item = (id: number, content: string, more = '', type = 'post', status = 'publish') =>
  `<item><title><![CDATA[Post ${id} &amp; more]]></title><link>https://old.example/2020/05/p${id}/</link><dc:creator>ann</dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-05-0${id} 10:00:00</wp:post_date_gmt><wp:post_name>p${id}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const medium = (id: number, parent: number) =>
  item(
    id,
    '',
    `<wp:post_parent>${parent}</wp:post_parent><excerpt:encoded>Cap ${id}</excerpt:encoded><wp:attachment_url>https://old.example/wp-content/uploads/${id}.jpg</wp:attachment_url>${meta('_wp_attachment_image_alt', `Alt ${id}`)}`,
    'attachment',
    'inherit',
  );
const UPLOADS = 'https://old.example/wp-content/uploads';

test.each([
  ['Low\nand high\n\n<b>Ebb</b>', 'Low\\\nand high\n\n**Ebb**'],
  ['A <pre>x\n\ny</pre> b\n<h2>C</h2>\nd', 'A\n\n```\nx\n\ny\n```\n\nb\n\n## C\n\nd'],
  [
    '[caption id="a" width="3"]<a href="/x"><img src="/a.jpg" alt="A"></a> Said <i>so</i>[/caption]',
    '[![A](https://old.example/a.jpg "Said so")](https://old.example/x)',
  ],
  ['[gallery ids="8,9"]', `![Alt 8](${UPLOADS}/8.jpg "Cap 8") ![Alt 9](${UPLOADS}/9.jpg "Cap 9")`],
  ['[gallery]', `![Alt 8](${UPLOADS}/8.jpg "Cap 8")`],
  [
    '[audio https://a.example/x.mp3] [embed]https://a.example/y[/embed]',
    '<https://a.example/x.mp3>\n\n<https://a.example/y>',
  ],
  ['https://a.example/v\n\n[x-form id="1"]', '<https://a.example/v>\n\n\\[x-form id="1"]'],
  [
    '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><!-- wp:latest-posts {"a":1} /--><!-- wp:block {"ref":7} /-->',
    'A\n\nReused',
  ],
  [
    '<!-- wp:p --><p>A<sup data-fn="f-1" class="fn"><a href="#f-1">1</a></sup></p>',
    'A[^f-1]\n\n[^f-1]: A <note>'.replace('<note>', '_note_'),
  ],
  [
    `<a href="${UPLOADS}/8.jpg"><img src="${UPLOADS}/8-300x200.jpg"></a> <a href="https://old.example/2020/05/p2/#x">2</a>`,
    `[![](${UPLOADS}/8-300x200.jpg)](${UPLOADS}/8.jpg) [2](/2020/05/p2/#x)`,
  ],
])('converts the text of WordPress %s', async (content, markdown) => {
  const notes = meta(
    'footnotes',
    '[{"content":"A \\u003cem\\u003enote\\u003c/em\\u003e","id":"f-1"}]',
  );
  const others =
    item(2, 'x') + item(7, '<p>Reused</p>', '', 'wp_block') + medium(8, 1) + medium(9, 2);
  const { texts } = await read({
    'a.xml': wxr(item(1, content, content.includes('data-fn') ? notes : '') + others),
  });
  expect(texts[0]?.replace(/^---\n[^]*?---\n\n/, '').trim()).toBe(markdown);
});

it('reads posts of WordPress from several files, of which one is cut off', async () => {
  const tags =
    '<category domain="category" nicename="a">A &amp; B</category><category domain="post_tag" nicename="c"><![CDATA[C]]></category><category domain="category" nicename="uncategorized">No</category><category domain="language" nicename="de">Deutsch</category>';
  const { posts, texts, leftOut, hosts } = await read({
    'a.xml': wxr(
      item(
        1,
        '<p>One & two',
        tags + meta('_thumbnail_id', '8') + '<wp:comment></wp:comment>'.repeat(2),
      ) +
        item(2, 'x', '', 'post', 'future') +
        item(3, 'x [a_b]', '', 'post', 'private') +
        item(4, 'x', '<wp:post_password>p</wp:post_password>', 'page') +
        item(5, 'x', '', 'post', 'draft') +
        item(6, '', '', 'nav_menu_item') +
        item(7, '', '', 'recipe'),
    ),
    'b.xml': wxr(
      medium(8, 1) + medium(9, 1) + item(6, 'Cut', '', 'page').replace(/(?<=Cut)]]>.*$/, ''),
      '',
    ),
    'c.xml': await sampleExport('wordpress.xml'),
  });
  const by = 'Posts have no author; this is by';
  expect(posts.map(({ file, notes = [] }) => [file.name, ...notes])).toEqual([
    ['p1.md'],
    ['p2.md'],
    ['p3.md', 'It is hidden: private', 'Shortcodes of plugins are kept as text: 1, e.g. [a_b]'],
    ['p5.md', 'It is hidden: a draft'],
    ['p6.md', 'It is hidden: cut off'],
    ['draft-post.md', 'It is hidden: a draft', `${by} Harry Potter`],
    ['basic-post.md', `${by} Hermione Granger`],
    ['another-post.md', `${by} Hermione Granger`],
    ['page:p4.md', 'It is hidden: behind a password'],
    ['page:services.md'],
  ]);
  expect(texts[0]).toBe(
    `---\ntitle: Post 1 & more\ntags:\n  - A & B\n  - C\nhidden: false\ncreatedAt: 2020-05-01T10:00:00.000Z\naliases:\n  - /2020/05/p1/\nlang: de\n---\n\n![Alt 8](${UPLOADS}/8.jpg "Cap 8")\n\nOne & two\n`,
  );
  expect(texts[1]).toContain('publishDate: 2020-05-02T10:00:00.000Z');
  expect(texts[3]).not.toContain('aliases');
  expect(texts[4]).toMatch(/---\n\nCut$/m);
  const left = [
    '2 comments',
    '1 unused media file',
    '1 menu item',
    '1 recipe item',
    '1 customcpt item',
  ];
  expect(leftOut).toEqual([...left, '1 missing end of b.xml']);
  expect(hosts).toEqual(['old.example', 'images.unsplash.com']);
});

it('refuses document types', async () => {
  const { posts } = await read({ 'a.xml': `<!DOCTYPE r [<!ENTITY a "b">]>${wxr(item(1, '&a;'))}` });
  expect(posts.map(({ rejection }) => rejection)).toEqual([
    'It has a document type, which no export has',
  ]);
});

const summaryOf = ({ posts, texts }: Awaited<ReturnType<typeof read>>) =>
  posts.map(({ path, notes = [] }, index) => {
    const [, head = '', content = ''] =
      /^---\n([^]*?)\n---\n\n([^]*)$/.exec(texts[index] ?? '') ?? [];
    return [path, ...notes, head.replaceAll('\n', '; '), content.trim()].join(' | ');
  });

it('reads posts of Substack', async () => {
  const html = [
    '<p>A<a class="footnote-anchor" data-x id="footnote-anchor-1" href="#footnote-1" target="_self">1</a></p><p class="button-wrapper" data-attrs="{}"><a href="/s">Sign up</a></p>',
    '<div class="captioned-image-container"><figure><a class="image-link image2" href="https://substackcdn.com/image/fetch/$s_!x!,f_auto/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fa.png"><div class="image2-inset"><picture><source srcset="x"><img src="https://substackcdn.com/image/fetch/w_14,c_limit/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fa.png" alt="P"></picture></div></a><figcaption class="image-caption">Cap</figcaption></figure></div>',
    '<div class="image-gallery-embed" data-attrs="{&quot;gallery&quot;:{&quot;images&quot;:[{&quot;src&quot;:&quot;https://s3.amazonaws.com/b.png&quot;},{&quot;src&quot;:&quot;https://s3.amazonaws.com/c.png&quot;}]}}"></div><div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://x.com/1&quot;}"></div>',
    '<div class="footnote" data-component-name="F"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Note</p></div></div>',
  ];
  const exported = await read(
    {
      'posts.csv':
        'post_id,post_date,is_published,type,audience,title,subtitle,podcast_url\n1.one,2020-01-02T03:04:05.678Z,true,newsletter,everyone,"A, &#x201C;B&#x201D;",Sub,\n2.two,2020-01-03T00:00:00.000Z,true,podcast,only_paid,Two,,https://a.example/2.mp3\n3.about,,TRUE,page,everyone,About,,\n4,2020-01-03T00:00:00.000Z,false,newsletter,everyone,Draft,,\n',
      'posts/1.one.html': html.join(''),
      'posts/2.two.html': '<p>Two</p>',
      'posts/1.one.delivers.csv': 'x',
    },
    'substack.zip',
  );
  expect(summaryOf(exported)).toEqual([
    'one.md | Left out: 1 button | title: A, “B”; description: Sub; hidden: false; createdAt: 2020-01-02T03:04:05.678Z; aliases:;   - /p/one | A[^1]\n\n![P](https://substack-post-media.s3.amazonaws.com/a.png "Cap")\n\n![](https://s3.amazonaws.com/b.png) ![](https://s3.amazonaws.com/c.png)\n\n<https://x.com/1>\n\n[^1]: Note',
    'two.md | It is hidden: for paying members only | title: Two; hidden: true; createdAt: 2020-01-03T00:00:00.000Z; aliases:;   - /p/two | <https://a.example/2.mp3>\n\nTwo',
    'pages/about.md | title: About; hidden: false; aliases:;   - /p/about | ',
    'draft.md | It is hidden: a draft | title: Draft; hidden: true; createdAt: 2020-01-03T00:00:00.000Z | ',
  ]);
  expect(exported.hosts).toEqual(['substack-post-media.s3.amazonaws.com', 's3.amazonaws.com']);
});

it('reads posts of Medium', async () => {
  const post = (title: string, subtitle: string, body: string, footer: string) =>
    `<html><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header>${subtitle && `<section data-field="subtitle" class="p-summary">${subtitle}</section>`}<section data-field="body" class="e-content"><section name="a"><div class="section-divider"><hr class="section-divider"></div>${body}</section></section><footer>${footer}<p>Exported from <a href="https://medium.com">Medium</a></p></footer></article></body></html>`;
  const footer =
    '<p><a class="p-tag">Things</a></p><p>By <a class="p-author">J</a> on <time class="dt-published" datetime="2018-08-11T11:23:34.123Z">x</time></p><p><a href="https://medium.com/@j/my-post-efefef121212" class="p-canonical">Canonical link</a></p>';
  const body =
    '<h3 class="graf--title">My post</h3><h4>Sub</h4><p>A&nbsp;<strong>b</strong></p><pre class="graf--pre"><code>x<br>  y</code></pre><pre class="graf--pre">z</pre><pre data-code-block-lang="js" class="graf--pre">let a</pre><div class="section-inner sectionLayout--outsetRow"><figure><img src="https://cdn-images-1.medium.com/1.jpg"></figure><figure><img src="https://cdn-images-1.medium.com/2.jpg"><figcaption>C</figcaption></figure></div><div class="graf--mixtapeEmbed"><a href="https://a.example/"><strong>T</strong><br><em class="markup--em markup--mixtapeEmbed-em">D</em>a.example</a><a href="https://a.example/" class="mixtapeImage"></a></div><div class="section-divider"><hr></div><p>End</p>';
  const exported = await read(
    {
      'posts/2018-08-11_My-post-efefef121212.html': post('My post', 'Sub', body, footer),
      'posts/draft_Idea-1212.html': post('Idea', '', '<h3>Idea</h3><p>x</p>', '<p>View</p>'),
      'posts/2019_So-true-1.html': post('So true…', '', '<p>So true, and more</p>', footer),
      'profile/profile.html': '<h3 class="p-name">J</h3>',
    },
    'medium.zip',
  );
  expect(summaryOf(exported)).toEqual([
    'my-post.md | title: My post; description: Sub; tags:;   - Things; hidden: false; createdAt: 2018-08-11T11:23:34.123Z; aliases:;   - /@j/my-post-efefef121212 | A\u00A0**b**\n\n```\nx\n  y\nz\n```\n\n```js\nlet a\n```\n\n![](https://cdn-images-1.medium.com/1.jpg) ![](https://cdn-images-1.medium.com/2.jpg "C")\n\n[**T**\\\n_D_\\\na.example](https://a.example/)\n\n---\n\nEnd',
    'idea.md | It is hidden: a draft | title: Idea; hidden: true | x',
  ]);
  expect([exported.leftOut, exported.hosts]).toEqual([['1 response'], ['cdn-images-1.medium.com']]);
});

it('reads posts of Blogger', async () => {
  const kind = (name: string) =>
    `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
  const entry = (name: string, rest: string) =>
    `<entry>${kind(name)}<published>2017-06-20T00:32:00-04:00</published>${rest}</entry>`;
  const photo = (size: string) => `https://3.bp.blogspot.com/-d/AAA/${size}/photo.jpg`;
  const html =
    `<div class="separator"><a href="${photo('s1600')}"><img src="${photo('s320')}"></a></div>One<br /><br />Two <table class="tr-caption-container"><tbody><tr><td><a href="${photo('s1600')}"><img src="${photo('s640-h/')}"></a></td></tr><tr><td class="tr-caption">Cap</td></tr></tbody></table>`.replace(
      '-h/',
      '',
    );
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const exported = await read({
    'blog.xml': `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>tag:blogger.com,1999:blog-1.archive</id>${entry('settings', '')}${entry('template', '')}${entry(
      'post',
      `<title type="text">This &amp;amp; That</title><category scheme="http://www.blogger.com/atom/ns#" term="books"/><content type="html">${escape(html)}</content><link rel="alternate" href="http://example.blogspot.com/2017/06/lorem.html"/><author><name>J</name></author>`,
    )}${entry('post', '<title>Draft</title><app:control><app:draft>yes</app:draft></app:control><content>x</content>')}${entry('page', '<title>About</title><content>y</content><link rel="alternate" href="http://example.blogspot.com/p/about.html"/>')}${entry('comment', '')}</feed>`,
  });
  expect(summaryOf(exported)).toEqual([
    'lorem.md | title: This & That; tags:;   - books; hidden: false; createdAt: 2017-06-20T00:32:00-04:00; aliases:;   - /2017/06/lorem.html | ![](https://3.bp.blogspot.com/-d/AAA/s0/photo.jpg)\n\nOne\n\nTwo\n\n![](https://3.bp.blogspot.com/-d/AAA/s0/photo.jpg "Cap")',
    'draft.md | It is hidden: a draft | title: Draft; hidden: true; createdAt: 2017-06-20T00:32:00-04:00 | x',
    'pages/about.md | title: About; hidden: false; createdAt: 2017-06-20T00:32:00-04:00; aliases:;   - /p/about.html | y',
  ]);
  expect([exported.leftOut, exported.hosts]).toEqual([
    ['1 setting', '1 template', '1 comment'],
    ['3.bp.blogspot.com'],
  ]);
});
