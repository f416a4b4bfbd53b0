import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { readContent, rename } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

test('a repository at GitHub that is emptied under a running site is not filled again', async () => {
  const { signIn, content, github } = await startGitHubTestServer();
  const admin = await signIn();
  const { profile } = await readContent(admin);
  github.removeRepository('ada/site');
  const emptied = github.createRepository('ada/site');
  await expect(content.reader.refresh()).rejects.toMatchObject({ code: 'RepositoryMissing' });
  expect((await rename(admin, 'Bea')).status).toBe(503);
  expect(emptied.refs.size).toBe(0);
  expect((await readContent(admin)).profile).toEqual(profile);
});
