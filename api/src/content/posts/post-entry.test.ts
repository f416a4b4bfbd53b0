import { parsePostFile } from 'content-schema/front-matter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlobSha } from '../../git-store/git-store.ts';
import { createPostEntries } from './post-entry.ts';

const FILE = { path: 'posts/id.md', id: 'id', blob: 'a'.repeat(40) as BlobSha };

const piece = fc.oneof(
  fc.constantFrom('---', '\n', '\r\n', '\uFEFF', 'title: x', 'draft: true', '# Heading', ' '),
  fc.string({ maxLength: 3 }),
);

test('an entry knows where the content of any file is', () => {
  const entries = createPostEntries(1_000_000, () => undefined);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const { contentStart, contentEnd } = entries.parse(FILE, text);
      expect(text.slice(contentStart, contentEnd)).toBe(parsePostFile(text, 'id').content);
    }),
    { numRuns: 200 },
  );
});

test('what could not be read is told with the path', () => {
  const told: string[] = [];
  const entries = createPostEntries(1_000_000, (path, warning) => told.push(`${path}: ${warning}`));
  const entry = entries.parse(FILE, '---\ntitle: [\n---\nThe text');
  expect(entry.hidden).toBe(false);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^posts\/id\.md: Front matter was not read/);
});
