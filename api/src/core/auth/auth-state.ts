/**
 * The state of signing in that all instances share: what has ended, and the passkeys. It is sealed
 * with `SESSION_SECRET`: write access to its place is not enough to change it. See
 * `decisions/001-sessions-are-signed-cookies.md`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { storeId, type GitStore, type SharedState } from '../git-store/git-store.ts';
import { createSignatures } from '../signatures.ts';
import { changePrivateFile, readPrivateFile } from './private-file.ts';

// Loose, like the state itself, so that an older version keeps what a newer one has stored.
const passkeySchema = v.looseObject({
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

const stateSchema = v.looseObject({
  /** Grows with each change, so that a state that was moved back is recognised. */
  changedAt: v.optional(v.number(), 0),
  /** The ids of what no longer works (sessions, links, challenges), and when each expires anyway. */
  ended: v.optional(v.record(v.string(), v.number()), {}),
  /** All sessions that began up to this time have ended. */
  endedBefore: v.optional(v.number(), 0),
  /** The same of preview links. */
  linksEndedBefore: v.optional(v.number(), -1),
  passkeys: v.optional(v.array(passkeySchema), []),
  /** When a sign-in replaced a state that did not verify. */
  resetAt: v.optional(v.number()),
});

type State = v.InferOutput<typeof stateSchema>;

const EMPTY = v.parse(stateSchema, {});

/** Its keys are derived from the repository as well, so that no state is valid for another one. */
const createSeal = (secrets: readonly string[], repository: string) => {
  const { sign, verifies } = createSignatures(secrets, `state of signing in, 1, ${repository}`);
  return {
    close: (state: State): string => {
      const text = JSON.stringify(state);
      return `{"seal":"${sign(text)}",${text.slice(1)}`;
    },
    /** Undefined if any byte was changed. */
    open: (text: string | undefined): State | undefined => {
      if (text === undefined) return EMPTY;
      const [, seal = '', rest = ''] = /^\{"seal":"([^"]*)",(.*)$/s.exec(text) ?? [];
      if (!verifies(`{${rest}`, seal)) return undefined;
      const { success, output } = v.safeParse(stateSchema, JSON.parse(`{${rest}`));
      return success ? output : undefined;
    },
  };
};

const withEnds = (state: State, more: Partial<State>): State => ({
  ...state,
  ended: { ...state.ended, ...more.ended },
  endedBefore: Math.max(state.endedBefore, more.endedBefore ?? 0),
  linksEndedBefore: Math.max(state.linksEndedBefore, more.linksEndedBefore ?? -1),
});

/** The later state, in which nothing that has ended is valid again. */
const newerOf = (one: State, other: State): State =>
  other.changedAt > one.changedAt ? withEnds(other, one) : withEnds(one, other);

/** What replaces a state that doesn't verify: what this process last read that did. */
const reset = (state: State, now = Date.now()): State => ({
  ...withEnds(state, { endedBefore: now, linksEndedBefore: now }),
  resetAt: now,
});

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

interface Options {
  readonly store: SharedState;
  /** The first one seals, all verify. */
  readonly secrets: readonly string[];
  readonly repository: string;
  readonly log: Logger;
  readonly maxAgeMs?: number;
}

const UNTRUSTED =
  'the stored passkeys and ended sessions were not sealed with SESSION_SECRET for this repository: no passkey, session or preview link is accepted until the next sign-in with the password';

export type AuthState = ReturnType<typeof createAuthState>;

export const createAuthState = ({ store, log, maxAgeMs = MAX_AGE_MS, ...options }: Options) => {
  const seal = createSeal(options.secrets, options.repository);
  /** The newest state that was verified. */
  let newest = EMPTY;
  /** Whether what is stored was verified. */
  let isTrusted = true;
  let checkedAt = -Infinity;
  let flight: Promise<void> | undefined;
  // Serialize changes, so that none overwrites another, and checks, which must not undo one.
  const mutex = pLimit(1);

  const check = async (): Promise<void> => {
    try {
      const read = seal.open(await store.read());
      if (!read && isTrusted) log.error(UNTRUSTED);
      if (read) newest = newerOf(newest, read);
      isTrusted = read !== undefined;
    } finally {
      // While the store is down, don't send it a request each time.
      checkedAt = performance.now();
    }
  };

  /** Reads what other instances have changed, if the state is too old; ignores failures. */
  const refresh = async (): Promise<void> => {
    if (performance.now() - checkedAt < maxAgeMs) return;
    flight ??= mutex(check).finally(() => {
      flight = undefined;
    });
    await Promise.race([flight.catch(() => undefined), delay(WAIT_MS, undefined, { ref: false })]);
  };

  /**
   * `edit` may run several times; it gets the result of `replace` where the stored state doesn't
   * verify. Rejects when the state can't be stored.
   */
  const change = (edit: (state: State) => State, replace: (present: State) => State = reset) =>
    mutex(async () => {
      let next = newest;
      await store.change((text) => {
        const read = seal.open(text);
        const base = read ? newerOf(newest, read) : replace(newest);
        next = edit(base);
        if (next !== base || !read) {
          next = { ...next, changedAt: Math.max(Date.now(), base.changedAt + 1) };
        }
        return seal.close(next);
      });
      [newest, isTrusted] = [next, true];
    });

  return {
    current: (): State => (isTrusted ? newest : { ...newest, passkeys: [] }),
    change,
    refresh,

    /** Makes sessions that begin from now on valid, if the stored state doesn't verify. Rejects like `change`. */
    repair: async (): Promise<void> => {
      await refresh();
      if (!isTrusted) await change((state) => state);
    },

    /** Takes over another store's state; its passkeys replace those here unless it has none. */
    adopt: (other: { readonly current: () => State }): Promise<void> =>
      change(
        (present) => {
          const next = other.current();
          const { passkeys } = next.passkeys.length > 0 ? next : present;
          return { ...withEnds({ ...present, ...next }, present), passkeys };
        },
        (present) => present,
      ),

    /** Whether a session has ended, or a preview link, which is refused although it is still valid. */
    hasEnded: ({ id, begunAt }: Session, kind: 'session' | 'link' = 'session'): boolean => {
      const endedBefore = kind === 'link' ? newest.linksEndedBefore : newest.endedBefore;
      return !isTrusted || id in newest.ended || begunAt <= endedBefore;
    },

    /** Ends a session, which expires anyway at `until`. Rejects like `change`. */
    end: (id: string, until: number): Promise<void> =>
      change((present) => withEnded(present, id, until)),

    /** Resolves to whether this is the first use, and not after the end of all sessions. */
    useOnce: async ({ id, begunAt }: Session, until: number): Promise<boolean> => {
      let isFirst = false;
      await change((present) => {
        isFirst = !(id in present.ended) && begunAt > present.endedBefore;
        return isFirst ? withEnded(present, id, until) : present;
      });
      return isFirst;
    },

    endSessions: (): Promise<void> =>
      change((present) => withEnds(present, { endedBefore: Date.now() })),

    endLinks: (): Promise<void> =>
      change((present) => withEnds(present, { linksEndedBefore: Date.now() })),
  };
};

/** Adds the id of what has ended, and removes those that have expired. */
export const withEnded = (state: State, id: string, until: number): State => {
  const present = Object.entries(state.ended).filter(([, end]) => end > Date.now());
  return { ...state, ended: Object.fromEntries([...present, [id, until]]) };
};

/** Opens the state in the git store if it has one, else in `ended-sessions.json`. */
export const openAuthState = (
  { state, info }: Pick<GitStore, 'state' | 'info'>,
  dataDir: string,
  secrets: readonly string[],
  log: Logger,
): AuthState => {
  const path = join(dataDir, 'ended-sessions.json');
  const file: SharedState = {
    read: () => readPrivateFile(path),
    change: (edit) => changePrivateFile(path, edit),
  };
  return createAuthState({ store: state ?? file, secrets, repository: storeId(info), log });
};
