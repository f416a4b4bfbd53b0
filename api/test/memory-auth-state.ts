import { createAuthState, sharedStore } from '../src/auth/auth-state.ts';

/** Creates a state of signing in that is kept in memory only. */
export const createMemoryAuthState = () => {
  let text: string | undefined;
  const store = sharedStore({
    read: () => Promise.resolve(text),
    change: (edit) => Promise.resolve((text = edit(text))),
  });
  return createAuthState(store);
};
