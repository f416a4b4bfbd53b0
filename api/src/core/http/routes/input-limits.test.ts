// Needs: account
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { issuesOf, json } from '../../../../test/responses.ts';
import { startAsAdmin, startTestServer } from '../../../../test/start-test-server.ts';
import { beginRequest } from '../../../../test/unfinished-request.ts';

const empty = (length: number): unknown[] => Array.from({ length }, () => ({}));

test('a list that is too long is reported fast, as one issue, and at most a hundred issues', async () => {
  const { admin } = await startAsAdmin();
  for (const [path, message] of [
    ['/api/posts', 'Posts must be 20000 entries or fewer'],
    ['/api/experiences', 'Experiences must be 1000 entries or fewer'],
  ] as const) {
    const start = performance.now();
    expect(await issuesOf(admin.put(path, empty(300_000)))).toEqual([`: ${message}`]);
    expect(performance.now() - start).toBeLessThan(2000);
  }
  expect(await issuesOf(admin.put('/api/posts', empty(300)))).toHaveLength(100);
});

test('a list within an entry is limited, too, and only its first invalid entry is reported', async () => {
  const { admin } = await startAsAdmin();
  for (const [tags, issue] of [
    [Array(1001).fill('a'), '0.tags: Tags must be 1000 entries or fewer'],
    [Array(900).fill(1), '0.tags.0: 0.tags.0 must be text'],
  ] as const) {
    const sent = [{ title: 'A', content: 'B', tags }];
    expect(await issuesOf(admin.put('/api/posts', sent))).toEqual([issue]);
  }
});

test('a post that was pushed with too many tags does not prevent other saves', async () => {
  const tags = Array.from({ length: 1001 }, (_, index) => `t${index}`);
  const { admin } = await startAsAdmin({
    files: {
      'posts/many.md': `---\ntitle: Many\ntags: [${tags.join(', ')}]\n---\n\nText\n`,
      'posts/other.md': '---\ntitle: Other\n---\n\nText\n',
    },
  });
  const response = await admin.put('/api/posts', [
    { id: 'many', title: 'Many', content: 'Text\n', tags },
    { id: 'other', title: 'Another', content: 'Text\n', tags: [] },
  ]);
  expect(response.status).toBe(200);
});

test('a compressed set of posts is read, and limited by its uncompressed size', async () => {
  const { admin } = await startAsAdmin();
  const send = async (body: Buffer<ArrayBuffer>, encoding: string) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await admin.request('PUT', '/api/posts', { body, headers });
    return { status: response.status, body: await json(response) };
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
  const body = { code: 'BodyTooLarge', message };
  expect(await send(bomb, 'gzip')).toEqual({ status: 413, body });
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
  expect({ status: whole.status, body: await json(whole) }).toEqual(tooLarge);
  const allowed = JSON.stringify({ email: '', x: '' }).padEnd(length - 1);
  const smaller = await visitor.request('POST', path, { headers: type, body: allowed });
  expect(smaller.status).toBe(400);
});
