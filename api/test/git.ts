import { execFileSync } from 'node:child_process';

/** What the `git` program says about a repository, as a developer would ask it. */
export const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });

/** The ids of all commits of the branch, newest first. */
export const commitsOf = (repository: string, branch = 'main'): string[] =>
  git(repository, 'rev-list', branch).trim().split('\n');

/** The subject of the newest commit. */
export const subjectOf = (repository: string): string =>
  git(repository, 'log', '-1', '--format=%s', 'main').trimEnd();

/** What the newest commit did to which file, e.g. `M profile.json`. */
export const changesOf = (repository: string): string[] =>
  git(
    repository,
    '-c',
    'core.quotePath=false',
    'diff',
    '--name-status',
    '--no-renames',
    'main~',
    'main',
  )
    .trimEnd()
    .split('\n')
    .map((line) => line.replace('\t', ' '));
