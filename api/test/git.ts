import { execFileSync } from 'node:child_process';

/** What the `git` program says about a repository, as a developer would ask it. */
export const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });

/** The ids of all commits of the branch, newest first. */
export const commitsOf = (repository: string, branch = 'main'): string[] =>
  git(repository, 'rev-list', branch).trim().split('\n');
