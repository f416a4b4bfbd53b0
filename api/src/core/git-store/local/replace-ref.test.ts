import { link, mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { save as saveFiles } from '../test/requests.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

const open = async () => {
  const harness = await openLocalHarness();
  const lock = join(harness.dir, 'refs/heads/main.lock');
  const claims = join(harness.dir, 'lock-claims');
  const head = await harness.store.head();
  const save = (store = harness.store, text = 'b') =>
    saveFiles(store, { 'b.txt': text }, { from: head });
  return { ...harness, lock, claims, head, save };
};

const MINUTE_AGO = new Date(Date.now() - 60_000);

/** Leaves the files of a process that was killed while it held the lock. */
const dieWithLock = async (claims: string, lock: string, at: Date): Promise<void> => {
  const claim = join(claims, 'of-a-dead-process');
  await mkdir(claims, { recursive: true });
  await writeFile(claim, `${'0'.repeat(40)}\n`);
  await utimes(claim, at, at);
  await link(claim, lock);
};

describe("a branch's lock", () => {
  it('is waited for while another program holds it', async () => {
    const { store, lock, save } = await open();
    await writeFile(lock, '', { flag: 'wx' });
    const [{ head }] = await Promise.all([save(), sleep(150).then(() => rm(lock))]);
    expect(await store.head()).toBe(head);
  });

  it('that is not released makes the store unavailable and is kept', async () => {
    const { store, lock, head, save } = await open();
    await writeFile(lock, '', { flag: 'wx' });
    await utimes(lock, MINUTE_AGO, MINUTE_AGO);
    await expect(save()).rejects.toMatchObject({
      code: 'StoreUnavailable',
      message: expect.stringContaining(lock) as string,
    });
    expect(await store.head()).toBe(head);
    expect(await readFile(lock, 'utf8')).toBe('');
  });

  it('is removed after a save, and after a save that lost a race', async () => {
    const { dir, claims, save } = await open();
    await save();
    await expect(save()).rejects.toMatchObject({ code: 'StaleHead' });
    expect(await readdir(join(dir, 'refs/heads'))).toEqual(['main']);
    expect(await readdir(claims)).toEqual([]);
  });

  it('that a killed process of ours left is broken by the next save', async () => {
    const { dir, store, claims, lock, save } = await open();
    await dieWithLock(claims, lock, MINUTE_AGO);
    const { head } = await save();
    expect(await store.head()).toBe(head);
    expect(await readdir(claims)).toEqual([]);
    expect(await git(dir, 'for-each-ref', '--format=%(objectname)')).toBe(head);
  });

  it('that a living process of ours may hold is not broken', async () => {
    const { claims, lock, save } = await open();
    await dieWithLock(claims, lock, new Date());
    await expect(save()).rejects.toMatchObject({ code: 'StoreUnavailable' });
    expect((await stat(lock)).nlink).toBe(2);
  });

  it('of another program is not broken for a claim that lost its lock', async () => {
    const { claims, lock, save } = await open();
    await dieWithLock(claims, lock, MINUTE_AGO);
    await rm(lock);
    await writeFile(lock, '', { flag: 'wx' });
    await expect(save()).rejects.toMatchObject({ code: 'StoreUnavailable' });
    expect(await readFile(lock, 'utf8')).toBe('');
  });

  it('left behind is broken once, however many saves find it', async () => {
    const { store, openStore, claims, lock, head, save } = await open();
    await dieWithLock(claims, lock, MINUTE_AGO);
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((text) => save(openStore(), text)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.show(await store.head())).parent).toBe(head);
  });
});
