// Needs: previews
import { sign } from '@octokit/webhooks-methods';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test, vi } from 'vitest';
import { readContent } from '../../../test/github/edits.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { createLog } from '../../core/log.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const SECRET = "It's a Secret to Everybody";
const PATH = '/api/webhooks/github';
const CREATE_STATUS = 'repos/create-commit-status';
const POST = '---\ntitle: Tides\n---\n\nText\n';
const BROKEN = '---\ntitle: Tides\nhidden: perhaps\n---\n\nText\n';

interface Options {
  readonly lacks?: readonly ('statuses' | 'pull_requests')[];
}

/** Starts a site whose content is the default one, and a GitHub that sends it events. */
const start = async ({ lacks }: Options = {}) => {
  const warnings: { msg: string; level: number }[] = [];
  const log = createLog('warn', {
    write: (line) => void warnings.push(JSON.parse(line) as (typeof warnings)[number]),
  });
  const server = await startGitHubTestServer({
    ...{ webhook: { secret: SECRET, branch: 'main' }, contentMaxAgeSeconds: 3600, log },
    web: await testWebApp(),
    ...(lacks && { auth: (github) => ({ token: github.issueToken({ lacks }) }) }),
  });
  const { github, repository, visitor, url } = server;
  await readContent(visitor);
  github.webhooks.add({ url: `${url}${PATH}`, secret: SECRET });
  await github.webhooks.settled();
  const mark = github.requests.mark();
  return {
    ...{ ...server, warnings },
    count: () => mark.count(CREATE_STATUS),
    /** Resolves to the statuses of a commit, at most 3 s after its event. */
    statusesOf: (head: string) =>
      vi.waitFor(
        () => {
          const statuses = repository.statuses.of(head);
          expect(statuses).not.toEqual([]);
          return statuses;
        },
        { timeout: 3_000, interval: 10 },
      ),
    /** Sends an event of a pull request, which is opened unless the changes say otherwise. */
    deliver: async (sha: string, changes: object = {}) => {
      const pull_request = { head: { sha }, base: { ref: 'main' } };
      const own = { full_name: repository.fullName };
      const event = { action: 'opened', number: 1, repository: own, pull_request, ...changes };
      const body = JSON.stringify(event);
      const headers = {
        'X-GitHub-Event': 'pull_request',
        'X-Hub-Signature-256': await sign(SECRET, body),
        'Content-Type': 'application/json',
      };
      expect((await visitor.request('POST', PATH, { headers, body })).status).toBe(204);
    },
  };
};

test('each newest commit of a pull request gets one status, with a link to its preview', async () => {
  const { repository, github, visitor, deliver, statusesOf, count } = await start();
  const pull = repository.openPullRequest({
    title: 'Tides',
    files: { 'posts/tides.md': POST, 'notes.txt': 'Not shown' },
  });
  const [status, ...others] = await statusesOf(pull.head);
  expect(others).toEqual([]);
  expect(status).toMatchObject({
    ...{ context: 'content', state: 'success', description: 'ready, 1 page' },
    target_url: expect.stringMatching(/^http.+\/preview\/[^/]+\/$/) as string,
  });
  const page = await visitor.get(`${new URL(status?.target_url ?? '').pathname}blogs/tides`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('pull request 1');

  expect(count()).toBe(1);

  pull.push({ changes: { 'posts/tides.md': BROKEN } });
  const [failed] = await statusesOf(pull.head);
  expect(failed).toMatchObject({
    state: 'failure',
    description: expect.stringMatching(/^posts\/tides\.md:3 \S.+/) as string,
  });
  expect(count()).toBe(2);
  await github.webhooks.settled();

  await deliver(pull.head, { action: 'closed' });
  await deliver(pull.head, { pull_request: undefined });
  const sha = repository.push({ branch: 'draft', changes: { 'posts/a.md': POST } });
  await deliver(sha, { pull_request: { head: { sha }, base: { ref: 'draft' } } });
  await deliver('../x');
  expect(count()).toBe(2);
});

test('the status of a fork names the page for the administrator, and gives nobody a preview', async () => {
  const { repository, visitor, statusesOf, deliver, count } = await start();
  const files = { 'posts/phish.md': POST };
  const pull = repository.openPullRequest({ title: 'Tides', files, fork: true });
  const [status] = await statusesOf(pull.head);
  const address = (number: number) => `http://localhost:3000/admin/proposals/${number}`;
  expect(status).toMatchObject({ description: 'ready, 1 page', target_url: address(1) });
  expect(await (await visitor.get('/admin/proposals/1')).text()).not.toContain('Tides');
  expect((await visitor.get('/api/proposals/1')).status).toBe(401);

  const deleted = repository.push({ branch: 'other', changes: { 'posts/a.md': POST } });
  const event = {
    number: 2,
    repository: { full_name: repository.fullName.toUpperCase() },
    pull_request: { head: { sha: deleted, repo: null }, base: { ref: 'main' } },
  };
  for (const other of [{ full_name: 'eve/site' }, undefined]) {
    await deliver(deleted, { ...event, repository: other });
  }
  expect(count()).toBe(1);
  await deliver(deleted, event);
  expect(await statusesOf(deleted)).toMatchObject([{ target_url: address(2) }]);
});

test('a pull request with too many files or too much text is not read', async () => {
  const { repository, github, statusesOf, deliver, count } = await start();
  const description = 'too large to check: more than 300 files, or 2 MB of text';
  const many = Array.from({ length: 301 }, (_, i) => [`posts/p${i}.md`, POST] as const);
  const large = [1, 2, 3].map((i) => [`posts/p${i}.md`, 'x'.repeat(700 * 1024)] as const);
  for (const files of [many, large]) {
    const mark = github.requests.mark();
    const fork = { title: `${files.length}`, files: Object.fromEntries(files), fork: true };
    const pull = repository.openPullRequest(fork);
    expect(await statusesOf(pull.head)).toMatchObject([{ state: 'failure', description }]);
    expect(mark.requests().map(({ operation }) => operation)).toEqual([
      ...['repos/compare-commits-with-basehead', 'git/get-tree', CREATE_STATUS],
    ]);
  }
  // GitHub says how many files are changed.
  const head = repository.push({ branch: 'other', changes: { 'posts/a.md': POST } });
  await github.webhooks.settled();
  const mark = github.requests.mark();
  const before = count();
  const changed = { head: { sha: head }, base: { ref: 'main' }, changed_files: 301 };
  await deliver(head, { number: 9, pull_request: changed });
  expect(await statusesOf(head)).toMatchObject([{ state: 'failure', description }]);
  expect(count()).toBe(before + 1);
  expect(mark.count()).toBe(1);
});

test('a fork’s names and texts become one line of 140 characters', async () => {
  const { repository, statusesOf } = await start();
  const name = `posts/a\n::set\u202e\t \u{1f600}${'\u{1f600}'.repeat(70)}.md`;
  const pull = repository.openPullRequest({
    ...{ title: 'Hostile', fork: true },
    files: { [name]: BROKEN },
  });
  const [status] = await statusesOf(pull.head);
  const { state, description } = status ?? {};
  expect(state).toBe('failure');
  expect(description).toMatch(/^posts\/a ::set \u{1f600}+…$/u);
  expect(description?.length).toBeLessThanOrEqual(140);
  expect(description?.isWellFormed()).toBe(true);
});

test('without the permission nothing fails, and the log warns once', async () => {
  const { repository, github, warnings, count, visitor } = await start({ lacks: ['statuses'] });
  for (const title of ['One', 'Two']) {
    repository.openPullRequest({ title, files: { [`posts/${title}.md`]: POST } });
    const expected = title === 'One' ? 1 : 2;
    await vi.waitFor(() => expect(count()).toBe(expected), { timeout: 3_000 });
  }
  await github.webhooks.settled();
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  expect(warnings).toMatchObject([
    {
      msg: 'proposals get no commit status',
      err: { message: expect.stringContaining('"Commit statuses: read and write"') as string },
    },
  ]);
  expect((await visitor.get('/healthz')).status).toBe(200);
  expect(count()).toBe(2);
});

test('after a failure of GitHub, a repeated event sets the status', async () => {
  const { repository, github, deliver, statusesOf, warnings } = await start();
  github.faults.set(networkFailure(), { on: CREATE_STATUS });
  const pull = repository.openPullRequest({ title: 'Tides', files: { 'posts/tides.md': POST } });
  await vi.waitFor(() => expect(warnings).not.toEqual([]), { timeout: 10_000 });
  expect(repository.statuses.of(pull.head)).toEqual([]);
  github.faults.clear();
  await deliver(pull.head);
  expect(await statusesOf(pull.head)).toMatchObject([{ description: 'ready, 1 page' }]);
});
