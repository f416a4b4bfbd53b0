import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callsOfApp } from '../test/calls-of-app.ts';

const README = join(import.meta.dirname, '..', 'README.md');

test('the table lists exactly the calls of the application', async () => {
  const documented = (await readFile(README, 'utf8')).matchAll(
    /^\| `([A-Z]+ [^`?]+)(\?[^`]*)?` /gm,
  );
  const calls = await callsOfApp();
  expect(calls.length).toBeGreaterThan(20);
  expect([...new Set([...documented].map(([, call]) => call))].sort()).toEqual(calls);
});
