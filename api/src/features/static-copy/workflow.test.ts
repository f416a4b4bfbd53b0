import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { messageOf } from '../../../test/github/edits.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';

const startGitHubTestServer = githubTestServers(setupServer());
const WORKFLOW = '/api/admin/static-copy/workflow';

test.each([
  [{ lacks: ['workflows'] } as const, 503, 'it needs "Workflows: read and write"'],
  [{}, 200, undefined],
])(
  'with a grant %j, committing the workflow of the copy is a %i',
  async (grant, status, reason) => {
    const { repository, signIn } = await startGitHubTestServer({
      files: {},
      auth: (github) => ({ token: github.issueToken(grant) }),
    });
    const admin = await signIn();
    const commits = repository.commits().length;
    expect((await admin.put(WORKFLOW, { repository: 'a: b' })).status).toBe(400);
    const response = await admin.put(WORKFLOW, { repository: 'ada/product' });
    expect(response.status).toBe(status);
    if (reason !== undefined) expect(await messageOf(response)).toContain(reason);
    expect(repository.commits()).toHaveLength(commits + (status === 200 ? 1 : 0));
    const file = repository.files().get('.github/workflows/publish.yml')?.toString();
    if (status === 200)
      expect(file).toContain('uses: ada/product/.github/workflows/publish.yml@main');
    else expect(file).toBeUndefined();
  },
);
