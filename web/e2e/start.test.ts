import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const ROOT = join(import.meta.dirname, '..', '..');

const killGroup = (group: number): void => {
  try {
    if (group < 0) process.kill(group, 'SIGKILL');
  } catch {
    // The process group is gone, as expected.
  }
};

test('npm start forwards SIGTERM, and ends with the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that the test can end all its processes.
    detached: true,
  });
  const group = npm.pid === undefined ? 0 : -npm.pid;
  const ended = once(npm, 'exit');
  let output = '';
  npm.stdout.on('data', (chunk) => (output += String(chunk)));
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/The site is at \S+\n/);
    const [, url = ''] = /The site is at (\S+)/.exec(output) ?? [];
    expect((await fetch(`${url}/robots.txt`)).status).toBe(200);
    await expect.poll(() => output).toContain(`Edit it at ${url}/admin\n`);
    npm.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(output).toContain('"signal":"SIGTERM"');
    await expect(fetch(`${url}/robots.txt`)).rejects.toThrow();
  } finally {
    killGroup(group);
    await rm(folder, { recursive: true, force: true });
  }
});
