import { parsePostFile } from 'content-schema/front-matter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlobSha } from '../git-store/git-store.ts';
import { parsePost } from './stored-posts.ts';

const FILE = { path: 'posts/id.md', id: 'id', blob: 'a'.repeat(40) as BlobSha };

const piece = fc.oneof(
  fc.constantFrom('---', '\n', '\r\n', '\uFEFF', 'title: x', 'draft: true', '# Heading', ' '),
  fc.string({ maxLength: 3 }),
);

test('an entry has the offset of the content of any file', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const { contentStart, contentEnd } = parsePost(FILE, Buffer.from(text));
      expect(text.slice(contentStart, contentEnd)).toBe(parsePostFile(text, 'id').content);
    }),
    { numRuns: 200 },
  );
});

test('an entry has the problems of its front matter, with line and column', () => {
  const entry = parsePost(FILE, Buffer.from('---\ntitle: [\n---\nThe text'));
  expect(entry.hidden).toBe(true);
  const { path } = FILE;
  const invalid = expect.stringMatching(/^Front matter is not valid YAML: /) as string;
  const message = 'A quote or bracket in this line is not closed, so the post is hidden';
  expect(entry.problems).toEqual([
    { path, message: invalid, line: 3, column: 1 },
    { path, message, line: 2, column: 1 },
  ]);
});

test('a binary file is hidden, and a file in another encoding has a problem with line and column', () => {
  const text = '---\ntitle: Café\n---\nThe text';
  const latin1 = parsePost(FILE, Buffer.from(text, 'latin1'));
  const problem = { message: 'The file is not UTF-8 text', line: 2, column: 11 };
  expect(latin1).toMatchObject({ hidden: false, problems: [{ ...problem, readOnly: true }] });
  for (const mark of ['\uFEFF', '']) {
    const utf16 = parsePost(FILE, Buffer.from(mark + text, 'utf16le'));
    const problems = [{ message: 'The file is UTF-16 text, not UTF-8' }];
    expect(utf16).toMatchObject({ hidden: true, problems });
  }
  expect(parsePost(FILE, Buffer.from(text.replace('é', '\uFFFD'))).problems).toEqual([]);

  const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
  const pointer = parsePost(FILE, Buffer.from(lfs));
  expect(pointer.hidden).toBe(true);
  expect(pointer.problems[0]?.message).toMatch(/Git LFS/);
});

test('pictures that are not in photos/ are a problem', () => {
  const problemsOf = (text: string) => parsePost(FILE, Buffer.from(text)).problems;
  expect(problemsOf('![](/photos/a) ![](https://example.com/a.png) [b](/b)')).toEqual([]);
  expect(problemsOf('![](/assets/a.png)')).toEqual([
    { path: FILE.path, message: 'It shows a picture that is not in photos/: /assets/a.png' },
  ]);
  expect(problemsOf('![](a.png) ![](b.png) <img src="c.png"> ![](d.png) ![](a.png)')).toEqual([
    {
      path: FILE.path,
      message: 'It shows 4 pictures that are not in photos/: a.png, b.png, c.png and 1 more',
    },
  ]);
});
