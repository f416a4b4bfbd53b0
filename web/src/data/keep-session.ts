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

/** Makes calls as `request` does, and keeps the session meanwhile. */
export const useRequest = (): typeof request => {
  const keepSession = useKeepSession();
  return useCallback((name, input) => keepSession(() => request(name, input)), [keepSession]);
};
