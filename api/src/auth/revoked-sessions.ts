import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import pLimit from 'p-limit';
import type { SharedState } from '../git-store/git-store.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const stateSchema = v.object({
  /** The ids of ended sessions and preview links, and when each entry expires, in milliseconds since 1970. */
  ended: v.record(v.string(), v.number()),
  /** All sessions that began up to this time have ended. */
  endedBefore: v.optional(v.number(), 0),
  /** The same of preview links. */
  linksEndedBefore: v.optional(v.number()),
});

type State = v.InferOutput<typeof stateSchema>;

const EMPTY: State = { ended: {}, endedBefore: 0 };

/** Stores the state, for all instances. */
interface StateStore {
  read(): Promise<State>;
  /** Rejects when it can't be stored. */
  change(edit: (state: State) => State): Promise<State>;
}

interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

/** The longest time until a sign-out at another instance is noticed. */
const MAX_AGE_MS = 5_000;
/** The longest wait for the store, so that a slow one doesn't delay every request. */
const WAIT_MS = 2_000;

export type RevokedSessions = ReturnType<typeof createRevokedSessions>;

/**
 * Tracks sessions that were signed out, whose cookies are refused although they are still valid, and
 * preview links that were ended.
 */
export const createRevokedSessions = (store: StateStore = memoryStore(), maxAgeMs = MAX_AGE_MS) => {
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

  const change = (edit: (state: State) => State): Promise<void> =>
    mutex(async () => {
      state = await store.change(edit);
    });

  return {
    has: ({ id, begunAt }: Session): boolean => id in state.ended || begunAt <= state.endedBefore,

    /** Like `has`, for a preview link. */
    hasLink: ({ id, begunAt }: Session): boolean =>
      id in state.ended || begunAt <= (state.linksEndedBefore ?? -1),

    /**
     * Reads the sessions that other instances have ended, if the state is too old; ignores
     * failures.
     */
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
     * Ends a session or a preview link; `until` is when it expires anyway. Rejects when it can't be stored.
     */
    add: (id: string, until: number): Promise<void> =>
      change(({ ended, ...others }) => {
        const present = Object.entries(ended).filter(([, end]) => end > Date.now());
        return { ...others, ended: Object.fromEntries([...present, [id, until]]) };
      }),

    /** Ends all current sessions. Rejects when it can't be stored. */
    endAll: (): Promise<void> => change((state) => ({ ...state, endedBefore: Date.now() })),

    /** Ends all current preview links. Rejects when it can't be stored. */
    endLinks: (): Promise<void> => change((state) => ({ ...state, linksEndedBefore: Date.now() })),
  };
};

const memoryStore = (): StateStore => {
  let state = EMPTY;
  return {
    read: () => Promise.resolve(state),
    change: (edit) => Promise.resolve((state = edit(state))),
  };
};

const fileStore = (path: string): StateStore => {
  // In an older format, the file is a record of the ids only.
  const fileSchema = v.union([
    stateSchema,
    v.pipe(
      v.record(v.string(), v.number()),
      v.transform((ended): State => ({ ...EMPTY, ended })),
    ),
  ]);
  const read = async (): Promise<State> => (await readPrivateFile(path, fileSchema)) ?? EMPTY;
  return {
    read,
    change: async (edit) => {
      const state = edit(await read());
      await writePrivateFile(path, state);
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
    change: async (edit) => parse(await shared.change((text) => JSON.stringify(edit(parse(text))))),
  };
};

/**
 * Opens the persistent list of ended sessions: in the git store's shared state if it has one, else
 * in `ended-sessions.json` of the data folder. See `decisions/001-sessions-are-signed-cookies.md`.
 * Throws if the file is damaged.
 */
export const openRevokedSessions = async (
  shared: SharedState | undefined,
  dataDir: string,
): Promise<RevokedSessions> => {
  const store = shared ? sharedStore(shared) : fileStore(join(dataDir, 'ended-sessions.json'));
  if (!shared) await store.read();
  return createRevokedSessions(store);
};
