import { planConnectionSchema, type ConnectionResponse } from 'content-schema';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { makeAppKeys } from '../../../test/app-keys.ts';
import { ADMIN_PASSWORD } from '../../../test/run-app.ts';
import { startOwnSite } from '../../../test/own-site.ts';
import { ADMINISTRATOR, signInTo } from '../../../test/start-process.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testFolder } from '../../../test/test-folder.ts';
import { startListener } from '../../../test/github/redirecting-github.ts';

/** What the address that someone enters as GitHub's can make the server do. */

const CONNECTION = '/api/admin/connection';
const SECRET = 'INNER-SECRET';

/** Starts a server of an inner network, which refuses everything and says a secret. */
const startInner = async (type: string, body: string, status = 403) => {
  const requests: string[] = [];
  const origin = await startListener((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  return { origin, requests };
};

const REFUSALS: readonly (readonly [string, string, number])[] = [
  ['text/plain', `${SECRET} in the first line`, 403],
  ['application/json', JSON.stringify({ message: SECRET }), 422],
  ['application/json', JSON.stringify({ message: SECRET }), 409],
];

const plan = async (admin: TestClient, site: string, more = {}) => {
  const body = { repository: 'ada/site', site, token: 'github_pat_x', ...more };
  const response = await admin.post(`${CONNECTION}/plan`, body);
  return { status: response.status, text: await response.text() };
};

const read = async (admin: TestClient, path: string) => {
  const response = await admin.get(path);
  return { status: response.status, text: await response.text() };
};

/** Returns what GitHub would send back when it has made an App. */
const stateFor = async (admin: TestClient, site: string): Promise<string> => {
  const { text } = await read(admin, `${CONNECTION}/app?site=${site}`);
  return decodeURIComponent(/state=([^"]*)"/.exec(text)?.[1] ?? '');
};

test.each([302, 307])('a redirect (%i) to another origin is not followed', async (status) => {
  const inner = await startInner(...REFUSALS[0]!);
  const github = await startListener((request, response) => {
    response.writeHead(status, { location: `${inner.origin}${request.url}` }).end();
  });
  const admin = await (await startTestServer()).signIn();
  const planned = await plan(admin, github);
  expect(planned.status).toBe(503);
  expect(planned.text).toContain('Something else than GitHub answers');
  const app = { code: 'a', state: await stateFor(admin, github), password: ADMIN_PASSWORD };
  expect((await admin.post(`${CONNECTION}/app`, app)).status).toBe(503);
  expect(inner.requests).toEqual([]);
});

test.each(REFUSALS)(
  'the words of a server that is not GitHub are not shown: %s %s',
  async (...refusal) => {
    const { origin, requests } = await startInner(...refusal);
    const planned = await plan(await (await startTestServer()).signIn(), origin);
    expect(requests).not.toEqual([]);
    expect(planned.text).not.toContain('INNER');
  },
);

test('an endless response is read up to 1 MB', async () => {
  let sent = 0;
  const origin = await startListener((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const send = (): void => {
      while (!response.destroyed && sent < 60_000_000 && response.write(chunk))
        sent += chunk.length;
      if (sent >= 60_000_000) response.end();
    };
    response.on('drain', send);
    send();
  });
  const planned = await plan(await (await startTestServer()).signIn(), origin);
  expect(planned.status).toBe(503);
  expect(planned.text).toContain('Something else than GitHub answers');
  // Three attempts, each with what the connection buffers.
  expect(sent).toBeLessThan(30_000_000);
});

const { ADMIN_EMAIL, ADMIN_PASSWORD_HASH, SESSION_SECRET } = ADMINISTRATOR;

const startWithSecrets = async (secrets: object, environment = {}) => {
  const DATA_DIR = await testFolder();
  const owner = { adminEmail: ADMIN_EMAIL, adminPasswordHash: ADMIN_PASSWORD_HASH };
  const stored = { ...owner, sessionSecret: SESSION_SECRET, ...secrets };
  await writeFile(join(DATA_DIR, 'secrets.json'), JSON.stringify(stored), { mode: 0o600 });
  return startOwnSite({ DATA_DIR, ...environment });
};

test('the next page of a list is not read from another origin', async () => {
  const inner = await startInner(...REFUSALS[0]!);
  const github = await startListener((_request, response) => {
    const link = `<${inner.origin}/app/installations?page=2>; rel="next"`;
    response.writeHead(200, { 'content-type': 'application/json', link }).end('[]');
  });
  const app = {
    ...{ apiUrl: `${github}/api/v3`, appId: '1', name: 'Site', url: github },
    ...{ privateKey: makeAppKeys().privateKey, webhookSecret: '' },
  };
  const admin = await signInTo(await startWithSecrets({ app }));
  const { appProblem } = (await (await admin.get(CONNECTION)).json()) as ConnectionResponse;
  expect(inner.requests).toEqual([]);
  expect(appProblem).toContain('Something else than GitHub answers');
});

test('a response that is no App is not stored', async () => {
  const github = await startListener((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":1}');
  });
  const admin = await signInTo(await startWithSecrets({}));
  const app = { code: 'a', state: await stateFor(admin, github), password: ADMIN_PASSWORD };
  expect((await admin.post(`${CONNECTION}/app`, app)).status).toBe(500);
  const { status, text } = await read(admin, CONNECTION);
  expect([status, JSON.parse(text)]).toEqual([200, expect.not.objectContaining({ app: {} })]);
});

test('in production, GitHub is not asked over http', async () => {
  const inner = await startInner(...REFUSALS[0]!);
  const environment = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' };
  const admin = await signInTo(await startWithSecrets({}, environment));
  for (const { status, text } of [
    await plan(admin, inner.origin),
    await read(admin, `${CONNECTION}/app?site=${inner.origin}`),
  ]) {
    expect(status).toBe(400);
    expect(text).toContain('Begin with https:');
  }
  expect(inner.requests).toEqual([]);
});

/** Whether git allows the name for a new branch. */
const isAllowed = (name: string): boolean => {
  try {
    execFileSync('git', ['check-ref-format', `refs/heads/${name}`], { stdio: 'ignore' });
    return !name.startsWith('-') && name !== 'HEAD' && name !== '@';
  } catch {
    return false;
  }
};

const PIECES = ['a', 'ü', '/', '.', '@', '{', '-', '+', '.lock', '~', ' ', 'HEAD', '\\'];

test('a branch may have each name that git allows, and no other', () => {
  const names = fc.string({ unit: fc.constantFrom(...PIECES), minLength: 1, maxLength: 5 });
  const isAccepted = (branch: string) =>
    v.safeParse(planConnectionSchema, { repository: 'ada/site', branch }).success;
  fc.assert(
    fc.property(names, (name) => {
      fc.pre(name === name.trim());
      expect(isAccepted(name), name).toBe(isAllowed(name));
    }),
    { numRuns: 150 },
  );
});

test('names that git or GitHub refuse are refused with the reason, before anything is asked', async () => {
  const inner = await startInner('application/json', '{}', 404);
  const admin = await (await startTestServer()).signIn();
  for (const repository of ['ada/..', 'ada/.', '../site', 'ada']) {
    const planned = await plan(admin, inner.origin, { repository });
    expect(planned.text, repository).toContain('Enter the repository as owner/name');
  }
  // The property above has the other names.
  for (const branch of ['--force', 'x:refs/heads/main', 'a^', 'a?', 'a*', 'a[', 'a\u007f']) {
    const planned = await plan(admin, inner.origin, { branch });
    expect(isAllowed(branch), branch).toBe(false);
    expect(planned.status, branch).toBe(400);
    expect(planned.text, branch).toContain('Git allows no such branch');
  }
  expect(inner.requests).toEqual([]);
  for (const branch of ['+main', 'feature/a.b', '']) {
    expect((await plan(admin, inner.origin, { branch })).status, branch).not.toBe(400);
  }
});
