import { execFileSync } from 'node:child_process';

/** Runs `git` in a repository and returns its output. */
export const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
