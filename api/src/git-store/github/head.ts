import { NotFound } from '../errors.ts';
import type { CommitSha } from '../git-store.ts';
import { callForRead, readError } from './call.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
