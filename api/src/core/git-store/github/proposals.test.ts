import {
  badGateway,
  badGatewayAfter,
  lostResponse,
  networkFailure,
  type GitHub,
  type RequestKind,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { describe, expect, it, test } from 'vitest';
import { toCommitSha } from '../git-object-id.ts';
import { save } from '../test/requests.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

const open = () => {
  const { github, repository } = openGitHub(new Map(Object.entries({ 'a.md': 'a', 'b.md': 'b' })));
  return { github, repository, store: createTestStore(github) };
};

const FAULTS = [lostResponse(), badGatewayAfter(), badGateway(), networkFailure()];

const operationsSince = (mark: ReturnType<GitHub['requests']['mark']>) =>
  mark.requests().map(({ operation }) => operation);

describe('the list of pull requests', () => {
  it('is one request, as are the merge base and nothing else', async () => {
    const { github, repository, store } = open();
    const base = repository.head();
    const pull = repository.openPullRequest({ title: 'Draft', files: { 'b.md': 'draft' } });
    repository.push({ changes: { 'a.md': 'changed' } });
    const head = await store.head();
    const mark = github.requests.mark();
    const [proposal] = (await store.proposals()).proposals;
    expect(proposal?.head).toBe(pull.head);
    expect(await store.show(toCommitSha(pull.head))).toMatchObject({
      ...{ parent: base, message: 'Draft', author: { name: 'ada' } },
      date: new Date(repository.objects.commit(pull.head).committer.seconds * 1000).toISOString(),
    });
    expect(operationsSince(mark)).toEqual(['graphql/query']);
    expect(await store.mergeBase(head, toCommitSha(pull.head))).toBe(base);
    expect(await store.mergeBase(head, toCommitSha(pull.head))).toBe(base);
    expect(await store.show(toCommitSha(base))).toMatchObject({ sha: base, parent: null });
    expect(operationsSince(mark)).toEqual(['graphql/query', 'repos/compare-commits-with-basehead']);
    expect(await createTestStore(github).show(toCommitSha(pull.head))).toEqual(
      await store.show(toCommitSha(pull.head)),
    );
  });

  it('names authors, forks, reviews, checks, and comments that are unresolved', async () => {
    const { repository, store } = open();
    const pull = repository.openPullRequest({
      ...{ title: 'From afar', author: 'eve', fork: true, files: { 'a.md': null, 'c.md': 'c' } },
    });
    repository.openPullRequest({ title: 'Elsewhere', base: 'other', files: {}, from: pull.head });
    pull.reviewDecision = 'CHANGES_REQUESTED';
    pull.addReviewComment({ path: 'a.md', line: 3, body: 'Why?', author: 'ghost' });
    pull.addReviewComment({ path: 'c.md', body: 'Outdated' });
    pull.addReviewComment({ path: 'c.md', body: 'Done' }).isResolved = true;
    repository.statuses.set(pull.head, { state: 'success', context: 'build' });
    const failed = { state: 'failure', context: 'content', description: 'a.md:1 …' } as const;
    repository.statuses.set(pull.head, failed);
    const { proposals, more } = await store.proposals();
    expect(more).toBeUndefined();
    const date = expect.stringMatching(/^\d{4}-/) as string;
    const url = 'https://github.com/ada/site/pull/1';
    expect(proposals).toEqual([
      {
        ...{ id: '1', title: 'From afar', author: 'eve', isFork: true, head: pull.head, date, url },
        ...{ paths: ['a.md', 'c.md'], review: 'changes-requested', checks: 'failed' },
        problem: 'a.md:1 …',
        comments: [
          {
            ...{ path: 'a.md', line: 3, author: 'ghost' },
            ...{ text: 'Why?', date, url: `${url}#discussion_r1` },
          },
          { path: 'c.md', author: 'grace', text: 'Outdated', date, url: `${url}#discussion_r2` },
        ],
      },
    ]);
    repository.statuses.set(pull.head, { ...failed, state: 'success' });
    expect((await store.proposals()).proposals[0]).toMatchObject({ checks: 'passed' });
    expect((await store.proposals()).proposals[0]).not.toHaveProperty('problem');
  });

  it('says where the rest of it is', async () => {
    const { repository, store } = open();
    for (let i = 0; i <= 100; i += 1) {
      repository.openPullRequest({ title: `Draft ${i}`, files: { 'a.md': `${i}` } });
    }
    const { proposals, more } = await store.proposals();
    expect(proposals).toHaveLength(100);
    expect(proposals[0]).toMatchObject({ id: '101', title: 'Draft 100', branch: 'draft-100' });
    expect(more).toBe('https://github.com/ada/site/pulls');
  });

  it('needs a permission; without that for statuses, it only lacks them', async () => {
    const { github, repository } = open();
    const pull = repository.openPullRequest({ title: 'Draft', files: { 'b.md': 'draft' } });
    repository.statuses.set(pull.head, { state: 'failure', context: 'content' });
    const storeWithout = (...lacks: ('pull_requests' | 'statuses')[]) =>
      createTestStore(github, { auth: { token: github.issueToken({ lacks }) } });
    const { proposals } = await storeWithout('statuses').proposals();
    expect(proposals).toMatchObject([{ title: 'Draft', head: pull.head }]);
    expect(proposals[0]).not.toHaveProperty('checks');
    const blind = storeWithout('pull_requests', 'statuses');
    const proposal = { branch: 'draft', title: 'Draft', body: '' };
    const status = { state: 'success', description: 'ready' } as const;
    for (const [call, need] of [
      [blind.proposals(), 'Pull requests: read'],
      [blind.pullRequests.open(proposal), 'Pull requests: read and write'],
      [
        blind.pullRequests.setStatus(toCommitSha(pull.head), status),
        'Commit statuses: read and write',
      ],
    ] as const) {
      await expect(call).rejects.toMatchObject({
        code: 'PermissionDenied',
        message: expect.stringContaining(`it needs "${need}".`) as string,
      });
    }
  });
});

describe('proposing', () => {
  it('takes three requests, and adding to a proposal two', async () => {
    const { github, repository, store } = open();
    const from = await store.head();
    await store.list(from);
    const mark = github.requests.mark();
    const branch = 'change-b';
    const { head } = await save(store, { 'b.md': 'draft' }, { from, branch });
    const proposal = { branch, title: 'Change b', body: 'Please read' };
    const { id, url } = await store.pullRequests.open(proposal);
    expect(operationsSince(mark)).toEqual(['git/create-ref', 'graphql/mutation', 'pulls/create']);
    expect({ id, url }).toEqual({ id: '1', url: 'https://github.com/ada/site/pull/1' });
    expect(repository.pullRequests).toMatchObject([{ ...proposal, head, base: 'main' }]);
    const added = await save(store, { 'c.md': 'c' }, { from: head, branch });
    expect(operationsSince(mark).slice(3)).toEqual(['git/create-ref', 'graphql/mutation']);
    expect(repository.pullRequests).toMatchObject([{ state: 'open', head: added.head }]);
    expect(await store.head()).toBe(from);
  });

  const writes: readonly RequestKind[] = ['git/create-ref', 'graphql/mutation', 'pulls/create'];
  test.each(writes)('makes one commit and one pull request when %s fails once', async (kind) => {
    for (const fault of FAULTS) {
      const { github, repository, store } = open();
      const from = await store.head();
      github.faults.next(fault, { on: kind });
      const { head } = await save(store, { 'b.md': 'draft' }, { from, branch: 'change-b' });
      const proposal = { branch: 'change-b', title: 'Change b', body: '' };
      expect(await store.pullRequests.open(proposal)).toMatchObject({ id: '1' });
      expect(github.faults.pending).toEqual([]);
      expect(repository.pullRequests).toMatchObject([{ head, state: 'open' }]);
      expect(repository.commits('change-b')).toHaveLength(2);
      expect(repository.commits()).toHaveLength(1);
    }
  });

  it('refuses a branch without commits of its own', async () => {
    const { repository, store } = open();
    repository.moveRef('refs/heads/same', undefined, repository.head());
    const proposed = store.pullRequests.open({ branch: 'same', title: 'Nothing', body: '' });
    await expect(proposed).rejects.toMatchObject({ code: 'StoreRefused' });
  });
});

describe('publishing', () => {
  const publish = async () => {
    const { github, repository, store } = open();
    const pull = repository.openPullRequest({ title: 'Draft', files: { 'b.md': 'draft' } });
    const main = repository.push({ changes: { 'a.md': 'changed' } });
    await store.list(await store.head());
    const mark = github.requests.mark();
    const options = { from: toCommitSha(main), merges: toCommitSha(pull.head) };
    const merge = () => save(store, { 'b.md': 'draft' }, options);
    return { github, repository, pull, main, mark, merge };
  };

  it('takes four requests, and marks the pull request as merged', async () => {
    const { repository, pull, main, mark, merge } = await publish();
    const { head } = await merge();
    expect(operationsSince(mark)).toEqual([
      ...['graphql/query', 'git/create-tree', 'git/create-commit', 'graphql/mutation'],
    ]);
    expect(repository.objects.commit(head).parents).toEqual([main, pull.head]);
    expect(pull.state).toBe('merged');
  });

  test.each<RequestKind>(['graphql/query', 'git/create-commit', 'graphql/mutation'])(
    'makes one merge when %s fails once',
    async (kind) => {
      for (const fault of FAULTS) {
        const { github, repository, main, merge } = await publish();
        github.faults.next(fault, { on: kind });
        const { head, parent } = await merge();
        expect(github.faults.pending).toEqual([]);
        expect(parent).toBe(main);
        expect(repository.head()).toBe(head);
        expect(repository.commits()).toHaveLength(4);
      }
    },
  );

  it('is stale after a fast forward to a part of the pull request', async () => {
    const { repository, store } = open();
    const main = await store.head();
    const pull = repository.openPullRequest({ title: 'Draft', files: { 'b.md': 'draft' } });
    const first = pull.head;
    pull.push({ changes: { 'c.md': 'c' } });
    repository.moveRef('refs/heads/main', main, first);
    const merge = save(store, { 'c.md': 'c' }, { from: main, merges: toCommitSha(pull.head) });
    await expect(merge).rejects.toMatchObject({ code: 'StaleHead' });
    expect(repository.head()).toBe(first);
  });

  it.each(['classic', 'ruleset'] as const)('is refused by a protection (%s)', async (rule) => {
    const { github, repository, main, merge } = await publish();
    repository.protections.set('main', rule);
    await expect(merge()).rejects.toMatchObject({ code: 'BranchProtected' });
    const from = toCommitSha(main);
    for (const mutationMaxBytes of [0, 1000]) {
      const store = createTestStore(github, { mutationMaxBytes });
      const saved = save(store, { 'b.md': 'draft' }, { from });
      await expect(saved).rejects.toMatchObject({ code: 'BranchProtected' });
      const branch = `draft-${mutationMaxBytes}`;
      const { head } = await save(store, { 'b.md': 'draft' }, { from, branch });
      expect(repository.head(branch)).toBe(head);
    }
    expect(repository.head()).toBe(main);
  });
});

test('a status replaces ours, and is repeated after a failure', async () => {
  const { github, repository, store } = open();
  const sha = repository.head();
  github.faults.next(lostResponse(), { on: 'repos/create-commit-status' });
  const description = 'x'.repeat(200);
  await store.pullRequests.setStatus(toCommitSha(sha), { state: 'failure', description });
  const url = 'https://ada.example.com/preview';
  await store.pullRequests.setStatus(toCommitSha(sha), {
    state: 'success',
    description: 'ready',
    url,
  });
  expect(repository.statuses.of(sha)).toEqual([
    { state: 'success', context: 'content', description: 'ready', target_url: url },
  ]);
});
