import { hash } from 'bcryptjs';
import { readDefaultContent } from 'fixtures/default-content';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createApp } from '../src/app.ts';
import type { AuthState } from '../src/core/auth/auth-state.ts';
import type { Credentials } from '../src/core/auth/credentials.ts';
import { createSessions } from '../src/core/auth/sessions.ts';
import type { LastBackup } from '../src/core/last-backup.ts';
import { createCacheRegistry, type CacheRegistry } from '../src/core/cache.ts';
import { readConfig } from '../src/core/config.ts';
import { createContent, type Content } from '../src/core/content.ts';
import type { WarnOfFile } from '../src/core/reading/snapshot.ts';
import { createFileCache } from '../src/core/git-store/disk-cache/file-cache.ts';
import type { DiskLog } from '../src/core/git-store/disk-cache/log.ts';
import type { GitStore } from '../src/core/git-store/git-store.ts';
import type { AppDeps } from '../src/core/http/deps.ts';
import { securityHeaders } from '../src/core/http/requests/security-headers.ts';
import { createLog } from '../src/core/log.ts';
import { createHtmlRenderer } from '../src/core/markdown/html-renderer.ts';
import { openWebApp, type WebApp } from '../src/core/http/pages/web-app.ts';
import { createImageCache } from '../src/core/photos/image-cache.ts';
import { createPhotoFacts } from '../src/core/photos/photo-facts.ts';
import { createSizedImages } from '../src/core/photos/sized-images.ts';
import { createSvgCleaner } from '../src/core/photos/clean-image.ts';
import { close, listen, type Limits } from '../src/serve.ts';
import { createWorkerPool } from '../src/core/workers/worker-pool.ts';
import type { Workers } from '../src/core/workers/workers.ts';
import { createMemoryAuthState } from './memory-auth-state.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { throughLenses } from '../src/open-store.ts';
import type { WorkerTasks } from '../src/worker.ts';

export const ADMIN_EMAIL = 'ada@example.com';
export const ADMIN_PASSWORD = 'correct horse battery staple';
/** Shared by all instances, with bcrypt's lowest cost to be fast. */
export const hashedPassword = hash(ADMIN_PASSWORD, 4);
export const SECRETS = ['a test secret of 32 characters..'];
const NO_WEB_APP = join(import.meta.dirname, 'no-web-app');
const NO_DATA = join(import.meta.dirname, 'no-data');

export interface RunningApp {
  readonly url: string;
  readonly content: Content;
  /** A client without a session. */
  readonly visitor: TestClient;
  /** A new client that has signed in. */
  signIn(): Promise<TestClient>;
  close(): Promise<void>;
}

export interface AppOptions {
  readonly idleMinutes?: number;
  readonly maxHours?: number;
  readonly authState?: AuthState;
  readonly credentials?: Pick<Credentials, 'administrator' | 'changePassword' | 'changeEmail'>;
  readonly lastBackup?: LastBackup;
  readonly publicUrl?: string;
  readonly allowedOrigin?: string;
  readonly trustedProxies?: number;
  readonly web?: WebApp;
  readonly contentMaxAgeSeconds?: number;
  readonly saveDeadlineMs?: number;
  readonly measuredPerHour?: number;
  /** The disk cache of resized images; absent means in memory only. */
  readonly pictures?: { readonly folder: string; readonly maxBytes: number };
  readonly caches?: CacheRegistry;
  readonly warn?: WarnOfFile;
  /** Opens the log, like a process at its start. */
  readonly postLog?: () => DiskLog;
  readonly firstPathLog?: () => DiskLog;
  readonly webhook?: AppDeps['webhook'];
  readonly limits?: Limits;
  readonly log?: Logger;
  readonly password?: string;
  readonly outside?: AppDeps['outside'];
  /** Replaces or wraps the shared workers. */
  readonly workers?: Workers;
}

/**
 * A worker thread with a generous time limit for slow test machines, shared by all tests of a
 * process. The built worker starts in a quarter of the time of its sources.
 */
export const testWorkers: Workers = createWorkerPool<WorkerTasks>({
  entry: new URL('../dist/worker.js', import.meta.url),
  ...{ threads: 1, taskMs: 30_000, memoryMb: 256 },
});

const lastBackupInMemory = (): LastBackup => {
  let last: Awaited<ReturnType<LastBackup['read']>>;
  return {
    read: () => Promise.resolve(last),
    remember: (backup) => {
      last = backup;
      return Promise.resolve();
    },
  };
};

/** Creates the application's dependencies on a store. */
export const testAppDeps = async (store: GitStore, options: AppOptions = {}): Promise<AppDeps> => {
  // bcrypt's lowest cost, to be fast.
  const { password } = options;
  const passwordHash = await (password === undefined ? hashedPassword : hash(password, 4));
  const publicUrl = options.publicUrl ?? 'http://localhost:3000';
  const log = options.log ?? createLog('silent');
  const workers = options.workers ?? testWorkers;
  const files = options.pictures && createFileCache(options.pictures);
  const caches = options.caches ?? createCacheRegistry();
  const html = createHtmlRenderer({ workers, slowWorkers: workers, caches, files });
  const images = createImageCache(caches);
  const cleanSvg = createSvgCleaner(workers);
  const authState = options.authState ?? createMemoryAuthState();
  const credentials = options.credentials ?? {
    administrator: { email: ADMIN_EMAIL, passwordHash },
  };
  const { administrator } = credentials;
  const openContent = (of: GitStore) =>
    createContent({
      ...throughLenses({ store: of, listings: undefined }),
      html,
      cleanSvg,
      photoFacts: createPhotoFacts({ caches }),
      measuredPerHour: options.measuredPerHour ?? 0,
      administrator,
      caches,
      maxAgeSeconds: options.contentMaxAgeSeconds ?? 30,
      postLog: options.postLog?.(),
      firstPathLog: options.firstPathLog?.(),
      warn: options.warn ?? (() => undefined),
      onStale: () => undefined,
      ...(options.saveDeadlineMs !== undefined && { saveDeadlineMs: options.saveDeadlineMs }),
    });
  const content = openContent(store);
  return {
    content,
    site: {
      config: readConfig({ PUBLIC_URL: publicUrl, DATA_DIR: NO_DATA }),
      local: { dir: NO_DATA, branch: 'main' },
      credentials: { administrator, sessionSecrets: SECRETS },
      ...{ store, openContent },
      reopen: () => Promise.reject(new Error('This application has one store only')),
    },
    html,
    defaultContent: readDefaultContent,
    ...credentials,
    authState,
    sessionSecrets: SECRETS,
    sessions: createSessions({
      secrets: SECRETS,
      administrator,
      secure: publicUrl.startsWith('https:'),
      idleMinutes: options.idleMinutes ?? 30,
      maxHours: options.maxHours ?? 12,
      state: authState,
    }),
    lastBackup: options.lastBackup ?? lastBackupInMemory(),
    sizedImages: createSizedImages({ cache: images, files }),
    cleanSvg,
    outside: options.outside,
    images,
    imageFiles: files,
    openWorkers: () => workers,
    passwords: workers,
    log,
    publicUrl,
    allowedOrigin: options.allowedOrigin,
    trustedProxies: options.trustedProxies ?? 0,
    web: options.web ?? openWebApp(NO_WEB_APP),
    caches,
    ...(options.webhook && { webhook: options.webhook }),
  };
};

/** Serves requests over HTTP on a free port. */
export const runHandler = async (
  handle: RequestListener,
  options: Partial<Parameters<typeof listen>[1]> = {},
): Promise<Omit<RunningApp, 'content'>> => {
  const defaults = { host: '127.0.0.1', port: 0, headers: {}, behindProxy: false };
  const server = await listen(handle, { ...defaults, ...options });
  // A test may block the event loop for longer, and then use a connection that was just closed.
  server.keepAliveTimeout = 0;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    visitor: createTestClient(url),
    signIn: async () => {
      const client = createTestClient(url);
      const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
      const response = await client.post('/api/auth/login', credentials);
      if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
      return client;
    },
    close: async () => {
      // Clients keep connections open for seconds.
      server.closeAllConnections();
      await close(server);
    },
  };
};

/** Starts the real application over HTTP on a free port, on a store. */
export const runApp = async (store: GitStore, options: AppOptions = {}): Promise<RunningApp> => {
  const deps = await testAppDeps(store, options);
  const running = await runHandler(createApp(deps), {
    headers: securityHeaders(deps.publicUrl),
    behindProxy: deps.trustedProxies > 0,
    ...(options.limits && { limits: options.limits }),
  });
  return { ...running, content: deps.content };
};
