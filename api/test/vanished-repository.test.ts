import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from './git.ts';
import { readContent, rename } from './github/edits.ts';
import { ADMINISTRATOR, runProcess, signInTo, startProcess } from './start-process.ts';
import { testFolder } from './test-folder.ts';

test('a local repository that vanishes is an error, while running and at the next start', async () => {
  const DATA_DIR = join(await testFolder(), 'data');
  const repository = join(DATA_DIR, 'content.git');
  const backup = join(DATA_DIR, 'backup.git');
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  const admin = await signInTo(server);
  expect((await rename(admin, 'Bea')).status).toBe(200);
  await cp(repository, backup, { recursive: true });
  await rm(repository, { recursive: true });
  const rejected = await rename(admin, 'Cleo');
  expect(rejected.status).toBe(503);
  expect(await rejected.json()).toMatchObject({
    code: 'RepositoryMissing',
    message: expect.stringContaining('Restore it from a backup') as string,
  });
  expect((await readContent(admin)).profile.name).toBe('Bea');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  for (const prepare of [() => undefined, () => mkdir(repository)]) {
    await prepare();
    const { code, errors } = await runProcess({ ...ADMINISTRATOR, DATA_DIR });
    expect(code).toBe(1);
    expect(errors).toContain('The content repository is missing');
  }

  await rm(repository, { recursive: true });
  git(DATA_DIR, 'clone', '--quiet', '--mirror', backup, repository);
  const restored = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  const again = await signInTo(restored);
  expect((await readContent(again)).profile.name).toBe('Bea');
  expect((await rename(again, 'Cleo')).status).toBe(200);
});

test('a branch that is missing in the local repository is an error, and not filled with the sample content', async () => {
  const DATA_DIR = join(await testFolder(), 'data');
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  server.child.kill('SIGTERM');
  await server.ended;
  const elsewhere = { ...ADMINISTRATOR, DATA_DIR, CONTENT_BRANCH: 'elsewhere' };
  const { code, errors } = await runProcess(elsewhere);
  expect(code).toBe(1);
  expect(errors).toContain('has no branch "elsewhere"');
});
