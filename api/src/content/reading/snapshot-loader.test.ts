import { expect, test } from 'vitest';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';

const FILES = {
  'site.json': '{"title": "Ada"}',
  'profile.json': '{"name": "Ada"}',
  'posts/one.md': '---\ntitle: One\n---\n\nText\n',
  'posts/two.md': '---\ntitle: Two\n---\n\nText\n',
};

test('what a commit left alone is the same object as before it', async () => {
  const { content, outsider } = await openTestContent({ files: FILES });
  const before = await content.reader.current();
  await pushFile(outsider, 'posts/two.md', '# Changed\n');
  const after = await content.reader.refresh();
  expect(after.revision).not.toBe(before.revision);
  for (const key of ['site', 'profile', 'experiences', 'sections'] as const) {
    expect(after[key], key).toBe(before[key]);
  }
  const find = (id: string, { posts } = after) => posts.find((post) => post.id === id);
  expect(find('one')).toBe(find('one', before));
  expect(find('two')).toMatchObject({ title: 'Changed' });
});

test('equal texts at other paths are other posts', async () => {
  const text = 'The same text\n';
  const files = { 'posts/2024-01-31-first.md': text, 'posts/second.md': text };
  const { content } = await openTestContent({ files });
  const { posts } = await content.reader.current();
  expect(posts).toMatchObject([
    { id: '2024-01-31-first', title: 'First', createdAt: '2024-01-31T00:00:00.000Z' },
    { id: 'second', title: 'Second' },
  ]);
});
