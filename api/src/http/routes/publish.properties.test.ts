import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../../test/git.ts';
import { startTestServer } from '../../../test/start-test-server.ts';

/**
 * Each atom of the content, such as a field, a paragraph or a file's name, is changed by one side at
 * most. So the merge is the content with the changes of both sides, whatever their order.
 */
const owner = fc.constantFrom('nobody', 'mine', 'theirs', 'theirs', 'mine');

type Owner = 'nobody' | 'mine' | 'theirs';

const post = fc.record({ name: owner, title: owner, paragraphs: fc.tuple(owner, owner, owner) });
const photo = fc.record({ name: owner, bytes: owner, alt: owner, caption: owner });
const maybeDeleted = <Atoms>(atoms: fc.Arbitrary<Atoms>) =>
  fc.oneof(
    { weight: 4, arbitrary: atoms },
    { weight: 1, arbitrary: fc.record({ deleted: fc.constantFrom('mine', 'theirs') }) },
  );

const divergence = fc.record({
  profile: fc.tuple(owner, owner, owner),
  posts: fc.tuple(maybeDeleted(post), maybeDeleted(post), maybeDeleted(post)),
  photos: fc.tuple(maybeDeleted(photo), maybeDeleted(photo)),
  added: owner,
  readme: fc.tuple(owner, owner),
});
type Divergence = typeof divergence extends fc.Arbitrary<infer One> ? One : never;

const [TIDE, DUNES] = await Promise.all(['tide.gif', 'dunes.webp'].map((it) => samplePhoto(it)));
const PHOTOS = ['01JWT6444RQM8SZKMERQ1BVHWF', '01JWT6444RQM8SZKMERQ1BVHWG'];
/** Paragraphs that nobody changes, by which a renamed post is recognised. */
const restOf = (post: number): string =>
  Array.from({ length: 12 }, (_, i) => `\nUnchanged paragraph ${i} of the post ${post}\n`).join('');

/** The files after the changes of some sides. */
const filesOf = (
  { profile, posts, photos, added, readme }: Divergence,
  sides: readonly string[],
): ReadonlyMap<string, Buffer> => {
  const has = (one: string): boolean => sides.includes(one);
  const word = (one: Owner, text: string): string => (has(one) ? `${text} of ${one}` : text);
  const [name, title, tagline] = profile;
  const files: [string, string | Uint8Array][] = [
    [
      'profile.json',
      `${JSON.stringify(
        { name: word(name, 'Ada'), title: word(title, 'Poet'), tagline: word(tagline, 'Notes') },
        null,
        2,
      )}\n`,
    ],
    ['README.md', readme.map((it, i) => word(it, `Line ${i}`)).join('\n\n\n')],
    ...(has(added) ? [['posts/added.md', '---\ntitle: Added\n---\n\nNew\n'] as const] : []).map(
      ([path, it]): [string, string] => [path, it],
    ),
  ];
  for (const [i, atoms] of posts.entries()) {
    if ('deleted' in atoms && has(atoms.deleted)) continue;
    const all = 'deleted' in atoms ? undefined : atoms;
    const texts = (all?.paragraphs ?? []).map((it, at) => `\n${word(it, `Paragraph ${at}`)}\n`);
    const heading = word(all?.title ?? 'nobody', `Title ${i}`);
    files.push([
      `posts/${all && has(all.name) ? 'renamed' : 'post'}-${i}.md`,
      `---\ntitle: ${heading}\n---\n${texts.join('')}${restOf(i)}`,
    ]);
  }
  for (const [i, atoms] of photos.entries()) {
    if ('deleted' in atoms && has(atoms.deleted)) continue;
    const all = 'deleted' in atoms ? undefined : atoms;
    const isReplaced = all !== undefined && has(all.bytes);
    const folder = `photos/${PHOTOS[i] ?? ''}`;
    const details = {
      alt: word(all?.alt ?? 'nobody', 'Alt'),
      ...(all && has(all.caption) && { caption: 'Caption' }),
    };
    files.push(
      [
        `${folder}/${all && has(all.name) ? 'renamed' : 'photo'}-${i}.gif`,
        (isReplaced ? DUNES : TIDE) ?? '',
      ],
      [`${folder}/photo.json`, `${JSON.stringify(details, null, 2)}\n`],
    );
  }
  return new Map(files.map(([path, it]) => [path, Buffer.from(it)]));
};

/** A merged post has the time of its merge. */
const withoutDate = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^updatedAt: .*\n/m, '');

test('publishing gives the content with the changes of both sides', async () => {
  const server = await startTestServer({ contentMaxAgeSeconds: 0 });
  const { outsider, repository } = server;
  const admin = await server.signIn();
  let number = 0;
  const parents: string[] = [];

  /** Replaces all files of a branch. */
  const write = async (branch: string, files: ReadonlyMap<string, Buffer>, from?: string) => {
    const expectedHead = (from ?? (await outsider.head())) as Awaited<
      ReturnType<typeof outsider.head>
    >;
    const gone = [...(await outsider.list(expectedHead)).keys()].filter((it) => !files.has(it));
    const changes = new Map<string, Buffer | null>([
      ...gone.map((it) => [it, null] as const),
      ...files,
    ]);
    const request = { expectedHead, branch, changes, message: `${branch}\n`, operationId: branch };
    return (await outsider.commit(request)).head;
  };

  await fc.assert(
    fc.asyncProperty(divergence, async (all) => {
      number += 1;
      const id = `idea-${number}`;
      const base = await write('main', filesOf(all, []));
      const head = await write(id, filesOf(all, ['mine']), base);
      fc.pre(head !== base);
      const theirs = await write('main', filesOf(all, ['theirs']), base);
      const body = { head, leaveOut: [], decisions: [] };
      const response = await admin.post(`/api/proposals/${id}/publish`, body);
      expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');

      const merged = await outsider.head();
      parents.push(`${theirs} ${head}`);
      // The list stays short.
      await rm(join(repository, 'refs/heads', id));
      const tree = await outsider.list(merged);
      const bytes = await outsider.read([...tree.values()].map(({ sha }) => sha));
      const result = [...tree].map(([path, { sha }]) => [
        path,
        withoutDate(bytes.get(sha) as Buffer),
      ]);
      const expected = [...filesOf(all, ['mine', 'theirs'])];
      expect(Object.fromEntries(result)).toEqual(
        Object.fromEntries(expected.map(([path, it]) => [path, withoutDate(it)])),
      );
    }),
    { numRuns: Number(process.env['RUNS'] ?? 200) },
  );
  const merges = git(repository, 'log', '--merges', '--first-parent', '--format=%P', 'main');
  expect(merges.trim().split('\n')).toEqual(parents.reverse());
  git(repository, 'fsck', '--strict');
}, 120_000);
