import { failureMessages } from 'content-schema';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../../data/request.ts';
import { useAction } from './action.tsx';
import type { Posts } from '../../../data/posts.ts';
import type { AdminLocation, LinkState } from '../paths.ts';

type Failures = Readonly<Record<'visibility' | 'deletion', string>>;

const ONE: Failures = {
  visibility: failureMessages.updateVisibility,
  deletion: failureMessages.deletePost,
};

const SEVERAL: Failures = {
  visibility: failureMessages.updatePostVisibility,
  deletion: failureMessages.savePosts,
};

const CHANGED_ELSEWHERE =
  'This was changed elsewhere in the meantime. Here is what is stored now; please decide again.';

const hiddenMessage = (count: number, hidden: boolean): string => {
  if (count === 1) return hidden ? 'Post hidden from public site' : 'Post is now visible';
  return hidden ? `${count} posts hidden from public site` : `${count} posts are now visible`;
};

const deletedMessage = (count: number): string =>
  count === 1 ? 'Post deleted successfully' : `${count} posts deleted successfully`;

export const AFTER_DELETION: LinkState = { done: deletedMessage(1) };

/** The message of an action on the previous page, to announce once. */
const useDoneMessage = (): string | undefined => {
  const { pathname, search, state } = useLocation() as AdminLocation;
  const navigate = useNavigate();
  const done = state?.done;
  useEffect(() => {
    if (done === undefined) return;
    const rest: LinkState = { ...state, done: undefined };
    void navigate({ pathname, search }, { replace: true, state: rest });
  }, [done, navigate, pathname, search, state]);
  return done;
};

/** Hides, shows and deletes posts, several by one save. Resolves to whether it succeeded. */
export const usePostActions = (posts: Posts, failures = ONE) => {
  const { status, run } = useAction(useDoneMessage());

  /** Runs an action on posts; one on posts that were changed elsewhere loads them again. */
  const runFor = (
    ids: readonly string[],
    failure: keyof Failures,
    done: string,
    act: () => Promise<unknown>,
  ) => {
    const actUnlessChanged = async () => {
      try {
        await act();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === 'EntityNotFound') posts.reload();
        if (error.conflicts.length === 0) throw error;
        posts.reload();
        throw new ApiError(CHANGED_ELSEWHERE, { status: error.status });
      }
    };
    const failed = (ids.length === 1 ? failures : SEVERAL)[failure];
    return run(actUnlessChanged, { done, failed });
  };

  return {
    status,
    setHidden: (ids: readonly string[], hidden: boolean) =>
      runFor(ids, 'visibility', hiddenMessage(ids.length, hidden), () =>
        posts.setHidden(ids, hidden),
      ),
    remove: (ids: readonly string[]) =>
      runFor(ids, 'deletion', deletedMessage(ids.length), () => posts.remove(ids)),
  };
};
