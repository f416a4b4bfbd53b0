/** Reads a password, from the terminal or standard input, and prints its bcrypt hash. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hashPassword } from './auth/password.ts';

/** Shows the question but nothing of what is typed. */
const ask = async (question: string): Promise<string> => {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer;
};

const readAll = async (): Promise<string> => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
};

const typed = process.stdin.isTTY ? await ask('Password: ') : await readAll();
// The sign-in trims as well, so a hash of the spaces at its ends would admit nobody.
const password = typed.trim();

if (password === '') {
  console.error('The password is empty');
  process.exitCode = 1;
} else {
  try {
    console.log(await hashPassword(password));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
