import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTestClient, type TestClient } from './test-client.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** All that was printed until the server listened. */
  readonly output: string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** A folder that is removed with the test. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'process-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const launch = (environment: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, ended };
};

/** The process as `npm start` runs it, from its sources, on a free port. */
export const startProcess = async (environment: Record<string, string>): Promise<ServerProcess> => {
  const { child, ended } = launch(environment);
  let output = '';
  for await (const chunk of child.stdout
    .setEncoding('utf8')
    .iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const url = /The site is at (\S+)/.exec(output)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url, output, ended };
  }
  throw new Error(`The process ended before it listened: ${output}`);
};

/** A process that is expected to end by itself; what it printed as an error, and how it ended. */
export const runProcess = async (environment: Record<string, string>) => {
  const { child, ended } = launch(environment);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += String(chunk)));
  return { code: await ended, errors };
};

/** Signs in with the password that a first start printed. */
export const signInAsPrinted = async ({ url, output }: ServerProcess): Promise<TestClient> => {
  const [, email, password] = /Sign in as (\S+) with the password (\S+)/.exec(output) ?? [];
  const client = createTestClient(url);
  const answer = await client.post('/api/auth/login', { email, password });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  return client;
};
