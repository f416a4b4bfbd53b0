/** Reads a password, from the terminal or standard input, and prints its bcrypt hash. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { hashPassword } from './core/auth/password.ts';
import { messageOf } from './core/log.ts';

/** Asks without echoing the input. */
const ask = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const typed = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return typed;
};

const typed = process.stdin.isTTY ? await ask('Password: ') : await text(process.stdin);
// Signing in trims the password, too, so a hash with the spaces would never match.
const password = typed.trim();

if (password === '') {
  console.error('The password is empty');
  process.exitCode = 1;
} else {
  try {
    console.log(await hashPassword(password));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
