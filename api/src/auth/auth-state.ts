/**
 * The state of signing in that all instances share: what has ended, the passkeys, and
 * the sessions that were seen lately. See `decisions/001-sessions-are-signed-cookies.md`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import pLimit from 'p-limit';
import type { SharedState } from '../git-store/git-store.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const passkeySchema = v.object({
  /** The id of the credential, and its public key, both in base64url. */
  id: v.string(),
  publicKey: v.string(),
  /** The number of signatures that the authenticator has counted; 0 if it doesn't count. */
  counter: v.number(),
  name: v.string(),
  /** Milliseconds since 1970, like all times here. */
  addedAt: v.number(),
  usedAt: v.optional(v.number()),
});

export type Passkey = v.InferOutput<typeof passkeySchema>;

const seenSessionSchema = v.object({
  begunAt: v.number(),
  seenAt: v.number(),
  /** For example `Firefox on Linux`. */
  browser: v.string(),
  /** A signature of the client's network, which can only be compared. */
  network: v.string(),
});

export type SeenSession = v.InferOutput<typeof seenSessionSchema>;

// Loose, so that an older version keeps what a newer one has stored.
const stateSchema = v.looseObject({
  /** The ids of what no longer works (sessions, links, challenges), and when each expires anyway. */
  ended: v.optional(v.record(v.string(), v.number()), {}),
  /** All sessions that began up to this time have ended. */
  endedBefore: v.optional(v.number(), 0),
  /** The same of preview links. */
  linksEndedBefore: v.optional(v.number()),
  passkeys: v.optional(v.array(passkeySchema), []),
  sessions: v.optional(v.record(v.string(), seenSessionSchema), {}),
});

type State = v.InferOutput<typeof stateSchema>;

const EMPTY: State = { ended: {}, endedBefore: 0, passkeys: [], sessions: {} };

/** Stores the state, for all instances. */
interface StateStore {
  read(): Promise<State>;
  /** Rejects when it can't be stored. */
  change(edit: (state: State) => State): Promise<State>;
}

/** The longest time until a change by another instance is noticed. */
const MAX_AGE_MS = 5_000;
/** The longest wait for the store, so that a slow one doesn't delay every request. */
const WAIT_MS = 2_000;

/** A session, or a link, which is ended in the same way. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export type AuthState = ReturnType<typeof createAuthState>;

export const createAuthState = (store: StateStore, maxAgeMs = MAX_AGE_MS) => {
  let state = EMPTY;
  let checkedAt = -Infinity;
  let flight: Promise<void> | undefined;
  // Serialize changes, so that none overwrites another.
  const mutex = pLimit(1);

  const check = async (): Promise<void> => {
    try {
      state = await store.read();
    } finally {
      // While the store is down, don't send it a request each time.
      checkedAt = performance.now();
    }
  };

  /** `edit` may run several times. Rejects when the state can't be stored. */
  const change = (edit: (state: State) => State): Promise<void> =>
    mutex(async () => {
      state = await store.change(edit);
    });

  return {
    current: (): State => state,
    change,

    /** Reads what other instances have changed, if the state is too old; ignores failures. */
    refresh: async (): Promise<void> => {
      if (performance.now() - checkedAt < maxAgeMs) return;
      flight ??= check().finally(() => {
        flight = undefined;
      });
      await Promise.race([
        flight.catch(() => undefined),
        delay(WAIT_MS, undefined, { ref: false }),
      ]);
    },

    /**
     * Takes over the state of another store, whose passkeys replace those here unless it has none.
     * Rejects when it can't be stored.
     */
    adopt: (other: { readonly current: () => State }): Promise<void> =>
      change((present) => merge(present, other.current())),

    /** Whether a session has ended, whose cookie is refused although it is still valid. */
    hasEnded: ({ id, begunAt }: Session): boolean =>
      id in state.ended || begunAt <= state.endedBefore,

    /** The same for a preview link. */
    hasLinkEnded: ({ id, begunAt }: Session): boolean =>
      id in state.ended || begunAt <= (state.linksEndedBefore ?? -1),

    /** Ends a session or a link, which expires anyway at `until`. Rejects like `change`. */
    end: (id: string, until: number): Promise<void> =>
      change((present) => withEnded(present, id, until)),

    /** Ends what may be used once. Resolves to whether this was the first use. Rejects like `change`. */
    useOnce: async (id: string, until: number): Promise<boolean> => {
      let isFirst = false;
      await change((present) => {
        isFirst = !(id in present.ended);
        return isFirst ? withEnded(present, id, until) : present;
      });
      return isFirst;
    },

    /** Ends all current sessions. Rejects like `change`. */
    endSessions: (): Promise<void> =>
      change((present) => ({ ...present, endedBefore: Date.now() })),

    /** Ends all current preview links. Rejects like `change`. */
    endLinks: (): Promise<void> =>
      change((present) => ({ ...present, linksEndedBefore: Date.now() })),
  };
};

/** Adds the id of what has ended, and removes those that have expired. */
export const withEnded = (state: State, id: string, until: number): State => {
  const present = Object.entries(state.ended).filter(([, end]) => end > Date.now());
  return { ...state, ended: Object.fromEntries([...present, [id, until]]) };
};

const merge = (present: State, next: State): State => ({
  ...{ ...present, ...next },
  ended: { ...present.ended, ...next.ended },
  endedBefore: Math.max(present.endedBefore, next.endedBefore),
  linksEndedBefore: Math.max(present.linksEndedBefore ?? -1, next.linksEndedBefore ?? -1),
  passkeys: next.passkeys.length > 0 ? next.passkeys : present.passkeys,
});

const fileStore = (path: string): StateStore => {
  const read = async (): Promise<State> => (await readPrivateFile(path, stateSchema)) ?? EMPTY;
  return {
    read,
    change: async (edit) => {
      const before = await read();
      const state = edit(before);
      if (state !== before) await writePrivateFile(path, state);
      return state;
    },
  };
};

/** Stores the state in the git store's shared state, for all instances. */
export const sharedStore = (shared: SharedState): StateStore => {
  const parse = (text: string | undefined): State => {
    const { success, output } = v.safeParse(
      v.pipe(v.string(), v.parseJson(), stateSchema),
      text ?? '',
    );
    return success ? output : EMPTY;
  };
  return {
    read: async () => parse(await shared.read()),
    change: async (edit) =>
      parse(
        await shared.change((text) => {
          const before = parse(text);
          const state = edit(before);
          return state === before && text !== undefined ? text : JSON.stringify(state);
        }),
      ),
  };
};

/**
 * Opens the persistent state: in the git store's shared state if it has one, else in
 * `ended-sessions.json` of the data folder. Throws if the file is damaged.
 */
export const openAuthState = async (
  shared: SharedState | undefined,
  dataDir: string,
): Promise<AuthState> => {
  const store = shared ? sharedStore(shared) : fileStore(join(dataDir, 'ended-sessions.json'));
  if (!shared) await store.read();
  return createAuthState(store);
};
