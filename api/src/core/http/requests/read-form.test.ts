import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { statusAndBody } from '../../../../test/responses.ts';
import { runHandler } from '../../../../test/run-app.ts';
import { sendErrors } from '../errors/send-errors.ts';
import { readForm } from './read-form.ts';

const LIMITS = { field: 'files', maxFiles: 3, maxFileBytes: 1000, maxTotalBytes: 2500 };

/** Starts a server that responds with the name and size of each file in a form. */
const startReader = async () => {
  const app = new Koa();
  app.use(sendErrors());
  app.use(async (ctx) => {
    const { files } = await readForm(ctx, LIMITS);
    ctx.body = files.map(({ name, bytes }) => ({ name, size: bytes?.byteLength ?? null }));
  });
  const handle = app.callback();
  const { visitor, close } = await runHandler(
    (request, response) => void handle(request, response),
  );
  onTestFinished(close);
  return async (sizes: Record<string, number>) => {
    const body = new FormData();
    for (const [name, size] of Object.entries(sizes)) {
      body.append('files', new Blob([Buffer.alloc(size, name)]), name);
    }
    return statusAndBody(visitor.request('POST', '/', { body }));
  };
};

test('all files are read, in order, except one that is too large', async () => {
  const send = await startReader();
  const body = [
    { name: 'b.md', size: 1000 },
    { name: 'large.md', size: null },
    { name: 'c.md', size: 3 },
  ];
  expect(await send({ 'b.md': 1000, 'large.md': 1001, '../c.md': 3 })).toEqual([200, body]);
});

test('too many files, and files whose total size is too large, are refused', async () => {
  const send = await startReader();
  const message = 'At most 3 files can be uploaded at a time';
  expect(await send({ a: 1, b: 1, c: 1, d: 1 })).toEqual([413, { code: 'BodyTooLarge', message }]);
  expect((await send({ a: 1000, b: 1000, c: 500 }))[0]).toBe(200);
  expect((await send({ a: 1000, b: 1000, c: 501 }))[0]).toBe(413);
});
