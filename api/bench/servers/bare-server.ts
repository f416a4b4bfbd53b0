import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ask, MEASURED, workOf } from './site-process.ts';

/** A server with one fixed response. */
export interface FixedServer {
  readonly url: string;
  /** Returns the CPU time of its main thread since the start, in milliseconds. */
  work(): Promise<number>;
  /** Collects garbage, as all do that run for long. */
  usage?(): Promise<unknown>;
  end(): Promise<void>;
}

export interface FixedResponse {
  readonly status: number;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Starts a process with a bare node:http server that sends the response. */
export const startBareServer = async (response: FixedResponse): Promise<FixedServer> => {
  const child = fork(new URL('bare-server.mjs', import.meta.url), { execArgv: MEASURED });
  await once(child, 'message');
  const listening = once(child, 'message') as Promise<[AddressInfo]>;
  child.send({ ...response, body: response.body.toString('base64') });
  const [{ port }] = await listening;
  return {
    url: `http://127.0.0.1:${port}/`,
    work: () => workOf(child),
    usage: () => ask(child, 'usage'),
    end: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};
