import { failureMessages } from 'content-schema';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '../../data/request.ts';
import { useAction, type ActionStatus } from './action.tsx';
import type { Posts } from '../../data/posts.ts';

/** The messages for failures with one post for which the server sends no message. */
interface Failures {
  readonly visibility: string;
  readonly deletion: string;
}

interface PostActions {
  readonly status: ActionStatus;
  /** Both take ids, and resolve to whether the action succeeded. */
  readonly setHidden: (ids: readonly string[], hidden: boolean) => Promise<boolean>;
  readonly remove: (ids: readonly string[]) => Promise<boolean>;
}

/** The messages for several posts. */
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

/** The router state of a navigation to the list, which then announces `done`. */
export const doneState = (done: string) => ({ done });

/** Makes the list announce that a post was deleted. */
export const AFTER_DELETION = doneState(deletedMessage(1));

const readDoneMessage = (state: unknown): string | undefined =>
  state instanceof Object && 'done' in state && typeof state.done === 'string'
    ? state.done
    : undefined;

/** The message of an action on the previous page, to announce once. */
const useDoneMessage = (): string | undefined => {
  const location = useLocation();
  const state: unknown = location.state;
  const { pathname, search } = location;
  const navigate = useNavigate();
  const done = readDoneMessage(state);
  useEffect(() => {
    if (done === undefined) return;
    const rest = { ...(state as object), done: undefined };
    void navigate({ pathname, search }, { replace: true, state: rest });
  }, [done, navigate, pathname, search, state]);
  return done;
};

/** Hides, shows and deletes posts. An action on several posts is one save. */
export const usePostActions = (posts: Posts, failures: Failures): PostActions => {
  const { status, run } = useAction(useDoneMessage());

  const failuresOf = ({ length }: readonly string[]): Failures =>
    length === 1 ? failures : SEVERAL;

  const unlessChanged = (act: () => Promise<unknown>) => async () => {
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

  const setHidden = (ids: readonly string[], hidden: boolean) => {
    const words = { done: hiddenMessage(ids.length, hidden), failed: failuresOf(ids).visibility };
    return run(
      unlessChanged(() => posts.setHidden(ids, hidden)),
      words,
    );
  };

  const remove = (ids: readonly string[]) => {
    const words = { done: deletedMessage(ids.length), failed: failuresOf(ids).deletion };
    return run(
      unlessChanged(() => posts.remove(ids)),
      words,
    );
  };

  return { status, setHidden, remove };
};
