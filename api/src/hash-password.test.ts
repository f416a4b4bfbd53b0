import { credentialsSchema, validate } from 'content-schema';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { comparePassword } from './core/auth/password.ts';

const SCRIPT = join(import.meta.dirname, 'hash-password.ts');

/** Runs `npm run hash-password` with this standard input. */
const hashPasswordOf = async (input: string) => {
  const script = spawn(process.execPath, ['--import', 'tsx', SCRIPT]);
  script.stdin.end(input);
  const [output, errors] = await Promise.all([
    text(script.stdout),
    text(script.stderr),
    once(script, 'close'),
  ]);
  return { code: script.exitCode, output, errors };
};

test('the hash matches the password as it was typed, even with spaces around it', async () => {
  const typed = '  correct horse\t';
  const { code, output } = await hashPasswordOf(`${typed}\r\n`);
  expect(code).toBe(0);
  const sent = validate(credentialsSchema, { email: 'ada@example.com', password: typed });
  expect.assert(sent.valid);
  const { password } = sent.value;
  expect(comparePassword({ password, passwordHash: output.trim() })).toBe(true);
});

test('a password of only spaces is refused', async () => {
  expect(await hashPasswordOf('  \n')).toEqual({
    code: 1,
    output: '',
    errors: 'The password is empty\n',
  });
});
