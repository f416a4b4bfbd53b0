import { sign } from '@octokit/webhooks-methods';
import { staleHead } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { readContent } from '../../../../test/github/edits.ts';
import { statusAndBody } from '../../../../test/responses.ts';
import { beginRequest } from '../../../../test/unfinished-request.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const SECRET = "It's a Secret to Everybody";
const webhook = { secret: SECRET, branch: 'main' };
const PATH = '/api/webhooks/github';

/** Starts a site with a webhook, and a GitHub that sends deliveries to it. */
const startWithWebhook = async (contentType: 'json' | 'form' = 'json') => {
  const server = await startGitHubTestServer({ webhook, contentMaxAgeSeconds: 3600 });
  await readContent(server.visitor);
  server.github.webhooks.add({ url: `${server.url}${PATH}`, secret: SECRET, contentType });
  await server.github.webhooks.settled();
  const [ping] = server.github.webhooks.deliveries;
  const rename = (name: string) =>
    server.repository.push({ changes: { 'profile.json': JSON.stringify({ name }) } });
  const nameIs = (name: string) =>
    vi.waitFor(async () => {
      expect((await readContent(server.visitor)).profile.name).toBe(name);
    });
  return { ...server, ping: ping!, rename, nameIs };
};

test.each(['json', 'form'] as const)('a push sent as %s is seen at once', async (contentType) => {
  const { github, rename, nameIs } = await startWithWebhook(contentType);
  const mark = github.requests.mark();
  rename('Pushed');
  await nameIs('Pushed');
  const operations = mark.requests().map(({ operation }) => operation);
  expect(operations).toEqual(['repos/get-commit', 'git/get-tree', 'graphql/query']);
});

test('a push is seen at once even while the REST API is outdated', async () => {
  const { github, repository, rename, nameIs } = await startWithWebhook();
  github.faults.set(staleHead(repository));
  const mark = github.requests.mark();
  rename('Pushed');
  await nameIs('Pushed');
  expect(mark.count('repos/get-commit')).toBe(1);
});

test('a push is seen even if an earlier check of the head is still running', async () => {
  const { github, content, repository, rename, nameIs } = await startWithWebhook();
  let release: () => void = () => undefined;
  const before = repository.head();
  github.faults.next({
    name: 'held',
    happen: async (_, proceed) => {
      const response = await proceed();
      await new Promise<void>((resolve) => (release = resolve));
      return response;
    },
  });
  const slow = content.reader.refresh();
  await vi.waitFor(() => expect(github.faults.pending).toEqual([]));
  rename('Pushed');
  await github.webhooks.settled();
  release();
  expect((await slow).revision).toBe(before);
  await nameIs('Pushed');
});

test('the ping and pushes to other branches are accepted without effect', async () => {
  const { visitor, github, repository, ping } = await startWithWebhook();
  const mark = github.requests.mark();
  repository.push({ branch: 'draft', changes: { 'a.txt': 'a' } });
  await github.webhooks.settled();
  const again = await visitor.request('POST', PATH, { headers: ping.headers, body: ping.body });
  expect(again.status).toBe(204);
  expect(mark.count()).toBe(0);
});

test('a push that is delivered again costs one check of the head', async () => {
  const { github, rename, nameIs } = await startWithWebhook();
  rename('First');
  await nameIs('First');
  rename('Second');
  await nameIs('Second');
  const [, first] = github.webhooks.deliveries;
  const mark = github.requests.mark();
  github.webhooks.redeliver(first!);
  await github.webhooks.settled();
  await vi.waitFor(() => expect(mark.requests()).toMatchObject([{ status: 304, cost: 0 }]));
  await nameIs('Second');
});

test('only deliveries signed with the secret are accepted', async () => {
  const { visitor, github, repository, ping } = await startWithWebhook();
  repository.push({ branch: 'draft', changes: { 'a.txt': 'a' } });
  const mark = github.requests.mark();
  const deliver = (body: string, signature: string) =>
    visitor.request('POST', PATH, {
      headers: { ...ping.headers, 'x-hub-signature-256': signature },
      body,
    });
  const signature = ping.headers['x-hub-signature-256']!;
  expect((await deliver(ping.body, signature)).status).toBe(204);
  const message = 'The signature does not belong to the request body';
  const error = { code: 'InvalidSignature', message };
  expect(await statusAndBody(deliver(`${ping.body} `, signature))).toEqual([401, error]);
  for (const wrong of ['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'nonsense', signature.slice(7)]) {
    expect((await deliver(ping.body, wrong)).status, wrong).toBe(401);
  }
  expect((await deliver('', signature)).status).toBe(401);
  expect(mark.count()).toBe(0);
});

test('a signed delivery that is not a push is refused', async () => {
  const { visitor } = await startGitHubTestServer({ webhook });
  for (const body of ['{', '[]', '{"ref":"refs/heads/main","before":"../.."}', 'payload=%7B']) {
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-hub-signature-256': await sign(SECRET, body),
    };
    expect((await visitor.request('POST', PATH, { headers, body })).status, body).toBe(400);
  }
});

test('a delivery with a foreign Origin is accepted, and gets no cookie', async () => {
  const { visitor, ping } = await startWithWebhook();
  const headers = { ...ping.headers, origin: 'https://github.com', 'sec-fetch-site': 'cross-site' };
  const response = await visitor.request('POST', PATH, { headers, body: ping.body });
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('without a secret there is no webhook', async () => {
  const { visitor } = await startGitHubTestServer();
  const error = { code: 'NoSuchRoute', message: 'Not found' };
  expect(await statusAndBody(visitor.post(PATH, {}))).toEqual([404, error]);
});

test('a delivery without a well-formed signature is not read', async () => {
  const { url } = await startGitHubTestServer({ webhook });
  const wrong = ['sha256=', `sha256=${'0'.repeat(63)}`, `sha256=${'g'.repeat(64)}`, '0'.repeat(64)];
  for (const signature of [undefined, ...wrong]) {
    const headers = {
      ...{ 'content-type': 'application/json', 'content-length': 4_000_000 },
      ...(signature !== undefined && { 'x-hub-signature-256': signature }),
    };
    const { response } = beginRequest(`${url}${PATH}`, { headers });
    expect(await response()).toMatchObject({ status: 401, body: { code: 'InvalidSignature' } });
  }
});

test('at most four large deliveries of unknown senders are read at the same time', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const { url, visitor } = await startGitHubTestServer({ webhook, log });
  const forged = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
  const send = async (body: string) => {
    const headers = { 'x-github-event': 'ping', 'x-hub-signature-256': await sign(SECRET, body) };
    return (await visitor.request('POST', PATH, { headers, body })).status;
  };
  const large = 'a'.repeat(100_000);
  const unfinished = Array.from({ length: 4 }, (_, index) =>
    beginRequest(`${url}${PATH}`, {
      headers: { ...forged, ...(index % 2 === 0 && { 'content-length': 4_000_000 }) },
      begin: large,
    }),
  );
  await vi.waitFor(async () => expect(await send(large)).toBe(429));
  expect(await send('{}')).toBe(204);
  for (const { end } of unfinished) end();
  await vi.waitFor(async () => expect(await send(large)).toBe(204));
  // Anyone can cut off a request, so that is no error of the server.
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
