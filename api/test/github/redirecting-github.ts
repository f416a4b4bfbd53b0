import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Starts a server until the end of the test, and returns its origin. */
export const startListener = async (handle: RequestListener): Promise<string> => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Starts a server that redirects some requests, and passes the others on to a GitHub. */
export const startRedirecting = (
  github: string,
  redirectOf: (url: string) => string,
): Promise<string> =>
  startListener((request, response) => {
    const pass = async (url: string): Promise<void> => {
      const { method = '', headers } = request;
      const body = await buffer(request);
      const sent = new Headers(headers as Record<string, string>);
      for (const name of ['connection', 'content-length', 'host', 'expect']) sent.delete(name);
      const init = { method, headers: sent, body: body.length > 0 ? new Uint8Array(body) : null };
      const answer = await fetch(github + url, init);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    const { url = '' } = request;
    const location = redirectOf(url);
    if (location === url) void pass(url);
    else response.writeHead(301, { location }).end();
  });
