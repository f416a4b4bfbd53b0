// Needs: proposals
/** What undo, redo and publish make of posts that were renamed. */
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import type { TestFiles } from '../../../test/files.ts';
import { move, publish, undo } from '../../../test/merge-calls.ts';
import { conflictsOf, savedCommit } from '../../../test/responses.ts';
import { passTime } from '../../../test/set-clock.ts';

const textOf = (title: string, more = ''): string =>
  `---\ntitle: ${title}\n---\n\nThe first paragraph of ${title}.\n\nThe second one.\n${more}`;

const PROFILE = '{\n  "name": "Ada"\n}\n';
const TRIP = textOf('Trip');
const WIND = '---\ntitle: Wind\n---\n\nIt blows from the west.\n';
const FILES: TestFiles = { 'profile.json': PROFILE, 'posts/trip.md': TRIP, 'posts/wind.md': WIND };

const SECRET = textOf('Plan', '\nFrom the template.\n').replace('title', 'hidden: true\ntitle');

describe.each(bothStores())('on $store', ({ open }) => {
  test('a short post without front matter that was moved by the form is the same post', async () => {
    const { site, admin } = await open({ ...FILES, 'posts/n.md': 'Hello there.\n' });
    const edited = await site.push({ 'posts/n.md': 'Hello you.\n' });
    await move(admin, 'n', 'hello');
    await admin.patch('/api/posts/hello/visibility', { hidden: true });
    await savedCommit(undo(admin, edited));
    const texts = await site.texts();
    expect(texts['posts/hello.md']).toMatch(/hidden: true[^]*Hello there\./);
    expect(Object.keys(texts)).not.toContain('posts/n.md');
  });

  test('a proposal never edits another post that is like the one deleted since', async () => {
    const { site, admin } = await open({ ...FILES, 'posts/secret-plan.md': SECRET });
    const idea = await site.propose({ 'posts/secret-plan.md': `${SECRET}\nSALARY 99000\n` });
    await site.push({ 'posts/secret-plan.md': null });
    await site.push({ 'posts/public-recipe.md': SECRET.replace('hidden: true\n', '') });
    expect(await conflictsOf(publish(admin, idea))).toMatchObject([
      { file: 'posts/secret-plan.md', field: '', theirs: null },
    ]);
  });

  test('a post that a proposal deletes and a like one that it adds later are two posts', async () => {
    const old = textOf('Announcement', '\nCome at noon.\n');
    const { site, admin } = await open({ ...FILES, 'posts/ann-25.md': old });
    const idea = await site.propose({ 'posts/ann-25.md': null }, { 'posts/ann-26.md': old });
    const revision = await savedCommit(
      admin.patch('/api/posts/ann-25/visibility', { hidden: true }),
    );
    expect(await conflictsOf(publish(admin, idea))).toMatchObject([
      { file: 'posts/ann-25.md', field: '', mine: null },
    ]);
    const decisions = [{ file: 'posts/ann-25.md', field: '', value: null }];
    await savedCommit(publish(admin, idea, { decisions, revision }));
    const texts = await site.texts();
    expect([texts['posts/ann-25.md'], texts['posts/ann-26.md']]).toEqual([undefined, old]);
  });

  test('two moves of one post are a conflict about its address', async () => {
    for (const chosen of ['/blogs/theirs', '/blogs/mine']) {
      const { site, admin } = await open(FILES);
      const idea = await site.propose({ 'posts/trip.md': null, 'posts/mine.md': TRIP });
      const revision = await savedCommit(move(admin, 'trip', 'theirs'));
      const conflict = { file: 'posts/theirs.md', field: 'address' };
      const addresses = { base: '/blogs/trip', theirs: '/blogs/theirs', mine: '/blogs/mine' };
      expect(await conflictsOf(publish(admin, idea))).toEqual([{ ...conflict, ...addresses }]);
      const decide = (value: string) =>
        publish(admin, idea, { decisions: [{ ...conflict, value }], revision });
      expect((await decide('/blogs/other')).status).toBe(400);
      await savedCommit(decide(chosen));
      const moved = chosen.replace('/blogs/', 'posts/') + '.md';
      expect(Object.keys(await site.texts()).sort()).toEqual(
        [moved, 'posts/wind.md', 'profile.json'].sort(),
      );
    }
  });

  test('a proposal is for the post that a publication moved after the site had moved it', async () => {
    const { site, admin } = await open(FILES);
    await site.push({ 'posts/theirs.md': WIND });
    await site.push({ 'posts/theirs.md': null });
    passTime(1000);
    const idea = await site.propose({ 'posts/trip.md': null, 'posts/mine.md': TRIP });
    const revision = await savedCommit(move(admin, 'trip', 'theirs'));
    const moved = (await site.texts())['posts/theirs.md'] ?? '';
    const later = await site.propose({ 'posts/theirs.md': `${moved}\nProposed.\n` });
    const decisions = [{ file: 'posts/theirs.md', field: 'address', value: '/blogs/mine' }];
    await savedCommit(publish(admin, idea, { decisions, revision }));
    await savedCommit(publish(admin, later));
    const texts = await site.texts();
    expect(texts['posts/mine.md']).toContain('Proposed.');
    expect(Object.keys(texts).filter((path) => /trip|theirs/.test(path))).toEqual([]);
  });

  test('the undo of a move finds the post that the old site brought back', async () => {
    const { site, admin } = await open(FILES);
    const first = await site.head();
    const moved = await savedCommit(move(admin, 'trip', 'trip-2026'));
    await site.push({ 'posts/trip-2026.md': null });
    await savedCommit(admin.post(`/api/history/${first}/site/restore`, {}));
    const edited = textOf('Trip', '\nThe third one.\n');
    await site.push({ 'posts/trip.md': edited });
    await savedCommit(undo(admin, moved));
    expect(await site.texts()).toMatchObject({ 'posts/trip.md': edited });
    expect(Object.keys(await site.texts())).not.toContain('posts/trip-2026.md');
  });
});
