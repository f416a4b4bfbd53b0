import { sign } from '@octokit/webhooks-methods';
import { IMPORT_MAX_FILES } from 'content-schema';
import type {
  ContentResponse,
  HistoryResponse,
  ProposalsResponse,
  UploadsResponse,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import type { GitStore } from '../src/core/git-store/git-store.ts';
import { pushFile } from './open-test-content.ts';
import { photoForm } from './photo-form.ts';
import { stagePhoto } from './stage-photo.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, type RunningApp } from './run-app.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';
import { testWebApp } from './test-web-app.ts';

/** The data that requests refer to: the served content, and ids in it. */
export interface CallContext {
  readonly content: ContentResponse;
  /** A commit with another profile than now. */
  readonly firstCommit: string;
  /** The commit that changed the profile. */
  readonly lastCommit: string;
  /** A signed link to the photo. */
  readonly media: string;
  /** The newest commit of the proposal. */
  readonly proposed: string;
  /** A photo that is staged, but not committed yet. */
  readonly staged: string;
}

interface CallRequest {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | FormData;
}

/** A call of the API with a request that succeeds on `FILES`. */
export interface Call {
  /** As in the README's table. */
  readonly name: string;
  readonly method: string;
  /** Whether the session's cookie is needed. */
  readonly admin?: boolean;
  readonly takes?: 'JSON' | 'form';
  /** A body that is too large, and the message with the limit. */
  readonly limit?: { readonly message: string; readonly body: () => string | FormData };
  readonly request: (context: CallContext) => CallRequest | Promise<CallRequest>;
  /** The status of the response to a valid request. */
  readonly status: number;
  /** The commit of the call: its subject, and the status of each file. */
  readonly commit?: readonly [subject: string | RegExp, ...changes: (string | RegExp)[]];
  /** The specification's message for an unexpected failure. */
  readonly failure?: string;
  /** The status of the response if the store was never reachable. */
  readonly withoutStore?: number;
}

const MEGABYTE = 1024 * 1024;
const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const WEBHOOK_SECRET = 'a secret of the webhook';

export const WEBHOOK = { secret: WEBHOOK_SECRET, branch: 'main' };

const PASSKEY = { id: 'one', response: { clientDataJSON: '' } };

const experience = (role: string) => ({
  role,
  company: 'C',
  year: '2020',
  description: 'D',
  stack: ['Git'],
});

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** The content of the first commit. */
const FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['posts/one.md', Buffer.from('---\ntitle: One\n---\n\nText\n')],
  ['posts/two.md', Buffer.from('---\ntitle: Two\n---\n\nText\n')],
  ['posts/three.md', Buffer.from('---\ntitle: Three\ntags: [Old]\n---\n\nText\n')],
  ['profile.json', json({ name: 'Ada' })],
  ['experiences.json', json(['A', 'B'].map(experience))],
  [
    'site.json',
    json({
      title: 'Ada',
      description: 'A site',
      logo: { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' },
    }),
  ],
  ['assets/logo.svg', Buffer.from(LOGO)],
  [`photos/${PHOTO}/dunes.webp`, await samplePhoto('dunes.webp')],
]);

/**
 * Starts the real application on content of two commits, with which all calls succeed. It ends with
 * the test.
 */
export const startForCalls = async (store?: (local: GitStore) => GitStore): Promise<TestServer> => {
  const web = await testWebApp();
  const options = { files: FILES, webhook: WEBHOOK, web };
  const server = await startTestServer({ ...options, ...(store && { store }) });
  const profile = { name: 'Bea', email: 'bea@example.com', contactVisibility: { email: true } };
  await pushFile(server.outsider, 'posts/idea.md', '---\ntitle: Idea\n---\n', 'idea');
  await pushFile(server.outsider, 'profile.json', `${JSON.stringify(profile)}\n`);
  return server;
};

const proposedIn = async (admin: TestClient): Promise<string> => {
  const { proposals } = (await (await admin.get('/api/proposals')).json()) as ProposalsResponse;
  return proposals[0]?.head ?? '';
};

/** Reads the data that requests refer to from a running application. */
export const readContext = async (admin: TestClient): Promise<CallContext> => {
  const content = (await (await admin.get('/api/content')).json()) as ContentResponse;
  const { commits } = (await (await admin.get('/api/history')).json()) as HistoryResponse;
  const { staged } = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
  const { uploads } = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
  return {
    content,
    firstCommit: commits.at(-1)?.sha ?? '',
    lastCommit: commits[0]?.sha ?? '',
    media: uploads[0]?.presignedUrl ?? '',
    proposed: await proposedIn(admin),
    staged,
  };
};

const sendJson = (path: string, value: unknown): CallRequest => ({
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const jsonLimit = (megabytes: number): NonNullable<Call['limit']> => ({
  message: `The request is larger than ${megabytes} MB`,
  body: () => `{"a":"${'x'.repeat(megabytes * MEGABYTE)}"}`,
});

/** Of what anyone may send. */
const smallLimit = (kilobytes: number): NonNullable<Call['limit']> => ({
  message: `The request is larger than ${kilobytes} KB`,
  body: () => `{"a":"${'x'.repeat(kilobytes * 1024)}"}`,
});

/** A call that takes JSON. */
const jsonCall = (
  name: string,
  path: string,
  body: (content: ContentResponse) => unknown,
  more: Partial<Call> = {},
): Call => ({
  name,
  method: name.split(' ', 1)[0] ?? '',
  admin: true,
  takes: 'JSON',
  limit: jsonLimit(2),
  request: ({ content }) => sendJson(path, body(content)),
  status: 200,
  ...more,
});

const call = (name: string, path: string, more: Partial<Call> = {}): Call => ({
  name,
  method: name.split(' ', 1)[0] ?? '',
  request: () => ({ path }),
  status: 200,
  ...more,
});

const markdownForm = (files: number): FormData => {
  const form = new FormData();
  for (let i = 1; i <= files; i += 1) form.append('files', new Blob(['# A']), `post-${i}.md`);
  return form;
};

const ping = async (): Promise<CallRequest> => ({
  path: '/api/webhooks/github',
  headers: {
    'content-type': 'application/json',
    'x-github-event': 'ping',
    'x-hub-signature-256': await sign(WEBHOOK_SECRET, '{}'),
  },
  body: '{}',
});

/** Every call of the API, with its observable behaviour. */
export const CALLS: readonly Call[] = [
  call('GET /api/content', '/api/content', { failure: 'Failed to load content' }),
  jsonCall(
    'PATCH /api/content',
    '/api/content',
    ({ profile, site }) => ({
      profile: { ...profile, title: 'Engineer' },
      site: { ...site, description: 'Changed' },
    }),
    {
      limit: jsonLimit(64),
      commit: ['Update profile: title; site: meta description', 'M profile.json', 'M site.json'],
      failure: 'Failed to save',
    },
  ),
  jsonCall('PUT /api/site', '/api/site', ({ site }) => ({ ...site, title: 'Changed' }), {
    commit: ['Update site metadata: site title', 'M site.json'],
    failure: 'Failed to save site metadata',
  }),
  jsonCall('PUT /api/profile', '/api/profile', ({ profile }) => ({ ...profile, name: 'New' }), {
    commit: ['Update profile: name', 'M profile.json'],
    failure: 'Failed to save profile',
  }),
  jsonCall('PUT /api/experiences', '/api/experiences', (all) => all.experiences.slice(1), {
    commit: ['Remove experience "A"', 'M experiences.json'],
    failure: 'Failed to save experiences',
  }),
  jsonCall(
    'PUT /api/sections',
    '/api/sections',
    ({ sections }) => ({ ...sections, contact: { description: 'Changed' } }),
    {
      commit: ['Update section copy: contact description', 'A sections.json'],
      failure: 'Failed to save sections',
    },
  ),
  // Before the calls that delete its posts.
  jsonCall(
    'POST /api/admin/tags/rename',
    '/api/admin/tags/rename',
    () => ({ from: 'old', to: 'New' }),
    {
      commit: ['Rename tag "Old" to "New" in 1 post', 'M posts/three.md'],
      failure: 'Failed to save posts',
    },
  ),
  jsonCall(
    'PUT /api/posts',
    '/api/posts',
    ({ posts }) => [
      ...posts
        .filter(({ id }) => id !== 'three')
        .map((post) => (post.id === 'two' ? { ...post, title: 'Second' } : post)),
      { title: 'New', content: 'Text' },
    ],
    {
      limit: jsonLimit(64),
      commit: [
        'Create post "New", update post "Second", delete post "Three"',
        /^A posts\/new-\w{4}\.md$/,
        'D posts/three.md',
        'M posts/two.md',
      ],
      failure: 'Failed to save posts',
    },
  ),
  call('GET /api/posts/{id}', '/api/posts/one'),
  jsonCall('PUT /api/posts/{id}', '/api/posts/one', () => ({ title: 'First', content: 'Text' }), {
    limit: jsonLimit(8),
    commit: ['Update post "First"', 'M posts/one.md'],
    failure: 'Failed to save posts',
  }),
  call('DELETE /api/posts/{id}', '/api/posts/one', {
    admin: true,
    commit: ['Delete post "One"', 'D posts/one.md'],
    failure: 'Failed to delete post',
  }),
  jsonCall(
    'PATCH /api/posts/{id}/visibility',
    '/api/posts/one/visibility',
    () => ({ hidden: true }),
    { commit: ['Hide post "One"', 'M posts/one.md'], failure: 'Failed to update post visibility' },
  ),
  jsonCall('POST /api/admin/posts/front-matter', '/api/admin/posts/front-matter', () => ({
    ...{ title: '', tags: [], hidden: false, content: '---\ntitle: Pasted\n---\nText' },
  })),
  call('GET /api/admin/checklist', '/api/admin/checklist', { admin: true }),
  call('GET /api/admin/store', '/api/admin/store', { admin: true }),
  call('GET /api/admin/backup', '/api/admin/backup', { admin: true }),
  call('GET /api/admin/posts/search', '/api/admin/posts/search?q=text', { admin: true }),
  jsonCall(
    'POST /api/admin/posts/visibility',
    '/api/admin/posts/visibility',
    () => ({ ids: ['one', 'two'], hidden: true }),
    {
      commit: ['Hide 2 posts', 'M posts/one.md', 'M posts/two.md'],
      failure: 'Failed to update post visibility',
    },
  ),
  jsonCall(
    'POST /api/admin/posts/aliases',
    '/api/admin/posts/aliases',
    () => ({ id: 'one', address: '/2019/one' }),
    {
      commit: ['Update post "One": another address', 'M posts/one.md'],
      failure: 'Failed to save posts',
    },
  ),
  jsonCall(
    'POST /api/admin/posts/{id}/address',
    '/api/admin/posts/one/address',
    () => ({ id: 'first' }),
    {
      commit: ['Move post "One" to /blogs/first', 'A posts/first.md', 'D posts/one.md'],
      failure: 'Failed to save posts',
    },
  ),
  jsonCall('POST /api/admin/posts/repair', '/api/admin/posts/repair', () => ({ ids: ['one'] }), {
    failure: 'Failed to save posts',
  }),
  jsonCall(
    'POST /api/admin/posts/delete',
    '/api/admin/posts/delete',
    () => ({ ids: ['one', 'two'] }),
    {
      commit: ['Delete 2 posts', 'D posts/one.md', 'D posts/two.md'],
      failure: 'Failed to delete post',
    },
  ),
  call('POST /api/reset', '/api/reset', {
    admin: true,
    commit: [
      'Restore defaults',
      'M assets/logo.svg',
      'M experiences.json',
      /^A photos\/.+\.webp$/,
      /^A photos\/.+\/photo\.json$/,
      /^A photos\/.+\/photo\.json$/,
      /^A photos\/.+\.png$/,
      /^A posts\/a-note-.+\.md$/,
      'D posts/one.md',
      /^A posts\/reading-.+\.md$/,
      'D posts/three.md',
      'D posts/two.md',
      /^A posts\/what-.+\.md$/,
      'M profile.json',
      'A sections.json',
      'M site.json',
    ],
    failure: 'Failed to reset content',
  }),
  call('POST /api/admin/posts/upload', '', {
    admin: true,
    takes: 'form',
    limit: {
      message: `At most ${IMPORT_MAX_FILES} files can be uploaded at a time`,
      body: () => markdownForm(IMPORT_MAX_FILES + 1),
    },
    request: () => ({ path: '/api/admin/posts/upload', body: markdownForm(2) }),
    commit: ['Import 2 posts', 'A posts/post-1.md', 'A posts/post-2.md'],
    failure: 'Upload failed',
  }),
  call('POST /api/admin/posts/import-preview', '', {
    admin: true,
    takes: 'form',
    limit: {
      message: `At most ${IMPORT_MAX_FILES} files can be uploaded at a time`,
      body: () => markdownForm(IMPORT_MAX_FILES + 1),
    },
    request: () => ({ path: '/api/admin/posts/import-preview', body: markdownForm(2) }),
    failure: 'Upload failed',
  }),
  call('POST /api/uploads', '', {
    admin: true,
    takes: 'form',
    limit: {
      message: 'The file is larger than 10 MB',
      body: () => photoForm('large.png', Buffer.alloc(10 * MEGABYTE + 1)),
    },
    request: async () => ({
      path: '/api/uploads',
      body: photoForm('tide.gif', await samplePhoto('tide.gif')),
    }),
    status: 201,
    commit: [
      'Upload photo tide.gif',
      /^A photos\/[0-9A-Z]{26}\/photo\.json$/,
      /^A photos\/[0-9A-Z]{26}\/tide\.gif$/,
    ],
    failure: 'Upload failed',
  }),
  call('POST /api/admin/uploads/staged', '', {
    admin: true,
    takes: 'form',
    limit: {
      message: 'The file is larger than 10 MB',
      body: () => photoForm('large.png', Buffer.alloc(10 * MEGABYTE + 1)),
    },
    request: async () => ({
      path: '/api/admin/uploads/staged',
      body: photoForm('tide.gif', await samplePhoto('tide.gif')),
    }),
    status: 201,
    failure: 'Upload failed',
  }),
  jsonCall('POST /api/admin/uploads', '', () => undefined, {
    request: ({ staged }) => sendJson('/api/admin/uploads', { photos: [{ staged, alt: 'Tide' }] }),
    status: 201,
    commit: [
      'Upload photo tide.gif',
      /^A photos\/[0-9A-Z]{26}\/photo\.json$/,
      /^A photos\/[0-9A-Z]{26}\/tide\.gif$/,
    ],
    failure: 'Upload failed',
  }),
  jsonCall('PATCH /api/admin/uploads/{id}', `/api/admin/uploads/${PHOTO}`, () => ({ alt: 'A' }), {
    commit: ['Update photo "dunes.webp": alt text', `A photos/${PHOTO}/photo.json`],
  }),
  jsonCall(
    'POST /api/admin/uploads/delete',
    '/api/admin/uploads/delete',
    () => ({ ids: [PHOTO] }),
    {
      commit: ['Delete photo dunes.webp', `D photos/${PHOTO}/dunes.webp`],
    },
  ),
  call('GET /api/admin/uploads', '/api/admin/uploads?limit=200', { admin: true }),
  call('DELETE /api/admin/uploads/{id}', `/api/admin/uploads/${PHOTO}`, {
    admin: true,
    status: 204,
    commit: ['Delete photo dunes.webp', `D photos/${PHOTO}/dunes.webp`],
  }),
  call('GET /photos/{id}', `/photos/${PHOTO}`, { status: 302 }),
  call('GET /uploads/{filename}', '/uploads/dunes.webp', { status: 302 }),
  call('GET /media/{key}', '', { request: ({ media }) => ({ path: media }) }),
  call('GET /logo/{version}', '/logo/any'),
  call('GET /og/{card}', '/og/1/home.png'),
  call('GET /api/admin/share-card', '/api/admin/share-card?title=One', { admin: true }),
  call('GET /favicon.svg', '/favicon.svg'),
  call('GET /favicon.ico', '/favicon.ico'),
  call('GET /apple-touch-icon.png', '/apple-touch-icon.png'),
  call('GET /icons/{name}', '/icons/192.png'),
  call('GET /site.webmanifest', '/site.webmanifest'),
  call('GET /schemas/{file}', '/schemas/site.json', { withoutStore: 200 }),
  call('GET /api/revision', '/api/revision', { admin: true }),
  call('GET /api/history', '/api/history', { admin: true }),
  call('GET /api/compare', '', {
    admin: true,
    request: ({ firstCommit }) => ({ path: `/api/compare?from=${firstCommit}` }),
  }),
  call('GET /api/history/{commit}', '', {
    admin: true,
    request: ({ firstCommit }) => ({ path: `/api/history/${firstCommit}` }),
  }),
  call('GET /api/history/{commit}/file', '', {
    admin: true,
    request: ({ firstCommit }) => ({
      path: `/api/history/${firstCommit}/file?path=assets/logo.svg`,
    }),
  }),
  jsonCall(
    'POST /api/admin/previews',
    '/api/admin/previews',
    () => ({ of: 'post', name: 'one', hours: 24 }),
    { status: 201 },
  ),
  call('DELETE /api/admin/previews', '/api/admin/previews', {
    admin: true,
    status: 204,
    withoutStore: 204,
  }),
  call('GET /api/history/{commit}/site', '', {
    admin: true,
    request: ({ firstCommit }) => ({ path: `/api/history/${firstCommit}/site` }),
  }),
  call('POST /api/history/{commit}/site/restore', '', {
    admin: true,
    request: ({ firstCommit }) => ({ path: `/api/history/${firstCommit}/site/restore` }),
    commit: [/^Restore the site as of \d{4}-\d\d-\d\d$/, 'M profile.json'],
  }),
  jsonCall('POST /api/history/{commit}/undo', '', () => undefined, {
    limit: jsonLimit(8),
    request: ({ lastCommit }) => sendJson(`/api/history/${lastCommit}/undo`, { decisions: [] }),
    commit: ['Undo "An outside push"', 'M profile.json'],
  }),
  jsonCall('POST /api/history/{commit}/restore', '', () => undefined, {
    request: ({ firstCommit }) =>
      sendJson(`/api/history/${firstCommit}/restore`, { path: 'profile.json' }),
    commit: [/^Restore profile as of \d{4}-\d\d-\d\d$/, 'M profile.json'],
  }),
  call('GET /api/proposals', '/api/proposals', { admin: true }),
  call('GET /api/proposals/{id}', '/api/proposals/idea', { admin: true }),
  jsonCall('POST /api/proposals/{id}/publish', '', () => undefined, {
    limit: jsonLimit(8),
    request: ({ proposed: head }) =>
      sendJson('/api/proposals/idea/publish', { head, leaveOut: [], decisions: [] }),
    commit: ['Publish proposal "An outside push"', 'A posts/idea.md'],
  }),
  jsonCall(
    'POST /api/auth/login',
    '/api/auth/login',
    () => ({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
    { admin: false, limit: smallLimit(4), withoutStore: 200 },
  ),
  call('POST /api/auth/logout', '/api/auth/logout', { status: 204, withoutStore: 204 }),
  call('GET /api/auth/me', '/api/auth/me', { admin: true, withoutStore: 200 }),
  jsonCall('POST /api/auth/link', '/api/auth/link', () => ({ token: 'forged' }), {
    admin: false,
    limit: smallLimit(1),
    status: 403,
    withoutStore: 403,
  }),
  call('GET /api/auth/account', '/api/auth/account', { admin: true, withoutStore: 200 }),
  jsonCall(
    'PUT /api/auth/password',
    '/api/auth/password',
    () => ({ password: ADMIN_PASSWORD, newPassword: ADMIN_PASSWORD }),
    { status: 400, withoutStore: 400 },
  ),
  call('POST /api/auth/passkeys/options', '/api/auth/passkeys/options', {
    status: 204,
    withoutStore: 204,
  }),
  // The requests of `passkeys.test.ts` succeed; a signature is valid once.
  jsonCall('POST /api/auth/passkeys/login', '/api/auth/passkeys/login', () => PASSKEY, {
    admin: false,
    limit: smallLimit(32),
    status: 401,
    withoutStore: 401,
  }),
  jsonCall(
    'POST /api/auth/passkeys/new',
    '/api/auth/passkeys/new',
    () => ({ name: 'Laptop', password: ADMIN_PASSWORD }),
    { withoutStore: 200 },
  ),
  jsonCall(
    'POST /api/auth/passkeys',
    '/api/auth/passkeys',
    () => ({ name: 'Laptop', passkey: PASSKEY }),
    { limit: smallLimit(32), status: 400, withoutStore: 400 },
  ),
  jsonCall('PATCH /api/auth/passkeys/{id}', '/api/auth/passkeys/one', () => ({ name: 'Phone' }), {
    status: 204,
    withoutStore: 204,
  }),
  jsonCall(
    'DELETE /api/auth/passkeys/{id}',
    '/api/auth/passkeys/one',
    () => ({ password: ADMIN_PASSWORD }),
    { status: 204, withoutStore: 204 },
  ),
  call('GET /api/admin/connection', '/api/admin/connection', { admin: true, withoutStore: 200 }),
  call('GET /api/admin/connection/app', '/api/admin/connection/app?site=https://github.com', {
    admin: true,
    withoutStore: 200,
  }),
  jsonCall(
    'POST /api/admin/connection/app',
    '/api/admin/connection/app',
    () => ({ code: 'code', state: 'state', password: ADMIN_PASSWORD }),
    { status: 400, withoutStore: 400 },
  ),
  jsonCall(
    'POST /api/admin/connection/plan',
    '/api/admin/connection/plan',
    () => ({ repository: 'ada/site' }),
    { status: 400, withoutStore: 400 },
  ),
  jsonCall(
    'PUT /api/admin/connection',
    '/api/admin/connection',
    () => ({ repository: 'ada/site', kind: 'empty', password: ADMIN_PASSWORD }),
    { status: 400, withoutStore: 400 },
  ),
  jsonCall(
    'DELETE /api/admin/connection',
    '/api/admin/connection',
    () => ({ password: ADMIN_PASSWORD }),
    { status: 422, withoutStore: 422 },
  ),
  call('POST /api/webhooks/github', '', {
    request: ping,
    status: 204,
    limit: {
      message: 'The request is larger than 5 MB',
      body: () => 'x'.repeat(5 * MEGABYTE + 1),
    },
    withoutStore: 204,
  }),
  call('GET /healthz', '/healthz'),
  call('GET /livez', '/livez', { withoutStore: 200 }),
  call('GET /feed.xml', '/feed.xml'),
  call('GET /feed.json', '/feed.json'),
  call('GET /blogs/tags/{tag}/feed.xml', '/blogs/tags/old/feed.xml'),
  call('GET /blogs/tags/{tag}/feed.json', '/blogs/tags/old/feed.json'),
  call('GET /blogs/{id}.md', '/blogs/one.md'),
  call('GET /llms.txt', '/llms.txt'),
  call('GET /search-index.json', '/search-index.json'),
  call('GET /resume.json', '/resume.json'),
  call('GET /sitemap.xml', '/sitemap.xml'),
  call('GET /robots.txt', '/robots.txt', { withoutStore: 200 }),
  call('GET /.well-known/security.txt', '/.well-known/security.txt'),
];

/** Sends the call's valid request, with changes. */
export const sendCall = async (
  client: TestClient,
  { method, request }: Call,
  context: CallContext,
  changes: { headers?: Record<string, string>; body?: string | FormData } = {},
): Promise<Response> => {
  const { path, headers, body } = await request(context);
  const sent = changes.body ?? body;
  return client.request(method, path, {
    headers: { ...(sent instanceof FormData ? {} : headers), ...changes.headers },
    ...(sent !== undefined && { body: sent }),
  });
};

/** Signs in, and reads the data that requests refer to. */
export const enter = async (app: Pick<RunningApp, 'signIn'>) => {
  const admin = await app.signIn();
  return { admin, context: await readContext(admin) };
};
