// Needs: account
import type { UploadsResponse } from 'content-schema';
import { packageFolder } from 'fixtures/default-content';
import { unzipSync } from 'fflate';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from './git.ts';
import { readContent, rename } from './github/edits.ts';
import { read } from './responses.ts';
import { ADMINISTRATOR, signInTo, startProcess } from './start-process.ts';
import { createTestClient } from './test-client.ts';
import { testFolder } from './test-folder.ts';

/** See `fixtures/versions`: the hash is that of the tests' password. */
const PASSWORD_HASH = '$2b$04$s8Lcnx1Zzhp43cHa1cNvfe3BhSGWiXzrCBRWxIGPFaApgBizDBoXu';

interface Recorded {
  /** When the version ended, in milliseconds since 1970. */
  readonly at: number;
  /** The cookies of a session that was valid then, and of those that were not. */
  readonly live: string;
  readonly ended: readonly string[];
}

const unpack = async (name: string) => {
  const folder = await testFolder();
  const files = unzipSync(await readFile(join(packageFolder('versions'), `${name}.zip`)));
  await mkdir(join(folder, 'content.git', 'refs', 'heads'), { recursive: true });
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const recorded = await readFile(join(folder, 'recorded.json'), 'utf8');
  return { folder, ...(JSON.parse(recorded) as Recorded) };
};

/** For `NODE_OPTIONS`: sets the clock to a minute after a time, when its sessions hadn't expired. */
const clockAfter = (time: number): string => {
  const ahead = Date.now() - time - 60_000;
  const code = `globalThis.Date=class extends Date{constructor(...a){super(...(a.length?a:[Date.now()]))}static now(){return super.now()-${ahead}}}`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
};

test.each([
  ['546547a', 'Ada of old1'],
  ['546547a-back', 'Ada back at old1'],
  ['9bd74e8a', 'Ada of old2'],
  ['9bd74e8a-back', 'Ada back at old2'],
])(
  'after version %s everything is shown and can be saved, and signing in needs the password',
  async (name, profileName) => {
    const { folder, at, live, ended } = await unpack(name);
    const server = await startProcess({
      ...ADMINISTRATOR,
      ADMIN_PASSWORD_HASH: PASSWORD_HASH,
      DATA_DIR: folder,
      NODE_OPTIONS: clockAfter(at),
    });
    const visitor = createTestClient(server.url);
    const { profile, posts } = await readContent(visitor);
    expect(profile.name).toBe(profileName);
    expect(posts.map(({ title }) => title)).toEqual(['Second', 'First']);
    const expectSignedOut = async () => {
      for (const cookie of [live, ...ended]) {
        const response = await createTestClient(server.url).get('/api/auth/me', { cookie });
        expect(response.status).toBe(401);
      }
    };
    await expectSignedOut();
    expect((await visitor.post('/api/auth/passkeys/options')).status).toBe(204);
    expect(server.printed().output).toContain('were not sealed with SESSION_SECRET');

    const admin = await signInTo(server);
    await expectSignedOut();
    expect(await read(admin, '/api/auth/account')).toMatchObject({ passkeys: [] });
    const { uploads } = await read<UploadsResponse>(admin, '/api/admin/uploads');
    expect((await visitor.get(uploads[0]?.presignedUrl ?? '')).status).toBe(200);
    expect((await rename(admin, 'Bea')).status).toBe(200);
    const repository = join(folder, 'content.git');
    expect(git(repository, 'show', 'main:profile.json')).toContain('Bea');
    expect(git(repository, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect(await readdir(join(folder, 'cache'))).not.toContain('provenance.jsonl');
  },
);
