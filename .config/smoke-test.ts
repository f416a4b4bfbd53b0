/**
 * Starts the built product with an empty data folder, signs in with the password that it prints,
 * saves the profile and a photo, checks their commits, and stops the product with SIGTERM. The
 * product runs on the Node that runs this file, so `.ci/run` can test newer versions without
 * installing again. `--app` is another folder with the built product, and `--user` the id of the user
 * that it runs as.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const PHOTO = join(ROOT, 'fixtures', 'photos', 'lighthouse.png');
const LIMIT_MS = 60_000;
const FIRST_START = /Sign in as (\S+) with the password (\S+)[^]*The site is at (\S+)/;

const { app, user } = parseArgs({
  options: { app: { type: 'string', default: ROOT }, user: { type: 'string' } },
}).values;
const uid = Number(user);
const runningUser = user === undefined ? {} : { uid, gid: uid };
const folder = mkdtempSync(join(tmpdir(), 'smoke-test-'));
if (user !== undefined) chownSync(folder, uid, uid);
const child = spawn(process.execPath, [join(app, 'api', 'dist', 'main.js')], {
  ...runningUser,
  env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(child, 'exit');
// SIGKILL gives a product that hangs an exit code other than 0.
const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);

/** Returns the administrator's email and password and the site's address, which it prints. */
const firstStart = async (): Promise<readonly string[]> => {
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const printed = FIRST_START.exec(output)?.slice(1);
    if (printed) return printed;
  }
  throw new Error(`The product ended before it listened: ${output}`);
};

const send = async (url: string, method: string, body: unknown, cookie = ''): Promise<Response> => {
  const isForm = body instanceof FormData;
  const headers = { cookie, ...(!isForm && { 'content-type': 'application/json' }) };
  const response = await fetch(url, {
    method,
    headers,
    body: isForm ? body : JSON.stringify(body),
  });
  assert.ok(response.ok, `${method} ${url}: ${response.status} ${await response.clone().text()}`);
  return response;
};

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', join(folder, 'content.git'), ...args], {
    encoding: 'utf8',
    ...runningUser,
  });

try {
  const [email, password, url = ''] = await firstStart();
  child.stdout.resume();

  const signedIn = await send(`${url}/api/auth/login`, 'POST', { email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

  const profile = JSON.parse(git('show', 'main:profile.json')) as object;
  const tagline = `Saved on Node ${process.version}`;
  await send(`${url}/api/profile`, 'PUT', { ...profile, tagline }, cookie);
  assert.equal(git('rev-list', '--count', 'main'), '2\n', 'one save is one commit');
  assert.match(git('show', 'main:profile.json'), new RegExp(`"tagline": "${tagline}"`));

  const form = new FormData();
  form.set('file', new Blob([readFileSync(PHOTO)]), 'lighthouse.png');
  await send(`${url}/api/uploads`, 'POST', form, cookie);
  assert.match(git('show', '--name-only', '--format=', 'main'), /^photos\/\w+\/lighthouse\.png$/m);
  assert.equal(git('fsck', '--strict'), '', 'git finds the repository sound');

  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], 'exit code and signal after SIGTERM');
  console.log(`Node ${process.version}: start, sign-in, two saves and the end work.`);
} finally {
  clearTimeout(limit);
  child.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
