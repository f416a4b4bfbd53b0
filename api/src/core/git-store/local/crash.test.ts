import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { textsOf } from '../test/contents.ts';
import { save } from '../test/requests.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

const PROGRAM = fileURLToPath(new URL('./test/commit-forever.ts', import.meta.url));
const KILLS = 6;

/** Runs the program and kills it at a random moment. Returns the commits that it acknowledged. */
const commitUntilKilled = async (program: string, dir: string): Promise<string[]> => {
  const child = spawn(process.execPath, [program, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.push(line));
  await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  await sleep(Math.random() * 100);
  child.kill('SIGKILL');
  await once(lines, 'close');
  return acknowledged;
};

/** Ages the lock files by a minute. */
const letAMinutePass = async (dir: string): Promise<void> => {
  const claims = join(dir, 'lock-claims');
  const past = new Date(Date.now() - 60_000);
  for (const name of await readdir(claims)) await utimes(join(claims, name), past, past);
};

it('leaves whole commits only, none lost, when it is killed at any moment', async () => {
  const { dir, store, openStore } = await openLocalHarness({ 'site.json': 'first' });
  const first = await store.head();
  const program = join(dir, '..', 'commit-forever.mjs');
  const format = { bundle: true, format: 'esm', platform: 'node' } as const;
  await build({ entryPoints: [PROGRAM], outfile: program, ...format });
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const commits = await commitUntilKilled(program, dir);
    expect(commits).not.toEqual([]);
    acknowledged.push(...commits);
    await letAMinutePass(dir);
  }

  expect(await git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
  const { commits } = await store.history({ page: 1, perPage: 100_000 });
  expect(commits.map(({ sha }) => sha)).toEqual(expect.arrayContaining(acknowledged));
  for (const { sha } of commits.filter((commit) => commit.sha !== first)) {
    const { 'site.json': number, ...rest } = await textsOf(store, sha);
    expect(rest).toEqual({ 'posts/one.md': number, 'photos/deep/x': number });
  }

  const { head } = await save(openStore(), { 'site.json': 'saved' });
  expect(await store.head()).toBe(head);
});
