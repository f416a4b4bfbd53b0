import { uploadMessages, type StagedUploadResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { changesOf } from '../../../../test/git.ts';
import { PUBLIC, startOtherSite } from '../../../../test/other-site.ts';
import { json, statusAndBody } from '../../../../test/responses.ts';
import { stagePhoto } from '../../../../test/stage-photo.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const FETCH = '/api/admin/uploads/fetch';
const HOSTS = ['images.example.com', 'cdn.example.com', 'elsewhere.example.net', 'inside.example'];
const SITE = 'https://images.example.com';

const start = async (
  listener: RequestListener,
  names?: Parameters<typeof startOtherSite>[1],
  sent: string[] = [],
) => {
  const { outside, ...other } = await startOtherSite((request, response) => {
    sent.push(`${request.headers.host}${request.url}`);
    listener(request, response);
  }, names);
  let staged = 0;
  const server = await startAsAdmin({
    files: {},
    outside,
    store: (local) => ({
      ...local,
      stage: (bytes) => {
        staged += 1;
        return local.stage(bytes);
      },
    }),
  });
  const get = (url: string, hosts: readonly string[] = HOSTS) =>
    server.admin.post(FETCH, { url, hosts });
  return { ...server, ...other, sent, staged: () => staged, get };
};

const redirect =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
  };

const send =
  (bytes: Uint8Array | string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
  };

test('a picture of another site is staged as an upload is', async () => {
  const bytes = await samplePhoto('lighthouse.png');
  const headers: IncomingHttpHeaders[] = [];
  const { admin, get, connections, repository, sent } = await start((request, response) => {
    headers.push(request.headers);
    const left = Number(/^\/(\d)$/.exec(request.url ?? '')?.[1]);
    const to = left === 1 ? 'https://cdn.example.com/a%20b.png?size=2' : `/${left - 1}`;
    (left > 0 ? redirect(to) : send(bytes))(request, response);
  });
  const response = await get(`${SITE}/3`);
  expect(response.status).toBe(201);
  const { staged, ...facts } = await json<StagedUploadResponse>(response);
  const { staged: _, ...uploaded } = await stagePhoto(admin, '3', bytes);
  expect(facts).toEqual(uploaded);
  const { filename } = await json<StagedUploadResponse>(get(`${SITE}/img/low%20tide.jpg?w=2#x`));
  expect(filename).toBe('low-tide.png');
  expect(sent.at(-2)).toBe('cdn.example.com/a%20b.png?size=2');
  expect(new Set(connections)).toEqual(new Set([PUBLIC]));
  expect(Object.keys(headers[0] ?? {})).toEqual(['accept', 'user-agent', 'host', 'connection']);
  expect((await admin.post('/api/admin/uploads', { photos: [{ staged }] })).status).toBe(201);
  expect(changesOf(repository)).toContainEqual(expect.stringMatching(/^A photos\/.*png$/));
});

test('the original is fetched in place of its size, or else the size', async () => {
  const bytes = await samplePhoto('lighthouse.png');
  const { get, sent } = await start((request, response) => {
    const isGone = request.url === '/gone.png';
    send(isGone ? '<!doctype html>Gone' : bytes)(request, response);
  });
  const urls = ['/pier-300x228.png?a', '/gone-1024x768.png', '/1024x768.png'];
  for (const url of urls) expect((await get(SITE + url)).status).toBe(201);
  expect(sent).toEqual(
    ['/pier.png?a', '/gone.png', '/gone-1024x768.png', '/1024x768.png'].map(
      (url) => `images.example.com${url}`,
    ),
  );
});

/** None of them is public, in any notation. */
const INSIDE = [
  ...['127.0.0.1', '2130706433', '017700000001', '0177.0.0.1', '0x7f.1', '0x7f000001', '127.1'],
  ...['0.0.0.0', '0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['100.100.100.200', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '[::]', '[::1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[fec0::1]'],
  ...['[::ffff:a01:203]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2001::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'],
  ...['[::ffff:0:7f00:1]', 'localhost', 'localhost.', 'mixed.example', 'mapped.example'],
  'none.example',
];

test('nothing is asked at an address that is not public', async () => {
  const names = {
    localhost: [['127.0.0.1']],
    'localhost.': [['::1', '127.0.0.1']],
    'mixed.example': [[PUBLIC, '10.0.0.1']],
    'mapped.example': [['::ffff:10.0.0.1']],
    'none.example': [[]],
  };
  const { get, connections, staged } = await start(send('x'), names);
  for (const host of INSIDE) {
    const url = `https://${host}/a.png`;
    const response = await statusAndBody(get(url, [new URL(url).hostname]));
    const message = uploadMessages.unreachable;
    expect([host, ...response]).toMatchObject([host, 400, { message }]);
  }
  expect([connections, staged()]).toEqual([[], 0]);
});

test('only https addresses at the named hosts are asked', async () => {
  const { get, connections } = await start(send('x'));
  for (const url of [
    ...['http://images.example.com/a.png', `${SITE}:8443/a.png`, 'file:///etc/passwd', 'a.png'],
    ...['https://u:p@images.example.com/a.png', 'https://images.example.com./a.png', 'https://'],
    ...['https://other.example.com/a.png', 'https://images.example.com@10.0.0.1/a.png'],
    '//images.example.com/a.png',
  ]) {
    const message = uploadMessages[URL.canParse(url) ? 'address' : 'unreachable'];
    const response = await statusAndBody(get(url));
    expect([url, ...response]).toMatchObject([url, 400, { message }]);
  }
  expect(connections).toEqual([]);
});

const HTML = '<!doctype html><script>alert(1)</script>';
const NOT_CONNECTED = [400, uploadMessages.unreachable] as const;
const NOT_ALLOWED = [400, uploadMessages.address] as const;

test.each<readonly [what: string, RequestListener, status: number, message: string | RegExp]>([
  ['a redirect to another host', redirect('https://other.example.com/'), ...NOT_ALLOWED],
  ['a redirect to http', redirect('http://images.example.com/a.png'), ...NOT_ALLOWED],
  ['a redirect to a port', redirect('https://images.example.com:22/'), ...NOT_ALLOWED],
  ['a redirect to itself', redirect('?'), 400, uploadMessages.status(302)],
  ['a redirect inwards', redirect('https://inside.example/'), ...NOT_CONNECTED],
  ['a redirect to no URL', redirect('https://[/'), ...NOT_CONNECTED],
  ['a host without its certificate', redirect('https://elsewhere.example.net/'), ...NOT_CONNECTED],
  ['a closed connection', ({ socket }) => socket.destroy(), ...NOT_CONNECTED],
  [
    'a missing picture',
    (_, response) => response.writeHead(404).end(),
    400,
    uploadMessages.status(404),
  ],
  ['an SVG with a script', send(await samplePhoto('hostile.svg')), 400, /^This SVG contains/],
  ['a page', send(HTML), 415, uploadMessages.type],
  [
    'a picture without end',
    (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024);
      let megabytes = 0;
      const more = (error?: Error | null) => {
        if (error) return;
        megabytes += 1;
        // Beyond the limit, only buffers take any.
        expect(megabytes).toBeLessThan(25);
        response.write(chunk, more);
      };
      more();
    },
    400,
    uploadMessages.size,
  ],
])('%s is refused, and nothing is staged', async (_, listener, status, message) => {
  const { get, sent, staged } = await start(listener, { 'inside.example': [['10.0.0.1']] });
  const text: unknown = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(await statusAndBody(get(`${SITE}/a.png`))).toMatchObject([status, { message: text }]);
  expect(sent.length).toBeLessThanOrEqual(1 + 3);
  expect(staged()).toBe(0);
});

test('a site that sends slowly is left, and one with other addresses later is asked at the first', async () => {
  const bytes = await samplePhoto('tide.gif');
  const names = { 'cdn.example.com': [[PUBLIC], ['127.0.0.1']] };
  const { get, connections, endTime, staged } = await start((request, response) => {
    if (request.url === '/a.gif') send(bytes)(request, response);
    else response.writeHead(200).write(bytes.subarray(0, 99), endTime);
  }, names);
  expect((await get('https://cdn.example.com/a.gif')).status).toBe(201);
  expect(connections).toEqual([PUBLIC]);
  expect(await statusAndBody(get(`${SITE}/slow`))).toMatchObject([
    ...[400, { message: uploadMessages.unreachable }],
  ]);
  expect(staged()).toBe(1);
});
