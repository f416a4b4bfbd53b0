// Needs: history
import { sign } from '@octokit/webhooks-methods';
import type { ProposalsResponse } from 'content-schema';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { readProposal } from '../../../test/compared.ts';
import { publish, undo } from '../../../test/merge-calls.ts';
import { conflictsOf, read as readBody, savedCommit } from '../../../test/responses.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const startServer = githubTestServers(setupServer());

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const TIDES = '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n';
const PHOTO = 'photos/01JWT6444RQM8SZKMERQ1BVHWF/a.svg';
const SECRET = "It's a Secret to Everybody";

const start = async () =>
  startServer({
    files: new Map([
      ['profile.json', Buffer.from(PROFILE)],
      ['posts/tides.md', Buffer.from(TIDES)],
    ]),
    web: await testWebApp(),
    webhook: { secret: SECRET, branch: 'main' },
    contentMaxAgeSeconds: 3600,
  });

const listed = (admin: TestClient) => readBody<ProposalsResponse>(admin, '/api/proposals');

const read = (admin: TestClient, id: number) => readProposal(admin, String(id));

test('the list is one request, a proposal at most four, and none again; visitors cause none', async () => {
  const { signIn, repository, github, visitor, content } = await start();
  await visitor.get('/');
  const pull = repository.openPullRequest({
    title: 'Autumn texts',
    author: 'grace',
    fork: true,
    files: {
      'posts/tides.md': TIDES.replace('Two', 'Second'),
      'posts/new.md': '---\ntitle: New\n---\n\nText\n',
      'profile.json': PROFILE.replace('Poet', 'Painter'),
    },
  });
  pull.reviewDecision = 'CHANGES_REQUESTED';
  pull.addReviewComment({ path: 'posts/tides.md', line: 7, body: 'Why?', author: 'edith' });
  // The proposal begins from an older commit than the present one.
  repository.push({ changes: { 'posts/tides.md': TIDES.replace('Three', 'Third') } });
  await content.reader.refresh();
  const admin = await signIn();

  let mark = github.requests.mark();
  const [first] = (await listed(admin)).proposals;
  expect(first).toEqual({
    ...{ id: '1', title: 'Autumn texts', author: 'grace', isFork: true, head: pull.head },
    ...{ review: 'changes-requested', url: pull.url, date: pull.createdAt.toISOString() },
    paths: ['posts/new.md', 'posts/tides.md', 'profile.json'],
  });
  expect(mark.requests()).toHaveLength(1);

  const readAll = async () => {
    const proposal = await read(admin, 1);
    for (const { before, after } of proposal.pages) {
      const { base, head } = proposal;
      const paths = [before && `/past/${base}${before}`, after && `/past/${head}${after}`];
      for (const path of paths.flatMap((address) => address ?? []))
        expect((await admin.get(path)).status).toBe(200);
    }
    return proposal;
  };
  mark = github.requests.mark();
  const proposal = await readAll();
  expect(mark.requests().length).toBeLessThanOrEqual(4);
  expect(proposal.comments).toMatchObject([{ author: 'edith', line: 7, text: 'Why?' }]);
  expect(proposal.pages.map(({ title }) => title).sort()).toEqual(['Home', 'New', 'Tides']);
  expect(proposal.files[0]?.url).toContain(`/blob/${pull.head}/posts/new.md`);
  mark = github.requests.mark();
  await readAll();
  await listed(admin);
  await visitor.get('/');
  await visitor.get('/api/content');
  await visitor.get('/api/proposals');
  expect(mark.requests()).toHaveLength(0);
});

test('a published pull request is merged at GitHub, which links it, and can be undone', async () => {
  const { signIn, repository } = await start();
  const pull = repository.openPullRequest({
    title: 'A “better” title',
    files: { 'profile.json': PROFILE.replace('Poet', 'Painter') },
  });
  const other = repository.openPullRequest({
    title: 'Other',
    files: { 'profile.json': PROFILE.replace('Poet', 'Sculptor') },
  });
  // A conflict for git, since the lines are beside each other.
  const pushed = repository.push({
    changes: { 'profile.json': PROFILE.replace('Notes', 'Letters') },
  });
  const admin = await signIn();
  const saved = await savedCommit(publish(admin, await read(admin, 1)));
  expect(pull.state).toBe('merged');
  const [commit] = repository.commits();
  expect(commit?.parents).toEqual([pushed, pull.head]);
  expect(commit?.message).toMatch(
    /^Publish proposal "A “better” title"\n\nMerges #1\n\n[^]*^Operation-Id: /m,
  );
  const profile = () => JSON.parse(String(repository.files().get('profile.json'))) as unknown;
  expect(profile()).toMatchObject({ title: 'Painter', tagline: 'Letters' });
  expect((await listed(admin)).proposals).toMatchObject([{ id: '2' }]);

  const publishOther = () => publish(admin, { id: '2', head: other.head });
  expect(await conflictsOf(publishOther())).toMatchObject([
    { file: 'profile.json', field: 'title', theirs: 'Painter', mine: 'Sculptor' },
  ]);
  await savedCommit(undo(admin, saved));
  expect(profile()).toMatchObject({ title: 'Poet', tagline: 'Letters' });
  await savedCommit(publishOther());
  expect(other.state).toBe('merged');
});

test('a pull request that moved on is not published unread, and events show its news', async () => {
  const { signIn, repository, url } = await start();
  const pull = repository.openPullRequest({ title: 'Idea', files: { 'posts/a.md': '# A\n' } });
  const admin = await signIn();
  const { head } = await read(admin, 1);
  const deliver = async (event: string) => {
    const body = '{}';
    const headers = {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-hub-signature-256': await sign(SECRET, body),
    };
    const delivered = await fetch(`${url}/api/webhooks/github`, { method: 'POST', body, headers });
    expect(delivered.status).toBe(204);
  };
  pull.addReviewComment({ path: 'posts/a.md', line: 1, body: 'Good' });
  expect((await read(admin, 1)).comments).toEqual([]);
  await deliver('pull_request_review_comment');
  expect((await read(admin, 1)).comments).toHaveLength(1);
  pull.reviewDecision = 'APPROVED';
  await deliver('pull_request_review');
  expect((await read(admin, 1)).review).toBe('approved');

  pull.push({ changes: { 'posts/a.md': '# B\n' } });
  const before = repository.head();
  expect((await publish(admin, { id: '1', head })).status).toBe(409);
  expect(repository.head()).toBe(before);
  expect((await read(admin, 1)).head).toBe(pull.head);
});

test('the content of a fork is served in the sandbox of other versions only', async () => {
  const { signIn, repository, visitor } = await start();
  const script = '<script>alert(1)</script>';
  const hostile = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
  const pull = repository.openPullRequest({
    title: `<img src=x onerror=alert(1)>${script}`,
    fork: true,
    files: {
      'posts/evil.md': `---\ntitle: '${script}'\n---\n\n${script}<img src=x onerror=alert(1)>[x](javascript:alert(1))\n`,
      'profile.json': JSON.stringify({ name: script, summary: script }),
      [PHOTO]: hostile,
      'site.json': JSON.stringify({
        logo: { path: 'assets/logo.svg', type: 'image/svg+xml', alt: script },
      }),
      'assets/logo.svg': hostile,
    },
  });
  const admin = await signIn();
  const proposal = await read(admin, 1);
  const past = `/past/${pull.head}`;
  for (const path of ['/', '/blogs/evil', '/photos/01JWT6444RQM8SZKMERQ1BVHWF', '/logo/x'])
    expect((await visitor.get(past + path)).status).toBe(401);
  for (const path of [...proposal.pages.map(({ after }) => after ?? ''), '/blogs']) {
    const page = await admin.get(past + path);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).not.toMatch(/<img[^>]*onerror|href="javascript:/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  }
  const query = new URLSearchParams({ path: PHOTO }).toString();
  for (const path of [
    `${past}/photos/01JWT6444RQM8SZKMERQ1BVHWF`,
    `${past}/logo/x`,
    `/api/history/${pull.head}/file?${query}`,
  ]) {
    const file = await admin.get(path);
    expect([path, file.status]).toEqual([path, 200]);
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  }
});
