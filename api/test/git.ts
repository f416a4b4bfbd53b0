import { execFileSync } from 'node:child_process';

/** Runs `git` in a repository and returns its output. */
export const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });

/** Returns the ids of all commits of the branch, newest first. */
export const commitsOf = (repository: string, branch = 'main'): string[] =>
  git(repository, 'rev-list', branch).trim().split('\n');

/** Returns the subject of the newest commit. */
export const subjectOf = (repository: string): string =>
  git(repository, 'log', '-1', '--format=%s', 'main').trimEnd();

/** Returns the subjects of all commits, newest first. */
export const subjectsOf = (repository: string): string[] =>
  git(repository, 'log', '--format=%s', 'main').trimEnd().split('\n');

/** Returns the files that the newest commit changed, e.g. `M profile.json`. */
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
