import { samplePhoto } from 'fixtures/sample-files';
import {
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { describeFinding, diagnoseCdn } from '../src/doctor.ts';
import { startListener } from './github/redirecting-github.ts';
import { startTestServer } from './start-test-server.ts';
import { testWebApp } from './test-web-app.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const ask = (url: string, headers: IncomingHttpHeaders): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    }).on('error', reject);
  });

/** A cache in front of `site`: one that follows the headers of responses, or one that keeps everything. */
const startCache = async (site: string, isCareless: boolean): Promise<string> => {
  const kept = new Map<string, Answer>();
  const answerTo = async ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    const varied = isCareless ? [] : [headers.cookie, headers['accept-encoding']];
    const key = [url, ...varied].join('\n');
    const copy = kept.get(key);
    const answer = copy ?? (await ask(site + url, headers));
    const { status, headers: sent } = answer;
    const isShared = /s-maxage=[1-9]/.test(sent['cache-control'] ?? '') && !sent['set-cookie'];
    if (status < 400 ? isShared || isCareless : isCareless) kept.set(key, answer);
    const isKnown = !isCareless && copy && headers['if-none-match'] === sent.etag;
    response.writeHead(isKnown ? 304 : status, { ...sent, 'x-cache': copy ? 'HIT' : 'MISS' });
    response.end(isKnown ? undefined : answer.body);
  };
  return startListener((request, response) => void answerTo(request, response));
};

const linesFor = async (isCareless: boolean): Promise<string[]> => {
  const { url } = await startTestServer({
    files: {
      'profile.json': '{"name":"Ada","summary":"![](/photos/sea)"}',
      'photos/sea/sea.gif': await samplePhoto('tide.gif'),
    },
    web: await testWebApp({
      render: (_, { profile }) =>
        Promise.resolve({ status: 200, document: '', html: profile.summaryHtml.padEnd(2000) }),
    }),
  });
  const findings = await diagnoseCdn(`${await startCache(url, isCareless)}/`);
  return findings.map((finding) => describeFinding(finding).replace(/[0-9a-f]{12}/, 'VERSION'));
};

const PICTURE = '/photos/sea/VERSION-1200.webp';

test('a CDN that follows the headers keeps what visitors get, and nothing of a session', async () => {
  expect(await linesFor(false)).toEqual([
    '✓ CDN: / (X-Cache: HIT) is kept',
    '✓ CDN: /api/content (X-Cache: HIT) is kept',
    ...['/api/content', '/api/auth/me', '/api/admin/store', '/admin'].map(
      (path) => `✓ CDN: ${path} (X-Cache: MISS) is passed on for a session`,
    ),
    '✓ CDN: / (X-Cache: HIT) is a 304 for who has it',
    '✓ CDN: / (X-Cache: HIT) is compressed',
    '✓ CDN: / (X-Cache: HIT) is plain for who asks for that',
    `✓ CDN: ${PICTURE} (X-Cache: HIT) is kept`,
    `✓ CDN: ${PICTURE} (X-Cache: HIT) is in its format`,
    '✓ CDN: /photos/sea (X-Cache: MISS) is passed on',
  ]);
});

test('a CDN that keeps responses to a session is an error, and what it does not pass through is named', async () => {
  const lines = (await linesFor(true)).filter((line) => !line.startsWith('✓'));
  expect(lines).toEqual([
    ...['/api/content', '/api/auth/me', '/api/admin/store', '/admin'].map(
      (path) => `✗ CDN: ${path} (X-Cache: HIT) should be passed on for a session`,
    ),
    '! CDN: / (X-Cache: HIT) should be a 304 for who has it',
    '! CDN: / (X-Cache: HIT) should be plain for who asks for that',
  ]);
});

test('without a CDN nothing is kept, and without pictures they are not checked', async () => {
  const { url } = await startTestServer({ files: {}, web: await testWebApp() });
  const lines = (await diagnoseCdn(url)).map(describeFinding);
  expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([
    '! CDN: / should be kept',
    '! CDN: /api/content should be kept',
    '! CDN: / should be compressed',
    '! CDN: no picture was found on / and /blogs',
  ]);
});

test('an address without this site is named', async () => {
  expect((await diagnoseCdn('http://localhost:1')).map(describeFinding)).toEqual([
    expect.stringMatching(/^✗ CDN: this site does not answer at http:\/\/localhost:1: /),
  ]);
});
