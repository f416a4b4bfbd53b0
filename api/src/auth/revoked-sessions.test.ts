import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryAuthState } from '../../test/memory-auth-state.ts';
import { createAuthState, openAuthState } from './auth-state.ts';
import { createRevokedSessions } from './revoked-sessions.ts';

const HOUR_MS = 60 * 60 * 1000;

const openRevokedSessions = async (folder: string) =>
  createRevokedSessions(await openAuthState(undefined, folder));

const session = (id: string, begunAt = Date.now()) => ({ id, begunAt });

const dataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'revoked-sessions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('sessions that end concurrently are all stored, and expired ones are removed', async () => {
  const folder = await dataFolder();
  const file = join(folder, 'ended-sessions.json');
  await writeFile(file, JSON.stringify({ old: Date.now() - 1, before: Date.now() + HOUR_MS }));
  const first = await openRevokedSessions(folder);
  await Promise.all(['a', 'b', 'c'].map((id) => first.add(id, Date.now() + HOUR_MS)));
  const next = await openRevokedSessions(folder);
  await next.refresh();
  const begun = Date.now() + 1;
  const known = ['a', 'b', 'c', 'before', 'old', 'd'].map((id) => next.has(session(id, begun)));
  expect(known).toEqual([true, true, true, true, false, false]);
});

test('ending all sessions does not affect later ones', async () => {
  const folder = await dataFolder();
  const revoked = await openRevokedSessions(folder);
  const before = session('before');
  await revoked.endAll();
  expect(revoked.has(before)).toBe(true);
  expect(revoked.has(session('later', Date.now() + 1))).toBe(false);
});

test('a failed write does not prevent later ones', async () => {
  let isFull = true;
  const empty = { ended: {}, endedBefore: 0, passkeys: [], sessions: {} };
  const state = createAuthState({
    read: () => Promise.resolve(empty),
    change: (edit) =>
      isFull ? Promise.reject(new Error('The disk is full')) : Promise.resolve(edit(empty)),
  });
  const revoked = createRevokedSessions(state);
  await expect(revoked.add('a', Date.now() + HOUR_MS)).rejects.toThrow('The disk is full');
  expect(revoked.has(session('a'))).toBe(false);
  isFull = false;
  await revoked.add('a', Date.now() + HOUR_MS);
  expect(revoked.has(session('a'))).toBe(true);
});

test('what is used once is so on all instances, also before they know of each other', async () => {
  const folder = await dataFolder();
  const [first, second] = [await openRevokedSessions(folder), await openRevokedSessions(folder)];
  const until = Date.now() + HOUR_MS;
  expect(await first.useOnce('link', until)).toBe(true);
  expect(await second.useOnce('link', until)).toBe(false);
  expect(await second.useOnce('other', until)).toBe(true);
});

test('what has ended and the passkeys go along to another store, which keeps its own without any', async () => {
  const [from, to] = [createMemoryAuthState(), await openAuthState(undefined, await dataFolder())];
  const until = Date.now() + HOUR_MS;
  const passkey = { id: 'a', publicKey: '', counter: 0, name: 'Phone', addedAt: 1 };
  await createRevokedSessions(from).add('a', until);
  await createRevokedSessions(from).endAll();
  await createRevokedSessions(to).add('b', until);
  await to.change((state) => ({ ...state, passkeys: [passkey] }));
  await to.adopt(from);
  const there = createRevokedSessions(to);
  const known = ['a', 'b', 'c'].map((id) => there.has(session(id, Date.now() + 1)));
  expect(known).toEqual([true, true, false]);
  expect(there.has(session('c', 0))).toBe(true);
  expect(to.current().passkeys).toEqual([passkey]);
  await from.change((state) => ({ ...state, passkeys: [{ ...passkey, id: 'b' }] }));
  await to.adopt(from);
  expect(to.current().passkeys.map(({ id }) => id)).toEqual(['b']);
});
