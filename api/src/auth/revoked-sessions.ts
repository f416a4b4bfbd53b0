import { withEnded, type AuthState } from './auth-state.ts';

export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export type RevokedSessions = ReturnType<typeof createRevokedSessions>;

/**
 * Tracks sessions that were signed out, whose cookies are refused although they are still valid, and
 * links that were ended.
 */
export const createRevokedSessions = ({ current, refresh, change }: AuthState) => ({
  refresh,

  has: ({ id, begunAt }: Session): boolean =>
    id in current().ended || begunAt <= current().endedBefore,

  /** Like `has`, for a preview link. */
  hasLink: ({ id, begunAt }: Session): boolean =>
    id in current().ended || begunAt <= (current().linksEndedBefore ?? -1),

  /** Ends a session or a link; `until` is when it expires anyway. Rejects when it can't be stored. */
  add: (id: string, until: number): Promise<void> => change((state) => withEnded(state, id, until)),

  /** Ends what may be used once. Resolves to whether this was the first use. Rejects like `add`. */
  useOnce: async (id: string, until: number): Promise<boolean> => {
    let isFirst = false;
    await change((state) => {
      isFirst = !(id in state.ended);
      return isFirst ? withEnded(state, id, until) : state;
    });
    return isFirst;
  },

  /** Ends all current sessions. Rejects when it can't be stored. */
  endAll: (): Promise<void> => change((state) => ({ ...state, endedBefore: Date.now() })),

  /** Ends all current preview links. Rejects when it can't be stored. */
  endLinks: (): Promise<void> => change((state) => ({ ...state, linksEndedBefore: Date.now() })),
});
