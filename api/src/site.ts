/** One site on its store: everything behind the HTTP server. */
import type { Problem, StoreKind } from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { openAuthState, type AuthState } from './core/auth/auth-state.ts';
import { openCredentials } from './core/auth/credentials.ts';
import { changeSecrets, readSecrets, withStoredConnection } from './core/auth/secrets.ts';
import { createSessions } from './core/auth/sessions.ts';
import { createLastBackup } from './core/last-backup.ts';
import { createCacheRegistry } from './core/cache.ts';
import { openCacheFolder } from './core/cache-folder.ts';
import type { Config } from './core/config.ts';
import { createContent, type Content } from './core/content.ts';
import type { GitStore } from './core/git-store/git-store.ts';
import { createHtmlRenderer } from './core/markdown/html-renderer.ts';
import { openStore, throughLenses } from './open-store.ts';
import type { WebApp } from './core/http/pages/web-app.ts';
import { createImageCache } from './core/photos/image-cache.ts';
import { createPhotoFacts } from './core/photos/photo-facts.ts';
import { createSizedImages } from './core/photos/sized-images.ts';
import { createSvgCleaner } from './core/photos/clean-image.ts';
import { createWorkers, type Workers } from './core/workers/workers.ts';

/** The interval of retries while content can't be read at the start. */
const FIRST_READ_RETRY_MS = 5_000;
/** Generous, since the configured hash may have any cost. */
const PASSWORD_LIMIT_MS = 30_000;

/** At GitHub each photo takes a request, and visitors need some. */
const MEASURED_PER_HOUR: Record<StoreKind, number> = { github: 200, local: Infinity };

/** A file beside the built server, with a hash of its sources. */
const BUILD_STAMP = '.built-from';

/** Returns the data of the first log entry: the version, and where the content is. */
const describeStart = ({ github, branch, dataDir }: Config) => {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  const content = github
    ? { store: 'github', repository: `${github.owner}/${github.name}`, branch }
    : { store: 'local', folder: resolve(dataDir), branch };
  return { version, node: process.version, ...content };
};

/** Names the code that parses and renders; undefined for a server that runs from its sources. */
const readBuild = (): Promise<string | undefined> =>
  readFile(join(import.meta.dirname, BUILD_STAMP), 'utf8').catch(() => undefined);

/** Prints for the operator, beside the log. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** What outlives a change of the store. */
export interface Host {
  /** As the environment sets it. */
  readonly config: Config;
  readonly log: Logger;
  readonly web: WebApp;
  replaceSite(site: Site): void;
  /** `createWorkers` by default. */
  readonly openWorkers?: typeof createWorkers;
}

export interface Site {
  readonly handle: RequestListener;
  readonly content: Content;
  readonly authState: AuthState;
  /** Reads the content, and watches it. */
  begin(): void;
  /** Ends what `begin` has begun, and long polling. */
  end(): void;
  /** Ends the worker threads, which otherwise end when they are idle. */
  close(): Promise<void>;
}

/** Opens the site as the configuration and the stored secrets say; nothing else changes yet. */
export const openSite = async (host: Host): Promise<Site> => {
  const { log, web } = host;
  const config = await withStoredConnection(host.config);
  const credentials = await openCredentials(config);
  const { administrator, sessionSecrets, newPassword } = credentials;
  const { branch, github: { webhookSecret } = {} } = config;
  if (newPassword !== undefined) {
    say(`\nSign in as ${administrator.email} with the password ${newPassword}`);
    say('It is shown only once; only its hash is stored.\n');
  }
  const caches = createCacheRegistry(config.cacheMaxBytes);
  const cache = openCacheFolder(config, log);
  const { store, listings, writeProblem } = await openStore(config, administrator, log, {
    ...{ cache, caches },
  });
  log.info(describeStart(config), 'starting');
  const pools: Workers[] = [];
  const openWorkers: typeof createWorkers = (options) => {
    const pool = (host.openWorkers ?? createWorkers)(options);
    pools.push(pool);
    return pool;
  };
  const workers = openWorkers();
  const slowWorkers = openWorkers({ threads: 1 });
  const build = await readBuild();
  const rendered = build === undefined ? undefined : cache?.images;
  const html = createHtmlRenderer({ workers, slowWorkers, caches, files: rendered, build });
  const cleanSvg = createSvgCleaner(slowWorkers);
  const onStale = (error: unknown) => log.warn({ err: error }, 'content may be out of date');
  const shared = {
    ...{ html, cleanSvg, onStale },
    photoFacts: createPhotoFacts({ caches, log: cache?.openLog('photo-facts', '1') }),
    administrator,
    maxAgeSeconds: config.contentMaxAgeSeconds,
    warn: ({ message, ...location }: Problem) => log.warn(location, message),
  };
  const content = createContent({
    ...{ ...shared, store, caches, listings, files: cache, writeProblem },
    measuredPerHour: MEASURED_PER_HOUR[store.info.kind],
    postLog: build === undefined ? undefined : cache?.openLog('posts', build),
    firstPathLog: store.info.pages && cache?.openLog('first-paths', store.info.pages.branch),
  });
  const authState = openAuthState(store, config.dataDir, sessionSecrets, log);
  const ended = new AbortController();
  const passwords = openWorkers({ threads: 1, taskMs: PASSWORD_LIMIT_MS });
  const images = createImageCache(caches);
  let candidate: Content | undefined;
  const openContent = (other: GitStore): Content =>
    (candidate = createContent({
      ...shared,
      ...throughLenses({ store: other, listings: undefined }),
      caches: createCacheRegistry(),
    }));

  const reopen = <Result>(work: () => Promise<Result>): Promise<Result> =>
    content.saves.retire(async () => {
      const { connection, app } = await readSecrets(config.dataDir);
      const result = await work();
      try {
        const next = await openSite(host);
        await next.content.reader.refresh();
        await next.authState.adopt(authState);
        next.begin();
        host.replaceSite(next);
      } catch (error) {
        await changeSecrets(config.dataDir, (secrets) => ({ ...secrets, connection, app }));
        throw error;
      }
      ended.abort();
      return result;
    });

  const handle = createApp({
    content,
    html,
    defaultContent: readDefaultContent,
    ...credentials,
    authState,
    sessions: createSessions({
      secrets: sessionSecrets,
      administrator,
      secure: config.publicUrl.startsWith('https:'),
      idleMinutes: config.sessionIdleMinutes,
      maxHours: config.sessionMaxHours,
      state: authState,
    }),
    lastBackup: createLastBackup(config.dataDir),
    sizedImages: createSizedImages({ cache: images, files: cache?.images }),
    cleanSvg,
    images,
    imageFiles: cache?.images,
    openWorkers,
    passwords,
    ending: ended.signal,
    webhook: webhookSecret ? { secret: webhookSecret, branch } : undefined,
    log,
    publicUrl: config.publicUrl,
    publishedAt: config.github?.publishedAt,
    allowedOrigin: config.allowedOrigin,
    trustedProxies: config.trustedProxies,
    web,
    caches,
    site: {
      ...{ config, credentials, store, openContent, reopen },
      local: { dir: join(config.dataDir, 'content.git'), branch: host.config.branch },
    },
    candidate: () => candidate,
  });
  const readFirst = (): void => {
    content.reader.refresh().then(
      () => content.renamedPosts.readHistory().catch(onStale),
      (error: unknown) => {
        if (ended.signal.aborted) return;
        log.error({ err: error }, 'content cannot be read yet');
        setTimeout(readFirst, FIRST_READ_RETRY_MS).unref();
      },
    );
  };
  const begin = (): void => {
    readFirst();
    store.watch?.({
      onChange: () => {
        const { reader } = content;
        // A check that began before the branch moved must not count, nor must the first read.
        reader
          .current()
          .then(({ revision }) => reader.refresh(revision))
          .catch(onStale);
      },
      onFailure: (error) =>
        log.warn({ err: error }, 'pushes show late: the branch cannot be watched'),
      signal: ended.signal,
    });
    // If the store does not answer soon, this serves the content of an earlier process.
    content.reader.current().catch(() => undefined);
  };

  return {
    ...{ handle, content, authState, begin },
    end: () => ended.abort(),
    close: async () => {
      await content.saves.idle();
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
};
