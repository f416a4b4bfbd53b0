import type Router from '@koa/router';
import { sign } from '@octokit/webhooks-methods';
import type {
  ContentResponse,
  HistoryResponse,
  ProposalsResponse,
  UploadsResponse,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createKoa } from '../src/app.ts';
import type { GitStore } from '../src/core/git-store/git-store.ts';
import { createLocalGitStore } from '../src/core/git-store/local/local-git-store.ts';
import { createResponseCache } from '../src/core/http/caching/response-cache.ts';
import type { Policy } from '../src/core/http/calls.ts';
import type { FormLimits } from '../src/core/http/requests/read-form.ts';
import { pushFile } from './open-test-content.ts';
import { photoForm } from './photo-form.ts';
import { stagePhoto } from './stage-photo.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, testAppDeps, type RunningApp } from './run-app.ts';
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

/** The commit of a call: its subject, and the status of each file. */
type Commit = readonly [subject: string | RegExp, ...changes: (string | RegExp)[]];

/** What the route of a call doesn't say: a request that succeeds on `FILES`, and what it does. */
interface Example {
  /** Absent for the call's own path without a query, with a part of `FILES` for each parameter. */
  readonly path?: (context: CallContext) => string;
  /** Required for calls that take JSON. */
  readonly json?: (content: ContentResponse, context: CallContext) => unknown;
  readonly commit?: Commit;
  /** 200 if absent. */
  readonly status?: number;
}

/** By the call's name, in an order in which each finds what it needs when all are made at once. */
export type Examples = Readonly<Record<string, Example>>;

/** A call of the API with a request that succeeds on `FILES`. */
export interface Call {
  /** As in the README's table. */
  readonly name: string;
  readonly method: string;
  /** Whether the session's cookie is needed. */
  readonly admin: boolean;
  readonly takes?: 'JSON' | 'form';
  /** A body that is too large, and the message with the limit. */
  readonly limit?: { readonly message: string; readonly body: () => string | FormData };
  readonly request: (context: CallContext) => CallRequest | Promise<CallRequest>;
  /** The status of the response to a valid request. */
  readonly status: number;
  readonly commit?: Commit;
  /** The message for an unexpected failure. */
  readonly failure?: string;
  /** Whether the response is the same if the store was never reachable. */
  readonly worksWithoutStore: boolean;
}

const MEGABYTE = 1024 * 1024;
const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';
export const WEBHOOK = { secret: 'a secret of the webhook', branch: 'main' };

/** The commit of an uploaded photo. */
const UPLOAD: Commit = [
  'Upload photo tide.gif',
  /^A photos\/[0-9A-Z]{26}\/photo\.json$/,
  /^A photos\/[0-9A-Z]{26}\/tide\.gif$/,
];

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
  ['assets/style.css', Buffer.from('a { color: blue }\n')],
  ['assets/fonts/mine.woff2', Buffer.from('wOF2')],
  ['notes/todo.txt', Buffer.from('Not of the site\n')],
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

/** Returns a response's body; that of an error if the feature was removed. */
const read = async <Body>(admin: TestClient, path: string): Promise<Partial<Body>> =>
  (await (await admin.get(path)).json()) as Partial<Body>;

/** Reads the data that requests refer to from a running application. */
export const readContext = async (admin: TestClient): Promise<CallContext> => {
  const response = await admin.get('/api/content');
  const { commits } = await read<HistoryResponse>(admin, '/api/history');
  const { staged } = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
  const { uploads } = await read<UploadsResponse>(admin, '/api/admin/uploads');
  const { proposals } = await read<ProposalsResponse>(admin, '/api/proposals');
  return {
    content: (await response.json()) as ContentResponse,
    firstCommit: commits?.at(-1)?.sha ?? '',
    lastCommit: response.headers.get('content-revision') ?? '',
    media: uploads?.[0]?.presignedUrl ?? '',
    proposed: proposals?.[0]?.head ?? '',
    staged,
  };
};

/** Those of the calls that no feature has. */
const CORE: Examples = {
  'PATCH /api/content': {
    json: ({ profile, site }) => ({
      profile: { ...profile, title: 'Engineer' },
      site: { ...site, description: 'Changed' },
    }),
    commit: ['Update profile: title; site: meta description', 'M profile.json', 'M site.json'],
  },
  'PUT /api/site': {
    json: ({ site }) => ({ ...site, title: 'Changed' }),
    commit: ['Update site metadata: site title', 'M site.json'],
  },
  'PUT /api/profile': {
    json: ({ profile }) => ({ ...profile, name: 'New' }),
    commit: ['Update profile: name', 'M profile.json'],
  },
  'PUT /api/experiences': {
    json: ({ experiences }) => experiences.slice(1),
    commit: ['Remove experience "A"', 'M experiences.json'],
  },
  'PUT /api/sections': {
    json: ({ sections }) => ({ ...sections, contact: { description: 'Changed' } }),
    commit: ['Update section copy: contact description', 'A sections.json'],
  },
  'POST /api/admin/tags/rename': {
    json: () => ({ from: 'old', to: 'New' }),
    commit: ['Rename tag "Old" to "New" in 1 post', 'M posts/three.md'],
  },
  'PUT /api/posts': {
    json: ({ posts }) => [
      ...posts
        .filter(({ id }) => id !== 'three')
        .map((post) => (post.id === 'two' ? { ...post, title: 'Second' } : post)),
      { title: 'New', content: 'Text' },
    ],
    commit: [
      'Create post "New", update post "Second", delete post "Three"',
      /^A posts\/new-\w{4}\.md$/,
      'D posts/three.md',
      'M posts/two.md',
    ],
  },
  'PUT /api/posts/{id}': {
    json: () => ({ title: 'First', content: 'Text' }),
    commit: ['Update post "First"', 'M posts/one.md'],
  },
  'DELETE /api/posts/{id}': { commit: ['Delete post "One"', 'D posts/one.md'] },
  'PATCH /api/posts/{id}/visibility': {
    json: () => ({ hidden: true }),
    commit: ['Hide post "One"', 'M posts/one.md'],
  },
  'POST /api/admin/posts/front-matter': {
    json: () => ({ title: '', tags: [], hidden: false, content: '---\ntitle: Pasted\n---\nText' }),
  },
  'GET /api/admin/posts/search': { path: () => '/api/admin/posts/search?q=text' },
  'POST /api/admin/posts/visibility': {
    json: () => ({ ids: ['one', 'two'], hidden: true }),
    commit: ['Hide 2 posts', 'M posts/one.md', 'M posts/two.md'],
  },
  'POST /api/admin/posts/aliases': {
    json: () => ({ id: 'one', address: '/2019/one' }),
    commit: ['Update post "One": another address', 'M posts/one.md'],
  },
  'POST /api/admin/posts/{id}/address': {
    json: () => ({ id: 'first' }),
    commit: ['Move post "One" to /blogs/first', 'A posts/first.md', 'D posts/one.md'],
  },
  'POST /api/admin/posts/repair': { json: () => ({ ids: ['one'] }) },
  'POST /api/admin/posts/delete': {
    json: () => ({ ids: ['one', 'two'] }),
    commit: ['Delete 2 posts', 'D posts/one.md', 'D posts/two.md'],
  },
  'POST /api/reset': {
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
  },
  'POST /api/uploads': { status: 201, commit: UPLOAD },
  'POST /api/admin/uploads/staged': { status: 201 },
  'POST /api/admin/uploads/fetch': {
    json: () => ({ url: 'https://example.com/a.png', hosts: [] }),
    status: 400,
  },
  'POST /api/admin/uploads': {
    json: (_, { staged }) => ({ photos: [{ staged, alt: 'Tide' }] }),
    status: 201,
    commit: UPLOAD,
  },
  'PATCH /api/admin/uploads/{id}': {
    json: () => ({ alt: 'A' }),
    commit: ['Update photo "dunes.webp": alt text', `A photos/${PHOTO}/photo.json`],
  },
  'POST /api/admin/uploads/delete': {
    json: () => ({ ids: [PHOTO] }),
    commit: ['Delete photo dunes.webp', `D photos/${PHOTO}/dunes.webp`],
  },
  'DELETE /api/admin/uploads/{id}': {
    status: 204,
    commit: ['Delete photo dunes.webp', `D photos/${PHOTO}/dunes.webp`],
  },
  'GET /photos/{id}': { status: 302 },
  'GET /uploads/{filename}': { status: 302 },
  'GET /media/{key}': { path: ({ media }) => media },
  'GET /api/compare': { path: ({ lastCommit }) => `/api/compare?to=${lastCommit}` },
  'POST /api/auth/login': { json: () => ({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }) },
  'POST /api/auth/logout': { status: 204 },
};

const SRC = join(import.meta.dirname, '../src');

/** Reads the `test-calls.ts` of each feature that has one. */
const examplesOfFeatures = async (): Promise<Examples> => {
  const files = (await readdir(SRC, { recursive: true })).filter((path) =>
    path.endsWith('test-calls.ts'),
  );
  const modules = await Promise.all(
    files.sort().map(async (path) => (await import(join(SRC, path))) as { EXAMPLES: Examples }),
  );
  return Object.assign({}, ...modules.map(({ EXAMPLES: examples }) => examples)) as Examples;
};

export const EXAMPLES: Examples = { ...CORE, ...(await examplesOfFeatures()) };

/** What paths have for their parameters. */
const PARAMS: Readonly<Record<string, string>> = {
  '/photos/{id}': `/photos/${PHOTO}`,
  '/admin/uploads/{id}': `/admin/uploads/${PHOTO}`,
  '/proposals/{id}': '/proposals/idea',
  ...{
    '{id}': 'one',
    '{tag}': 'old',
    '{file}': 'site.json',
    '{filename}': 'dunes.webp',
    '{font}': 'mine.woff2',
  },
  ...{
    '{card}': '1/home.png',
    '{name}': '192.png',
    '{version}': 'any',
    '{w}': '160',
    '{ext}': 'webp',
  },
};

const pathOf = (name: string, context: CallContext): string =>
  EXAMPLES[name]?.path?.(context) ??
  Object.entries({ ...PARAMS, '{commit}': context.firstCommit }).reduce(
    (filled, [param, value]) => filled.replace(param, value),
    name.replace(/^\w+ /, ''),
  );

const markdownForm = (files: number): FormData => {
  const form = new FormData();
  for (let i = 1; i <= files; i += 1) form.append('files', new Blob(['# A']), `post-${i}.md`);
  return form;
};

const sizeOf = (bytes: number): string =>
  bytes < MEGABYTE ? `${bytes / 1024} KB` : `${bytes / MEGABYTE} MB`;

const jsonLimit = (bytes: number): NonNullable<Call['limit']> => ({
  message: `The request is larger than ${sizeOf(bytes)}`,
  body: () => `{"a":"${'x'.repeat(bytes)}"}`,
});

const formLimit = ({ maxFiles, maxFileBytes }: FormLimits): NonNullable<Call['limit']> =>
  maxFiles === 1
    ? {
        message: `The video is larger than ${sizeOf(maxFileBytes)}`,
        body: () => photoForm('large.mp4', Buffer.alloc(maxFileBytes + 1)),
      }
    : {
        message: `At most ${maxFiles} files can be uploaded at a time`,
        body: () => markdownForm(maxFiles + 1),
      };

/** What a call takes, by its route. */
const takenBy = (name: string, policy: Policy | undefined): Partial<Call> => {
  const { json = () => undefined } = EXAMPLES[name] ?? {};
  if (policy?.jsonMaxBytes !== undefined) {
    const request = (context: CallContext) => ({
      path: pathOf(name, context),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json(context.content, context)),
    });
    return { takes: 'JSON', limit: jsonLimit(policy.jsonMaxBytes), request };
  }
  if (!policy?.formLimits) return {};
  const isPhoto = policy.formLimits.maxFiles === 1;
  const request = async (context: CallContext) => ({
    path: pathOf(name, context),
    body: isPhoto ? photoForm('tide.gif', await samplePhoto('tide.gif')) : markdownForm(2),
  });
  return { takes: 'form', limit: formLimit(policy.formLimits), request };
};

const PING: Partial<Call> = {
  request: async () => ({
    path: '/api/webhooks/github',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-hub-signature-256': await sign(WEBHOOK.secret, '{}'),
    },
    body: '{}',
  }),
  status: 204,
  limit: { message: 'The request is larger than 5 MB', body: () => 'x'.repeat(5 * MEGABYTE + 1) },
};

const WITHOUT_STORE =
  /^DELETE \/api\/admin\/previews|\/(?:uploads\/fetch|posts\/copy)$|\/api\/(?:auth|admin\/connection|webhooks)\b|\/(?:livez|robots|schemas)\b/;

const callOf = (name: string, policy: Policy | undefined): Call => {
  const { commit, status = 200 } = EXAMPLES[name] ?? {};
  return {
    ...{ name, method: name.split(' ', 1)[0] ?? '', status },
    // It has a message of its own.
    admin: policy?.access === 'administrator' || name === 'GET /api/auth/me',
    worksWithoutStore: WITHOUT_STORE.test(name),
    request: (context) => ({ path: pathOf(name, context) }),
    ...takenBy(name, policy),
    ...(commit && { commit }),
    ...(policy?.failure !== undefined && { failure: policy.failure }),
    ...(name === 'POST /api/webhooks/github' && PING),
  };
};

/**
 * Returns the routes of a router by names like `GET /api/posts/{id}`, instead of `/api/posts/:id`
 * and `/media/*key`.
 */
const routesOf = (router: Router): [name: string, policy: Policy | undefined][] =>
  router.stack.flatMap(({ methods, path, stack }) => {
    const [policy] = stack.flatMap((each) => ('policy' in each ? [each.policy as Policy] : []));
    const readable = String(path).replace(/[:*](\w+)/g, '{$1}');
    return methods
      .filter((method) => method !== 'HEAD')
      .map((method): [string, Policy | undefined] => [`${method} ${readable}`, policy]);
  });

/** Returns every call of the application, those with examples first. */
const callsOfApp = async (): Promise<Call[]> => {
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const store = createLocalGitStore({ dir: 'no-repository', branch: 'main', author });
  const deps = await testAppDeps(store, { webhook: WEBHOOK });
  const koa = createKoa(deps, createResponseCache({ ...deps.content, ...deps }));
  const routers = koa.middleware.flatMap((middleware) =>
    'router' in middleware ? [middleware.router as Router] : [],
  );
  const routes = new Map(routers.flatMap(routesOf));
  const names = new Set([...Object.keys(EXAMPLES), ...routes.keys()]);
  return [...names].flatMap((name) => (routes.has(name) ? [callOf(name, routes.get(name))] : []));
};

/** Every call of the API, with its observable behaviour. */
export const CALLS = await callsOfApp();

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
