import type { ContentAnswer, ErrorAnswer } from 'content-schema';
import { describe, expect, test } from 'vitest';
import { commitsOf, git } from '../../../test/git.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import {
  PermissionDenied,
  RateLimited,
  StaleHead,
  StoreRefused,
  StoreUnavailable,
} from '../../git-store/errors.ts';
import type { GitStore } from '../../git-store/git-store.ts';

/** A save of the content as it was read, with something changed. */
interface Save {
  readonly method: string;
  readonly path: string;
  /** Absent for one without a body. */
  readonly body?: (content: ContentAnswer) => unknown;
  readonly limit?: string;
}

const SAVES: readonly Save[] = [
  {
    method: 'PUT',
    path: '/api/site',
    body: ({ site }) => ({ ...site, title: 'Changed' }),
    limit: '2 MB',
  },
  {
    method: 'PUT',
    path: '/api/profile',
    body: ({ profile }) => ({ ...profile, name: 'Changed' }),
    limit: '2 MB',
  },
  {
    method: 'PUT',
    path: '/api/experiences',
    body: ({ experiences }) => experiences.slice(1),
    limit: '2 MB',
  },
  {
    method: 'PUT',
    path: '/api/sections',
    body: ({ sections }) => ({ ...sections, contact: { description: 'Changed' } }),
    limit: '2 MB',
  },
  {
    method: 'PUT',
    path: '/api/posts',
    body: ({ posts }) => posts.slice(1),
    limit: '8 MB',
  },
  {
    method: 'PATCH',
    path: '/api/posts/one/visibility',
    body: () => ({ hidden: true }),
    limit: '2 MB',
  },
  { method: 'DELETE', path: '/api/posts/one' },
  { method: 'POST', path: '/api/reset' },
];
const SAVES_WITH_BODY = SAVES.filter(({ body }) => body);

const FILES = new Map([
  ['posts/one.md', Buffer.from('---\ntitle: One\n---\n\nText\n')],
  ['posts/two.md', Buffer.from('---\ntitle: Two\n---\n\nText\n')],
  ['experiences.json', Buffer.from(JSON.stringify(['A', 'B'].map(experience)))],
  ['site.json', Buffer.from('{"title": "Ada", "description": "A site"}')],
]);

function experience(role: string) {
  return { role, company: 'C', year: '2020', description: 'D', stack: ['Git'] };
}

const start = (store?: (local: GitStore) => GitStore) =>
  startTestServer({ files: FILES, ...(store && { store }) });

const readContent = async (client: TestClient): Promise<ContentAnswer> =>
  (await (await client.get('/api/content')).json()) as ContentAnswer;

const send = async (client: TestClient, { method, path, body }: Save): Promise<Response> =>
  client.request(method, path, {
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(await readContent(client))),
    }),
  });

const names = (saves: readonly Save[]) =>
  saves.map((save) => [`${save.method} ${save.path}`, save] as const);

describe.each(names(SAVES))('%s', (_, save) => {
  test('is one commit, and is answered with its revision', async () => {
    const { signIn, repository } = await start();
    const admin = await signIn();
    const answer = await send(admin, save);
    expect(answer.status).toBe(200);
    const [head, ...older] = commitsOf(repository);
    expect(older).toHaveLength(1);
    expect(answer.headers.get('content-revision')).toBe(head);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('is not for visitors', async () => {
    const { visitor, repository } = await start();
    const answer = await send(visitor, save);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Authentication required' });
    expect(commitsOf(repository)).toHaveLength(1);
  });

  test('writes nothing when the store fails, and says what is the matter', async () => {
    let failure: Error = new StoreUnavailable('The content store can not be reached');
    const { signIn, repository } = await start((local) => ({
      ...local,
      commit: () => Promise.reject(failure),
    }));
    const admin = await signIn();
    const before = await readContent(admin);
    const retryAt = new Date(Date.now() + 90_000);
    const failures: [Error, status: number, retryAfter: string | null][] = [
      [new StoreUnavailable('The content store can not be reached'), 503, '10'],
      [new PermissionDenied('The token may not write'), 503, '10'],
      [new RateLimited('The quota is spent', retryAt), 503, '90'],
      [new StoreRefused('The branch is protected'), 422, null],
      [new StaleHead('Others were faster'), 409, null],
    ];
    for (const [error, status, retryAfter] of failures) {
      failure = error;
      const answer = await send(admin, save);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(retryAfter);
      expect(await answer.json()).toMatchObject({ message: error.message });
    }
    expect(commitsOf(repository)).toHaveLength(1);
    expect(await readContent(admin)).toEqual(before);
  });

  test('an unforeseen failure tells nothing of what went wrong inside', async () => {
    const { signIn } = await start((local) => ({
      ...local,
      commit: () => Promise.reject(new TypeError('token ghp_secret at /srv/app.js')),
    }));
    const answer = await send(await signIn(), save);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      message: 'Something went wrong on the server. Please try again.',
    });
  });

  test('builds on what another process wrote in between', async () => {
    const { signIn, repository, restart } = await start();
    const admin = await signIn();
    await readContent(admin);
    const other = await (await restart()).signIn();
    const { profile } = await readContent(other);
    await other.put('/api/profile', { ...profile, tagline: 'From elsewhere' });
    expect((await send(admin, save)).status).toBe(200);
    expect(commitsOf(repository)).toHaveLength(3);
    const taglines = git(repository, 'log', '--format=%H', '-S', 'From elsewhere', 'main');
    expect(taglines.trim().split('\n')).toHaveLength(save.path === '/api/reset' ? 2 : 1);
  });

  test('is not done for a page of another site', async () => {
    const { signIn, repository } = await start();
    const admin = await signIn();
    const answer = await admin.request(save.method, save.path, {
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: save.body ? JSON.stringify(save.body(await readContent(admin))) : null,
    });
    expect(answer.status).toBe(403);
    expect(commitsOf(repository)).toHaveLength(1);
  });
});

describe.each(names(SAVES_WITH_BODY))('the body of %s', (_, { method, path, limit }) => {
  test('is JSON, valid and not too large', async () => {
    const { signIn, repository } = await start();
    const admin = await signIn();
    const sendText = (type: string, body: string) =>
      admin.request(method, path, { headers: { 'content-type': type }, body });
    expect((await sendText('text/plain', '{}')).status).toBe(415);
    expect((await sendText('application/x-www-form-urlencoded', 'a=b')).status).toBe(415);
    const broken = await sendText('application/json', '{"a":');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toEqual({ message: 'The request body is not valid JSON' });
    for (const nothing of ['', 'null', '"text"', '[]', '{}']) {
      const status = (await sendText('application/json', nothing)).status;
      // No posts at all are a valid set of posts.
      expect([path, nothing, status]).toEqual([
        path,
        nothing,
        path === '/api/posts' && nothing === '[]' ? 200 : 400,
      ]);
    }
    const bytes = Number(limit?.split(' ')[0]) * 1024 * 1024;
    const large = await sendText('application/json', `{"a":"${'x'.repeat(bytes)}"}`);
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({ message: `The request is larger than ${limit}` });
    expect(commitsOf(repository).length).toBeLessThanOrEqual(2);
  });

  test('may be nested deeper than any stack, and name prototypes', async () => {
    const { signIn } = await start();
    const admin = await signIn();
    const sendText = (body: string) =>
      admin.request(method, path, { headers: { 'content-type': 'application/json' }, body });
    const depth = 500_000;
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const body of [deep, `{"a":${deep}}`, `[{"title":${deep}}]`]) {
      const answer = await sendText(body);
      expect(answer.status).toBe(400);
      const { message } = (await answer.json()) as ErrorAnswer;
      expect(message.length).toBeLessThan(200);
    }
    const polluting = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    await sendText(`{${polluting}}`);
    await sendText(`[{${polluting}}]`);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test.each([
  ['/api/content', 'POST', 'HEAD, GET'],
  ['/api/content', 'PUT', 'HEAD, GET'],
  ['/api/reset', 'GET', 'POST'],
  ['/api/site', 'GET', 'PUT'],
  ['/api/profile', 'POST', 'PUT'],
  ['/api/experiences', 'PATCH', 'PUT'],
  ['/api/sections', 'DELETE', 'PUT'],
  ['/api/posts', 'GET', 'PUT'],
  ['/api/posts/one', 'PUT', 'HEAD, GET, DELETE'],
  ['/api/posts/one/visibility', 'PUT', 'PATCH'],
  ['/api/admin/posts/upload', 'PUT', 'POST'],
])('%s does not know %s, and says what it knows', async (path, method, allowed) => {
  const { signIn } = await start();
  const answer = await (await signIn()).request(method, path);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.split(', ').sort());
  expect(await answer.json()).toEqual({ message: 'This method is not allowed here' });
});
