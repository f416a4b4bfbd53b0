import { REVISION_HEADER, type ErrorResponseBody } from 'content-schema';
import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { text } from '../../../test/arbitrary-text.ts';
import { bothStores, type TestSite } from '../../../test/both-stores.ts';
import type { TestFiles } from '../../../test/files.ts';
import { readContent } from '../../../test/github/edits.ts';
import { undo } from '../../../test/merge-calls.ts';
import { readToEdit } from '../../../test/read-to-edit.ts';
import { json, savedCommit } from '../../../test/responses.ts';
import type { TestClient } from '../../../test/test-client.ts';
import type { CommitSha } from '../../core/git-store/git-store.ts';

const STORES = bothStores();

const runs = (store: string, local: number, github: number) => ({
  numRuns: Number(process.env['RUNS'] ?? (store === 'GitHub' ? github : local)),
});

/** Returns the commits after one, newest first. */
const commitsSince = async ({ head, parents }: TestSite, first: string): Promise<string[]> => {
  const commits: string[] = [];
  for (let sha = await head(); sha !== first; [sha = first] = await parents(sha)) commits.push(sha);
  return commits;
};

const FILES = {
  'profile.json': '{ "name": "Ada", "tagline": "Notes" } // by hand',
  'posts/tides.md': '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n',
  'posts/wind.md': '+++\r\ntitle = "Wind"\r\n+++\r\nA\r\nB\r\n',
  'README.md': 'Read me\n',
};

const IMAGES = await Promise.all(['tide.gif', 'dunes.webp'].map((name) => samplePhoto(name)));

type Step = (admin: TestClient, site: TestSite) => Promise<unknown>;

const editProfile = text.map((tagline): Step => async (admin) => {
  const { profile } = await readContent(admin);
  await admin.put('/api/profile', { ...profile, tagline: tagline.slice(0, 160) });
});

const editPosts = fc
  .record({ index: fc.nat(3), content: text, hidden: fc.boolean(), removes: fc.boolean() })
  .map(({ index, content, hidden, removes }): Step => async (admin, site) => {
    const { posts } = await readToEdit(admin);
    const edited = posts.map((post, at) => (at === index ? { ...post, hidden, content } : post));
    const body = removes
      ? posts.toSpliced(index, 1)
      : [...edited, ...(index === 3 ? [{ title: 'New', content }] : [])];
    await admin.put('/api/posts?posts=summary', body, { [REVISION_HEADER]: await site.head() });
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
  .map((changes): Step => async (_, site) => {
    const present = await site.files(await site.head());
    const effective = Object.entries(changes).filter(([path, bytes]) => bytes ?? present.has(path));
    await site.pushBytes(new Map(effective));
  });

const reset = fc.constant<Step>((admin) => admin.post('/api/reset'));

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: editProfile },
    { weight: 4, arbitrary: editPosts },
    { weight: 4, arbitrary: pushes },
    { weight: 1, arbitrary: reset },
  ),
  { minLength: 1, maxLength: 5 },
);

test.each(STORES)(
  'undoing a change of files without later changes restores the state before, and undoing that the state after, on $store',
  async ({ store, open }) => {
    const { site, admin } = await open(FILES);
    const bytesAt = async (commit: string): Promise<ReadonlyMap<string, string>> =>
      new Map(
        [...(await site.files(commit))].map(([path, bytes]) => [
          path,
          Buffer.from(bytes).toString('latin1'),
        ]),
      );
    const sorted = (files: ReadonlyMap<string, string>) => [...files].sort();

    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const first = await site.head();
        for (const step of all) await step(admin, site);
        const commits = await commitsSince(site, first);
        await site.content.reader.refresh();
        for (const [index, commit] of commits.entries()) {
          const before = await bytesAt(commits[index + 1] ?? first);
          const after = await bytesAt(commit);
          const now = await bytesAt(await site.head());
          const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
            (path) => before.get(path) !== after.get(path),
          );
          const later = [now, ...(await Promise.all(commits.slice(0, index).map(bytesAt)))];
          const isTouched = (path: string) =>
            later.some((files) => files.get(path) !== after.get(path));
          if (paths.length === 0 || paths.some(isTouched)) continue;
          const undone = await savedCommit(undo(admin, commit));
          const others = [...now].filter(([path]) => !paths.includes(path));
          const restored = [...before].filter(([path]) => paths.includes(path));
          expect(sorted(await bytesAt(undone))).toEqual([...others, ...restored].sort());
          expect(sorted(await bytesAt(await savedCommit(undo(admin, undone))))).toEqual(
            sorted(now),
          );
        }
      }),
      runs(store, 6, 3),
    );
  },
);

/** Something that happens to one of the posts, or to one of the earlier commits. */
const event = fc.record({
  what: fc.constantFrom('rename', 'rename and edit', 'edit', 'hide', 'delete', 'undo', 'undo'),
  index: fc.nat(20),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  keepsLater: fc.boolean(),
});
const events = fc.array(event, { minLength: 2, maxLength: 8 });
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

const textOf = (title: string): string =>
  `---\ntitle: ${title}\n---\n${Array.from({ length: 8 }, (_, i) => `\n${title} ${i}\n`).join('')}`;

test.each(STORES)(
  'an undo never doubles a post, nor shows one that was deleted or hidden by another change, on $store',
  async ({ store, open }) => {
    const { site, admin } = await open(FILES);
    const { reader, blobs } = site.content;

    /** Whether each post is hidden, by its title, which never changes. */
    const hiddenAt = async (commit: string): Promise<ReadonlyMap<string, boolean>> => {
      const { posts } = await reader.at(commit as CommitSha);
      const titles = posts.map(({ title }) => title);
      expect(titles).toEqual([...new Set(titles)]);
      return new Map(posts.map(({ title, hidden }) => [title, hidden]));
    };

    const change = async ({ what, index, name }: Event): Promise<void> => {
      const { posts, tree } = await reader.refresh();
      const post = posts[index % Math.max(1, posts.length)];
      if (!post) return;
      const { id, path } = post;
      const content = await blobs.text(post.blob);
      const [renamed, edited] = [`posts/${name}.md`, `${content}\nEdited ${index}\n`];
      if (what === 'delete') await admin.delete(`/api/posts/${id}`);
      else if (what === 'hide') await admin.patch(`/api/posts/${id}/visibility`, { hidden: true });
      else if (what === 'edit') await site.push({ [path]: edited });
      else if (!tree.has(renamed))
        await site.push({ [path]: null, [renamed]: what === 'rename' ? content : edited });
    };

    const undoWith = async (commit: string, keepsLater: boolean): Promise<boolean> => {
      let response = await undo(admin, commit);
      const isConflict = response.status === 409;
      if (isConflict) {
        const { conflicts = [], revision = '' } = await json<ErrorResponseBody>(response);
        const decisions = conflicts.map(({ file, field, theirs, mine }) => ({
          file,
          field,
          value: (keepsLater ? theirs : mine) ?? null,
        }));
        response = await undo(admin, commit, { decisions, revision });
      }
      if (response.status === 400) expect(await response.text()).toContain('another file now');
      else expect(response.status).toBe(200);
      return keepsLater || !isConflict;
    };

    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const old = [...(await reader.refresh()).tree.keys()];
        const posts = old.filter((path) => path.startsWith('posts/'));
        const gone: TestFiles = Object.fromEntries(posts.map((path) => [path, null]));
        const begun = { 'posts/x.md': textOf('x'), 'posts/y.md': textOf('y') };
        const first = await site.push({ ...gone, ...begun });
        for (const one of all) {
          const made = await commitsSince(site, first);
          const commit = made[one.index % Math.max(1, made.length)];
          if (one.what !== 'undo') {
            await change(one);
            continue;
          }
          if (commit === undefined) continue;
          const [parent = ''] = await site.parents(commit);
          const [before, after, now] = await Promise.all(
            [parent, commit, await site.head()].map(hiddenAt),
          );
          const storedLater = await undoWith(commit, one.keepsLater);
          const result = await hiddenAt(await site.head());
          if (!storedLater) continue;
          for (const [title, hidden] of result) {
            if (hidden || now?.get(title) === false) continue;
            const wasShown = [before, after].map((posts) => posts?.get(title) === false);
            expect([title, ...wasShown]).toEqual([title, true, false]);
          }
        }
      }),
      runs(store, 12, 5),
    );
  },
);
