import * as v from 'valibot';
import { NotFound } from '../errors.ts';
import { isCommitSha, toCommitSha } from '../git-object-id.ts';
import type { CommitSha, Reference, Tree } from '../git-store.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';
import { missingBranchError } from './store-error.ts';

const MISSING = 'There is no such branch or open pull request';

/** Throws `NotFound` when there is no such branch or open pull request. */
export const readReference = (
  repository: GitHubRepository,
  reference: Reference,
): Promise<CommitSha> => {
  const { owner, name: repo } = repository;
  const { git, pulls } = repository.octokit.rest;
  const readSha = async (): Promise<string> => {
    if ('branch' in reference) {
      const ref = `heads/${reference.branch}`;
      return (await git.getRef({ owner, repo, ref })).data.object.sha;
    }
    const { data } = await pulls.get({ owner, repo, pull_number: reference.pull });
    // The head of a closed one can still be read.
    if (data.state !== 'open') throw new NotFound(MISSING);
    return data.head.sha;
  };
  const permission = 'pull' in reference ? 'Pull requests' : 'Contents';
  return withRetries({ ...repository, permission, notFoundMessage: MISSING }, async () =>
    toCommitSha(await readSha()),
  );
};

/** Creates the repository's branch at a commit, or leaves it as it is. */
export const createBranch = (
  repository: GitHubRepository,
  sha: CommitSha,
  signal?: AbortSignal,
): Promise<unknown> => {
  const { octokit, owner, name: repo, branch } = repository;
  const request = repository.transferring(0, signal);
  const call = { owner, repo, ref: `refs/heads/${branch}`, sha, request };
  const recover = ({ message }: Failure) =>
    /already exists/i.test(message) ? Promise.resolve() : undefined;
  return withRetries<unknown>({ ...repository, isWrite: true, recover }, () =>
    octokit.rest.git.createRef(call),
  );
};

/** Larger saves are rare, and GitHub limits what one query may look up. */
const PATHS_MAX = 50;

const targetSchema = v.objectWithRest(
  { oid: v.custom<CommitSha>(isCommitSha) },
  v.nullable(v.object({ oid: v.string() })),
);
const responseSchema = v.object({
  repository: v.object({ ref: v.nullable(v.object({ target: targetSchema })) }),
});

/** One query reads the files and the head of the same commit, so they can't be inconsistent. */
const queryFor = (paths: readonly string[]): string => {
  const parameters = paths.map((_, i) => `, $path${i}: String!`).join('');
  const files = paths.map((_, i) => `file${i}: file(path: $path${i}) { oid }`).join('\n');
  return `query MovedBranch($owner: String!, $name: String!, $ref: String!${parameters}) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) { target { oid ... on Commit { ${files} } } }
  }
}`;
};

/**
 * Returns the branch's head if the paths are the same there as in `tree`; undefined if they differ
 * or are too many for one query. Sends one GraphQL request, which always reflects the latest write.
 */
export const findUntouchedHead = async (
  repository: GitHubRepository,
  tree: Tree,
  paths: readonly string[],
): Promise<CommitSha | undefined> => {
  if (paths.length > PATHS_MAX) return undefined;
  const { octokit, owner, name, branch } = repository;
  const variables = {
    ...{ owner, name, ref: `refs/heads/${branch}` },
    ...Object.fromEntries(paths.map((path, i) => [`path${i}`, path])),
  };
  // GitHub reports an absent file as an error beside the data.
  const recover = ({ types, data }: Failure) => {
    const partial = v.safeParse(responseSchema, data);
    const isAbsence = types.length > 0 && types.every((type) => type === 'NOT_FOUND');
    return isAbsence && partial.success ? Promise.resolve(partial.output.repository) : undefined;
  };
  const { ref } = await withRetries({ ...repository, recover }, async () => {
    const response = await octokit.graphql(queryFor(paths), variables);
    return v.parse(responseSchema, response).repository;
  });
  if (!ref) throw missingBranchError(repository);
  const { target } = ref;
  const isUntouched = paths.every((path, i) => target[`file${i}`]?.oid === tree.get(path)?.sha);
  return isUntouched ? target.oid : undefined;
};
