import { describe, expect, it } from 'vitest';
import { extractFrontMatter, parseImportedFile } from './front-matter.ts';

describe('front matter pasted into content', () => {
  it('is taken out, with the fields that it has', () => {
    const pasted = '---\ntitle: Pasted\ndraft: true\ndate: 2024-1-5\n---\n\nText\n';
    expect(extractFrontMatter(pasted)).toEqual({
      fields: { title: 'Pasted', hidden: true, createdAt: '2024-01-05T00:00:00.000Z' },
      content: 'Text\n',
    });
  });

  it.each([
    ['there is no field for “layout”', '---\ntitle: x\nlayout: post\n---\n'],
    ['there is no field for “categories”', '---\ntags: [a]\ncategories: [b]\n---\n'],
    ['there is no field for “updated”', '---\ntitle: x\nupdated: 2024-01-31\n---\n'],
    ['there is no field for “password”', '---\ntitle: x\npassword: y\n---\n'],
    ['it could not be read', '---\ntitle: x\ndate: someday\n---\n'],
    ['it has a comment', '---\ntitle: x # the best\n---\n'],
    ['it could not be read', '---\ntitle: Note 01: the lamp\n---\n'],
    ['it could not be read', '---js\nx\n---\n'],
    ['it does not begin in the first line', '\n---\ntitle: x\n---\n'],
  ])('is left where it is because %s', (reason, content) => {
    expect(extractFrontMatter(`${content}\ntext`)).toEqual({ reason });
  });

  it.each([
    '',
    'text',
    '---\n---\ntext',
    '---\n\ntext\n\n---\n',
    '---\nUpdate (2024): this is outdated.\n---\ntext',
    '\n---\na: 1\n---',
  ])('is not found in %j', (content) => {
    expect(extractFrontMatter(content)).toBeUndefined();
  });
});

describe('a file that is imported', () => {
  const read = (...lines: string[]) =>
    parseImportedFile(`---\n${lines.join('\n')}\n---\nText`, 'x');

  it.each([
    ['slug: my-post', 'my-post'],
    ['slug: notes/my-post', 'my-post'],
    ['permalink: /2020/01/My-post.html', 'My-post'],
    ['permalink: /notes/my-post/', 'my-post'],
    ['url: /my-post/', 'my-post'],
    ['slug: first\npermalink: /second/', 'first'],
    ['permalink: /:year/:title/', undefined],
    ['slug:\npermalink: /', undefined],
    ['title: T', undefined],
  ])('takes its address from %s', (lines, slug) => {
    expect(read(lines).slug).toBe(slug);
  });

  const A = { address: 'a.jpg', alt: '', caption: '' };

  it.each([
    ['image: a.jpg', [A]],
    [
      'cover:\n  image: "a.jpg"\n  alt: The pier\n  caption: At six',
      [{ address: 'a.jpg', alt: 'The pier', caption: 'At six' }],
    ],
    ['image:\n  path: a.jpg\n  alt: |\n    The\n    pier', [{ ...A, alt: 'The pier' }]],
    [
      'feature_image: a.jpg\nfeature_image_alt: Pier\nfeature_image_caption: <a href="x">Six</a>',
      [{ address: 'a.jpg', alt: 'Pier', caption: 'Six' }],
    ],
    [
      'heroImage: ../../assets/a.jpg\nheroImageAlt: Pier',
      [{ address: '../../assets/a.jpg', alt: 'Pier', caption: '' }],
    ],
    ['images: [b.png, a.jpg]\ncover: a.jpg', [A, { ...A, address: 'b.png' }, A]],
    ['cover: "[[a.jpg|300]]"', [A]],
    ['cover: [[a.jpg]]', [A]],
    ['image: https://example.com/photo?w=3', [{ ...A, address: 'https://example.com/photo?w=3' }]],
    ['image: true\nhero: The sea\ncover:', []],
  ])('names its pictures in %j', (lines, covers) => {
    expect(read(lines).covers).toEqual(covers);
  });

  it('has its categories among its tags, each once', () => {
    expect(read('tags: [Sea, walks]', 'categories: [Outdoors, sea]').tags).toEqual([
      ...['Sea', 'walks', 'Outdoors'],
    ]);
    expect(read('categories: jekyll update').tags).toEqual(['jekyll', 'update']);
    expect(read('taxonomy:', '  tag: [a]', '  category: [b]').tags).toEqual(['a', 'b']);
    expect(read('keywords: [a]', 'tags: [b]').tags).toEqual(['b']);
  });
});
