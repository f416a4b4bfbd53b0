// Needs: backup
import { unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { samplePhoto } from 'fixtures/sample-files';
import { filesOf } from '../../../test/files.ts';
import { createLocalRepository } from '../../core/git-store/local/repository.ts';
import { commitsOf, git } from '../../../test/git.ts';
import { rename } from '../../../test/github/edits.ts';
import { savedCommit } from '../../../test/responses.ts';
import { ADMINISTRATOR, signInTo, startProcess } from '../../../test/start-process.ts';
import { testFolder } from '../../../test/test-folder.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');

const start = async (folder: string) => {
  const process = await startProcess({ ...ADMINISTRATOR, DATA_DIR: folder });
  return { ...process, admin: await signInTo(process) };
};

const read = async (response: Response): Promise<Record<string, Uint8Array>> => {
  expect(response.status).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
};

test('a clone of a backup has the same commits, and shows the same site, byte for byte', async () => {
  const folder = await testFolder();
  await createLocalRepository({
    dir: join(folder, 'content.git'),
    branch: 'main',
    author: { name: 'ada', email: 'ada@example.com' },
    files: filesOf({
      'posts/tides.md':
        '---\ntitle: Tides\ntags: [Sea]\n---\n\n![](/photos/01K81NPA5ZW5G77XR1W3S9XMC9)\n',
      'photos/01K81NPA5ZW5G77XR1W3S9XMC9/tide.gif': await samplePhoto('tide.gif'),
    }),
    message: 'Begin\n',
  });
  const first = await start(folder);
  await savedCommit(rename(first.admin, 'Ada'));
  const backup = await read(await first.admin.get('/api/admin/backup'));
  const unpacked = await testFolder();
  for (const [path, bytes] of Object.entries(backup)) {
    const [, inRepository] = /\/(content\.git\/.*)$/.exec(path) ?? [];
    if (inRepository === undefined) continue;
    await mkdir(dirname(join(unpacked, inRepository)), { recursive: true });
    await writeFile(join(unpacked, inRepository), bytes);
  }
  const other = await testFolder();
  git(unpacked, 'clone', '--quiet', '--mirror', 'content.git', join(other, 'content.git'));
  const second = await start(other);
  expect(commitsOf(join(other, 'content.git'))).toEqual(commitsOf(join(folder, 'content.git')));

  const hashesOf = async ({ admin }: typeof first) => {
    const files = await read(await admin.get('/api/admin/static-copy'));
    return Object.entries(files).map(([path, bytes]) => [path, hashOf(bytes)]);
  };
  const before = await hashesOf(first);
  expect(before.length).toBeGreaterThan(30);
  expect(await hashesOf(second)).toEqual(before);
  for (const path of ['', 'blogs', 'feed.xml', 'search-index.json', 'api/content']) {
    const texts = [first, second].map(async ({ url }) => (await fetch(`${url}/${path}`)).text());
    const [one, other] = await Promise.all(texts);
    expect(other, path).toBe(one);
  }
});
