import type { ErrorResponseBody } from 'content-schema';
import { mkdir, readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  CALLS,
  enter,
  EXAMPLES,
  readContext,
  sendCall,
  startForCalls,
  WEBHOOK,
  type Call,
  type CallContext,
} from '../../../../test/calls.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { pushFile } from '../../../../test/open-test-content.ts';
import { serveTestApp } from '../../../../test/serve-test-app.ts';
import type { GitStore } from '../../git-store/git-store.ts';
import {
  NotFound,
  PermissionDenied,
  RateLimited,
  StaleHead,
  StoreRefused,
  StoreUnavailable,
  type GitStoreError,
} from '../../git-store/errors.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const READS = CALLS.filter(({ method }) => method === 'GET');
const CHANGES = CALLS.filter(({ method }) => method !== 'GET');
const SAVES = CALLS.filter(({ commit }) => commit);
const WITH_BODY = CALLS.filter(({ takes }) => takes);
const WITH_JSON = CALLS.filter(({ takes }) => takes === 'JSON');

/** The message for visitors while the store fails. */
const UNREADABLE = 'The content cannot be loaded right now. Please try again later.';

/** Returns the number of commits since the server started. */
const writtenTo = (repository: string): number =>
  Number(git(repository, 'rev-list', '--first-parent', '--count', 'main')) - 2;

const errorOf = async (response: Response) => (await response.json()) as ErrorResponseBody;

const pathOf = async ({ request }: Call, context: CallContext): Promise<string> =>
  (await request(context)).path;

test('every example is that of a call', () => {
  expect(CALLS.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(EXAMPLES)));
});

test.each(SAVES)(
  '$name is one commit on top of the commits of others, however often it is sent with the same key',
  async (save) => {
    const server = await startForCalls();
    const { admin, context } = await enter(server);
    const { repository, outsider } = server;
    const theirs = '{"name": "Bea", "tagline": "From elsewhere"}\n';
    const before = await pushFile(outsider, 'profile.json', theirs);
    const headers = { 'idempotency-key': 'a-key-of-this-save' };
    const first = await sendCall(admin, save, context, { headers });
    expect(first.status).toBe(save.status);
    const commits = commitsOf(repository);
    const [head, parent] = commits;
    expect(parent).toBe(before);
    expect(first.headers.get('content-revision')).toBe(head);
    const [subject, ...changes] = save.commit ?? [''];
    expect(subjectOf(repository)).toMatch(subject);
    expect(changesOf(repository)).toEqual(
      changes.map((change) =>
        typeof change === 'string' ? change : (expect.stringMatching(change) as string),
      ),
    );
    expect(git(repository, 'log', '-1', '--format=%(trailers:key=Operation-Id)')).toContain(
      'Operation-Id: a-key-of-this-save',
    );
    const isReplaced = /^POST .*(reset|restore)$/.test(save.name);
    expect(git(repository, 'show', 'main:profile.json').includes('From elsewhere')).toBe(
      !isReplaced,
    );
    git(repository, 'fsck', '--strict');

    const again = await sendCall(admin, save, context, { headers });
    await pushFile(outsider, 'notes.txt', 'From elsewhere');
    const restarted = await server.restart();
    const later = await sendCall(await restarted.signIn(), save, context, { headers });
    const [last, ...others] = commitsOf(repository);
    expect(others).toEqual(commits);
    const isSameResponse = (response: Response) =>
      response.status === first.status &&
      response.headers.get('content-type') === first.headers.get('content-type');
    expect([again, later].filter(isSameResponse)).toHaveLength(2);
    if (save.status === 204) return;
    const body = (await first.json()) as { revision?: string };
    expect(await again.json()).toEqual(body);
    const isHistory = body.revision !== undefined;
    expect(await later.json()).toEqual(isHistory ? { revision: last } : body);
  },
);

test('every save is refused with the key of another one', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  const headers = { 'idempotency-key': 'a-key-of-this-save' };
  const { profile } = context.content;
  await admin.put('/api/profile', { ...profile, name: 'Grace' }, headers);
  const [head] = commitsOf(server.repository);
  const restarted = await server.restart();
  for (const client of [admin, await restarted.signIn()]) {
    for (const save of SAVES) {
      const response = await sendCall(client, save, context, { headers });
      expect([save.name, response.status]).toEqual([save.name, 422]);
      expect((await errorOf(response)).code).toBe('IdempotencyKeyReused');
    }
  }
  expect(commitsOf(server.repository)[0]).toBe(head);
});

test('a malformed idempotency key or revision is refused', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  for (const save of SAVES) {
    for (const [name, value] of [
      ['Idempotency-Key', 'short'],
      ['Idempotency-Key', 'a key with spaces'],
      ['Content-Revision', 'main'],
    ] as const) {
      const response = await sendCall(admin, save, context, { headers: { [name]: value } });
      expect([save.name, response.status]).toEqual([save.name, 400]);
      expect((await errorOf(response)).issues).toMatchObject([{ path: name }]);
    }
  }
  expect(writtenTo(server.repository)).toBe(0);
});

test('every read supports HEAD and conditional requests', async () => {
  const { admin, context } = await enter(await startForCalls());
  // The lifetime of a link is counted in seconds.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  for (const read of READS) {
    const path = await pathOf(read, context);
    const headers = { 'accept-encoding': 'gzip' };
    const response = await admin.get(path, headers);
    const head = await admin.request('HEAD', path, { headers });
    expect([read.name, response.status, head.status]).toEqual([
      read.name,
      read.status,
      read.status,
    ]);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-revision', 'location', 'cache-control', 'vary']) {
      expect(head.headers.get(name), `${name} of ${path}`).toBe(response.headers.get(name));
    }
    // The page for a new App has a new state each time.
    if (read.status !== 200 || read.name.endsWith('/connection/app')) continue;
    const etag = response.headers.get('etag') ?? '';
    const again = await admin.get(path, { ...headers, 'if-none-match': etag });
    expect([read.name, again.status]).toEqual([read.name, 304]);
  }
});

test('without a session every call of the administrator is refused', async () => {
  const server = await startForCalls();
  const { context } = await enter(server);
  for (const call of CALLS.filter(({ admin }) => admin)) {
    const response = await sendCall(server.visitor, call, context);
    expect([call.name, response.status]).toEqual([call.name, 401]);
    expect(await errorOf(response)).toEqual({
      code: 'NotAuthenticated',
      message: expect.stringMatching(/^(Authentication required|Not authenticated)$/) as string,
    });
  }
  expect(writtenTo(server.repository)).toBe(0);
});

/** Whether a path matches the call's, with any values of its parameters. */
const fits = ({ name }: Call, path: string): boolean => {
  const [, template = ''] = name.split(' ');
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.replace(/\?.*/, ''));
};

test('the response to an unsupported method lists the supported ones', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  const covered = new Map<string, string[]>();
  for (const call of CALLS) {
    const path = await pathOf(call, context);
    // `/uploads/delete` is also the path of an upload with that id.
    const calls = CALLS.filter((other) => other === call || fits(other, path));
    const methods = calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    covered.set(path, [...new Set([...(covered.get(path) ?? []), ...methods])]);
  }
  for (const [path, methods] of covered) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (methods.includes(method)) continue;
      const response = await admin.request(method, path);
      const allowed = response.headers.get('allow')?.split(', ').sort();
      expect([method, path, response.status, allowed]).toEqual([method, path, 405, methods.sort()]);
      expect(await errorOf(response)).toEqual({
        code: 'MethodNotAllowed',
        message: 'This method is not allowed here',
      });
    }
  }
  expect(writtenTo(server.repository)).toBe(0);
});

test('a body of another type is refused', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  for (const call of WITH_BODY) {
    const others = ['text/plain', 'application/x-www-form-urlencoded', 'image/png'];
    for (const type of [...others, call.takes === 'JSON' ? 'multipart/form-data' : 'text/json']) {
      const changes = { headers: { 'content-type': type }, body: '{}' };
      const response = await sendCall(admin, call, context, changes);
      expect([call.name, type, response.status]).toEqual([call.name, type, 415]);
      expect(await errorOf(response)).toEqual({
        code: 'UnsupportedMediaType',
        message: expect.stringMatching(/^Send the (request body|files) as /) as string,
      });
    }
  }
  expect(writtenTo(server.repository)).toBe(0);
});

test('a body that is too large is refused, naming the limit', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  const limited = CALLS.flatMap((call) => (call.limit ? [{ call, ...call.limit }] : []));
  for (const { call, message, body } of limited) {
    const response = await sendCall(admin, call, context, { body: body() });
    expect([call.name, response.status]).toEqual([call.name, 413]);
    expect(await errorOf(response)).toEqual({ code: 'BodyTooLarge', message });
  }
  expect(writtenTo(server.repository)).toBe(0);
});

test('a body that is not JSON, or not an object, is refused', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  for (const call of WITH_JSON) {
    const broken = await sendCall(admin, call, context, { body: '{"a":' });
    expect([call.name, broken.status]).toEqual([call.name, 400]);
    expect(await errorOf(broken)).toEqual({
      code: 'MalformedBody',
      message: 'The request body is not valid JSON',
    });
    // An empty list of posts is valid.
    const lists = call.name === 'PUT /api/posts' ? [] : ['[]'];
    for (const body of ['', 'null', '"text"', '{}', ...lists]) {
      const response = await sendCall(admin, call, context, { body });
      // `fetch` sends a DELETE with an empty body without one.
      const status = body === '' && call.method === 'DELETE' ? 415 : 400;
      expect([call.name, body, response.status]).toEqual([call.name, body, status]);
    }
  }
  expect(writtenTo(server.repository)).toBe(0);
});

test('a deeply nested body, or one with `__proto__` keys, does no harm', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const polluting = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
  for (const call of WITH_JSON) {
    for (const body of [deep, `{"a":${deep}}`, `[{"title":${deep}}]`]) {
      const response = await sendCall(admin, call, context, { body });
      const status = call.limit?.message.endsWith('KB') ? 413 : 400;
      expect([call.name, response.status]).toEqual([call.name, status]);
      expect((await errorOf(response)).message.length).toBeLessThan(200);
    }
    for (const body of [`{${polluting}}`, `[{${polluting}}]`]) {
      await sendCall(admin, call, context, { body });
    }
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(writtenTo(server.repository)).toBe(0);
});

test('a page of another site cannot make changes', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  for (const call of CHANGES.filter(({ name }) => !name.includes('webhook'))) {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const response = await sendCall(admin, call, context, { headers });
      expect([call.name, response.status]).toEqual([call.name, 403]);
      expect((await errorOf(response)).code).toBe('ForeignOrigin');
    }
  }
  expect(writtenTo(server.repository)).toBe(0);
  expect((await admin.get('/api/auth/me')).status).toBe(200);
});

/** Sends a request without its last byte. */
const cutOff = async (
  url: string,
  cookie: string,
  call: Call,
  context: CallContext,
): Promise<void> => {
  const { path, headers, body } = await call.request(context);
  const whole = new Request(url, { method: call.method, headers: headers ?? {}, body: body ?? '' });
  const type = whole.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await whole.arrayBuffer());
  const request = httpRequest(`${url}${path}`, {
    method: call.method,
    headers: { cookie, 'content-type': type, 'content-length': bytes.byteLength },
  });
  const closed = new Promise((resolve) => request.once('close', resolve).once('error', resolve));
  await new Promise((resolve) => request.write(bytes.subarray(0, -1), resolve));
  request.destroy();
  await closed;
};

test('a request that is cut off writes nothing and leaves no file behind', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  const temporary = join(await testFolder(), 'temporary');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  for (const call of WITH_BODY) await cutOff(server.url, admin.cookies(), call, context);
  expect(writtenTo(server.repository)).toBe(0);
  for (const call of WITH_BODY) await sendCall(admin, call, await readContext(admin));
  const written = WITH_BODY.filter(({ commit }) => commit).length;
  expect(writtenTo(server.repository)).toBe(written);
  // Worker threads that run from source may cache compiled code there.
  const left = (await readdir(temporary)).filter((name) => !name.startsWith('tsx-'));
  expect(left).toEqual([]);
});

test('a save writes nothing when the store fails, and reports the reason', async () => {
  let failure: GitStoreError = new StoreUnavailable('The content store cannot be reached');
  const server = await startForCalls((local) => ({
    ...local,
    commit: () => Promise.reject(failure),
  }));
  const { admin, context } = await enter(server);
  const failures = (): [GitStoreError, status: number, retryAfter: RegExp | null][] => [
    [new StoreUnavailable('The content store cannot be reached'), 503, /^10$/],
    [new PermissionDenied('The token may not write'), 503, /^10$/],
    [new RateLimited('The quota is spent', new Date(Date.now() + 90_000)), 503, /^[89]\d$/],
    [new StoreRefused('The branch is protected'), 422, null],
    [new StaleHead('Others were faster'), 409, null],
  ];
  for (const save of SAVES) {
    for (const [error, status, retryAfter] of failures()) {
      failure = error;
      const response = await sendCall(admin, save, context);
      expect([save.name, response.status]).toEqual([save.name, status]);
      const header = response.headers.get('retry-after');
      if (retryAfter) expect(header).toMatch(retryAfter);
      else expect(header).toBeNull();
      expect(await errorOf(response)).toMatchObject({ code: error.code, message: error.message });
    }
  }
  expect(writtenTo(server.repository)).toBe(0);
  // Each staged photo has a name of its own.
  const { staged } = context;
  expect({ ...(await readContext(admin)), staged }).toEqual(context);
});

const failingStore = (no: () => Promise<never>): GitStore => ({
  info: { kind: 'local', repository: '/data/content.git', branch: 'main' },
  ...{ head: no, list: no, links: no, read: no, starts: no },
  ...{ stage: no, commit: no, show: no, history: no, resolve: no, versions: no },
  ...{ proposals: no, removals: no, mergeBase: no },
});

test('an unexpected failure reports the failed operation, but not its cause', async () => {
  const { context } = await enter(await startForCalls());
  const no = () => Promise.reject(new TypeError('token ghp_secret at /srv/app.js'));
  const store = failingStore(no);
  const app = await serveTestApp(store);
  const admin = await app.signIn();
  for (const call of CALLS.filter(({ worksWithoutStore }) => !worksWithoutStore)) {
    if (call.name === 'GET /healthz') continue;
    const response = await sendCall(admin, call, context);
    expect([call.name, response.status]).toEqual([call.name, 500]);
    const message = call.failure ?? 'Something went wrong on the server. Please try again.';
    expect(await errorOf(response)).toEqual({ code: 'UnexpectedFailure', message });
  }
});

test('while the store cannot be read, every call that needs the content reports it', async () => {
  const { context } = await enter(await startForCalls());
  const no = () => Promise.reject(new StoreUnavailable('The store cannot be reached'));
  const store = failingStore(no);
  const app = await serveTestApp(store, { webhook: WEBHOOK });
  for (const call of CALLS) {
    const response = await sendCall(await app.signIn(), call, context);
    const { name, status, worksWithoutStore } = call;
    expect([name, response.status]).toEqual([name, worksWithoutStore ? status : 503]);
    if (worksWithoutStore || name === 'GET /healthz') continue;
    expect(response.headers.get('retry-after')).toBe('10');
    const knowsSessions = name.includes(' /api/');
    const message = knowsSessions ? 'The store cannot be reached' : UNREADABLE;
    expect(await errorOf(response)).toMatchObject({ code: 'StoreUnavailable', message });
  }
});

test('the reason why the store fails is only shown to the administrator', async () => {
  const { context } = await enter(await startForCalls());
  const reason = 'There is no repository ada/site, or the token may not see it';
  const no = () => Promise.reject(new NotFound(reason));
  const store = failingStore(no);
  const app = await serveTestApp(store, { webhook: WEBHOOK });
  expect(await errorOf(await (await app.signIn()).get('/api/content'))).toEqual({
    code: 'NotFound',
    message: reason,
  });
  const rejected: string[] = [];
  for (const call of CALLS) {
    const response = await sendCall(app.visitor, call, context);
    const text = await response.text();
    expect(text, call.name).not.toContain('ada/site');
    if (!text.includes(UNREADABLE)) continue;
    expect([call.name, response.status]).toEqual([call.name, 503]);
    expect(response.headers.get('retry-after')).toBe('10');
    rejected.push(call.name);
  }
  expect(rejected).toEqual(expect.arrayContaining(['GET /api/content', 'GET /api/posts/{id}']));
});
