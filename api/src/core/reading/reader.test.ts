import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';
import { StoreUnavailable } from '../git-store/errors.ts';
import type { GitStore } from '../git-store/git-store.ts';

const PROFILE = { 'profile.json': '{"name": "Ada"}\n' };

test('concurrent requests read the content once', async () => {
  const { content, calls } = await openTestContent({ files: PROFILE });
  const snapshots = await Promise.all(Array.from({ length: 20 }, () => content.reader.current()));
  expect(new Set(snapshots).size).toBe(1);
  expect(calls).toEqual({ head: 1, list: 1, read: 1, commit: 0 });
  await content.reader.current();
  expect(calls).toEqual({ head: 1, list: 1, read: 1, commit: 0 });
});

test('an expired head is checked in the background while the old content is served', async () => {
  const { content, outsider } = await openTestContent({ files: PROFILE, maxAgeSeconds: 0 });
  expect((await content.reader.current()).profile.name).toBe('Ada');
  await pushFile(outsider, 'profile.json', '{"name": "Bea"}\n');
  expect((await content.reader.current()).profile.name).toBe('Ada');
  await vi.waitFor(async () => {
    expect((await content.reader.current()).profile.name).toBe('Bea');
  });
});

test('a refresh reads only the files that changed', async () => {
  const post = (i: number) => [`posts/p${i}.md`, `---\ntitle: P${i}\n---\n\nText\n`] as const;
  const posts = Object.fromEntries(Array.from({ length: 10 }, (_, i) => post(i)));
  const shas: number[] = [];
  const { content, outsider } = await openTestContent({
    files: posts,
    store: (local) => ({
      ...local,
      read: (blobs) => {
        shas.push(blobs.length);
        return local.read(blobs);
      },
    }),
  });
  await content.reader.current();
  await pushFile(outsider, 'posts/p3.md', '---\ntitle: Changed\n---\n\nText\n');
  const snapshot = await content.reader.refresh();
  expect(snapshot.posts.map(({ title }) => title)).toContain('Changed');
  expect(shas).toEqual([10, 1]);
});

test('while the store fails, the old content is served as stale, and not every read sends a request', async () => {
  let down = false;
  const { content, calls } = await openTestContent({
    files: PROFILE,
    store: (local) => ({
      ...local,
      head: () => (down ? Promise.reject(new StoreUnavailable('down')) : local.head()),
    }),
  });
  await content.reader.current();
  down = true;
  await expect(content.reader.refresh()).rejects.toThrow(StoreUnavailable);
  expect(content.reader.state()).toMatchObject({ stale: true });
  const asked = calls.head;
  for (let i = 0; i < 5; i += 1) {
    expect((await content.reader.current()).profile.name).toBe('Ada');
  }
  expect(calls.head).toBe(asked);
  down = false;
  await content.reader.refresh();
  expect(content.reader.state()).toMatchObject({ stale: false });
});

test('a failed first read is repeated, but no request waits for that', async () => {
  const failing = () => Promise.reject(new StoreUnavailable('down'));
  const hanging = () => new Promise<never>(() => undefined);
  let head: (() => Promise<never>) | undefined = failing;
  const { content, calls } = await openTestContent({
    files: PROFILE,
    store: (local) => ({ ...local, head: (...args) => head?.() ?? local.head(...args) }),
  });
  await expect(content.reader.current()).rejects.toThrow('down');
  await expect(content.reader.current()).rejects.toThrow('down');
  expect(calls.head).toBe(1);
  head = hanging;
  await delay(1_050);
  await expect(content.reader.current()).rejects.toThrow('down');
  expect(calls.head).toBe(2);
});

test('a failed first read is not cached', async () => {
  let down = true;
  const { content } = await openTestContent({
    files: PROFILE,
    store: (local) => ({
      ...local,
      read: (blobs) => (down ? Promise.reject(new StoreUnavailable('down')) : local.read(blobs)),
    }),
  });
  await expect(content.reader.current()).rejects.toThrow('down');
  down = false;
  await expect
    .poll(async () => content.reader.current().catch(() => null), { timeout: 5_000 })
    .toMatchObject({ profile: { name: 'Ada' } });
});

test('a head check that began before a save does not undo it', async () => {
  let release: () => void = () => undefined;
  let hold = false;
  const { content, outsider, calls } = await openTestContent({
    files: PROFILE,
    store: (local): GitStore => ({
      ...local,
      head: async () => {
        const head = await local.head();
        if (hold) await new Promise<void>((resolve) => (release = resolve));
        return head;
      },
    }),
  });
  await content.reader.current();
  hold = true;
  const slow = content.reader.refresh();
  await vi.waitFor(() => expect(calls.head).toBe(2));
  const changes = new Map([['profile.json', Buffer.from('{"name": "Bea"}')]]);
  const request = { expectedHead: await outsider.head(), message: 'A save\n', changes };
  const written = await outsider.commit({ ...request, operationId: 'save' });
  await content.reader.adopt(written);
  release();
  await slow;
  expect((await content.reader.current()).profile.name).toBe('Bea');
});

test('the latest content is never older than the request for it', async () => {
  const { content, outsider } = await openTestContent({ files: PROFILE });
  await content.reader.current();
  await pushFile(outsider, 'profile.json', '{"name": "Bea"}\n');
  expect((await content.reader.latest()).profile.name).toBe('Bea');
});

test('the latest content is the cached one while the store fails or does not respond', async () => {
  let head: (() => Promise<never>) | undefined;
  const { content } = await openTestContent({
    files: PROFILE,
    store: (local) => ({ ...local, head: (...args) => head?.() ?? local.head(...args) }),
  });
  await content.reader.current();
  head = () => Promise.reject(new StoreUnavailable('down'));
  expect((await content.reader.latest()).profile.name).toBe('Ada');
  head = () => new Promise(() => undefined);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const latest = content.reader.latest();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await latest).profile.name).toBe('Ada');
});
