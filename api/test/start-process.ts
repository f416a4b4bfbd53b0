import { hashSync } from 'bcryptjs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './run-app.ts';
import { createTestClient, type TestClient } from './test-client.ts';

const MAIN = join(import.meta.dirname, '..', 'dist', 'main.js');

/**
 * The administrator and the secret of the sessions, with bcrypt's lowest cost to be fast. A first
 * start without all three takes most of a second to hash a new password.
 */
export const ADMINISTRATOR = {
  ADMIN_EMAIL,
  ADMIN_PASSWORD_HASH: hashSync(ADMIN_PASSWORD, 4),
  SESSION_SECRET: 'a test secret of 32 characters..',
};

interface Printed {
  readonly output: string;
  readonly errors: string;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Returns the output so far. */
  readonly printed: () => Printed;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

const launch = (environment: Record<string, string>, script = MAIN) => {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += String(chunk)));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += String(chunk)));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, ended, printed: () => ({ output, errors }) };
};

/** Starts the process like `npm start`, on a free port. */
export const startProcess = async (environment: Record<string, string>): Promise<ServerProcess> => {
  const { child, ended, printed } = launch(environment);
  const addressOf = ({ output }: Printed) => /The site is at (\S+)\n/.exec(output)?.[1];
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = addressOf(printed());
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => {
      const { output, errors } = printed();
      reject(new Error(`The process ended before it listened: ${output}${errors}`));
    });
  });
  return { child, url, printed, ended };
};

/** Runs a process that is expected to exit, and returns its output and exit code. */
export const runProcess = async (environment: Record<string, string>, script?: string) => {
  const { ended, printed } = launch(environment, script);
  return { code: await ended, ...printed() };
};

/** Signs in to a process, as `ADMINISTRATOR` unless told otherwise. */
export const signInTo = async (
  { url }: { readonly url: string },
  email = ADMIN_EMAIL,
  password = ADMIN_PASSWORD,
): Promise<TestClient> => {
  const client = createTestClient(url);
  const response = await client.post('/api/auth/login', { email, password });
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
  return client;
};

/** Signs in with the password that the first start printed. */
export const signInAsPrinted = ({ url, printed }: ServerProcess): Promise<TestClient> => {
  const { output } = printed();
  const [, email, password] = /Sign in as (\S+) with the password (\S+)/.exec(output) ?? [];
  return signInTo({ url }, email, password);
};
