import fc from 'fast-check';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMemoryAuthState } from '../../../test/memory-auth-state.ts';
import type { SharedState } from '../git-store/git-store.ts';
import { createLog } from '../log.ts';
import { createAuthState, openAuthState } from './auth-state.ts';
import { testFolder } from '../../../test/test-folder.ts';

const HOUR_MS = 60 * 60 * 1000;
const PASSKEY = { id: 'a', publicKey: 'key', counter: 0, name: 'Phone', addedAt: 1 };

const log = createLog('silent');

const openState = (folder: string) =>
  openAuthState({ info: { kind: 'local', repository: '', branch: 'main' } }, folder, ['s'], log);

const session = (id: string, begunAt = Date.now()) => ({ id, begunAt });

/** A store that anyone can write to. */
const openShared = () => {
  let text: string | undefined;
  const store: SharedState = {
    read: () => Promise.resolve(text),
    change: (edit) => Promise.resolve((text = edit(text))),
  };
  return {
    read: () => text ?? '',
    write: (next: string | undefined) => (text = next),
    /** Starts an instance that reads the store each time. */
    start: (options: { readonly secrets?: string[]; readonly repository?: string } = {}) =>
      createAuthState({ store, log, secrets: ['s'], repository: 'here', maxAgeMs: 0, ...options }),
  };
};

type State = ReturnType<typeof createAuthState>;

const addPasskey = (state: State, passkey: object = PASSKEY) =>
  state.change((current) => ({ ...current, passkeys: [passkey as typeof PASSKEY] }));

const passkeysOf = async (state: State) => {
  await state.refresh();
  return state.current().passkeys;
};

const isValid = async (state: State, begunAt: number) => {
  await state.refresh();
  return !state.hasEnded(session('any', begunAt));
};

test('sessions that end concurrently are all stored, and expired ones are removed', async () => {
  const folder = await testFolder();
  const [first, second] = [openState(folder), openState(folder)];
  await first.end('old', Date.now() - 1);
  await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) =>
      (index % 2 === 0 ? first : second).end(id, Date.now() + HOUR_MS),
    ),
  );
  const next = openState(folder);
  await next.refresh();
  const begun = Date.now() + 1;
  const ended = ['a', 'b', 'c', 'd', 'e', 'f', 'old', 'g'].filter((id) =>
    next.hasEnded(session(id, begun)),
  );
  expect(ended).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a process that was killed while it wrote does not prevent later changes', async () => {
  const folder = await testFolder();
  const lock = join(folder, 'ended-sessions.json.lock');
  await writeFile(lock, '');
  await utimes(lock, new Date(0), new Date(0));
  await openState(folder).end('a', Date.now() + HOUR_MS);
  expect(await readFile(join(folder, 'ended-sessions.json'), 'utf8')).toContain('"a"');
});

test('a failed write does not prevent later ones', async () => {
  const change = vi.fn<SharedState['change']>((edit) => Promise.resolve(edit(undefined)));
  change.mockRejectedValueOnce(new Error('The disk is full'));
  const state = createMemoryAuthState({ change });
  await expect(state.end('a', Date.now() + HOUR_MS)).rejects.toThrow('The disk is full');
  expect(state.hasEnded(session('a'))).toBe(false);
  await state.end('a', Date.now() + HOUR_MS);
  expect(state.hasEnded(session('a'))).toBe(true);
});

test('what is used at the same moment on several instances is used once', async () => {
  const folder = await testFolder();
  const until = Date.now() + HOUR_MS;
  for (let round = 0; round < 20; round += 1) {
    const link = session(`link ${round}`);
    const uses = [openState(folder), openState(folder), openState(folder)].map((instance) =>
      instance.useOnce(link, until),
    );
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  }
});

test('what has ended and the passkeys go along to another store, which keeps its own without any', async () => {
  const [from, to] = [createMemoryAuthState(), openState(await testFolder())];
  const until = Date.now() + HOUR_MS;
  await from.end('a', until);
  await from.endSessions();
  await to.end('b', until);
  await addPasskey(to);
  await to.adopt(from);
  const ended = ['a', 'b', 'c'].map((id) => to.hasEnded(session(id, Date.now() + 1)));
  expect(ended).toEqual([true, true, false]);
  expect(to.hasEnded(session('c', 0))).toBe(true);
  expect(to.current().passkeys).toEqual([PASSKEY]);
  await from.change((state) => ({ ...state, passkeys: [{ ...PASSKEY, id: 'b' }] }));
  await to.adopt(from);
  expect(to.current().passkeys.map(({ id }) => id)).toEqual(['b']);
});

test('a store with a state of somebody else takes over a site without ending its session', async () => {
  const shared = openShared();
  await addPasskey(shared.start({ secrets: ['of somebody else'] }));
  const to = shared.start();
  await to.adopt(createMemoryAuthState());
  expect(await passkeysOf(to)).toEqual([]);
  expect(await isValid(to, Date.now())).toBe(true);
  expect(to.current().resetAt).toBeUndefined();
});

test('any change of one byte of the stored state, or another text, is no passkeys and no sessions', async () => {
  const shared = openShared();
  const owner = shared.start();
  await addPasskey(owner, { ...PASSKEY, name: 'Télé 📱' });
  await owner.endSessions();
  const sealed = Buffer.from(shared.read());
  const changed = fc
    .record({ index: fc.nat(sealed.length - 1), byte: fc.nat(255) })
    .filter(({ index, byte }) => sealed[index] !== byte)
    .map(({ index, byte }) => String(Buffer.from(sealed).fill(byte, index, index + 1)));
  const cut = fc.nat(sealed.length - 1).map((length) => sealed.subarray(0, length).toString());
  const plain = fc.json();
  await fc.assert(
    fc.asyncProperty(fc.oneof(changed, cut, plain, fc.string()), async (text) => {
      shared.write(text);
      const state = shared.start();
      expect(await isValid(state, Date.now() + HOUR_MS)).toBe(false);
      expect(state.hasEnded(session('link', Date.now() + HOUR_MS), 'link')).toBe(true);
      expect(state.current().passkeys).toEqual([]);
    }),
  );
});

test('a state of the same site at another repository, or before it was sealed, is not accepted', async () => {
  const shared = openShared();
  await addPasskey(shared.start({ repository: 'elsewhere' }));
  for (const text of [shared.read(), JSON.stringify({ passkeys: [PASSKEY] })]) {
    shared.write(text);
    const state = shared.start();
    expect(await passkeysOf(state)).toEqual([]);
    expect(await isValid(state, Date.now())).toBe(false);
  }
});

test('repairing a state that does not verify keeps what was read before, and ends all sessions', async () => {
  const shared = openShared();
  const owner = shared.start();
  await addPasskey(owner);
  const until = Date.now() + HOUR_MS;
  await owner.end('ended', until);
  shared.write('garbage');
  expect(await passkeysOf(owner)).toEqual([]);
  // One that was made before, for which nobody knows whether it was used.
  const fresh = shared.start();
  await fresh.refresh();
  expect(await fresh.useOnce(session('link'), until)).toBe(false);
  shared.write('garbage');
  const begunBefore = Date.now();
  await owner.repair();
  expect(await passkeysOf(owner)).toEqual([PASSKEY]);
  expect(owner.current().resetAt).toBeGreaterThanOrEqual(begunBefore);
  expect(await isValid(owner, begunBefore)).toBe(false);
  expect(await isValid(owner, Date.now() + 1)).toBe(true);
  expect(owner.hasEnded(session('ended', Date.now() + 1))).toBe(true);
  expect(await passkeysOf(shared.start())).toEqual([PASSKEY]);
});

test('a state that was moved back, or removed, revives nothing in a process that saw a later one', async () => {
  const shared = openShared();
  const [first, second] = [shared.start(), shared.start()];
  await addPasskey(first);
  const until = Date.now() + HOUR_MS;
  const begunAt = Date.now();
  const older = [shared.read(), undefined];
  await first.change((state) => ({ ...state, passkeys: [] }));
  await first.useOnce(session('link', begunAt), until);
  await first.endSessions();
  await first.endLinks();
  await second.refresh();
  for (const text of older) {
    for (const state of [first, second]) {
      shared.write(text);
      expect(await passkeysOf(state)).toEqual([]);
      expect(await isValid(state, begunAt)).toBe(false);
      expect(state.hasEnded(session('any', begunAt), 'link')).toBe(true);
      expect(await state.useOnce(session('link', Date.now() + 1), until)).toBe(false);
      // The next change writes what it knows.
      const third = shared.start();
      expect(await passkeysOf(third)).toEqual([]);
      expect(await isValid(third, begunAt)).toBe(false);
    }
  }
});

test('what was ended stays so when a process that did not see it goes on from an older state', async () => {
  const shared = openShared();
  const [first, second] = [shared.start(), shared.start()];
  await first.end('a', Date.now() + HOUR_MS);
  const older = shared.read();
  const begunAt = Date.now();
  await first.endSessions();
  shared.write(older);
  await second.end('b', Date.now() + HOUR_MS);
  expect(await isValid(first, begunAt)).toBe(false);
});

test('what a newer version has stored survives a write, also inside a passkey', async () => {
  const shared = openShared();
  const newer = { ...PASSKEY, transports: ['usb'], later: { a: 1 } };
  await shared.start().change((state) => ({ ...state, passkeys: [newer], later: [1] }));
  await shared.start().end('a', Date.now() + HOUR_MS);
  const state = shared.start();
  expect(await passkeysOf(state)).toEqual([newer]);
  expect(state.current()).toMatchObject({ later: [1] });
});

test('passkeys and sessions survive a new secret while the old one is listed, and a write outlasts it', async () => {
  const shared = openShared();
  await addPasskey(shared.start({ secrets: ['old'] }));
  const begunAt = Date.now();
  const rotated = shared.start({ secrets: ['new', 'old'] });
  expect(await passkeysOf(rotated)).toEqual([PASSKEY]);
  expect(await isValid(rotated, begunAt)).toBe(true);
  expect(await passkeysOf(shared.start({ secrets: ['new'] }))).toEqual([]);
  await rotated.end('a', Date.now() + HOUR_MS);
  expect(await passkeysOf(shared.start({ secrets: ['new'] }))).toEqual([PASSKEY]);
});
