// Needs: backup, drawing, feeds, history, import
import type { ContentResponse, UploadsResponse } from 'content-schema';
import { unzipSync } from 'fflate';
import { chmod, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { describeFinding, diagnose } from '../src/doctor.ts';
import { openDiskLog } from '../src/core/git-store/disk-cache/log.ts';
import { blobShaOf } from '../src/core/git-store/git-object-id.ts';
import { git } from './git.ts';
import { readContent } from './github/edits.ts';
import { formOf, IMPORT } from './import-form.ts';
import { pushFile } from './open-test-content.ts';
import { read } from './responses.ts';
import type { AppOptions } from './run-app.ts';
import { ADMINISTRATOR, signInTo, startProcess } from './start-process.ts';
import { startTestServer } from './start-test-server.ts';
import { createTestClient } from './test-client.ts';
import { testWebApp } from './test-web-app.ts';
import { testFolder } from './test-folder.ts';

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const POST = (name: string) =>
  `---\ntitle: ${name}\ncreatedAt: 2020-01-01\n---\n\nText of ${name}\n`;

const FILES = {
  'site.json': '{"title": "Ada\'s site"}\n',
  'profile.json': '{"name": "Ada", "email": "ada@example.com"}\n',
  'posts/good.md': POST('Good'),
  'posts/bad.md': POST('Bad'),
  [`photos/${PHOTO}/1.png`]: 'GIF89a, the bytes of a photo',
};

type Path = keyof typeof FILES;

const objectOf = (repository: string, name: string): string => {
  const sha = git(repository, 'rev-parse', name).trim();
  return join(repository, 'objects', sha.slice(0, 2), sha.slice(2));
};

const DAMAGES = {
  'is missing': (file: string) => rm(file),
  'is cut off': async (file: string) => {
    await chmod(file, 0o644);
    await truncate(file, 12);
  },
} as const;

const start = async (options: AppOptions) =>
  startTestServer({ files: FILES, web: await testWebApp(), ...options });

const startDamaged = async (path: Path, how: keyof typeof DAMAGES) => {
  const warnings: string[] = [];
  const warn: AppOptions['warn'] = ({ path: at, message }) => warnings.push(`${at}: ${message}`);
  const { repository, restart } = await start({ warn });
  await DAMAGES[how](objectOf(repository, `main:${path}`));
  return { ...(await restart()), repository, warnings };
};

const BETTER = { id: 'good', title: 'Better', content: 'Text' };

const expectBadKept = (repository: string): void =>
  expect(git(repository, 'ls-tree', 'main', 'posts/bad.md')).toContain(
    blobShaOf(Buffer.from(FILES['posts/bad.md'])),
  );

const CASES = Object.keys(DAMAGES) as (keyof typeof DAMAGES)[];

test.each(CASES)(
  'when the object of a post %s, that post is left out, and everything else works',
  async (how) => {
    const { visitor, signIn, repository, warnings } = await startDamaged('posts/bad.md', how);
    const content = await readContent(visitor);
    expect(content.posts.map(({ id }) => id)).toEqual(['good']);
    expect(content.profile.name).toBe('Ada');
    expect((await visitor.get('/feed.xml')).status).toBe(200);
    expect((await visitor.get('/healthz')).status).toBe(200);
    expect(warnings).toEqual([expect.stringMatching(/^posts\/bad\.md: It can't be read: /)]);

    const admin = await signIn();
    const { profile } = content;
    expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
    const posts = [BETTER, { title: 'Bad', content: 'New' }];
    expect((await admin.put('/api/posts', posts)).status).toBe(200);
    const body = formOf([['bad.md', '# Bad\n\nImported\n']]);
    expect((await admin.request('POST', IMPORT, { body })).status).toBe(400);
    expectBadKept(repository);
  },
);

test.each(CASES)(
  'when the object of a post that an earlier process has read %s, everything else works',
  async (how) => {
    const folder = await testFolder();
    const openLog = () =>
      openDiskLog({ path: join(folder, 'p.jsonl'), source: '1', onFailure: () => undefined });
    const { content, repository, restart } = await start({ postLog: openLog });
    await content.reader.current();
    await vi.waitFor(async () => expect((await openLog().read()).flat()).toHaveLength(2));
    await DAMAGES[how](objectOf(repository, 'main:posts/bad.md'));
    const later = await restart();
    const admin = await later.signIn();
    const idsOf = async (address: string) => {
      const { posts, problems } = await read<ContentResponse>(admin, address);
      return { ids: posts.map(({ id }) => id).sort(), problems };
    };
    expect((await idsOf('/api/content?posts=headings')).ids).toEqual(['bad', 'good']);
    for (const detail of ['markdown', 'whole']) {
      const { ids, problems } = await idsOf(`/api/content?posts=${detail}`);
      expect([detail, ids]).toEqual([detail, ['good']]);
      expect(problems).toContainEqual({
        path: 'posts/bad.md',
        message: expect.stringMatching(/^It can't be read: /) as string,
      });
    }
    for (const path of ['/', '/blogs', '/blogs/good', '/feed.xml', '/api/content?posts=summary']) {
      expect([path, (await later.visitor.get(path)).status]).toEqual([path, 200]);
    }
    expect((await admin.get('/api/admin/posts/search?q=text')).status).toBe(200);
    expect((await later.visitor.get('/api/posts/bad')).status).toBe(503);
    expect((await admin.put('/api/posts', [BETTER])).status).toBe(200);
    expectBadKept(repository);
  },
);

test.each(CASES)(
  'when the object of the profile %s, the profile is empty, and cannot be saved',
  async (how) => {
    const { visitor, signIn, repository, warnings } = await startDamaged('profile.json', how);
    const content = await read<ContentResponse>(visitor, '/api/content');
    expect(content.profile.name).toBe('');
    expect(content.posts).toHaveLength(2);
    expect(warnings).toEqual([expect.stringMatching(/^profile\.json: It can't be read: /)]);
    const admin = await signIn();
    expect((await admin.put('/api/profile', { ...content.profile, name: 'Bea' })).status).toBe(503);
    expect(git(repository, 'log', '--format=%s', 'main')).toBe('Begin\n');
  },
);

test.each(CASES)('when the object of a photo %s, only that photo is not shown', async (how) => {
  const path = `photos/${PHOTO}/1.png` as const;
  const { visitor, signIn, repository, warnings } = await startDamaged(path, how);
  expect((await visitor.get('/api/content')).status).toBe(200);
  expect(warnings).toEqual([`${path}: It is empty or can't be read`]);
  const admin = await signIn();
  const { uploads } = await read<UploadsResponse>(admin, '/api/admin/uploads');
  expect(uploads).toHaveLength(1);
  expect((await visitor.get(uploads[0]?.presignedUrl ?? '')).status).toBe(503);
  const card = await admin.get(`/api/admin/share-card?title=Draft&photo=${PHOTO}`);
  expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await admin.delete(`/api/admin/uploads/${PHOTO}`)).status).toBe(204);
  expect(git(repository, 'ls-tree', '-r', '--name-only', 'main')).not.toContain('photos/');
});

test('when a directory or the commit of the branch is missing, pages are served from the cache, and everything else names the damage, like the doctor that of a file', async () => {
  const DATA_DIR = await testFolder();
  const repository = join(DATA_DIR, 'content.git');
  const first = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  const owner = await signInTo(first);
  const { profile } = await readContent(owner);
  expect((await owner.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
  const last = git(repository, 'rev-parse', 'main').trim();
  await vi.waitFor(async () => {
    expect(await readFile(join(DATA_DIR, 'cache', 'listing.jsonl'), 'utf8')).toContain(last);
  });
  const cookie = owner.cookies();
  first.child.kill('SIGTERM');
  await first.ended;
  const findingsOf = async () => (await diagnose({ DATA_DIR })).map(describeFinding);

  for (const missing of ['main^{tree}', 'main:posts', 'main:photos', 'main']) {
    const object = objectOf(repository, missing);
    await rename(object, join(DATA_DIR, 'moved'));
    const damaged = expect.stringMatching(
      `^The content repository ${repository} is damaged.*Restore the repository from a backup.$`,
    ) as string;
    const site = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
    const admin = createTestClient(site.url);
    for (const path of ['/', '/blogs']) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
    const reason = 'The content repository is damaged';
    const health = expect.objectContaining({ status: 'stale', saves: 'failing', reason }) as object;
    const response = await admin.get('/healthz');
    expect([missing, response.status, await response.json()]).toEqual([missing, 200, health]);
    const rejection = { code: 'StoreUnavailable', message: damaged };
    const saved = await admin.put('/api/profile', { ...profile, name: 'Cleo' }, { cookie });
    expect([saved.status, await saved.json()]).toEqual([503, expect.objectContaining(rejection)]);
    const backup = await admin.get('/api/admin/backup', { cookie });
    expect([backup.status, await backup.json()]).toEqual([503, expect.objectContaining(rejection)]);
    expect(site.printed().output).toContain(`The content repository ${repository} is damaged`);
    const findings = await findingsOf();
    expect(findings).toContainEqual(expect.stringContaining('✗ Content: The content repository'));
    expect(findings.join()).not.toContain('✓ Content');
    site.child.kill('SIGTERM');
    await site.ended;
    await rename(join(DATA_DIR, 'moved'), object);
  }
  expect((await findingsOf()).join()).toContain('✓ Content');
  await DAMAGES['is cut off'](objectOf(repository, 'main:profile.json'));
  expect(await findingsOf()).toContainEqual(
    expect.stringMatching(/^✗ Content: profile.json is damaged/),
  );
}, 120_000);

test('when an old commit is missing, its history and a backup fail with the reason', async () => {
  const { signIn, repository, outsider, restart } = await startTestServer();
  await pushFile(outsider, 'posts/new.md', POST('New'));
  await rm(objectOf(repository, 'main~'));
  await signIn();
  const admin = await (await restart()).signIn();
  for (const path of ['/api/history', '/api/admin/backup']) {
    const response = await admin.get(path);
    const message = expect.stringContaining(`${repository} is damaged`) as string;
    expect([path, response.status]).toEqual([path, 503]);
    expect(await response.json()).toMatchObject({ message });
  }
});

test('a backup names the files that are damaged, and does not count as a backup', async () => {
  const { signIn } = await startDamaged('posts/bad.md', 'is cut off');
  const admin = await signIn();
  const response = await admin.get('/api/admin/backup');
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  const textOf = (name: string) => {
    const [, bytes] = files.find(([path]) => path.endsWith(name)) ?? [];
    return bytes && Buffer.from(bytes).toString();
  };
  expect(textOf('/DAMAGED.txt')).toContain('posts/bad.md');
  expect(textOf('/content/posts/good.md')).toBe(FILES['posts/good.md']);
  expect(textOf('/content/posts/bad.md')).toBeUndefined();
  expect(await read(admin, '/api/admin/store')).not.toHaveProperty('lastBackup');
});
