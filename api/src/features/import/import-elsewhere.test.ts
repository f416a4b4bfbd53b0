import type { ContentHeadingsResponse, ImportResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test, vi } from 'vitest';
import type { TestFiles } from '../../../test/files.ts';
import { changesOf, commitsOf, subjectOf } from '../../../test/git.ts';
import { formOf, IMPORT } from '../../../test/import-form.ts';
import { rename } from '../../../test/github/edits.ts';
import { json, read } from '../../../test/responses.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { blobShaOf } from '../../core/git-store/git-object-id.ts';

/** A repository of this product's own layout, to which posts of another were added. */
const start = (files: TestFiles) => startAsAdmin({ files: { 'site.json': '{}\n', ...files } });

const problemsOf = async (admin: TestClient) => {
  const path = '/api/content?posts=headings';
  const { problems = [] } = await read<ContentHeadingsResponse>(admin, path);
  return problems.map(({ path, message, canImport }) => [path, message, canImport]);
};

const importAll = (admin: TestClient) =>
  json<ImportResponse>(admin.request('POST', IMPORT, { body: formOf([], { from: 'repository' }) }));

test('posts that lie elsewhere are a problem, and one commit imports them with their pictures', async () => {
  const image = await samplePhoto('tide.gif');
  const { admin, repository, show } = await start({
    'README.md': '# My blog\n',
    '_posts/2012-01-02-boat.md':
      '---\ntitle: The boat\n---\n\n![Low water]({{ site.baseurl }}/assets/tide.gif) ![](/gone.png)\n',
    '_posts/2013/tides.md': '# Tides\n\nSee [the boat](/2012/01/02/boat.html) and [[boat]].\n',
    '_posts/empty.md': '',
    '_drafts/secret.md': '# Not meant\n',
    'assets/tide.gif': image,
    'assets/unused.gif': Buffer.concat([image, Buffer.alloc(1)]),
  });
  expect(await problemsOf(admin)).toEqual([
    ['_posts', '3 Markdown files in _posts are not shown; posts lie in posts/', true],
  ]);
  expect(await importAll(admin)).toMatchObject({
    count: 2,
    saved: [{ id: '2012-01-02-boat', createdAt: '2012-01-02T00:00:00.000Z' }, { id: 'tides' }],
    errors: [{ file: '_posts/empty.md', message: 'The file has no content' }],
  });
  expect(subjectOf(repository)).toBe('Import 2 posts with 1 photo');
  const changes = changesOf(repository);
  const [, photo = ''] = /A photos\/(\w{26})\/tide\.gif/.exec(changes.join('\n')) ?? [];
  expect(changes).toEqual([
    `A photos/${photo}/photo.json`,
    `A photos/${photo}/tide.gif`,
    'A posts/2012-01-02-boat.md',
    'A posts/tides.md',
  ]);
  expect(show('posts/2012-01-02-boat.md')).toContain(
    `![Low water](/photos/${photo}) ![](/gone.png)`,
  );
  expect(show('posts/tides.md')).toContain(
    'See [the boat](/blogs/2012-01-02-boat) and [boat](/blogs/2012-01-02-boat).',
  );
  expect(await problemsOf(admin)).toEqual([
    ['posts/2012-01-02-boat.md', 'It shows a picture that is not in photos/: /gone.png', undefined],
  ]);

  expect(await importAll(admin)).toMatchObject({ count: 0, already: { length: 2 } });
  expect(commitsOf(repository)).toHaveLength(2);
});

test.each([
  ['content/post', ['content/post/2017/05/a.md', 'content/post/b/index.md']],
  ['src/content/blog', ['src/content/blog/a.mdx']],
  ['go, python, sql and 1 other folders', ['python/a.md', 'sql/b.md', 'go/c.md', 'x/d.md']],
])('posts in %s are found', async (folder, paths) => {
  const { admin } = await start(Object.fromEntries(paths.map((path) => [path, '# Title\n'])));
  const [problem] = await problemsOf(admin);
  expect(problem?.[1]).toMatch(
    new RegExp(`^${paths.length} Markdown files? in ${folder} (is|are) not`),
  );
});

test.each([
  ['README.md', 'CHANGELOG.md', 'docs/README.md', '.github/x.md', '_layouts/a.md'],
  ['node_modules/a/b.md', 'content/_index.md', 'posts/a.md', 'photos/a.md', 'drafts/b.md'],
  ['posts/one.md', 'posts/two.md', 'notes/one.md', 'docs/usage.md'],
])('other Markdown files are no problem: %s, %s, %s …', async (...paths) => {
  const { admin } = await start(Object.fromEntries(paths.map((path) => [path, '# Title\n'])));
  expect((await problemsOf(admin)).filter(([, , canImport]) => canImport)).toEqual([]);
});

test('other saves do not wait while files are read, and they are read once', async () => {
  const text = '# The boat\n';
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  let reads = 0;
  const { admin, repository } = await startAsAdmin({
    files: { 'site.json': '{}\n', '_posts/boat.md': text },
    store: (local) => ({
      ...local,
      read: async (blobs) => {
        if (!blobs.includes(blobShaOf(Buffer.from(text)))) return local.read(blobs);
        reads += 1;
        await held;
        return local.read(blobs);
      },
    }),
  });
  const importing = importAll(admin);
  await vi.waitFor(() => expect(reads).toBe(1));
  expect((await rename(admin, 'Bea')).status).toBe(200);
  go();
  expect(await importing).toMatchObject({ count: 1, saved: [{ id: 'boat' }] });
  expect(reads).toBe(1);
  expect(commitsOf(repository)).toHaveLength(3);
});
