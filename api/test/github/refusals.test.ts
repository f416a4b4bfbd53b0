import type { GitHub, Repository } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { messageOf, readContent, rename } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

interface Rejection {
  readonly when: string;
  readonly happen: (github: GitHub, repository: Repository) => void;
  readonly status: number;
  readonly message: string;
}

const leaveBranch = (repository: Repository) => {
  repository.moveRef('refs/heads/main', repository.head(), undefined);
};

/** Changes at GitHub while the site runs that only an administrator can repair. */
const REJECTIONS: readonly Rejection[] = [
  {
    when: 'the token was revoked',
    happen: (github) => github.revokeToken(github.token),
    status: 503,
    message: 'GitHub does not accept the token: it is wrong or has expired.',
  },
  {
    when: 'the repository was removed',
    happen: (github) => github.removeRepository('ada/site'),
    status: 503,
    message: 'There is no repository ada/site, or the GitHub token may not see it.',
  },
  {
    when: 'the branch was deleted',
    happen: (_, repository) => leaveBranch(repository),
    status: 503,
    message:
      'There is no branch "main" in ada/site: create it, or name another in the configuration.',
  },
  {
    when: 'the repository was archived',
    happen: (_, repository) => (repository.archived = true),
    status: 422,
    message: 'The repository ada/site is archived, so it is read-only.',
  },
  {
    when: 'the branch is protected',
    happen: (_, repository) => repository.protections.set('main', 'classic'),
    status: 422,
    message:
      'The branch "main" of ada/site is protected against this change: Changes must be made through a pull request.',
  },
  {
    when: 'a rule protects the branch',
    happen: (_, repository) => repository.protections.set('main', 'ruleset'),
    status: 422,
    message:
      'The branch "main" of ada/site is protected against this change: Repository rule violations found Changes must be made through a pull request.',
  },
];

test.each(REJECTIONS)(
  'when $when, a save is refused and the site is still served',
  async (rejection) => {
    const { visitor, signIn, github, repository } = await startGitHubTestServer();
    const admin = await signIn();
    const before = await readContent(admin);
    const commits = [...repository.objects.all()].filter(
      ([, { type }]) => type === 'commit',
    ).length;
    rejection.happen(github, repository);
    const mark = github.requests.mark();
    const response = await rename(admin, 'Bea');
    expect(response.status).toBe(rejection.status);
    expect(await messageOf(response)).toBe(rejection.message);
    expect(mark.count()).toBe(1);
    const after = [...repository.objects.all()].filter(([, { type }]) => type === 'commit').length;
    expect(after).toBe(commits);
    expect((await readContent(visitor)).posts).toHaveLength(before.posts.length);
    expect(await readContent(admin)).toEqual(before);
  },
);

test('the response to a save with a read-only token names the missing permission', async () => {
  const { visitor, signIn, github } = await startGitHubTestServer({
    auth: (issuer) => ({ token: issuer.issueToken({ access: 'read' }) }),
  });
  const admin = await signIn();
  await readContent(visitor);
  const response = await rename(admin, 'Bea');
  expect(response.status).toBe(503);
  expect(await messageOf(response)).toBe(
    'The GitHub token may not write to ada/site: it needs "Contents: read and write".',
  );
  expect(github.requests.count('graphql/mutation')).toBe(1);
});
