import { expect, test } from 'vitest';
import { createGitHubGitStore } from './github-git-store.ts';

const openStore = (apiUrl: string, branch: string) =>
  createGitHubGitStore({
    owner: 'ada',
    name: 'site',
    branch,
    auth: { token: 'a token' },
    apiUrl,
    firstContent: () => Promise.resolve(new Map()),
  });

test.each([
  ['https://api.github.com', 'https://github.com'],
  ['https://git.example.com/api/v3', 'https://git.example.com'],
])('a file of the repository at %s is shown at %s', (apiUrl, site) => {
  const { pageOf } = openStore(apiUrl, 'content/main');
  const file = `${site}/ada/site/blob/content/main/posts/what%3F%20%231.md`;
  expect(pageOf('posts/what? #1.md')).toBe(file);
  expect(pageOf('posts/what? #1.md', 3)).toBe(`${file}?plain=1#L3`);
});
