import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryAuthState } from '../../test/memory-auth-state.ts';
import { createAuthState, openAuthState } from './auth-state.ts';

const HOUR_MS = 60 * 60 * 1000;

const openState = (folder: string) => openAuthState(undefined, folder);

const session = (id: string, begunAt = Date.now()) => ({ id, begunAt });

const dataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'auth-state-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('sessions that end concurrently are all stored, and expired ones are removed', async () => {
  const folder = await dataFolder();
  const file = join(folder, 'ended-sessions.json');
  await writeFile(
    file,
    JSON.stringify({ ended: { old: Date.now() - 1, before: Date.now() + HOUR_MS } }),
  );
  const first = await openState(folder);
  await Promise.all(['a', 'b', 'c'].map((id) => first.end(id, Date.now() + HOUR_MS)));
  const next = await openState(folder);
  await next.refresh();
  const begun = Date.now() + 1;
  const known = ['a', 'b', 'c', 'before', 'old', 'd'].map((id) =>
    next.hasEnded(session(id, begun)),
  );
  expect(known).toEqual([true, true, true, true, false, false]);
});

test('ending all sessions does not affect later ones', async () => {
  const folder = await dataFolder();
  const state = await openState(folder);
  const before = session('before');
  await state.endSessions();
  expect(state.hasEnded(before)).toBe(true);
  expect(state.hasEnded(session('later', Date.now() + 1))).toBe(false);
});

test('a failed write does not prevent later ones', async () => {
  let isFull = true;
  const empty = { ended: {}, endedBefore: 0, passkeys: [], sessions: {} };
  const state = createAuthState({
    read: () => Promise.resolve(empty),
    change: (edit) =>
      isFull ? Promise.reject(new Error('The disk is full')) : Promise.resolve(edit(empty)),
  });
  await expect(state.end('a', Date.now() + HOUR_MS)).rejects.toThrow('The disk is full');
  expect(state.hasEnded(session('a'))).toBe(false);
  isFull = false;
  await state.end('a', Date.now() + HOUR_MS);
  expect(state.hasEnded(session('a'))).toBe(true);
});

test('what is used once is so on all instances, also before they know of each other', async () => {
  const folder = await dataFolder();
  const [first, second] = [await openState(folder), await openState(folder)];
  const until = Date.now() + HOUR_MS;
  expect(await first.useOnce('link', until)).toBe(true);
  expect(await second.useOnce('link', until)).toBe(false);
  expect(await second.useOnce('other', until)).toBe(true);
});

test('what has ended and the passkeys go along to another store, which keeps its own without any', async () => {
  const [from, to] = [createMemoryAuthState(), await openAuthState(undefined, await dataFolder())];
  const until = Date.now() + HOUR_MS;
  const passkey = { id: 'a', publicKey: '', counter: 0, name: 'Phone', addedAt: 1 };
  await from.end('a', until);
  await from.endSessions();
  await to.end('b', until);
  await to.change((state) => ({ ...state, passkeys: [passkey] }));
  await to.adopt(from);
  const known = ['a', 'b', 'c'].map((id) => to.hasEnded(session(id, Date.now() + 1)));
  expect(known).toEqual([true, true, false]);
  expect(to.hasEnded(session('c', 0))).toBe(true);
  expect(to.current().passkeys).toEqual([passkey]);
  await from.change((state) => ({ ...state, passkeys: [{ ...passkey, id: 'b' }] }));
  await to.adopt(from);
  expect(to.current().passkeys.map(({ id }) => id)).toEqual(['b']);
});
