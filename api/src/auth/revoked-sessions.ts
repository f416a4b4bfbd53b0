import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { createMutex } from '../mutex.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/** The sessions that were signed out of, whose cookies are refused although they are good. */
export interface RevokedSessions {
  has(id: string): boolean;
  /**
   * Remembers a session until its cookie is refused by its age, in milliseconds since 1970. Rejects
   * when that can't be kept.
   */
  add(id: string, until: number): Promise<void>;
}

/** Ids, and until when each is remembered. */
type Ended = ReadonlyMap<string, number>;

const fileSchema = v.record(v.string(), v.number());

/** Those of `known`, and what is added; `keep` gets all of them each time. */
export const createRevokedSessions = (
  known: Ended = new Map(),
  keep: (ended: Ended) => Promise<void> = () => Promise.resolve(),
): RevokedSessions => {
  let ended = known;
  // So that none is lost to one that began before it.
  const inTurn = createMutex();

  const keepAlso = async (id: string, until: number): Promise<void> => {
    const present = [...ended].filter(([, end]) => end > Date.now());
    const next = new Map([...present, [id, until]]);
    await keep(next);
    ended = next;
  };

  return {
    has: (id) => ended.has(id),
    add: (id, until) => inTurn(() => keepAlso(id, until)),
  };
};

/**
 * In local mode they outlive the process, in `ended-sessions.json` of the data folder. With the
 * content at GitHub there is nothing that all instances could keep them in: see
 * `decisions/001-sessions-are-signed-cookies.md`.
 */
export const openRevokedSessions = async ({
  github,
  dataDir,
}: Pick<Config, 'github' | 'dataDir'>): Promise<RevokedSessions> => {
  if (github) return createRevokedSessions();
  const path = join(dataDir, 'ended-sessions.json');
  const known = await readPrivateFile(path, fileSchema);
  return createRevokedSessions(new Map(Object.entries(known ?? {})), (ended) =>
    writePrivateFile(path, Object.fromEntries(ended)),
  );
};
