import { createAuthState } from '../src/core/auth/auth-state.ts';
import type { SharedState } from '../src/core/git-store/git-store.ts';
import { createLog } from '../src/core/log.ts';

/** Creates a state of signing in that is kept in memory only, where `faults` don't replace that. */
export const createMemoryAuthState = (faults: Partial<SharedState> = {}) => {
  let text: string | undefined;
  const store: SharedState = {
    read: () => Promise.resolve(text),
    change: (edit) => Promise.resolve((text = edit(text))),
    ...faults,
  };
  return createAuthState({
    store,
    secrets: ['only for this state'],
    repository: 'memory',
    log: createLog('silent'),
  });
};
