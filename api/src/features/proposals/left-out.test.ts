// Needs: history
/** What is left out of a publication goes on as the proposal. That of a fork is in `propose.test.ts`. */
import { describe, expect, test, vi } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import { readProposal } from '../../../test/compared.ts';
import { bytesOf, type TestFiles } from '../../../test/files.ts';
import { publish as publishing, undo } from '../../../test/merge-calls.ts';
import { conflictsOf, json, savedCommit } from '../../../test/responses.ts';
import { setClock } from '../../../test/set-clock.ts';
import type { TestClient } from '../../../test/test-client.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const TIDES = '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n';
const FILES: TestFiles = { 'profile.json': PROFILE, 'posts/tides.md': TIDES };
const PAINTER = PROFILE.replace('Poet', 'Painter');
const SECOND = TIDES.replace('Two', 'Second');
const MOVED = { 'profile.json': PAINTER, 'posts/tides.md': null, 'posts/waves.md': TIDES };

const leaving = (...files: string[]) => ({ leaveOut: files.map((file) => ({ file })) });
const LEAVE_TIDES = leaving('posts/tides.md');
const KEY = { 'idempotency-key': 'a-key-of-this-publication' };

const publish = (...request: Parameters<typeof publishing>) => savedCommit(publishing(...request));

const publishRest = async (admin: TestClient, { id }: { readonly id: string }) =>
  publish(admin, await readProposal(admin, id));

const changesIn = async (admin: TestClient, { id }: { readonly id: string }) =>
  (await readProposal(admin, id)).files.map(({ path, status }) => `${status} ${path}`);

describe.each(bothStores())('on $store', ({ open: openSite }) => {
  const open = async (
    changes: TestFiles = { 'profile.json': PAINTER, 'posts/tides.md': SECOND },
  ) => {
    const { site, admin } = await openSite(FILES);
    return { site, admin, idea: await site.propose(changes) };
  };

  test('a new and a moved file can be left out of a proposal of yesterday, and published later', async () => {
    const { site, admin } = await openSite(FILES);
    setClock(Date.now() - 86_400_000);
    const idea = await site.propose({ ...MOVED, 'posts/new.md': '---\ntitle: New\n---\n' });
    vi.useRealTimers();
    await site.push({ 'posts/tides.md': SECOND });
    await publish(admin, idea, leaving('posts/waves.md', 'posts/new.md'));
    expect(Object.keys(await site.texts()).sort()).toEqual(['posts/tides.md', 'profile.json']);
    const rest = ['added posts/new.md', 'modified posts/waves.md'];
    expect(await changesIn(admin, idea)).toEqual(rest);
    const third = SECOND.replace('Three', 'Third');
    await site.push({ 'posts/tides.md': third });
    await publishRest(admin, idea);
    const texts = await site.texts();
    expect(Object.keys(texts).sort()).toEqual(['posts/new.md', 'posts/waves.md', 'profile.json']);
    expect(texts['posts/waves.md']).toMatch(/Second[^]*Third/);
  });

  test('an overlap with what is left out is asked about, and the choice stays in the rest', async () => {
    const { site, admin, idea } = await open();
    const edited = TIDES.replace('Two', 'Zwei');
    const revision = await site.push({ 'posts/tides.md': edited });
    const [conflict] = await conflictsOf(publishing(admin, idea, LEAVE_TIDES));
    expect(conflict).toMatchObject({ file: 'posts/tides.md', field: 'content' });
    expect(await site.texts()).toMatchObject({ 'profile.json': PROFILE, 'posts/tides.md': edited });

    const decisions = [{ ...conflict!, value: conflict?.mine }];
    await publish(admin, idea, { ...LEAVE_TIDES, decisions, revision });
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER, 'posts/tides.md': edited });
    await publishRest(admin, idea);
    expect((await site.texts())['posts/tides.md']).toContain('Second');
  });

  test('a branch that was changed meanwhile keeps all its changes', async () => {
    const { site, admin, idea } = await open();
    site.disturb('race', async () => {
      const more = bytesOf({ 'posts/more.md': '---\ntitle: More\n---\n' });
      await site.pushBytes(more, { branch: site.branchOf(idea.id), from: idea.head });
    });
    await publish(admin, idea, LEAVE_TIDES);
    expect((await site.texts())['profile.json']).toBe(PAINTER);
    expect(await changesIn(admin, idea)).toEqual([
      ...['added posts/more.md', 'modified posts/tides.md', 'modified profile.json'],
    ]);
    await publishRest(admin, idea);
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER });
    expect(Object.keys(await site.texts())).toContain('posts/more.md');
  });

  test('a repeated request publishes once, also on an instance that does not know it yet', async () => {
    for (const leaveOut of [[], LEAVE_TIDES.leaveOut]) {
      const { site, admin, idea } = await open();
      const other = await site.restart();
      await other.content.reader.current();
      const commit = await publish(admin, idea, { leaveOut, headers: KEY });
      const head = await site.head(site.branchOf(idea.id));
      for (const client of [await other.signIn(), admin]) {
        expect(await publish(client, idea, { leaveOut, headers: KEY })).toBe(commit);
      }
      expect([await site.head(), await site.head(site.branchOf(idea.id))]).toEqual([commit, head]);
      if (leaveOut.length === 0) continue;
      expect(await json(publishing(admin, idea, LEAVE_TIDES))).toMatchObject({ code: 'StaleHead' });
    }
  });

  test('a request that ended in between is repeated, and nothing was lost meanwhile', async () => {
    const { site, admin, idea } = await open();
    site.disturb('race', () => {
      site.disturb('failure', () => Promise.resolve());
      return Promise.resolve();
    });
    const failed = await publishing(admin, idea, { ...LEAVE_TIDES, headers: KEY });
    // Retries at GitHub may have succeeded.
    expect([200, 503]).toContain(failed.status);
    const commit = await site.head();
    expect(await site.texts()).toMatchObject({ 'profile.json': PAINTER, 'posts/tides.md': TIDES });
    expect(await changesIn(admin, idea)).toContain('modified posts/tides.md');
    expect(await publish(admin, idea, { ...LEAVE_TIDES, headers: KEY })).toBe(commit);
    expect(await readProposal(admin, idea.id)).toMatchObject({ base: commit });
  });

  test('a publication can be undone, and the rest, which begins from it, published nevertheless', async () => {
    const { site, admin, idea } = await open();
    const commit = await publish(admin, idea, LEAVE_TIDES);
    const head = await site.head(site.branchOf(idea.id));
    expect(await site.parents(head)).toEqual([idea.head, commit]);
    await undo(admin, commit);
    expect((await site.texts())['profile.json']).toBe(PROFILE);
    await publishRest(admin, idea);
    const texts = await site.texts();
    expect(texts['profile.json']).toBe(PROFILE);
    expect(texts['posts/tides.md']).toContain('Second');
  });
});
