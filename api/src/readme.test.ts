import type Router from '@koa/router';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestContent } from '../test/open-test-content.ts';
import { testAppParts } from '../test/run-app.ts';
import { createKoa } from './app.ts';
import { createWarmAnswers } from './http/warm-answers.ts';

const README = join(import.meta.dirname, '..', 'README.md');

/** `GET /api/posts/{id}` of a route, whose own words are `/api/posts/:id` and `/media/*key`. */
const callsOf = (router: Router): string[] =>
  router.stack.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${String(path).replace(/[:*](\w+)/g, '{$1}')}`),
  );

test('the table has every call of the application, and no other', async () => {
  const documented = (await readFile(README, 'utf8')).matchAll(
    /^\| `([A-Z]+ [^`?]+)(\?[^`]*)?` /gm,
  );
  const { outsider } = await openTestContent({ files: {} });
  const parts = await testAppParts(outsider, { webhook: { secret: 'secret', branch: 'main' } });
  const koa = createKoa(
    parts,
    createWarmAnswers({ ...parts.content, log: parts.log, maxBytes: 1 }),
  );
  const routers = koa.middleware.flatMap((it) => ('router' in it ? [it.router as Router] : []));
  const calls = [...new Set(routers.flatMap(callsOf))];
  expect(calls.length).toBeGreaterThan(20);
  expect([...new Set([...documented].map(([, call]) => call))].sort()).toEqual(calls.sort());
});
