import type {
  ChecklistResponse,
  CommitSummary,
  HistoryResponse,
  ProfileResponse,
  StoreResponse,
} from 'content-schema';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { readCommit } from '../../../../test/compared.ts';
import { commitsOf, git } from '../../../../test/git.ts';
import { pushFile } from '../../../../test/open-test-content.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const storeOf = async (admin: TestClient): Promise<StoreResponse> => {
  const response = await admin.get('/api/admin/store');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.json()) as StoreResponse;
};

const rename = async (admin: TestClient, name: string): Promise<void> => {
  const { profile } = (await (await admin.get('/api/content')).json()) as {
    profile: ProfileResponse;
  };
  expect((await admin.put('/api/profile', { ...profile, name })).status).toBe(200);
};

const saved = (url?: string): Partial<CommitSummary> => ({
  subject: 'Update profile: name',
  origin: 'site',
  ...(url !== undefined && { url }),
});

test('for a local repository the response has the folder to clone, the last change and the last push', async () => {
  const { repository, outsider, signIn, content } = await startTestServer();
  const admin = await signIn();
  const begun = await storeOf(admin);
  expect(begun).toEqual({
    kind: 'local',
    repository,
    branch: 'main',
    stale: false,
    lastChange: expect.objectContaining({ subject: 'Begin', origin: 'site' }) as unknown,
  });
  expect(begun.lastChange).not.toHaveProperty('url');
  expect(git('/', 'ls-remote', begun.repository, `refs/heads/${begun.branch}`)).not.toBe('');

  await pushFile(outsider, 'notes.txt', 'Theirs\n');
  await content.reader.refresh();
  await rename(admin, 'Bea');
  expect(await storeOf(admin)).toMatchObject({
    lastChange: saved(),
    lastPush: { subject: 'An outside push', origin: 'push' },
  });
});

test('for a repository at GitHub the response has its pages, the remaining quota, and whether content is stale', async () => {
  const { github, repository, signIn, content } = await startGitHubTestServer();
  const admin = await signIn();
  await rename(admin, 'Bea');
  const page = 'https://github.com/ada/site';
  const { requestsLeft = 0, ...store } = await storeOf(admin);
  expect(store).toEqual({
    kind: 'github',
    repository: 'ada/site',
    branch: 'main',
    pages: { repository: page, branch: `${page}/tree/main` },
    stale: false,
    isPublic: false,
    lastChange: expect.objectContaining(saved(`${page}/commit/${repository.head()}`)) as unknown,
  });
  expect(requestsLeft).toBeGreaterThan(4900);
  expect(requestsLeft).toBeLessThan(5000);

  const pushed = repository.push({ changes: { 'notes.txt': 'Theirs' }, message: 'Add notes\n' });
  await content.reader.refresh();
  const url = `${page}/commit/${repository.head()}`;
  expect(pushed).toBe(repository.head());
  expect(await storeOf(admin)).toMatchObject({
    lastChange: { subject: 'Add notes', url },
    lastPush: { subject: 'Add notes', url },
  });
  const history = (await (await admin.get('/api/history')).json()) as { commits: CommitSummary[] };
  expect(history.commits[0]).toMatchObject({ subject: 'Add notes', url });

  repository.push({ changes: { 'notes.txt': 'Later' } });
  github.faults.set(networkFailure());
  await expect(content.reader.refresh()).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(await storeOf(admin)).toMatchObject({ repository: 'ada/site', stale: true });
});

test('each change at GitHub, and each changed file, has the URL of its page', async () => {
  const { repository, signIn, content } = await startGitHubTestServer();
  const admin = await signIn();
  const added = repository.push({ changes: { 'notes/a?.txt': 'Theirs' } });
  const deleted = repository.push({ changes: { 'notes/a?.txt': null } });
  await content.reader.refresh();
  const page = 'https://github.com/ada/site';
  // A deleted file is shown at the version before.
  for (const sha of [added, deleted]) {
    expect(await readCommit(admin, sha)).toMatchObject({
      url: `${page}/commit/${sha}`,
      files: [{ url: `${page}/blob/${added}/notes/a%3F.txt` }],
    });
  }

  const listed = async (path: string) =>
    (await (await admin.get(`/api/history?path=${path}`)).json()) as HistoryResponse;
  const [post = ''] = [...repository.files().keys()].filter((path) => path.startsWith('posts/'));
  expect((await listed(post)).file).toEqual({
    url: `${page}/blob/main/${post}`,
    blame: `${page}/blame/main/${post}`,
  });
  expect(await listed('posts/gone.md')).not.toHaveProperty('file');

  const local = await startTestServer();
  const localAdmin = await local.signIn();
  const [head = ''] = commitsOf(local.repository);
  const change = await readCommit(localAdmin, head);
  for (const value of [change, ...change.files]) expect(value).not.toHaveProperty('url');
});

test('the state of the store takes one request after a change, and then none', async () => {
  const { github, signIn } = await startGitHubTestServer();
  const admin = await signIn();
  // The first one also asks whether the repository is public.
  await storeOf(admin);
  await rename(admin, 'Bea');
  const counts: number[] = [];
  for (let i = 0; i < 2; i += 1) {
    const mark = github.requests.mark();
    await storeOf(admin);
    counts.push(mark.count());
  }
  expect(counts).toEqual([1, 0]);
});

test('at GitHub every clone is a backup, and there is none to download', async () => {
  const admin = await (await startGitHubTestServer()).signIn();
  const response = await admin.get('/api/admin/backup');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    code: 'EntityNotFound',
    message: 'Every clone of the repository is a backup of it',
  });
  const checklist = (await (await admin.get('/api/admin/checklist')).json()) as ChecklistResponse;
  expect(checklist.items.map(({ kind }) => kind)).not.toContain('local-only');
});
