import { execFileSync } from 'node:child_process';

/** What the `git` program says about a repository, as a developer would ask it. */
export const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' });
