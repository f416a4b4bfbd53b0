import type { Context } from 'koa';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { createMemo } from '../../memo.ts';
import { etagOf } from './etag-of.ts';
import { markCacheable } from './cacheable-response.ts';

/** An answer as it is sent. */
interface Serialized {
  readonly json: Buffer;
  readonly etag: string;
}

/**
 * Keeps answers that depend on nothing but a snapshot as they are sent, for as long as the snapshot
 * is in use: a warm answer costs neither rendering nor serialising. It is bounded by its keys, so
 * no request may choose them.
 */
export interface BodyCache {
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
  return { json, etag: etagOf(json) };
};

const sendSerialized = (ctx: Context, snapshot: ContentSnapshot, answer: Serialized): void => {
  markCacheable(ctx, snapshot);
  ctx.type = 'json';
  ctx.etag = answer.etag;
  ctx.body = answer.json;
};

/** Answers `ctx` with what depends on nothing but the snapshot, and is too various to be kept here. */
export const sendOfSnapshot = (ctx: Context, snapshot: ContentSnapshot, answer: unknown): void => {
  sendSerialized(ctx, snapshot, serialize(answer));
};

export const createBodyCache = (): BodyCache => {
  const remember = createMemo<Serialized>();
  return {
    send: async (ctx, snapshot, key, make) => {
      const answer = await remember(snapshot, key, async () => serialize(await make()));
      sendSerialized(ctx, snapshot, answer);
    },
  };
};
