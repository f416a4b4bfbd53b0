import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { enter, sendCall, startForCalls, CALLS } from '../test/calls.ts';
import { startTestServer } from '../test/start-test-server.ts';
import { listen, type Limits } from './serve.ts';

const connectTo = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
};

/** Sends raw bytes, and returns the parsed response. */
const sendRaw = async (url: string, bytes: string): Promise<string> => {
  const socket = await connectTo(url);
  socket.write(bytes);
  return text(socket);
};

const LIMITS: Limits = {
  requestMs: 60_000,
  headersMs: 20_000,
  idleMs: 60_000,
  connections: 100,
  connectionsPerSource: 100,
};

const expectSecurityHeaders = (headers: Headers, of: string): void => {
  expect(headers.get('x-frame-options'), of).toBe('DENY');
  expect(headers.get('permissions-policy'), of).toMatch(/camera=\(\).*microphone=\(\)/);
  expect(headers.get('x-content-type-options'), of).toBe('nosniff');
  expect(headers.get('cross-origin-opener-policy'), of).toBe('same-origin');
  expect(headers.get('content-security-policy'), of).toMatch(/^default-src 'none'/);
};

const parse = (response: string) => {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) as unknown };
};

test('every response has the security headers', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  for (const call of CALLS) {
    const responses = [
      await sendCall(server.visitor, call, context),
      await sendCall(server.visitor, call, context),
      await sendCall(admin, call, context),
    ];
    for (const response of responses) {
      expectSecurityHeaders(response.headers, `${call.name} ${response.status}`);
    }
  }
});

test.each([
  [400, 'MalformedRequest', 'nonsense\r\n\r\n'],
  [400, 'MalformedRequest', 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'MalformedRequest', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
  [417, 'ExpectationFailed', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n'],
  [431, 'HeadersTooLarge', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
])('a malformed request is a %i (%s) with the same headers', async (...expected) => {
  const [status, code, bytes] = expected;
  const { url } = await startTestServer();
  const response = parse(await sendRaw(url, bytes));
  expect(response).toMatchObject({ status, body: { code } });
  expectSecurityHeaders(response.headers, code);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a request that does not arrive in time is refused, headers or body', async () => {
  const limits = { ...LIMITS, requestMs: 300, headersMs: 300 };
  const { url } = await startTestServer({ limits });
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
  for (const slow of [
    'GET / HTTP/1.1\r\nHost: a\r\n',
    `POST /api/auth/login HTTP/1.1\r\nHost: a\r\n${body}`,
  ]) {
    const response = parse(await sendRaw(url, slow));
    expect(response).toMatchObject({ status: 408, body: { code: 'RequestTimeout' } });
    expectSecurityHeaders(response.headers, slow);
  }
});

test('an error writes nothing into a response in progress', async () => {
  const server = await listen(
    (_request, response) => void response.writeHead(200, { 'Content-Length': 10 }).write('12345'),
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = await connectTo(`http://127.0.0.1:${port}`);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  let received = '';
  socket.on('data', (chunk) => {
    if (received === '') socket.write('nonsense\r\n\r\n');
    received += String(chunk);
  });
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n12345$/);
});

/** Starts a server whose responses are larger than the buffers of a connection. */
const listenWithin = async (limits: Partial<Limits>, options: { behindProxy?: boolean } = {}) => {
  const server = await listen((_request, response) => void response.end(Buffer.alloc(30_000_000)), {
    ...{ host: '127.0.0.1', port: 0, ...options },
    limits: { ...LIMITS, ...limits },
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = promisify<number>((then) => server.getConnections(then));
  return { port, open };
};

test.each([
  ['sends no request', '', {}],
  ['sends half a request', 'GET / HTTP/1.1\r\nHost: a\r\n', {}],
  ['sends no HTTP', 'nonsense\r\n\r\n', {}],
  ['never reads its response', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', { idleMs: 1000 }],
])(
  'the connection of a client that %s is closed, even if the client keeps it open',
  async (...row) => {
    const [, bytes, limits] = row;
    const { port, open } = await listenWithin({ requestMs: 300, headersMs: 300, ...limits });
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(bytes);
    await expect.poll(open, { timeout: 30_000 }).toBe(1);
    await expect.poll(open, { timeout: 30_000 }).toBe(0);
  },
);

test('one source has a part of all connections, and the others are not affected', async () => {
  const { port, open } = await listenWithin({ connectionsPerSource: 3 });
  const connectFrom = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const flood = Array.from({ length: 20 }, () => connectFrom('127.0.0.9'));
  await Promise.all(flood.slice(3).map((socket) => once(socket, 'close')));
  expect(await open()).toBe(3);
  const other = connectFrom('127.0.0.8');
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
  other.destroy();
  flood[0]?.destroy();
  await expect.poll(open).toBe(2);
  connectFrom('127.0.0.9').write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(open).toBe(3);
});

test('a trusted proxy may have all connections', async () => {
  const { port, open } = await listenWithin({ connectionsPerSource: 3 }, { behindProxy: true });
  const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  await expect.poll(open).toBe(10);
});

test('connections over the limit are closed, and the others stay open', async () => {
  const { url } = await startTestServer({ limits: { ...LIMITS, connections: 2 } });
  const stored = [await connectTo(url), await connectTo(url)];
  const rejected = await connectTo(url);
  expect(await text(rejected)).toBe('');
  for (const socket of stored) {
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
  }
});
