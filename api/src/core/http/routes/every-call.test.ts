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
import { json, statusAndBody } from '../../../../test/responses.ts';
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
import { setClock } from '../../../../test/set-clock.ts';
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

const errorOf = (response: Response) => json<ErrorResponseBody>(response);

const pathOf = async ({ request }: Call, context: CallContext): Promise<string> =>
  (await request(context)).path;

/** Starts the application for calls that must be refused, and write nothing. */
const startRefusing = async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  onTestFinished(() => expect(writtenTo(server.repository)).toBe(0));
  return {
    admin,
    context,
    visitor: server.visitor,
    expectRefused: async (
      call: Call,
      changes: Parameters<typeof sendCall>[3],
      status: number,
      error: unknown = expect.anything(),
      client = admin,
    ) => {
      const response = await sendCall(client, call, context, changes);
      const sent = [call.name, changes?.headers];
      expect([...sent, ...(await statusAndBody(response))]).toEqual([...sent, status, error]);
    },
  };
};

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
  const { expectRefused } = await startRefusing();
  for (const save of SAVES) {
    for (const [name, value] of [
      ['Idempotency-Key', 'short'],
      ['Idempotency-Key', 'a key with spaces'],
      ['Content-Revision', 'main'],
    ] as const) {
      const issues = [expect.objectContaining({ path: name }) as unknown];
      const error: unknown = expect.objectContaining({ issues });
      await expectRefused(save, { headers: { [name]: value } }, 400, error);
    }
  }
});

test('every read supports HEAD and conditional requests', async () => {
  const { admin, context } = await enter(await startForCalls());
  // The lifetime of a link is counted in seconds.
  setClock(Date.now());
  for (const read of READS) {
    const path = await pathOf(read, context);
    const headers = { 'accept-encoding': 'gzip' };
    const response = await admin.get(path, headers);
    const head = await admin.request('HEAD', path, { headers });
    const { name, status } = read;
    expect([name, response.status, head.status]).toEqual([name, status, status]);
    expect(await head.text()).toBe('');
    for (const header of [
      'content-type',
      'content-revision',
      'location',
      'cache-control',
      'vary',
    ]) {
      expect(head.headers.get(header), `${header} of ${path}`).toBe(response.headers.get(header));
    }
    // The page for a new App has a new state each time.
    if (status !== 200 || name.endsWith('/connection/app')) continue;
    const etag = response.headers.get('etag') ?? '';
    const again = await admin.get(path, { ...headers, 'if-none-match': etag });
    expect([name, again.status]).toEqual([name, 304]);
  }
});

test('without a session every call of the administrator is refused', async () => {
  const { expectRefused, visitor } = await startRefusing();
  const message: unknown = expect.stringMatching(/^(Authentication required|Not authenticated)$/);
  for (const call of CALLS.filter(({ admin }) => admin)) {
    await expectRefused(call, {}, 401, { code: 'NotAuthenticated', message }, visitor);
  }
});

/** Whether a path matches the call's, with any values of its parameters. */
const fits = ({ name }: Call, path: string): boolean => {
  const [, template = ''] = name.split(' ');
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.replace(/\?.*/, ''));
};

test('the response to an unsupported method lists the supported ones', async () => {
  const { admin, context } = await startRefusing();
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
});

test('a body of another type is refused', async () => {
  const { expectRefused } = await startRefusing();
  const message: unknown = expect.stringMatching(/^Send the (request body|files) as /);
  for (const call of WITH_BODY) {
    const others = ['text/plain', 'application/x-www-form-urlencoded', 'image/png'];
    for (const type of [...others, call.takes === 'JSON' ? 'multipart/form-data' : 'text/json']) {
      const changes = { headers: { 'content-type': type }, body: '{}' };
      await expectRefused(call, changes, 415, { code: 'UnsupportedMediaType', message });
    }
  }
});

test('a body that is too large is refused, naming the limit', async () => {
  const { expectRefused } = await startRefusing();
  const limited = CALLS.flatMap((call) => (call.limit ? [{ call, ...call.limit }] : []));
  for (const { call, message, body } of limited) {
    await expectRefused(call, { body: body() }, 413, { code: 'BodyTooLarge', message });
  }
});

test('a body that is not JSON, or not an object, is refused', async () => {
  const { expectRefused } = await startRefusing();
  const error = { code: 'MalformedBody', message: 'The request body is not valid JSON' };
  for (const call of WITH_JSON) {
    await expectRefused(call, { body: '{"a":' }, 400, error);
    // An empty list of posts is valid.
    const lists = call.name === 'PUT /api/posts' ? [] : ['[]'];
    for (const body of ['', 'null', '"text"', '{}', ...lists]) {
      // `fetch` sends a DELETE with an empty body without one.
      await expectRefused(call, { body }, body === '' && call.method === 'DELETE' ? 415 : 400);
    }
  }
});

test('a deeply nested body, or one with `__proto__` keys, does no harm', async () => {
  const { admin, context, expectRefused } = await startRefusing();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const polluting = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
  const message: unknown = expect.stringMatching(/^.{1,199}$/);
  const error: unknown = expect.objectContaining({ message });
  for (const call of WITH_JSON) {
    for (const body of [deep, `{"a":${deep}}`, `[{"title":${deep}}]`]) {
      await expectRefused(call, { body }, call.limit?.message.endsWith('KB') ? 413 : 400, error);
    }
    for (const body of [`{${polluting}}`, `[{${polluting}}]`]) {
      await sendCall(admin, call, context, { body });
    }
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('a page of another site cannot make changes', async () => {
  const { admin, expectRefused } = await startRefusing();
  const error: unknown = expect.objectContaining({ code: 'ForeignOrigin' });
  for (const call of CHANGES.filter(({ name }) => !name.includes('webhook'))) {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
      await expectRefused(call, { headers }, 403, error);
    }
  }
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

/** Starts an application whose store rejects everything with an error. */
const startFailing = async (error: Error) => {
  const { context } = await enter(await startForCalls());
  const no = () => Promise.reject(error);
  const store: GitStore = {
    info: { kind: 'local', repository: '/data/content.git', branch: 'main' },
    ...{ head: no, list: no, links: no, read: no, starts: no },
    ...{ stage: no, commit: no, show: no, history: no, resolve: no, versions: no },
    ...{ proposals: no, removals: no, mergeBase: no },
  };
  return { context, app: await serveTestApp(store, { webhook: WEBHOOK }) };
};

test('an unexpected failure reports the failed operation, but not its cause', async () => {
  const { app, context } = await startFailing(new TypeError('token ghp_secret at /srv/app.js'));
  const admin = await app.signIn();
  for (const call of CALLS.filter(({ worksWithoutStore }) => !worksWithoutStore)) {
    if (call.name === 'GET /healthz') continue;
    const response = await sendCall(admin, call, context);
    const message = call.failure ?? 'Something went wrong on the server. Please try again.';
    const failure = [call.name, 500, { code: 'UnexpectedFailure', message }];
    expect([call.name, ...(await statusAndBody(response))]).toEqual(failure);
  }
});

test('while the store cannot be read, every call that needs the content reports it', async () => {
  const { app, context } = await startFailing(new StoreUnavailable('The store cannot be reached'));
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
  const message = 'There is no repository ada/site, or the token may not see it';
  const { app, context } = await startFailing(new NotFound(message));
  const shown = await (await app.signIn()).get('/api/content');
  expect(await errorOf(shown)).toEqual({ code: 'NotFound', message });
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
