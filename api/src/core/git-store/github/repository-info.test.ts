import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { toCommitSha } from '../git-object-id.ts';
import { createQuotas, describeRepository } from './repository-info.ts';
import { createTestStore, mockedGitHubs } from './test/github-harness.ts';

const { openGitHub } = mockedGitHubs(setupServer());

test('GitHub is asked whether a repository is public until it is private', async () => {
  const { github, repository } = openGitHub(new Map([['a.txt', 'a']]));
  const { info } = createTestStore(github);
  repository.isPublic = true;
  expect(await info.isPublic?.()).toBe(true);
  github.faults.set(networkFailure());
  expect(await info.isPublic?.()).toBeUndefined();
  github.faults.clear();
  repository.isPublic = false;
  expect(await info.isPublic?.()).toBe(false);
  const mark = github.requests.mark();
  expect(await info.isPublic?.()).toBe(false);
  expect(mark.count()).toBe(0);
});

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://git.example.com/api/v3', 'https://git.example.com'],
])('the repository at %s is shown at %s', (apiUrl, site) => {
  const named = { owner: 'ada', name: 'site', branch: 'content/main' };
  const { pages, ...info } = describeRepository({ ...named, auth: { token: 'a token' }, apiUrl });
  expect(info).toEqual({ kind: 'github', repository: 'ada/site', branch: 'content/main' });
  expect(pages.repository).toBe(`${site}/ada/site`);
  expect(pages.branch).toBe(`${site}/ada/site/tree/content/main`);
  const commit = 'a'.repeat(40);
  expect(pages.commit(toCommitSha(commit))).toBe(`${site}/ada/site/commit/${commit}`);
  const old = pages.fileAt(toCommitSha(commit), 'posts/what?.md');
  expect(old).toBe(`${site}/ada/site/blob/${commit}/posts/what%3F.md`);
  const blame = `${site}/ada/site/blame/content/main/posts/what%3F%20%231.md`;
  expect(pages.blame('posts/what? #1.md')).toBe(blame);
  const file = `${site}/ada/site/blob/content/main/posts/what%3F%20%231.md`;
  expect(pages.file('posts/what? #1.md')).toBe(file);
  expect(pages.file('posts/what? #1.md', 3)).toBe(`${file}?plain=1#L3`);
});

test('the remaining requests are those of the scarcest quota, until it resets', () => {
  const { note, least } = createQuotas();
  expect(least()).toBeUndefined();
  const resetAt = Date.now() + 60_000;
  note({ resource: 'core', limit: 5000, remaining: 4000, resetAt });
  note({ resource: 'graphql', limit: 5000, remaining: 30, resetAt });
  expect(least()).toBe(30);
  note({ resource: 'graphql', limit: 5000, remaining: 29, resetAt: 1 });
  expect(least()).toBe(4000);
});
