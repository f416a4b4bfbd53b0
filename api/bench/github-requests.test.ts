// Needs: feeds, history, import, proposals
import { expect, test } from 'vitest';
import { testWebApp } from '../test/test-web-app.ts';
import { countGitHubRequests } from './github-requests.ts';

/** The posts, and the files that were removed. */
const QUERIES = 4 + 1;
/** Not counted by GitHub. */
const CHECK = 'repos/get-commit 304';
const UNDO = {
  requests: ['git/get-commit 200', CHECK, 'graphql/mutation 200'],
  quota: 2,
  commits: 1,
};
const PAGE = { requests: ['repos/list-commits 200'], quota: 1, commits: 0 };
const SAVE = { requests: ['graphql/mutation 200'], quota: 1, commits: 1 };

test('every job sends only the necessary requests to GitHub', async () => {
  const jobs = await countGitHubRequests(await testWebApp(), 400);
  const taken = jobs.map(({ job, requests, commits }) => [
    job,
    {
      requests: requests.map(({ operation, status }) => `${operation} ${status ?? ''}`),
      quota: requests.reduce((sum, { cost }) => sum + cost, 0),
      commits,
    },
  ]);
  expect(Object.fromEntries(taken)).toEqual({
    'cold start with 400 posts': {
      requests: [
        'repos/get-commit 200',
        'git/get-tree 200',
        'git/create-blob 201',
        CHECK,
        ...Array<string>(QUERIES).fill('graphql/query 200'),
      ],
      quota: 3 + QUERIES,
      commits: 0,
    },
    '14 warm reads': { requests: [], quota: 0, commits: 0 },
    'check of the head': { requests: [CHECK], quota: 0, commits: 0 },
    'save the site': SAVE,
    'save the profile': SAVE,
    'save the experiences': SAVE,
    'save the sections': SAVE,
    'create a post': SAVE,
    'edit three posts': SAVE,
    'hide a post': SAVE,
    'delete a post': SAVE,
    'import of 50 posts': SAVE,
    // GitHub counts no requests of git.
    'import of 150 posts': { requests: ['graphql/query 200', 'push 200'], quota: 1, commits: 1 },
    'photo of 10 MB': SAVE,
    'push of a post from outside': {
      requests: ['repos/get-commit 200', 'git/get-tree 200', 'graphql/query 200'],
      quota: 3,
      commits: 0,
    },
    'restore of the default content': SAVE,
    'undo of that, with 400 posts': {
      requests: ['git/get-commit 200', CHECK, 'graphql/query 200', 'push 200'],
      quota: 2,
      commits: 1,
    },
    'undo of an older change': UNDO,
    'page of the history': PAGE,
    'history of a post': PAGE,
    'search of a short history': PAGE,
    'the site at an older commit': {
      requests: [
        CHECK,
        ...Array<string>(3).fill('git/get-commit 200'),
        'repos/list-commits 200',
        // Whether the site descends from it, so that it is no proposal.
        'repos/compare-commits-with-basehead 200',
      ],
      quota: 5,
      commits: 0,
    },
    'the same again': { requests: [CHECK], quota: 0, commits: 0 },
  });
});
