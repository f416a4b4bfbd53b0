import fc from 'fast-check';
import Koa from 'koa';
import { once } from 'node:events';
import { request as open, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { close, listen } from '../../serve.ts';
import { sendErrors } from '../errors/send-errors.ts';
import { jsonListBody } from './json-list.ts';
import { bodyOf } from './parse-request.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Starts a server that responds with the parsed body after `work`, or with its length if it is
 * large.
 */
const startReader = async (work: () => Promise<unknown> = () => Promise.resolve()) => {
  const app = new Koa();
  app.silent = true;
  app.use(sendErrors());
  app.use(jsonListBody({ maxBytes: 20 * MEGABYTE, maxEntries: 1000 }));
  app.use(async (ctx) => {
    await work();
    const body = bodyOf(ctx);
    const isLarge = Number(ctx.get('Content-Length')) > MEGABYTE;
    ctx.body = { parsed: isLarge && Array.isArray(body) ? body.length : body };
  });
  const handle = app.callback();
  const server = await listen((request, response) => void handle(request, response), {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await close(server);
  });
  const { port } = server.address() as AddressInfo;
  /** Sends each chunk separately. */
  return async (
    chunks: readonly Uint8Array[],
    headers: Record<string, string | number> = {},
    cutOff?: Promise<unknown>,
  ) => {
    const sent = open({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    });
    // The server may refuse the request before it is sent completely.
    sent.on('error', () => undefined);
    const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
    for (const chunk of chunks) await new Promise((resolve) => sent.write(chunk, resolve));
    if (cutOff) void cutOff.then(() => sent.destroy(new Error('The connection was cut off')));
    else sent.end();
    const [response] = await responded;
    return { status: response.statusCode, body: await json(response) };
  };
};

const chunksOf = (text: string, ends: readonly number[]): Buffer[] => {
  const bytes = Buffer.from(text);
  const cuts = [...new Set([0, ...ends.map((end) => end % (bytes.length + 1)), bytes.length])];
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
};

test('any list is parsed like JSON, however its text is split into chunks', async () => {
  const send = await startReader();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.constantFrom(undefined, 2, '\r\n\t'),
      async (list, ends, space) => {
        const text = JSON.stringify(list, null, space);
        const { body } = await send(chunksOf(text, ends));
        expect(body).toEqual({ parsed: JSON.parse(text) as unknown });
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ...['[', ']', '[1', '[1,]', '[,1]', '[1 2]', '[1}', '[{"a":1]}', '[1]]', '[1],[2]', '[1] 2'],
  ...['["a]', '[1]"', 'x[1]', '{', '1', 'null', '"text"', '[tru]', '[1]{}'],
])('%s is not a list', async (text) => {
  const send = await startReader();
  const message = 'The request body is not valid JSON';
  expect(await send([Buffer.from(text)])).toEqual({
    status: 400,
    body: { code: 'MalformedBody', message },
  });
});

test('an object is parsed, too, for the call to refuse, and an empty body counts as one', async () => {
  const send = await startReader();
  expect((await send([Buffer.from(' {"a": [1]}')])).body).toEqual({ parsed: { a: [1] } });
  expect((await send([])).body).toEqual({ parsed: {} });
  expect((await send([Buffer.from('\uFEFF[1]')])).body).toEqual({ parsed: [1] });
});

test('a compressed body is read, and limited by its uncompressed size', async () => {
  const send = await startReader();
  const list = Buffer.from('["a", "b"]');
  const encoded = { gzip: gzipSync(list), br: brotliCompressSync(list) };
  for (const [encoding, bytes] of Object.entries(encoded)) {
    const { body } = await send([bytes], { 'content-encoding': encoding });
    expect(body).toEqual({ parsed: ['a', 'b'] });
  }
  expect((await send([list], { 'content-encoding': 'zip' })).status).toBe(415);
  const bomb = gzipSync(Buffer.alloc(21 * MEGABYTE, ' '));
  expect((await send([bomb], { 'content-encoding': 'gzip' })).status).toBe(413);
});

test('too many bytes are refused, with or without Content-Length, and too many entries are not parsed', async () => {
  const send = await startReader();
  const message = 'The request is larger than 20 MB';
  const refusal = { status: 413, body: { code: 'BodyTooLarge', message } };
  expect(await send([], { 'content-length': 21 * MEGABYTE })).toEqual(refusal);
  const blank = Buffer.alloc(MEGABYTE, ' ');
  expect(await send(Array.from({ length: 21 }, () => blank))).toEqual(refusal);
  const wrong = Buffer.from(`[${'0,'.repeat(1000)}wrong]`);
  expect((await send([wrong])).body).toMatchObject({ parsed: expect.arrayContaining([0]) as [] });
});

test('large lists are processed one at a time; small ones need not wait', async () => {
  const ended = new AbortController();
  const work = vi.fn(async () => {
    if (!ended.signal.aborted) await once(ended.signal, 'abort');
  });
  const send = await startReader(work);
  const large = Buffer.concat([
    Buffer.from('['),
    Buffer.alloc(9 * MEGABYTE, ' '),
    Buffer.from('1]'),
  ]);
  const headers = { 'content-length': large.length };
  const first = send([large], headers);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  const small = send([Buffer.from('[1]')]);
  const second = await send([large], headers);
  expect(second).toMatchObject({ status: 503, body: { code: 'StoreUnavailable' } });
  ended.abort();
  expect((await first).body).toEqual({ parsed: 1 });
  expect((await small).body).toEqual({ parsed: [1] });
  expect((await send([large], headers)).body).toEqual({ parsed: 1 });
});

test.each(['gzip', 'identity'])(
  'a large %s body that is cut off is dropped, and does not block the next one',
  async (encoding) => {
    const send = await startReader();
    const large = Buffer.from(`[${' '.repeat(9 * MEGABYTE)}1]`);
    // Not compressed, so that all but the end has arrived when the connection closes.
    const sent = encoding === 'gzip' ? gzipSync(large, { level: 0 }) : large;
    const headers = { 'content-encoding': encoding };
    const cut = send([sent.subarray(0, -100)], headers, delay(500));
    await expect(cut).rejects.toThrow('cut off');
    await vi.waitFor(async () => expect((await send([large])).body).toEqual({ parsed: [1] }), {
      timeout: 5_000,
    });
  },
);
