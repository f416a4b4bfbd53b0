import Koa from 'koa';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { close, listen } from '../../../serve.ts';
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
  const server = await listen((request, response) => void handle(request, response), {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => close(server));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (sizes: Record<string, number>) => {
    const body = new FormData();
    for (const [name, size] of Object.entries(sizes)) {
      body.append('files', new Blob([Buffer.alloc(size, name)]), name);
    }
    const response = await fetch(url, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as unknown };
  };
};

test('all files of the field are read, in order', async () => {
  const send = await startReader();
  expect(await send({ 'b.md': 1000, 'a é.md': 0, '../c.md': 3 })).toEqual({
    status: 200,
    body: [
      { name: 'b.md', size: 1000 },
      { name: 'a é.md', size: 0 },
      { name: 'c.md', size: 3 },
    ],
  });
});

test('a file that is too large is named, and the others are read', async () => {
  const send = await startReader();
  expect(await send({ 'large.md': 1001, 'small.md': 5 })).toEqual({
    status: 200,
    body: [
      { name: 'large.md', size: null },
      { name: 'small.md', size: 5 },
    ],
  });
});

test('too many files are refused', async () => {
  const send = await startReader();
  expect(await send({ a: 1, b: 1, c: 1, d: 1 })).toEqual({
    status: 413,
    body: { code: 'BodyTooLarge', message: 'At most 3 files can be uploaded at a time' },
  });
});

test('files whose total size is too large are refused', async () => {
  const send = await startReader();
  expect((await send({ a: 1000, b: 1000, c: 500 })).status).toBe(200);
  expect((await send({ a: 1000, b: 1000, c: 501 })).status).toBe(413);
});
