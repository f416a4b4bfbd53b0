import type { GitHub, Repository } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { messageOf, readContent, rename } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const PROTECTED = 'The branch "main" of ada/site is protected against this change:';

/** Changes at GitHub while the site runs that only an administrator can repair. */
const REJECTIONS: readonly (readonly [
  when: string,
  happen: (github: GitHub, repository: Repository) => void,
  status: number,
  message: string,
])[] = [
  [
    'the token was revoked',
    (github) => github.revokeToken(github.token),
    503,
    'GitHub does not accept the token: it is wrong or has expired.',
  ],
  [
    'the repository was removed',
    (github) => github.removeRepository('ada/site'),
    503,
    'There is no repository ada/site, or the GitHub token may not see it.',
  ],
  [
    'the branch was deleted',
    (_, repository) => repository.moveRef('refs/heads/main', repository.head(), undefined),
    503,
    'There is no branch "main" in ada/site: create it, or name another in the configuration.',
  ],
  [
    'the repository was archived',
    (_, repository) => (repository.archived = true),
    422,
    'The repository ada/site is archived, so it is read-only.',
  ],
  [
    'the branch is protected',
    (_, repository) => repository.protections.set('main', 'classic'),
    422,
    `${PROTECTED} Changes must be made through a pull request.`,
  ],
  [
    'a rule protects the branch',
    (_, repository) => repository.protections.set('main', 'ruleset'),
    422,
    `${PROTECTED} Repository rule violations found Changes must be made through a pull request.`,
  ],
];

const commitsOf = ({ objects }: Repository) =>
  [...objects.all()].filter(([, { type }]) => type === 'commit').length;

test.each(REJECTIONS)(
  'when %s, a save is refused and the site is still served',
  async (_, happen, status, message) => {
    const { visitor, signIn, github, repository } = await startGitHubTestServer();
    const admin = await signIn();
    const before = await readContent(admin);
    const commits = commitsOf(repository);
    happen(github, repository);
    const mark = github.requests.mark();
    const response = await rename(admin, 'Bea');
    expect(response.status).toBe(status);
    expect(await messageOf(response)).toBe(message);
    expect(mark.count()).toBe(1);
    expect(commitsOf(repository)).toBe(commits);
    expect((await readContent(visitor)).posts).toHaveLength(before.posts.length);
    expect(await readContent(admin)).toEqual(before);
  },
);
