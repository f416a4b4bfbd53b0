// Needs: account
import type { ErrorResponseBody } from 'content-schema';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { beginRequest } from '../../../../test/unfinished-request.ts';

const empty = (length: number): unknown[] => Array.from({ length }, () => ({}));

test.each([
  ['/api/posts', empty(300_000), 'Posts must be 20000 entries or fewer'],
  ['/api/experiences', empty(300_000), 'Experiences must be 1000 entries or fewer'],
])(
  'a list sent to %s that is too long is reported fast, as one issue',
  async (path, body, message) => {
    const { signIn } = await startTestServer();
    const admin = await signIn();
    const start = performance.now();
    const response = await admin.put(path, body);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'InvalidInput',
      message,
      issues: [{ path: '', message }],
    });
  },
);

test('a response has at most the first hundred issues', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const response = await admin.put('/api/posts', empty(300));
  expect(response.status).toBe(400);
  const { issues } = (await response.json()) as ErrorResponseBody;
  expect(issues).toHaveLength(100);
});

test('a list within an entry is limited, too, and only its first invalid entry is reported', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const issuesOf = async (tags: unknown) => {
    const response = await admin.put('/api/posts', [{ title: 'A', content: 'B', tags }]);
    return ((await response.json()) as ErrorResponseBody).issues;
  };
  expect(await issuesOf(Array.from({ length: 1001 }, () => 'a'))).toEqual([
    { path: '0.tags', message: 'Tags must be 1000 entries or fewer' },
  ]);
  expect(await issuesOf(Array.from({ length: 900 }, () => 1))).toEqual([
    { path: '0.tags.0', message: '0.tags.0 must be text' },
  ]);
});

test('a post that was pushed with too many tags does not prevent other saves', async () => {
  const tags = Array.from({ length: 1001 }, (_, index) => `t${index}`);
  const files = new Map([
    ['posts/many.md', Buffer.from(`---\ntitle: Many\ntags: [${tags.join(', ')}]\n---\n\nText\n`)],
    ['posts/other.md', Buffer.from('---\ntitle: Other\n---\n\nText\n')],
  ]);
  const { signIn } = await startTestServer({ files });
  const admin = await signIn();
  const response = await admin.put('/api/posts', [
    { id: 'many', title: 'Many', content: 'Text\n', tags },
    { id: 'other', title: 'Another', content: 'Text\n', tags: [] },
  ]);
  expect(response.status).toBe(200);
});

test('a compressed set of posts is read, and limited by its uncompressed size', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const send = async (body: Buffer<ArrayBuffer>, encoding: string) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await admin.request('PUT', '/api/posts', { body, headers });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const posts = Buffer.from(JSON.stringify([{ title: 'Tides', content: 'Text' }]));
  for (const [encoding, body] of Object.entries({
    gzip: gzipSync(posts),
    br: brotliCompressSync(posts),
  })) {
    expect(await send(body, encoding)).toMatchObject({ status: 200, body: [{ title: 'Tides' }] });
  }
  expect((await send(posts, 'zip')).status).toBe(415);
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '));
  const message = 'The request is larger than 64 MB';
  expect(await send(bomb, 'gzip')).toEqual({
    status: 413,
    body: { code: 'BodyTooLarge', message },
  });
});

test.each([
  ['/api/auth/login', 4],
  ['/api/auth/link', 1],
  ['/api/auth/passkeys/login', 32],
])('%s reads at most %i KB of an unknown sender', async (path, kilobytes) => {
  const { url, visitor } = await startTestServer();
  const message = `The request is larger than ${kilobytes} KB`;
  const tooLarge = { status: 413, body: { code: 'BodyTooLarge', message } };
  const length = kilobytes * 1024 + 1;
  const type = { 'content-type': 'application/json' };
  const announced = { headers: { ...type, 'content-length': length } };
  expect(await beginRequest(url + path, announced).response()).toEqual(tooLarge);
  const unannounced = { headers: type, begin: ' '.repeat(length) };
  expect(await beginRequest(url + path, unannounced).response()).toEqual(tooLarge);
  const whole = await visitor.post(path, { email: 'a'.repeat(3_000_000) });
  expect({ status: whole.status, body: (await whole.json()) as unknown }).toEqual(tooLarge);
  const allowed = JSON.stringify({ email: '', x: '' }).padEnd(length - 1);
  const smaller = await visitor.request('POST', path, { headers: type, body: allowed });
  expect(smaller.status).toBe(400);
});
