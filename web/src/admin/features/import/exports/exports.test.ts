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
    ['lexical-cards.md', 'lexical-cards.md', `${by} Owner`, left],
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
