import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { ContentSnapshot } from '../../content/snapshot.ts';

/** An answer as it is sent. */
interface Serialized {
  readonly json: Buffer;
  readonly etag: string;
}

/**
 * Keeps answers that depend on nothing but a snapshot as they are sent, for as long as the snapshot
 * is in use: a warm answer costs neither rendering nor serialising.
 */
export interface AnswerCache {
  /** Answers `ctx` with what `make` gives; it is asked once for each `key` of a snapshot. */
  send(
    ctx: Context,
    snapshot: ContentSnapshot,
    key: string,
    make: () => Promise<unknown>,
  ): Promise<void>;
}

const serialize = (answer: unknown): Serialized => {
  const json = Buffer.from(JSON.stringify(answer));
  const digest = createHash('sha256').update(json).digest('base64url').slice(0, 27);
  return { json, etag: `"${digest}"` };
};

export const createAnswerCache = (): AnswerCache => {
  const bySnapshot = new WeakMap<ContentSnapshot, Map<string, Promise<Serialized>>>();

  const answersOf = (snapshot: ContentSnapshot): Map<string, Promise<Serialized>> => {
    const known = bySnapshot.get(snapshot);
    if (known) return known;
    const answers = new Map<string, Promise<Serialized>>();
    bySnapshot.set(snapshot, answers);
    return answers;
  };

  return {
    send: async (ctx, snapshot, key, make) => {
      const answers = answersOf(snapshot);
      const known = answers.get(key);
      const flight = known ?? make().then(serialize);
      if (!known) {
        answers.set(key, flight);
        flight.catch(() => answers.delete(key));
      }
      const { json, etag } = await flight;
      ctx.type = 'json';
      ctx.etag = etag;
      ctx.body = json;
    },
  };
};
