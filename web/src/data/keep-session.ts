import { createContext, useCallback, useContext } from 'react';
import { request } from './request.ts';

/**
 * Makes a call. When the server answers that the session has ended, opens the sign-in dialog and
 * makes the call again. If that is closed instead, rejects with the first `ApiError`.
 */
type KeepSession = <CallResponse>(call: () => Promise<CallResponse>) => Promise<CallResponse>;

/** Outside the admin area calls need no session, so the default only makes the call. */
export const KeepSessionContext = createContext<KeepSession>((call) => call());

/** For calls that are not made by `useRequest`, such as uploads. */
export const useKeepSession = (): KeepSession => useContext(KeepSessionContext);

/** What a save did, for the message that offers to undo it. */
export interface Act {
  /** A sentence without a full stop, e.g. `“Three evenings on the pier” is hidden`. */
  readonly text: string;
  /** What it was done to, where the message of the action itself doesn't say so. */
  readonly name?: string | undefined;
}

/** Offers to undo an act's commits, instead of the last offer, which an empty list withdraws. */
export type OfferUndo = (commits: string | readonly string[] | null | undefined, act?: Act) => void;

export const OfferUndoContext = createContext<OfferUndo>(() => undefined);

/** For saves that are not made by `useRequest`, such as uploads. */
export const useOfferUndo = (): OfferUndo => useContext(OfferUndoContext);

/** Returns `request` with two additions: it renews an ended session, and offers to undo saves. */
export const useRequest = (): typeof request => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  return useCallback(
    async (name, input) => {
      const responded = await keepSession(() => request(name, input));
      offerUndo(responded.commit);
      return responded;
    },
    [keepSession, offerUndo],
  );
};
