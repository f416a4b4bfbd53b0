// Needs: backup, checklist, history
import type {
  ChecklistResponse,
  CommitSummary,
  HistoryResponse,
  StoreResponse,
} from 'content-schema';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { readCommit } from '../../../../test/compared.ts';
import { git } from '../../../../test/git.ts';
import { rename } from '../../../../test/github/edits.ts';
import { json, read, statusAndBody } from '../../../../test/responses.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const PAGE = 'https://github.com/ada/site';

const startAtGitHub = async () => {
  const server = await startGitHubTestServer();
  const { content, repository, signIn } = server;
  /** Pushes a text, or deletes it. */
  const push = async (path: string, text: string | null, message = 'Add notes\n') => {
    const commit = repository.push({ changes: { [path]: text }, message });
    await content.reader.refresh();
    return commit;
  };
  return { ...server, push, admin: await signIn() };
};

const storeOf = async (admin: TestClient): Promise<StoreResponse> => {
  const response = await admin.get('/api/admin/store');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return json(response);
};

const SAVED: Partial<CommitSummary> = { subject: 'Update profile: name', origin: 'site' };

test('for a local repository the response has the folder to clone, the last change and the last push', async () => {
  const { admin, push, repository } = await startAsAdmin();
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
  await push({ 'notes.txt': 'Theirs\n' });
  await rename(admin, 'Bea');
  expect(await storeOf(admin)).toMatchObject({
    lastChange: SAVED,
    lastPush: { subject: 'A push', origin: 'push' },
  });
});

test('for a repository at GitHub the response has its pages, the remaining quota, and whether content is stale', async () => {
  const { admin, github, push, repository, content } = await startAtGitHub();
  await rename(admin, 'Bea');
  const { requestsLeft = 0, ...store } = await storeOf(admin);
  const commitPage = () => `${PAGE}/commit/${repository.head()}`;
  expect(store).toEqual({
    kind: 'github',
    repository: 'ada/site',
    branch: 'main',
    stale: false,
    isPublic: false,
    pages: { repository: PAGE, branch: `${PAGE}/tree/main` },
    lastChange: expect.objectContaining({ ...SAVED, url: commitPage() }) as unknown,
  });
  expect(requestsLeft).toBeGreaterThan(4900);
  expect(requestsLeft).toBeLessThan(5000);

  await push('notes.txt', 'Theirs');
  const added = { subject: 'Add notes', url: commitPage() };
  expect(await storeOf(admin)).toMatchObject({ lastChange: added, lastPush: added });
  const { commits } = await read<HistoryResponse>(admin, '/api/history');
  expect(commits[0]).toMatchObject(added);

  repository.push({ changes: { 'notes.txt': 'Later' } });
  github.faults.set(networkFailure());
  await expect(content.reader.refresh()).rejects.toMatchObject({ code: 'StoreUnavailable' });
  expect(await storeOf(admin)).toMatchObject({ repository: 'ada/site', stale: true });
});

test('each change at GitHub, and each changed file, has the URL of its page', async () => {
  const { admin, push, repository } = await startAtGitHub();
  const added = await push('notes/a?.txt', 'Theirs');
  const deleted = await push('notes/a?.txt', null);
  // A deleted file is shown at the version before.
  for (const sha of [added, deleted]) {
    expect(await readCommit(admin, sha)).toMatchObject({
      url: `${PAGE}/commit/${sha}`,
      files: [{ url: `${PAGE}/blob/${added}/notes/a%3F.txt` }],
    });
  }
  const listed = (path: string) => read<HistoryResponse>(admin, `/api/history?path=${path}`);
  const [post = ''] = [...repository.files().keys()].filter((path) => path.startsWith('posts/'));
  expect((await listed(post)).file).toEqual({
    url: `${PAGE}/blob/main/${post}`,
    blame: `${PAGE}/blame/main/${post}`,
  });
  expect(await listed('posts/gone.md')).not.toHaveProperty('file');

  const local = await startAsAdmin();
  const change = await readCommit(local.admin, await local.outsider.head());
  for (const value of [change, ...change.files]) expect(value).not.toHaveProperty('url');
});

test('the state of the store takes one request after a change, and then none', async () => {
  const { admin, github } = await startAtGitHub();
  // The first one also asks whether the repository is public.
  await storeOf(admin);
  await rename(admin, 'Bea');
  for (const expected of [1, 0]) {
    const mark = github.requests.mark();
    await storeOf(admin);
    expect(mark.count()).toBe(expected);
  }
});

test('at GitHub every clone is a backup, and there is none to download', async () => {
  const { admin } = await startAtGitHub();
  const message = 'Every clone of the repository is a backup of it';
  const error = { code: 'EntityNotFound', message };
  expect(await statusAndBody(admin.get('/api/admin/backup'))).toEqual([404, error]);
  const { items } = await read<ChecklistResponse>(admin, '/api/admin/checklist');
  expect(items.map(({ kind }) => kind)).not.toContain('local-only');
});
