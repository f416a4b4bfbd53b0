import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { createMutex } from '../mutex.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/** Ids, and until when each is remembered, in milliseconds since 1970. */
type Revoked = ReadonlyMap<string, number>;

const fileSchema = v.record(v.string(), v.number());

export type RevokedSessions = ReturnType<typeof createRevokedSessions>;

/**
 * The sessions that were signed out of, whose cookies are refused although they are good.
 *
 * @param store called with all of them each time one is added.
 */
export const createRevokedSessions = (
  known: Revoked = new Map(),
  store: (revoked: Revoked) => Promise<void> = () => Promise.resolve(),
) => {
  let revoked = known;
  // Additions take turns, so that none overwrites another.
  const mutex = createMutex();

  return {
    has: (id: string): boolean => revoked.has(id),
    /** Remembers a session until its cookie is too old anyway. Rejects when it can't be stored. */
    add: (id: string, until: number): Promise<void> =>
      mutex(async () => {
        const present = [...revoked].filter(([, end]) => end > Date.now());
        const next = new Map([...present, [id, until]]);
        await store(next);
        revoked = next;
      }),
  };
};

/**
 * In local mode they outlive the process, in `ended-sessions.json` of the data folder. With the
 * content at GitHub there is no place that all instances share: see
 * `decisions/001-sessions-are-signed-cookies.md`.
 */
export const openRevokedSessions = async ({
  github,
  dataDir,
}: Pick<Config, 'github' | 'dataDir'>): Promise<RevokedSessions> => {
  if (github) return createRevokedSessions();
  const path = join(dataDir, 'ended-sessions.json');
  const known = await readPrivateFile(path, fileSchema);
  return createRevokedSessions(new Map(Object.entries(known ?? {})), (revoked) =>
    writePrivateFile(path, Object.fromEntries(revoked)),
  );
};
