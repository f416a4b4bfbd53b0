import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { setupServer } from 'msw/node';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../../test/git.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import type { RunningApp } from '../../../test/run-app.ts';
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

const [TIDE, DUNES] = await Promise.all(
  ['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)),
);
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
    ['README.md', readme.map((paragraph, i) => word(paragraph, `Line ${i}`)).join('\n\n\n')],
    ...(has(added) ? [['posts/added.md', '---\ntitle: Added\n---\n\nNew\n'] as const] : []).map(
      ([path, it]): [string, string] => [path, it],
    ),
  ];
  for (const [i, atoms] of posts.entries()) {
    if ('deleted' in atoms && has(atoms.deleted)) continue;
    const all = 'deleted' in atoms ? undefined : atoms;
    const texts = (all?.paragraphs ?? []).map(
      (paragraph, at) => `\n${word(paragraph, `Paragraph ${at}`)}\n`,
    );
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

type Files = ReadonlyMap<string, Buffer>;
type Changes = ReadonlyMap<string, Buffer | null>;

/** A running app, with its repository as a developer sees it. */
interface Site extends RunningApp {
  head(): Promise<string>;
  files(): Promise<Files>;
  /** Commits onto the content branch. */
  push(changes: Changes): Promise<string>;
  propose(name: string, base: string, changes: Changes): Promise<{ id: string; head: string }>;
  /** To be called after a proposal was published, with its head and the commit that it was merged with. */
  check(id: string, parents: readonly string[]): Promise<void>;
  /** To be called at the end. */
  checkAll?(): void;
}

const PROFILE = new Map([['profile.json', Buffer.from('{ "name": "Ada" }\n')]]);

const startLocal = async (): Promise<Site> => {
  const server = await startTestServer({ contentMaxAgeSeconds: 0, files: PROFILE });
  const { outsider, repository } = server;
  const merges: string[] = [];
  type Commit = Awaited<ReturnType<typeof outsider.head>>;
  const commit = async (branch: string, from: string, changes: Changes) => {
    const message = `${branch}\n`;
    const expectedHead = from as Commit;
    return outsider.commit({ expectedHead, branch, changes, message, operationId: branch });
  };
  return {
    ...server,
    head: () => outsider.head(),
    files: async () => {
      const tree = await outsider.list(await outsider.head());
      const bytes = await outsider.read([...tree.values()].map(({ sha }) => sha));
      return new Map([...tree].map(([path, { sha }]) => [path, bytes.get(sha) as Buffer]));
    },
    push: async (changes) => (await commit('main', await outsider.head(), changes)).head,
    propose: async (name, base, changes) => ({
      id: name,
      head: (await commit(name, base, changes)).head,
    }),
    check: async (id, parents) => {
      merges.unshift([await outsider.head(), ...parents].join(' '));
      // The list stays short.
      await rm(join(repository, 'refs/heads', id));
    },
    checkAll: () => {
      const log = ['log', '--first-parent', '--min-parents=2', '--format=%H %P', 'main'];
      expect(
        git(repository, ...log)
          .trim()
          .split('\n'),
      ).toEqual(merges);
      git(repository, 'fsck', '--strict');
    },
  };
};

const startGitHubTestServer = githubTestServers(setupServer());

const startGitHub = async (): Promise<Site> => {
  const server = await startGitHubTestServer({ contentMaxAgeSeconds: 0, files: PROFILE });
  const { repository } = server;
  return {
    ...server,
    head: () => Promise.resolve(repository.commits()[0]?.sha ?? ''),
    files: () => Promise.resolve(repository.files() as Files),
    push: (changes) => Promise.resolve(repository.push({ changes: Object.fromEntries(changes) })),
    propose: (title, from, changes) => {
      const files = Object.fromEntries(changes);
      const { number, head } = repository.openPullRequest({ title, from, files, fork: true });
      return Promise.resolve({ id: String(number), head });
    },
    check: (id, parents) => {
      expect(repository.commits()[0]?.parents).toEqual(parents);
      expect(repository.pullRequests[Number(id) - 1]?.state).toBe('merged');
      return Promise.resolve();
    },
  };
};

/** The changes from some files to others. */
const changesBetween = (before: Files, after: Files): Changes =>
  new Map<string, Buffer | null>([
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => [path, null] as const),
    ...[...after].filter(([path, bytes]) => before.get(path)?.equals(bytes) !== true),
  ]);

const textsOf = (files: Files) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, withoutDate(bytes)]));

test.each([
  { store: 'the local store', start: startLocal },
  { store: 'GitHub', start: startGitHub },
])(
  'publishing gives the content with the changes of both sides, on $store',
  async ({ start }) => {
    const site = await start();
    const admin = await site.signIn();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(divergence, async (all) => {
        const [before, mine, theirs, both] = [[], ['mine'], ['theirs'], ['mine', 'theirs']].map(
          (sides) => filesOf(all, sides),
        ) as [Files, Files, Files, Files];
        const proposed = changesBetween(before, mine);
        fc.pre(proposed.size > 0);
        number += 1;
        const begin = changesBetween(await site.files(), before);
        const base = begin.size > 0 ? await site.push(begin) : await site.head();
        const { id, head } = await site.propose(`idea-${number}`, base, proposed);
        const moved = changesBetween(before, theirs);
        const main = moved.size > 0 ? await site.push(moved) : base;
        const body = { head, leaveOut: [], decisions: [] };
        const response = await admin.post(`/api/proposals/${id}/publish`, body);
        expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
        expect(textsOf(await site.files())).toEqual(textsOf(both));
        await site.check(id, [main, head]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 100) },
    );
    site.checkAll?.();
  },
  120_000,
);
