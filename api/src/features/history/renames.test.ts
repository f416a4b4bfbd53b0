/** What undo, redo and publish make of posts that were renamed. */
import {
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  type ErrorResponseBody,
  type UploadResponse,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bothStores, type TestFiles, type TestSite } from '../../../test/both-stores.ts';
import { photoForm } from '../../../test/photo-form.ts';
import type { TestClient } from '../../../test/test-client.ts';

const STORES = bothStores();

const textOf = (title: string, more = ''): string =>
  `---\ntitle: ${title}\n---\n\nThe first paragraph of ${title}.\n\nThe second one.\n${more}`;

const PROFILE = '{\n  "name": "Ada"\n}\n';
const TRIP = textOf('Trip');
const WIND = '---\ntitle: Wind\n---\n\nIt blows from the west.\n';
const FILES: TestFiles = { 'profile.json': PROFILE, 'posts/trip.md': TRIP, 'posts/wind.md': WIND };

const savedCommit = async (response: Response): Promise<string> => {
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
  return response.headers.get(SAVED_COMMIT_HEADER) ?? '';
};

const undo = async (admin: TestClient, commit: string): Promise<string> =>
  savedCommit(await admin.post(`/api/history/${commit}/undo`, { decisions: [] }));

const publishing = (admin: TestClient, { id, head }: { id: string; head: string }, body = {}) =>
  admin.post(`/api/proposals/${id}/publish`, { head, leaveOut: [], decisions: [], ...body });

const move = async (admin: TestClient, id: string, to: string): Promise<string> =>
  savedCommit(await admin.post(`/api/admin/posts/${id}/address`, { id: to }));

const conflictsOf = async (response: Response) => {
  const { code, conflicts = [] } = (await response.json()) as ErrorResponseBody;
  expect(`${response.status} ${code}`).toBe('409 MergeConflict');
  return conflicts;
};

/** What happens after the move, and what it changes. */
const LATER: readonly {
  readonly later: string;
  readonly act: (site: TestSite, admin: TestClient) => Promise<unknown>;
}[] = [
  { later: 'nothing', act: () => Promise.resolve() },
  {
    later: 'an edit of another post',
    act: (site) => site.push({ 'posts/wind.md': `${WIND}\nAnd from the east.\n` }),
  },
  { later: 'a new post', act: (site) => site.push({ 'posts/new.md': textOf('New') }) },
  { later: 'a copy of the post', act: (site) => site.push({ 'posts/copy.md': TRIP }) },
  {
    later: 'a new photo',
    act: async (_, admin) => {
      const body = photoForm('tide.gif', await samplePhoto('tide.gif'));
      const uploaded = await admin.request('POST', '/api/uploads', { body });
      return ((await uploaded.json()) as UploadResponse).id;
    },
  },
  { later: 'another move', act: (_, admin) => move(admin, 'wind', 'storm') },
];

/** Ways to move the post trip to trip-2026. */
const MOVES: readonly {
  readonly way: string;
  readonly act: (site: TestSite, admin: TestClient) => Promise<string>;
}[] = [
  { way: 'a move by the form', act: (_, admin) => move(admin, 'trip', 'trip-2026') },
  {
    way: 'a pushed git mv',
    act: (site) => site.push({ 'posts/trip.md': null, 'posts/trip-2026.md': TRIP }),
  },
  {
    way: 'a published proposal with a move',
    act: async (site, admin) => {
      const idea = await site.propose({
        'posts/trip.md': null,
        'posts/trip-2026.md': TRIP,
        'profile.json': PROFILE.replace('Ada', 'Grace'),
      });
      return savedCommit(await publishing(admin, idea));
    },
  },
  {
    way: 'bringing back the whole site as it was after a move',
    act: async (site, admin) => {
      const moved = await site.push({ 'posts/trip.md': null, 'posts/trip-2026.md': TRIP });
      await site.push({ 'posts/trip-2026.md': null, 'posts/trip.md': TRIP });
      return savedCommit(await admin.post(`/api/history/${moved}/site/restore`, {}));
    },
  },
];

const onlyPaths = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => /trip|profile/.test(path)));

test.each(STORES.flatMap((store) => MOVES.map((way) => ({ ...store, ...way }))))(
  '$way is undone and redone exactly after later changes, on $store',
  async ({ start, act }) => {
    for (const { later, act: actLater } of LATER) {
      const site = await start(FILES);
      const admin = await site.signIn();
      const before = onlyPaths(await site.texts());
      const moved = await act(site, admin);
      const after = onlyPaths(await site.texts());
      await actLater(site, admin);
      const others = await site.texts();
      const undone = await undo(admin, moved);
      expect([later, onlyPaths(await site.texts())]).toEqual([later, before]);
      await actLater(site, admin).catch(() => undefined);
      await site.push({ 'posts/later.md': textOf('Later') });
      await undo(admin, undone);
      expect([later, onlyPaths(await site.texts())]).toEqual([later, after]);
      expect(await site.texts()).toMatchObject(others);
    }
  },
  120_000,
);

test.each(STORES)(
  'an edit of a moved post stays when the move is undone, on $store',
  async ({ start }) => {
    const site = await start(FILES);
    const admin = await site.signIn();
    const moved = await move(admin, 'trip', 'trip-2026');
    const text = (await site.texts())['posts/trip-2026.md'] ?? '';
    await site.push({ 'posts/trip-2026.md': `${text}\nWritten later.\n`, 'posts/new.md': WIND });
    await undo(admin, moved);
    const texts = await site.texts();
    expect(Object.keys(texts)).not.toContain('posts/trip-2026.md');
    expect(texts['posts/trip.md']).toContain('Written later.');
  },
);

test.each(STORES)(
  'a short post without front matter that was moved by the form is the same post, on $store',
  async ({ start }) => {
    const site = await start({ ...FILES, 'posts/n.md': 'Hello there.\n' });
    const admin = await site.signIn();
    const edited = await site.push({ 'posts/n.md': 'Hello you.\n' });
    await move(admin, 'n', 'hello');
    await admin.patch('/api/posts/hello/visibility', { hidden: true });
    await undo(admin, edited);
    const texts = await site.texts();
    expect(texts['posts/hello.md']).toContain('Hello there.');
    expect(texts['posts/hello.md']).toContain('hidden: true');
    expect(Object.keys(texts)).not.toContain('posts/n.md');
  },
);

const SECRET = textOf('Plan', '\nFrom the template.\n').replace('title', 'hidden: true\ntitle');

test.each(STORES)(
  'a proposal never edits another post that is like the one deleted since, on $store',
  async ({ start }) => {
    const site = await start({ ...FILES, 'posts/secret-plan.md': SECRET });
    const admin = await site.signIn();
    const idea = await site.propose({ 'posts/secret-plan.md': `${SECRET}\nSALARY 99000\n` });
    await site.push({ 'posts/secret-plan.md': null });
    await site.push({ 'posts/public-recipe.md': SECRET.replace('hidden: true\n', '') });
    expect(await conflictsOf(await publishing(admin, idea))).toMatchObject([
      { file: 'posts/secret-plan.md', field: '', theirs: null },
    ]);
  },
);

test.each(STORES)(
  'a post that a proposal deletes and a like one that it adds later are two posts, on $store',
  async ({ start }) => {
    const old = textOf('Announcement', '\nCome at noon.\n');
    const site = await start({ ...FILES, 'posts/ann-25.md': old });
    const admin = await site.signIn();
    const idea = await site.propose({ 'posts/ann-25.md': null }, { 'posts/ann-26.md': old });
    await admin.patch('/api/posts/ann-25/visibility', { hidden: true });
    expect(await conflictsOf(await publishing(admin, idea))).toMatchObject([
      { file: 'posts/ann-25.md', field: '', mine: null },
    ]);
  },
);

test.each(STORES)(
  'a proposal for a post that was moved since changes it at its new address, on $store',
  async ({ start }) => {
    const site = await start(FILES);
    const admin = await site.signIn();
    const idea = await site.propose({ 'posts/trip.md': `${TRIP}\nProposed.\n` });
    await move(admin, 'trip', 'trip-2025');
    await site.push({ 'posts/new.md': TRIP });
    await move(admin, 'trip-2025', 'trip-2026');
    await savedCommit(await publishing(admin, idea));
    const texts = await site.texts();
    expect(texts['posts/trip-2026.md']).toContain('Proposed.');
    expect(texts['posts/new.md']).toBe(TRIP);
    expect(Object.keys(texts)).not.toContain('posts/trip.md');
  },
);

test.each(STORES)(
  'two moves of one post are a conflict about its address, on $store',
  async ({ start }) => {
    for (const chosen of ['/blogs/theirs', '/blogs/mine']) {
      const site = await start(FILES);
      const admin = await site.signIn();
      const idea = await site.propose({ 'posts/trip.md': null, 'posts/mine.md': TRIP });
      const revision = await move(admin, 'trip', 'theirs');
      expect(await conflictsOf(await publishing(admin, idea))).toEqual([
        {
          ...{ file: 'posts/theirs.md', field: 'address', base: '/blogs/trip' },
          ...{ theirs: '/blogs/theirs', mine: '/blogs/mine' },
        },
      ]);
      const publish = (value: string) =>
        admin.post(
          `/api/proposals/${idea.id}/publish`,
          {
            ...{ head: idea.head, leaveOut: [] },
            decisions: [{ file: 'posts/theirs.md', field: 'address', value }],
          },
          { [REVISION_HEADER]: revision },
        );
      expect((await publish('/blogs/other')).status).toBe(400);
      await savedCommit(await publish(chosen));
      expect(Object.keys(await site.texts()).sort()).toEqual(
        [chosen.replace('/blogs/', 'posts/') + '.md', 'posts/wind.md', 'profile.json'].sort(),
      );
    }
  },
);

test.each(STORES)(
  'a proposal is for the post that a publication moved after the site had moved it, on $store',
  async ({ start }) => {
    const site = await start(FILES);
    const admin = await site.signIn();
    const aSecondLater = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await site.push({ 'posts/theirs.md': WIND });
    await site.push({ 'posts/theirs.md': null });
    aSecondLater();
    const idea = await site.propose({ 'posts/trip.md': null, 'posts/mine.md': TRIP });
    const revision = await move(admin, 'trip', 'theirs');
    const moved = (await site.texts())['posts/theirs.md'] ?? '';
    const later = await site.propose({ 'posts/theirs.md': `${moved}\nProposed.\n` });
    const decision = { file: 'posts/theirs.md', field: 'address', value: '/blogs/mine' };
    const body = { head: idea.head, leaveOut: [], decisions: [decision] };
    const headers = { [REVISION_HEADER]: revision };
    await savedCommit(await admin.post(`/api/proposals/${idea.id}/publish`, body, headers));
    await savedCommit(await publishing(admin, later));
    const texts = await site.texts();
    expect(texts['posts/mine.md']).toContain('Proposed.');
    expect(Object.keys(texts).filter((path) => /trip|theirs/.test(path))).toEqual([]);
  },
);

test.each(STORES)(
  'the undo of a move finds the post that the old site brought back, on $store',
  async ({ start }) => {
    const site = await start(FILES);
    const admin = await site.signIn();
    const first = await site.head();
    const moved = await move(admin, 'trip', 'trip-2026');
    await site.push({ 'posts/trip-2026.md': null });
    await savedCommit(await admin.post(`/api/history/${first}/site/restore`, {}));
    const edited = textOf('Trip', '\nThe third one.\n');
    await site.push({ 'posts/trip.md': edited });
    await undo(admin, moved);
    expect(await site.texts()).toMatchObject({ 'posts/trip.md': edited });
    expect(Object.keys(await site.texts())).not.toContain('posts/trip-2026.md');
  },
);
