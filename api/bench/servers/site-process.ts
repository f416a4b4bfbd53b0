import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createTestClient, type TestClient } from '../../test/test-client.ts';
import { BUILT_MAIN } from './built.ts';
import { granted } from './requests.ts';

/** Lets a process report its usage. */
export const MEASURED = [
  '--expose-gc',
  '--import',
  new URL('report-usage.mjs', import.meta.url).href,
];

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'correct horse battery staple';
/** The hash of that password, at the lowest cost to be fast. */
const PASSWORD_HASH = '$2b$04$s8Lcnx1Zzhp43cHa1cNvfe3BhSGWiXzrCBRWxIGPFaApgBizDBoXu';

interface Usage {
  /** The main thread's heap and buffers. */
  readonly memoryMb: number;
  /** The most memory of the process since its start, as the system counts it. */
  readonly peakMb: number;
  /** The CPU time of its main thread since the start. */
  readonly workMs: number;
  /** The longest time without yielding, since `watchTurns` or the last call. */
  readonly longestTurnMs: number;
}

/** The built product as a separate process. */
export interface SiteProcess {
  readonly url: string;
  /** Returns the resource usage of the process, after a garbage collection. */
  usage(): Promise<Usage>;
  /** Returns the CPU time of its main thread since the start, in milliseconds. */
  work(): Promise<number>;
  /** Starts measuring the turns of the main thread, which slows it down. */
  watchTurns(): void;
  signIn(): Promise<TestClient>;
  end(): Promise<void>;
}

const addressOf = async (child: ChildProcess): Promise<string> => {
  let output = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk);
    const url = /The site is at (\S+)/.exec(output)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The site ended before it listened: ${output}`);
};

export const ask = async <Answer>(child: ChildProcess, question: string): Promise<Answer> => {
  const responded = once(child, 'message') as Promise<[Answer]>;
  child.send(question);
  const [response] = await responded;
  return response;
};

/** Returns the CPU time of a process's main thread since the start, in milliseconds. */
export const workOf = async (child: ChildProcess): Promise<number> =>
  (await ask<Pick<Usage, 'workMs'>>(child, 'work')).workMs;

const signIn = async (url: string): Promise<TestClient> => {
  const client = createTestClient(url);
  await granted(client.post('/api/auth/login', { email: EMAIL, password: PASSWORD }));
  return client;
};

/** Starts the product on a free port, with options of Node.js. */
export const startSite = async (
  environment: Readonly<Record<string, string>>,
  ...nodeOptions: readonly string[]
): Promise<SiteProcess> => {
  const child = fork(BUILT_MAIN, {
    execArgv: [...MEASURED, ...nodeOptions],
    env: {
      ...{ PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'warn' },
      ...{ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD_HASH: PASSWORD_HASH },
      ...{ SESSION_SECRET: 'a bench secret of 32 characters.', ...environment },
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await addressOf(child);
  child.stdout?.resume();
  return {
    url,
    usage: () => ask<Usage>(child, 'usage'),
    work: () => workOf(child),
    watchTurns: () => void child.send('watch'),
    signIn: () => signIn(url),
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
