import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { SharedState } from '../git-store/git-store.ts';
import { createMutex } from '../mutex.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const stateSchema = v.object({
  /** Ids, and until when each is remembered, in milliseconds since 1970. */
  ended: v.record(v.string(), v.number()),
  /** All sessions that began until then have ended. */
  endedBefore: v.optional(v.number(), 0),
});

type State = v.InferOutput<typeof stateSchema>;

const EMPTY: State = { ended: {}, endedBefore: 0 };

/** Where the state is kept, for all instances that may use it. */
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

/** How long another instance's sign-outs may be unknown, while somebody is signed in. */
const MAX_AGE_MS = 5_000;
/** A slow store doesn't hold up every request. */
const WAIT_MS = 2_000;

export type RevokedSessions = ReturnType<typeof createRevokedSessions>;

/** The sessions that were signed out of, whose cookies are refused although they are good. */
export const createRevokedSessions = (store: StateStore = memoryStore(), maxAgeMs = MAX_AGE_MS) => {
  let state = EMPTY;
  let checkedAt = -Infinity;
  let flight: Promise<void> | undefined;
  // Changes take turns, so that none overwrites another.
  const mutex = createMutex();

  const check = async (): Promise<void> => {
    try {
      state = await store.read();
    } finally {
      // A store that is down must not be asked by each request.
      checkedAt = performance.now();
    }
  };

  const change = (edit: (state: State) => State): Promise<void> =>
    mutex(async () => {
      state = await store.change(edit);
    });

  return {
    has: ({ id, begunAt }: Session): boolean => id in state.ended || begunAt <= state.endedBefore,

    /** Learns what other instances have ended, unless that is known; goes on where that fails. */
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

    /** Remembers a session until its cookie is too old anyway. Rejects when it can't be stored. */
    add: (id: string, until: number): Promise<void> =>
      change(({ ended, ...others }) => {
        const present = Object.entries(ended).filter(([, end]) => end > Date.now());
        return { ...others, ended: Object.fromEntries([...present, [id, until]]) };
      }),

    /** Ends all sessions that have begun. Rejects when it can't be stored. */
    endAll: (): Promise<void> => change(() => ({ ended: {}, endedBefore: Date.now() })),
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
  // Before, the file was a record of the ids alone.
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

/** Kept where all instances find it. */
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
 * What has ended outlives the process: in what the store shares between instances, else in
 * `ended-sessions.json` of the data folder. `decisions/001-sessions-are-signed-cookies.md` says why
 * there. Throws when the file is damaged.
 */
export const openRevokedSessions = async (
  shared: SharedState | undefined,
  dataDir: string,
): Promise<RevokedSessions> => {
  const store = shared ? sharedStore(shared) : fileStore(join(dataDir, 'ended-sessions.json'));
  if (!shared) await store.read();
  return createRevokedSessions(store);
};
