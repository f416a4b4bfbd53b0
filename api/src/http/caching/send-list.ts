import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Entries per slice: a millisecond of work. */
const SLICE = 100;

/**
 * Sends a list as JSON in slices, as fast as the client reads them, so that a long list doesn't
 * block other requests. A failure before the first slice becomes an error response; a later one
 * cuts the response off.
 */
export const sendList = async <Entry>(
  ctx: Context,
  entries: readonly Entry[],
  present: (slice: readonly Entry[]) => Promise<readonly unknown[]>,
): Promise<void> => {
  const textOf = async (start: number): Promise<string> =>
    JSON.stringify(await present(entries.slice(start, start + SLICE))).slice(1, -1);
  const first = await textOf(0);
  ctx.type = 'json';
  if (entries.length <= SLICE) {
    ctx.body = `[${first}]`;
    return;
  }
  const texts = async function* () {
    yield `[${first}`;
    for (let start = SLICE; start < entries.length; start += SLICE) {
      await nextTurn();
      yield `,${await textOf(start)}`;
    }
    yield ']';
  };
  const body = Readable.from(texts());
  // Otherwise the client would wait for the rest.
  body.once('error', () => ctx.res.destroy());
  ctx.body = body;
};
