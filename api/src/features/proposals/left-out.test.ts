/** What is left out of a publication goes on as the proposal. That of a fork is in `propose.test.ts`. */
import {
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  type ErrorResponseBody,
  type ProposalsResponse,
} from 'content-schema';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readProposal as read } from '../../../test/compared.ts';
import { bothStores, type TestFiles } from '../../../test/both-stores.ts';
import type { TestClient } from '../../../test/test-client.ts';

const STORES = bothStores();

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const TIDES = '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n';
const FILES: TestFiles = { 'profile.json': PROFILE, 'posts/tides.md': TIDES };
const PAINTER = PROFILE.replace('Poet', 'Painter');
const SECOND = TIDES.replace('Two', 'Second');

const LEAVE_TIDES = [{ file: 'posts/tides.md' }];

type Body = Partial<{ leaveOut: unknown; decisions: unknown }>;
interface Proposed {
  readonly id: string;
  readonly head: string;
}

const publishing = (
  admin: TestClient,
  { id, head }: Proposed,
  body: Body = {},
  headers: Record<string, string> = {},
) => {
  const sent = { head, leaveOut: LEAVE_TIDES, decisions: [], ...body };
  return admin.post(`/api/proposals/${encodeURIComponent(id)}/publish`, sent, headers);
};

const publish = async (...request: Parameters<typeof publishing>): Promise<string> => {
  const response = await publishing(...request);
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
  return response.headers.get(SAVED_COMMIT_HEADER) ?? '';
};

const openIn = async (admin: TestClient) =>
  ((await (await admin.get('/api/proposals')).json()) as ProposalsResponse).proposals;

const changesOf = ({ files }: Awaited<ReturnType<typeof read>>) =>
  files.map(({ path, status }) => `${status} ${path}`);

describe.each(STORES)('on $store', ({ start }) => {
  const open = async (...commits: TestFiles[]) => {
    const site = await start(FILES);
    const admin = await site.signIn();
    const changes =
      commits.length > 0 ? commits : [{ 'profile.json': PAINTER, 'posts/tides.md': SECOND }];
    return { site, admin, idea: await site.propose(...changes) };
  };

  test('the rest stays on its branch, which begins from the new commit', async () => {
    const { site, admin, idea } = await open();
    await site.push({ 'posts/wind.md': '---\ntitle: Wind\n---\n' });
    const before = await site.head();
    const commit = await publish(admin, idea);
    expect(await site.parents(commit)).toEqual([before]);
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER, 'posts/tides.md': TIDES });
    const head = await site.head(site.branchOf(idea.id));
    expect(await site.parents(head)).toEqual([idea.head, commit]);

    const rest = await read(admin, idea.id);
    expect(rest).toMatchObject({ head, base: commit });
    expect(changesOf(rest)).toEqual(['modified posts/tides.md']);
    expect(await publish(admin, rest, { leaveOut: [] })).toBe(await site.head());
    expect((await site.texts())['posts/tides.md']).toMatch(/One\n\nSecond\n\nThree/);
    expect(await openIn(admin)).toEqual([]);
    await site.check();
  });

  test('a new, a deleted and a moved file can be left out and published later', async () => {
    const { site, admin, idea } = await open({
      'profile.json': PAINTER,
      'posts/tides.md': null,
      'posts/waves.md': TIDES,
      'posts/new.md': '---\ntitle: New\n---\n',
    });
    await site.push({ 'posts/tides.md': SECOND });
    await publish(admin, idea, {
      leaveOut: [{ file: 'posts/waves.md' }, { file: 'posts/new.md' }],
    });
    expect(Object.keys(await site.texts()).sort()).toEqual(['posts/tides.md', 'profile.json']);
    const rest = await read(admin, idea.id);
    expect(changesOf(rest)).toEqual(['added posts/new.md', 'modified posts/waves.md']);
    await publish(admin, rest, { leaveOut: [] });
    const texts = await site.texts();
    expect(Object.keys(texts).sort()).toEqual([
      ...['posts/new.md', 'posts/waves.md', 'profile.json'],
    ]);
    expect(texts['posts/waves.md']).toContain('Second');
  });

  test('a move that is left out of a proposal of yesterday is one file afterwards, too', async () => {
    const site = await start(FILES);
    const admin = await site.signIn();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
    const idea = await site.propose({
      'profile.json': PAINTER,
      'posts/tides.md': null,
      'posts/waves.md': TIDES,
    });
    vi.useRealTimers();
    await publish(admin, idea, { leaveOut: [{ file: 'posts/waves.md' }] });
    const rest = await read(admin, idea.id);
    expect(changesOf(rest)).toEqual(['modified posts/waves.md']);
    await site.push({ 'posts/tides.md': SECOND });
    await publish(admin, rest, { leaveOut: [] });
    const texts = await site.texts();
    expect(texts['posts/waves.md']).toContain('Second');
    expect(Object.keys(texts)).not.toContain('posts/tides.md');
  });

  test('an overlap with what is left out is asked about, and the choice stays in the rest', async () => {
    const { site, admin, idea } = await open();
    const moved = TIDES.replace('Two', 'Zwei');
    await site.push({ 'posts/tides.md': moved });
    const rejected = await publishing(admin, idea);
    expect(rejected.status).toBe(409);
    const { conflicts = [], revision = '' } = (await rejected.json()) as ErrorResponseBody;
    expect(conflicts).toMatchObject([{ file: 'posts/tides.md', field: 'content' }]);
    expect(await site.texts()).toMatchObject({ 'profile.json': PROFILE, 'posts/tides.md': moved });

    const value = conflicts[0]!.mine;
    const decisions = [{ file: 'posts/tides.md', field: 'content', value }];
    await publish(admin, idea, { decisions }, { [REVISION_HEADER]: revision });
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER, 'posts/tides.md': moved });
    await publish(admin, await read(admin, idea.id), { leaveOut: [] });
    expect((await site.texts())['posts/tides.md']).toContain('Second');
  });

  test('without a rest, the proposal is closed', async () => {
    const { site, admin, idea } = await open();
    await site.push({ 'posts/tides.md': SECOND });
    const before = await site.head();
    const commit = await publish(admin, idea);
    expect(await site.parents(commit)).toEqual([before, idea.head]);
    expect(await openIn(admin)).toEqual([]);
  });

  test('a branch that was changed meanwhile keeps all its changes', async () => {
    const { site, admin, idea } = await open();
    site.disturb('race', async () => {
      const to = { branch: site.branchOf(idea.id), from: idea.head };
      await site.pushBytes(
        new Map([['posts/more.md', Buffer.from('---\ntitle: More\n---\n')]]),
        to,
      );
    });
    await publish(admin, idea);
    expect((await site.texts())['profile.json']).toBe(PAINTER);
    const rest = await read(admin, idea.id);
    expect(changesOf(rest)).toEqual([
      ...['added posts/more.md', 'modified posts/tides.md', 'modified profile.json'],
    ]);
    await publish(admin, rest, { leaveOut: [] });
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER });
    expect(Object.keys(await site.texts())).toContain('posts/more.md');
  });

  test('a repeated request publishes once, also on an instance that does not know it yet', async () => {
    const { site, admin, idea } = await open();
    const key = { 'idempotency-key': 'a-key-of-this-publication' };
    const other = await site.restart();
    await other.content.reader.current();
    const commit = await publish(admin, idea, {}, key);
    const head = await site.head(site.branchOf(idea.id));
    expect(await publish(await other.signIn(), idea, {}, key)).toBe(commit);
    expect(await publish(admin, idea, {}, key)).toBe(commit);
    expect(await site.head()).toBe(commit);
    expect(await site.head(site.branchOf(idea.id))).toBe(head);
    const stale = await publishing(admin, idea);
    expect(await stale.json()).toMatchObject({ code: 'StaleHead' });
  });

  test('a request that ended in between is repeated, and nothing was lost meanwhile', async () => {
    const { site, admin, idea } = await open();
    const key = { 'idempotency-key': 'a-key-of-this-publication' };
    site.disturb('race', () => {
      site.disturb('failure', () => Promise.resolve());
      return Promise.resolve();
    });
    const failed = await publishing(admin, idea, {}, key);
    // Retries at GitHub may have succeeded.
    expect([200, 503]).toContain(failed.status);
    const commit = await site.head();
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER, 'posts/tides.md': TIDES });
    expect(changesOf(await read(admin, idea.id))).toContain('modified posts/tides.md');
    expect(await publish(admin, idea, {}, key)).toBe(commit);
    expect(await read(admin, idea.id)).toMatchObject({ base: commit });
  });

  test('a publication can be undone, and the rest published nevertheless', async () => {
    const { site, admin, idea } = await open();
    const commit = await publish(admin, idea);
    await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
    expect((await site.texts())['profile.json']).toBe(PROFILE);
    await publish(admin, await read(admin, idea.id), { leaveOut: [] });
    const texts = await site.texts();
    expect(texts['profile.json']).toBe(PROFILE);
    expect(texts['posts/tides.md']).toContain('Second');
  });
});
