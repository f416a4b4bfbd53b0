import { createContext, useCallback, useContext } from 'react';
import { request } from './request.ts';

/**
 * Makes a call, which rejects with `ApiError` when the server refuses. When it is refused because
 * the session has ended, the administrator signs in and the call is made once more; who doesn't
 * want to sign in gets that refusal.
 */
type KeepSession = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Outside the admin area, where no session is needed, calls are simply made. */
export const KeepSessionContext = createContext<KeepSession>((call) => call());

/** For calls that are not made by `useRequest`, such as uploads. */
export const useKeepSession = (): KeepSession => useContext(KeepSessionContext);

/** Offers to take back the commit that a save made; nothing where it made none. */
type OfferUndo = (commit: string | null | undefined) => void;

export const OfferUndoContext = createContext<OfferUndo>(() => undefined);

/** For saves that are not made by `useRequest`, such as uploads. */
export const useOfferUndo = (): OfferUndo => useContext(OfferUndoContext);

/** Makes calls as `request` does, keeps the session meanwhile, and offers to undo saves. */
export const useRequest = (): typeof request => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  return useCallback(
    async (name, input) => {
      const answered = await keepSession(() => request(name, input));
      offerUndo(answered.commit);
      return answered;
    },
    [keepSession, offerUndo],
  );
};
