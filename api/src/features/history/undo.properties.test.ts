import {
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  type ErrorResponseBody,
  type Profile,
  type RevisionResponse,
} from 'content-schema';
import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import type { Repository as GitHubRepository } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { text } from '../../../test/arbitrary-text.ts';
import { photoForm } from '../../../test/photo-form.ts';
import { readToEdit } from '../../../test/read-to-edit.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import type { CommitSha } from '../../core/git-store/git-store.ts';
import type { RunningApp } from '../../../test/run-app.ts';

type Changes = Parameters<GitHubRepository['push']>[0]['changes'];
type Files = ReadonlyMap<string, string>;

/** A running app, and its repository as a developer sees it. */
interface Repository extends RunningApp {
  /** Newest first. */
  commits(): Promise<CommitSha[]>;
  /** Returns the blob id of every file, by its path. */
  filesAt(commit: CommitSha): Promise<Files>;
  push(changes: ReadonlyMap<string, Uint8Array | null>): Promise<unknown>;
}

const startGitHubTestServer = githubTestServers(setupServer());

const FILES = new Map(
  Object.entries({
    'profile.json': '{ "name": "Ada", "tagline": "Notes" } // by hand',
    'posts/tides.md': '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n',
    'posts/wind.md': '+++\r\ntitle = "Wind"\r\n+++\r\nA\r\nB\r\n',
    'README.md': 'Read me\n',
  }).map(([path, it]) => [path, Buffer.from(it)]),
);

const startLocal = async (): Promise<Repository> => {
  const server = await startTestServer({ files: FILES });
  const { outsider } = server;
  return {
    ...server,
    commits: async () => {
      const { commits } = await outsider.history({ page: 1, perPage: 100 });
      return commits.map(({ sha }) => sha);
    },
    filesAt: async (commit) =>
      new Map([...(await outsider.list(commit))].map(([path, { sha }]) => [path, sha])),
    push: async (changes) => {
      const expectedHead = await outsider.head();
      await outsider.commit({ expectedHead, message: 'Push\n', operationId: 'none', changes });
    },
  };
};

const startGitHub = async (): Promise<Repository> => {
  const server = await startGitHubTestServer({ files: FILES });
  const { repository } = server;
  return {
    ...server,
    commits: () => Promise.resolve(repository.commits().map(({ sha }) => sha as CommitSha)),
    filesAt: (commit) =>
      Promise.resolve(
        new Map([...repository.files(commit)].map(([path, it]) => [path, it.toString('hex')])),
      ),
    push: (changes) => {
      const present = repository.files();
      const effective = [...changes].filter(([path, it]) => it !== null || present.has(path));
      const sent = effective.map(([path, it]) => [path, it && Buffer.from(it)]);
      const push = { changes: Object.fromEntries(sent) as Changes, message: 'Push\n' };
      return Promise.resolve(repository.push(push));
    },
  };
};

const IMAGES = await Promise.all(['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)));

type Step = (admin: TestClient, repository: Repository) => Promise<unknown>;

const editProfile = text.map((it): Step => async (admin) => {
  const { profile } = (await (await admin.get('/api/content')).json()) as { profile: Profile };
  await admin.put('/api/profile', { ...profile, tagline: it.slice(0, 160) });
});

const editPosts = fc
  .record({ index: fc.nat(3), content: text, hidden: fc.boolean(), removes: fc.boolean() })
  .map(({ index, content, hidden, removes }): Step => async (admin) => {
    const posts = (await readToEdit(admin)).posts;
    const edited = posts.map((post, at) => (at === index ? { ...post, hidden, content } : post));
    const body = removes
      ? posts.toSpliced(index, 1)
      : [...edited, ...(index === 3 ? [{ title: 'New', content }] : [])];
    const { revision } = (await (await admin.get('/api/revision')).json()) as RevisionResponse;
    await admin.put('/api/posts?posts=summary', body, { [REVISION_HEADER]: revision });
  });

const pushes = fc
  .dictionary(
    fc.constantFrom('posts/tides.md', 'posts/wind.md', 'README.md', 'photos/a.gif', 'site.json'),
    fc.oneof(
      fc.constant(null),
      text.map((value) => Buffer.from(value)),
      fc.constantFrom(...IMAGES),
    ),
    { minKeys: 1, maxKeys: 3 },
  )
  .map(
    (changes): Step =>
      async (_, repository) =>
        repository.push(new Map(Object.entries(changes))),
  );

/** Moves a post, as `git mv` and as the form do, or adds another file. */
const moves = fc
  .record({
    index: fc.nat(3),
    name: fc.constantFrom('a', 'b', 'c'),
    how: fc.constantFrom('push', 'form', 'photo'),
  })
  .map(({ index, name, how }): Step => async (admin, repository) => {
    const { reader, blobs } = repository.content;
    const { posts, tree } = await reader.refresh();
    const post = posts[index % Math.max(1, posts.length)];
    if (how === 'photo') {
      await admin.request('POST', '/api/uploads', {
        body: photoForm(`${name}.gif`, IMAGES[0] as Uint8Array),
      });
    } else if (post && !tree.has(`posts/${name}.md`)) {
      if (how === 'form') await admin.post(`/api/admin/posts/${post.id}/address`, { id: name });
      else {
        const content = Buffer.from(await blobs.text(post.blob));
        await repository.push(
          new Map<string, Uint8Array | null>([
            [post.path, null],
            [`posts/${name}.md`, content],
          ]),
        );
      }
    }
  });

const reset = fc.constant<Step>((admin) => admin.post('/api/reset'));

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: editProfile },
    { weight: 4, arbitrary: editPosts },
    { weight: 4, arbitrary: pushes },
    { weight: 4, arbitrary: moves },
    { weight: 1, arbitrary: reset },
  ),
  { minLength: 1, maxLength: 5 },
);

const changedPaths = (one: Files, other: Files): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  );

const withVersions = (files: Files, paths: readonly string[], from: Files): Files => {
  const result = new Map(files);
  for (const path of paths) {
    const version = from.get(path);
    if (version === undefined) result.delete(path);
    else result.set(path, version);
  }
  return result;
};

const sorted = (files: Files): [string, string][] => [...files].sort();

test.each([
  { store: 'the local store', start: startLocal, runs: 6 },
  { store: 'GitHub', start: startGitHub, runs: 3 },
])(
  'undoing a change of files without later changes restores the state before, and undoing that the state after, on $store',
  async ({ start, runs }) => {
    const repository = await start();
    const admin = await repository.signIn();

    const filesAt = (commit: CommitSha): Promise<Files> => repository.filesAt(commit);
    const undo = async (commit: CommitSha): Promise<CommitSha> => {
      const response = await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
      expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
      return response.headers.get(SAVED_COMMIT_HEADER) as CommitSha;
    };

    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const count = (await repository.commits()).length;
        for (const step of all) await step(admin, repository);
        const commits = await repository.commits();
        await repository.content.reader.refresh();
        for (const [index, commit] of commits.slice(0, commits.length - count).entries()) {
          const before = await repository.filesAt(commits[index + 1] as CommitSha);
          const after = await repository.filesAt(commit);
          const now = await repository.filesAt((await repository.commits())[0] as CommitSha);
          const paths = changedPaths(before, after);
          const later = [now, ...(await Promise.all(commits.slice(0, index).map(filesAt)))];
          const isTouched = (path: string) =>
            later.some((files) => files.get(path) !== after.get(path));
          if (paths.length === 0 || paths.some(isTouched)) continue;
          const undone = await undo(commit);
          expect(sorted(await repository.filesAt(undone))).toEqual(
            sorted(withVersions(now, paths, before)),
          );
          expect(sorted(await repository.filesAt(await undo(undone)))).toEqual(sorted(now));
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? runs) },
    );
  },
);

/** Something that happens to one of the posts, or to one of the earlier commits. */
const events = fc.array(
  fc.record({
    what: fc.constantFrom('rename', 'rename and edit', 'edit', 'hide', 'delete', 'undo', 'undo'),
    index: fc.nat(20),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    keepsLater: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8 },
);
type Event = typeof events extends fc.Arbitrary<(infer One)[]> ? One : never;

const textOf = (title: string): string =>
  `---\ntitle: ${title}\n---\n${Array.from({ length: 8 }, (_, i) => `\n${title} ${i}\n`).join('')}`;

test.each([
  { store: 'the local store', start: startLocal, runs: 12 },
  { store: 'GitHub', start: startGitHub, runs: 5 },
])(
  'an undo never doubles a post, nor shows one that was deleted or hidden by another change, on $store',
  async ({ start, runs }) => {
    const repository = await start();
    const admin = await repository.signIn();
    const { reader, blobs } = repository.content;

    /** Whether each post is hidden, by its title, which never changes. */
    const hiddenAt = async (commit: CommitSha): Promise<ReadonlyMap<string, boolean>> => {
      const { posts } = await reader.at(commit);
      const titles = posts.map(({ title }) => title);
      expect(titles).toEqual([...new Set(titles)]);
      return new Map(posts.map(({ title, hidden }) => [title, hidden]));
    };

    const change = async ({ what, index, name }: Event): Promise<void> => {
      const { posts, tree } = await reader.refresh();
      const post = posts[index % Math.max(1, posts.length)];
      if (!post) return;
      const { id, path, blob } = post;
      const renamed = `posts/${name}.md`;
      const edited = Buffer.from(`${await blobs.text(blob)}\nEdited ${index}\n`);
      if (what === 'delete') await admin.delete(`/api/posts/${id}`);
      else if (what === 'hide') await admin.patch(`/api/posts/${id}/visibility`, { hidden: true });
      else if (what === 'edit') await repository.push(new Map([[path, edited]]));
      else if (!tree.has(renamed)) {
        const content = what === 'rename' ? Buffer.from(await blobs.text(blob)) : edited;
        await repository.push(
          new Map([
            [path, null],
            [renamed, content],
          ]),
        );
      }
    };

    const undo = async (commit: CommitSha, keepsLater: boolean): Promise<boolean> => {
      let response = await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
      const isConflict = response.status === 409;
      if (isConflict) {
        const { conflicts = [], revision = '' } = (await response.json()) as ErrorResponseBody;
        const decisions = conflicts.map(({ file, field, theirs, mine }) => ({
          file,
          field,
          value: (keepsLater ? theirs : mine) ?? null,
        }));
        const headers = { [REVISION_HEADER]: revision };
        response = await admin.post(`/api/history/${commit}/undo`, { decisions }, headers);
      }
      if (response.status === 400) expect(await response.text()).toContain('another file now');
      else expect(response.status).toBe(200);
      return keepsLater || !isConflict;
    };

    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const { tree } = await reader.refresh();
        const old = [...tree.keys()].filter((path) => path.startsWith('posts/'));
        await repository.push(
          new Map<string, Uint8Array | null>([
            ...old.map((path): [string, null] => [path, null]),
            ...['x', 'y'].map((it): [string, Buffer] => [
              `posts/${it}.md`,
              Buffer.from(textOf(it)),
            ]),
          ]),
        );
        const first = (await repository.commits()).length;
        for (const event of all) {
          const commits = await repository.commits();
          const made = commits.slice(0, commits.length - first);
          const commit = made[event.index % Math.max(1, made.length)];
          if (event.what !== 'undo') {
            await change(event);
            continue;
          }
          if (!commit) continue;
          const [before, after, now] = await Promise.all(
            [commits[commits.indexOf(commit) + 1], commit, commits[0]].map((sha) =>
              hiddenAt(sha as CommitSha),
            ),
          );
          const storedLater = await undo(commit, event.keepsLater);
          const result = await hiddenAt((await repository.commits())[0] as CommitSha);
          const shown = [...result].filter(([it, hidden]) => !hidden && now?.get(it) !== false);
          if (!storedLater) continue;
          for (const [title] of shown) {
            const wasShown = [before, after].map((posts) => posts?.get(title) === false);
            expect([title, ...wasShown]).toEqual([title, true, false]);
          }
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? runs) },
    );
  },
);
