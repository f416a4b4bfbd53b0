import { parsePostFile } from 'content-schema/front-matter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlobSha } from '../../git-store/git-store.ts';
import { parsePost } from './stored-posts.ts';

const FILE = { path: 'posts/id.md', id: 'id', blob: 'a'.repeat(40) as BlobSha };

const piece = fc.oneof(
  fc.constantFrom('---', '\n', '\r\n', '\uFEFF', 'title: x', 'draft: true', '# Heading', ' '),
  fc.string({ maxLength: 3 }),
);

test('an entry knows where the content of any file is', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const { contentStart, contentEnd } = parsePost(FILE, text, () => undefined);
      expect(text.slice(contentStart, contentEnd)).toBe(parsePostFile(text, 'id').content);
    }),
    { numRuns: 200 },
  );
});

test('a warning about front matter that can not be read names the path and the place', () => {
  const warnings: unknown[] = [];
  const entry = parsePost(FILE, '---\ntitle: [\n---\nThe text', (path, problem) =>
    warnings.push({ path, ...problem }),
  );
  expect(entry.hidden).toBe(false);
  expect(warnings).toEqual([
    {
      path: 'posts/id.md',
      message: expect.stringMatching(/^Front matter is not valid YAML: /) as string,
      line: 3,
      column: 1,
    },
  ]);
});
