/**
 * Stores a text that all instances share in the message of a commit on a ref outside `refs/heads`.
 * It doesn't appear in clones, branches or the content's history, and branch rules don't apply to
 * it: the text must be one that only the instances can have written.
 */
import type { SharedState } from '../git-store.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';
import { toStoreError, unavailableError } from './store-error.ts';

const REF = 'state/sessions';
const EXPLANATION =
  'The server of this site keeps here the passkeys and ended sessions of its administrator.\n';
/** Attempts while other instances write. */
const ATTEMPTS = 5;

interface RefState {
  readonly sha: string | undefined;
  /** False if the ref was moved to another kind of object, which write access allows. */
  readonly isCommit: boolean;
  readonly etag: string | undefined;
}

export const createSharedState = (repository: GitHubRepository): SharedState => {
  const { octokit, owner, name: repo } = repository;
  const { git } = octokit.rest;
  /** The text of the last commit that was read or written. */
  let last: { readonly sha: string; readonly text: string } | undefined;
  let lastRef: RefState | undefined;

  /** Costs no quota while the ref is unmoved. */
  const readRef = (): Promise<RefState> => {
    const recover = ({ status }: Failure) =>
      status === 304 && lastRef ? Promise.resolve(lastRef) : undefined;
    return withRetries({ ...repository, recover }, async () => {
      const headers = lastRef?.etag === undefined ? {} : { 'if-none-match': lastRef.etag };
      // Unlike a single ref, an empty list of refs can be requested again without cost.
      const response = await git.listMatchingRefs({ owner, repo, ref: REF, headers });
      const state = response.data.find(({ ref }) => ref === `refs/${REF}`);
      const isCommit = state?.object.type === 'commit';
      return { sha: state?.object.sha, isCommit, etag: response.headers.etag };
    });
  };

  const readText = async (sha: string): Promise<string> => {
    if (last?.sha !== sha) {
      const text = await withRetries(repository, async () => {
        const { data } = await git.getCommit({ owner, repo, commit_sha: sha });
        return data.message;
      });
      last = { sha, text };
    }
    return last.text;
  };

  const read = async (): Promise<string | undefined> => {
    lastRef = await readRef();
    if (lastRef.sha === undefined) return undefined;
    return lastRef.isCommit ? readText(lastRef.sha) : '';
  };

  /** Moves the ref from what was read; if another instance has moved it, GitHub refuses. */
  const replace = async (before: RefState | undefined, text: string): Promise<void> => {
    const file = { path: 'README.md', mode: '100644', type: 'blob', content: EXPLANATION } as const;
    const tree = (await git.createTree({ owner, repo, tree: [file] })).data.sha;
    const parents = before?.sha !== undefined && before.isCommit ? [before.sha] : [];
    const { sha } = (await git.createCommit({ owner, repo, message: text, tree, parents })).data;
    if (before?.sha === undefined) await git.createRef({ owner, repo, ref: `refs/${REF}`, sha });
    else
      await git.updateRef({ owner, repo, ref: REF, sha, ...(!before.isCommit && { force: true }) });
    last = { sha, text };
    lastRef = { sha, isCommit: true, etag: undefined };
  };

  return {
    read,
    change: async (edit) => {
      for (let attempt = 1; ; attempt += 1) {
        const before = await read();
        const text = edit(before);
        if (text === before) return text;
        try {
          await replace(lastRef, text);
          return text;
        } catch (error) {
          const failure = describeFailure(error);
          // Another instance has made the ref, or moved it.
          if (failure.status === 422 && attempt < ATTEMPTS) continue;
          throw toStoreError(failure, repository, true) ?? unavailableError(failure);
        }
      }
    },
  };
};
