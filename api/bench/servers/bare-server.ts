import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

export interface BareServer {
  readonly url: string;
  end(): Promise<void>;
}

/** The headers that node:http adds. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Returns the sent headers as alternating names and values. */
const sentHeaders = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, i) => !OWN_HEADERS.has((rawHeaders[i - (i % 2)] ?? '').toLowerCase()));

/** Starts a process with a bare node:http server that sends the same bytes as `url`. */
export const startBareServer = async (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<BareServer> => {
  const request = get(url, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const child = fork(new URL('bare-server.mjs', import.meta.url));
  const listening = once(child, 'message') as Promise<[AddressInfo]>;
  child.send({
    status: response.statusCode,
    headers: sentHeaders(response),
    body: body.toString('base64'),
  });
  const [{ port }] = await listening;
  return {
    url: `http://127.0.0.1:${port}/`,
    end: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};
