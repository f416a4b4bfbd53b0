import type { FileChange, ReviewComment } from 'content-schema';
import { createPatch, OMIT_HEADERS } from 'diff';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { commentsByLine } from './review-comments.tsx';

const before = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}\n`).join('');
const after = before.replace('Line 3\n', '').replace('Line 12\n', 'Line twelve\n');
const FILE: FileChange = {
  ...{ path: 'posts/a.md', status: 'modified', binary: false },
  diff: createPatch('', before, after, '', '', { headerOptions: OMIT_HEADERS, context: 3 }),
};

const comment = (text: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  ...{ path: FILE.path, author: 'bea', text, date: '2026-01-31T12:00:00Z' },
  ...{ url: 'https://github.com/ada/site/pull/1#r1', ...more },
});

test('shows comments below their lines of the new version, and others with the file', () => {
  const notes = commentsByLine(FILE, [
    comment('On the changed line', { line: 11 }),
    comment('On a line far from any change', { line: 19 }),
    comment('On the file'),
    comment('On another file', { path: 'posts/b.md', line: 11 }),
  ]);
  const html = [...notes].map(([line, note]) => [line, renderToStaticMarkup(note)]);
  expect(html).toEqual([
    [11, expect.stringContaining('On the changed line')],
    [0, expect.stringMatching(/far from any change.*On the file/)],
  ]);
  expect(String(html)).not.toContain('On another file');
});

test('shows a comment as plain text', () => {
  const [note] = commentsByLine(FILE, [comment('**No** <script>alert(1)</script>')]).values();
  const html = renderToStaticMarkup(note);
  expect(html).toContain('**No** &lt;script&gt;alert(1)&lt;/script&gt;');
});
