import { expect, test } from 'vitest';
import { createCache, createCacheRegistry } from '../cache.ts';
import type { BlobSha, CommitSha } from '../git-store/git-store.ts';
import { createPostIndex } from './post-index.ts';
import { createSnapshotLoader } from './snapshot-loader.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';

const FILES = {
  'site.json': '{"title": "Ada"}',
  'profile.json': '{"name": "Ada"}',
  'posts/one.md': '---\ntitle: One\n---\n\nText\n',
  'posts/two.md': '---\ntitle: Two\n---\n\nText\n',
  'photos/a.gif': 'GIF89a',
  'photos/a.gif.json': '{"alt": "Dunes"}',
};

test('content that a commit did not change is the same object as before', async () => {
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
  expect(after.photos[0]?.details).toEqual({ alt: 'Dunes' });
  expect(after.photos[0]).toBe(before.photos[0]);
  expect(find('two')).toMatchObject({ title: 'Changed' });
});

test('equal texts at different paths are different posts', async () => {
  const text = 'The same text\n';
  const files = { 'posts/2024-01-31-first.md': text, 'posts/second.md': text };
  const { content } = await openTestContent({ files });
  const { posts } = await content.reader.current();
  expect(posts).toMatchObject([
    { id: '2024-01-31-first', title: 'First', createdAt: '2024-01-31T00:00:00.000Z' },
    { id: 'second', title: 'Second' },
  ]);
});

test('after any changes the content equals that of a new process', async () => {
  const dated = (day: number, title: string) =>
    `---\ntitle: ${title}\ndate: 2030-01-0${day}\n---\nA\n`;
  const { content, outsider, restart } = await startTestServer({
    files: new Map(['b', 'd', 'f', 'h'].map((id) => [`posts/${id}.md`, Buffer.from(dated(2, id))])),
  });
  await content.reader.current();
  const changes: [path: string, text: string | null][] = [
    ['posts/c.md', dated(2, 'of the same day')],
    ['posts/h.md', dated(3, 'newer')],
    ['posts/d.md', null],
    ['posts/a.md', 'Undated\n'],
    ['posts/z.md', 'Undated\n'],
    ['posts/B.md', dated(2, 'a twin by name')],
    ['posts/b.md', '---\ntitle: [\n---\nBroken\n'],
    ['photos/01HQ3V4Z8R6J7K5M2N9P0Q1S2T/a.png', 'no picture'],
    ['profile.json', '{"name": "Ada"}'],
    ['posts/B.md', null],
    ['photos/01HQ3V4Z8R6J7K5M2N9P0Q1S2T/a.png', null],
  ];
  for (const [path, text] of changes) {
    await pushFile(outsider, path, text);
    const after = await content.reader.refresh();
    const fresh = await (await restart()).content.reader.current();
    const said = ({ problems }: typeof after) =>
      problems.map((problem) => JSON.stringify(problem)).sort();
    expect(after.posts, path).toEqual(fresh.posts);
    expect(after.photos, path).toEqual(fresh.photos);
    expect(said(after), path).toEqual(said(fresh));
  }
});

test('of very many posts, the texts of 2,000 are read at a time', async () => {
  const read: number[] = [];
  const load = createSnapshotLoader({
    store: {
      ...{ list: () => Promise.resolve(new Map()), links: () => Promise.resolve([]) },
      history: () => Promise.resolve({ commits: [], total: 0 } as never),
    },
    blobs: {
      readEach: (blobs) => {
        const contents = Array.from(blobs, (blob) => [blob, Buffer.from(blob)] as const);
        read.push(contents.length);
        return Promise.resolve(new Map(contents));
      },
    },
    photos: { starts: () => Promise.resolve(new Map()) },
    posts: createPostIndex(),
    warn: () => undefined,
    snapshots: createCache(createCacheRegistry(), { name: 'snapshots', max: 1 }),
  });
  const entries = Array.from({ length: 5000 }, (_, n) => [`posts/p${n}.md`, `Text ${n}`] as const);
  const tree = new Map(entries.map(([path, text]) => [path, { sha: text as BlobSha, size: 9 }]));
  const { posts } = await load('commit' as CommitSha, tree);
  expect(posts).toHaveLength(5000);
  expect(read).toEqual([2000, 2000, 1000]);
});
