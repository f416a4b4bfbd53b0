import conditional from 'koa-conditional-get';
import compress from 'koa-compress';
import Router from '@koa/router';
import { API_BASE_PATH, type HealthResponse } from 'content-schema';
import Koa, { type Context } from 'koa';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { LoginThrottle } from './auth/login-throttle.ts';
import type { Administrator } from './auth/password.ts';
import type { Sessions } from './auth/sessions.ts';
import type { LastBackup } from './backup/last-backup.ts';
import type { CacheRegistry } from './cache.ts';
import type { Content } from './content/content.ts';
import { createChecklist } from './content/reading/checklist.ts';
import type { Drawings } from './drawing/drawings.ts';
import { encodeOnce, tolerateUnacceptableEncoding } from './http/caching/encoding.ts';
import { createPreparedCache, type LoadPrepared } from './http/caching/prepared-cache.ts';
import { entityTag } from './http/caching/prepared-response.ts';
import { createResponseCache, type ResponseCache } from './http/caching/response-cache.ts';
import { sendErrors, sendDetailedErrors } from './http/errors/send-errors.ts';
import { createContentPresenter, type ContentPresenter } from './presenters/content-presenter.ts';
import { createUploadPresenter } from './presenters/upload-presenter.ts';
import { sameOriginOnly } from './http/requests/access.ts';
import { logFailure, logRequests } from './http/requests/request-log.ts';
import { readOwnSaves } from './http/requests/revision.ts';
import { securityHeaders } from './http/requests/security-headers.ts';
import { createSourceLimits, type SourceLimits } from './http/requests/source-limits.ts';
import { authRoutes } from './http/routes/auth.ts';
import { backupRoutes } from './http/routes/backup.ts';
import { contentPatchRoutes } from './http/routes/content-patch.ts';
import { contentRoutes } from './http/routes/content.ts';
import { entityRoutes } from './http/routes/entities.ts';
import { feedRoutes } from './http/routes/feeds.ts';
import { healthRoutes } from './http/routes/health.ts';
import { iconRoutes } from './http/routes/icons.ts';
import { historyRoutes } from './http/routes/history.ts';
import { importRoutes } from './http/routes/import.ts';
import { logoRoutes } from './http/routes/logo.ts';
import { metrics } from './http/routes/metrics.ts';
import { mediaRoutes } from './http/routes/media.ts';
import { pageRoutes } from './http/routes/pages.ts';
import { previewPages, previewRoutes } from './http/routes/previews.ts';
import { postsRoutes } from './http/routes/posts.ts';
import { pastPages, siteHistoryRoutes } from './http/routes/site-history.ts';
import { shareCardPreview, shareCardRoutes } from './http/routes/share-cards.ts';
import { redirectUnknownToHome, staticFiles } from './http/routes/static-files.ts';
import { storeRoutes } from './http/routes/store.ts';
import { uploadsRoutes } from './http/routes/uploads.ts';
import { createVersionPages } from './http/pages/version-pages.ts';
import { webhookRoutes, type Webhook } from './http/routes/webhooks.ts';
import type { Metrics } from './metrics.ts';
import type { HtmlRenderer } from './markdown/html-renderer.ts';
import { createPages } from './http/pages/pages.ts';
import type { PreviewLinks } from './http/pages/preview-links.ts';
import type { WebApp } from './http/pages/web-app.ts';
import type { MediaLinks } from './photos/media-links.ts';
import type { SizedImages } from './photos/sized-pictures.ts';
import type { StagedPhotos } from './photos/staged-photos.ts';
import type { SvgCleaner } from './photos/svg-cleaner.ts';
import type { Workers } from './workers/workers.ts';

/** The application's dependencies, which `main.ts` creates. */
export interface AppDeps {
  readonly content: Content;
  readonly store: HealthResponse['store'];
  readonly html: HtmlRenderer;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly administrator: Administrator;
  readonly sessions: Sessions;
  readonly lastBackup: LastBackup;
  readonly mediaLinks: MediaLinks;
  readonly stagedPhotos: StagedPhotos;
  readonly previewLinks: PreviewLinks;
  readonly pictures: SizedImages;
  /** The most photos to read from a remote store within an hour for one source. */
  readonly photosPerSource?: number | undefined;
  readonly cleanSvg: SvgCleaner;
  readonly drawings: Drawings;
  readonly throttle: LoginThrottle;
  /** Compares passwords in separate workers, so that signing in need not wait for other work. */
  readonly passwords: Workers;
  /** Absent if there is no webhook. */
  readonly webhook?: Webhook;
  /** Absent if there are no metrics. */
  readonly metrics?: { readonly metrics: Metrics; readonly token: string };
  readonly log: Logger;
  /** Aborted when the server shuts down, which ends long polling. */
  readonly ending?: AbortSignal;
  /** The canonical origin. */
  readonly publicUrl: string;
  readonly trustedProxies: number;
  readonly web: WebApp;
  readonly caches: CacheRegistry;
}

interface Presenters {
  readonly present: ContentPresenter;
  /** Presents old content, with separate caches. */
  readonly past: ContentPresenter;
}

const apiRouter = (
  deps: AppDeps,
  { present, past }: Presenters,
  prepared: LoadPrepared,
): Router => {
  const { publicUrl: origin, drawings, lastBackup, log } = deps;
  const { content, sessions, defaultContent, ending, mediaLinks: links, cleanSvg } = deps;
  const { saves, blobs } = content;
  const api = new Router({ prefix: API_BASE_PATH });
  const presentUpload = createUploadPresenter({ ...content, links });
  const checklist = createChecklist({
    defaultContent,
    lastBackup: deps.store === 'local' ? lastBackup : undefined,
  });
  const resources = [
    contentRoutes({ ...content, prepared, present, checklist, sessions, defaultContent, ending }),
    contentPatchRoutes({
      ...content,
      ...{ present, presentUpload, staged: deps.stagedPhotos, sessions },
    }),
    entityRoutes({ saves, blobs, present, sessions }),
    postsRoutes({ ...content, present, sessions }),
    importRoutes({ ...content, html: deps.html, staged: deps.stagedPhotos, present, sessions }),
    uploadsRoutes({
      ...content,
      ...{ present: presentUpload, staged: deps.stagedPhotos, cleanSvg, sessions },
    }),
    siteHistoryRoutes({ ...content, sessions, present: { before: past, now: present } }),
    historyRoutes({ ...content, sessions }),
    storeRoutes({ ...content, lastBackup, sessions }),
    backupRoutes({ ...content, lastBackup, sessions, log }),
    previewRoutes({ ...deps, ...content, origin }),
    shareCardPreview({ ...content, drawings, sessions, origin }),
    authRoutes(deps),
  ];
  for (const resource of resources) api.use(resource.routes(), resource.allowedMethods());
  return api;
};

/**
 * Adds the routes whose responses are the same for all clients. They read no session, so they never
 * set a cookie.
 */
const usePublicRoutes = (
  app: Koa,
  deps: AppDeps,
  present: ContentPresenter,
  prepared: LoadPrepared,
  limitOf: SourceLimits,
): void => {
  const { content, drawings, web, pictures, mediaLinks: links, publicUrl: origin } = deps;
  const pages = createPages({
    ...{ present, origin, prepared },
    readRevisions: content.readRevisions,
    onRendered: (ms) => deps.metrics?.metrics.rendered('page', ms),
  });
  const resources = [
    healthRoutes({ ...content, store: deps.store }),
    mediaRoutes({ ...content, pictures, links, limitOf }),
    feedRoutes({ ...content, prepared, present, web, origin }),
    logoRoutes(content),
    iconRoutes({ ...content, drawings }),
    shareCardRoutes({ ...content, drawings, web, pages, origin, limitOf }),
  ];
  if (deps.metrics) {
    deps.metrics.metrics.watchQueue(() => content.saves.length());
    deps.metrics.metrics.watchCaches(deps.caches);
  }
  for (const resource of resources) app.use(resource.routes()).use(resource.allowedMethods());
  app.use(metrics(deps.metrics));
  app.use(pageRoutes({ ...content, web, pages }));
  app.use(staticFiles(web.files));
};

/**
 * Creates the Koa application: middleware and routes in the order in which a request passes them.
 */
export const createKoa = (deps: AppDeps, responses: ResponseCache): Koa => {
  const { content, html, log, publicUrl, trustedProxies } = deps;
  const present = createContentPresenter({ ...content, html });
  const past = createContentPresenter({ ...content, html, ...content.past, blobs: content.photos });
  const prepared = createPreparedCache(deps.caches, content.photoFacts.version);
  const limitOf = createSourceLimits(deps.photosPerSource);
  const { web } = deps;
  const pages = createVersionPages({
    ...content,
    ...{ present: past, web, origin: publicUrl, limitOf },
  });
  const headers = securityHeaders({ https: publicUrl.startsWith('https:') });
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error: unknown, ctx?: Context) => logFailure(log, error, ctx));
  app.use(logRequests(log));
  app.use(async (ctx, next) => {
    ctx.set(headers);
    await next();
  });
  // Handles errors of the middleware before `sendDetailedErrors`.
  app.use(sendErrors());
  app.use(tolerateUnacceptableEncoding());
  app.use(compress());
  app.use(conditional());
  app.use(responses.remember());
  app.use(encodeOnce());
  app.use(entityTag());
  app.use(sendErrors());
  app.use(readOwnSaves(content.reader));
  usePublicRoutes(app, deps, present, prepared, limitOf);
  app.use(previewPages({ ...deps, ...content, pages }));
  // Before the check of the origin, because deliveries are authenticated by their signature.
  if (deps.webhook) {
    const webhooks = webhookRoutes({ ...deps.webhook, ...content });
    app.use(webhooks.routes()).use(webhooks.allowedMethods());
  }
  deps.sessions.install(app);
  app.use(sendDetailedErrors(deps.sessions));
  app.use(sameOriginOnly(publicUrl));
  const api = apiRouter(deps, { present, past }, prepared);
  app.use(api.routes()).use(api.allowedMethods());
  app.use(pastPages({ ...deps, ...content, pages }));
  app.use(redirectUnknownToHome());
  return app;
};

/** Creates the request listener of the whole application. */
export const createApp = (deps: AppDeps): RequestListener => {
  const { content, log, caches } = deps;
  const responses = createResponseCache({ ...content, log, caches });
  const handle = createKoa(deps, responses).callback();
  return responses.inFrontOf((request, response) => void handle(request, response));
};
