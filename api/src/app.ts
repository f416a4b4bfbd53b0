import conditional from 'koa-conditional-get';
import compress from 'koa-compress';
import Router from '@koa/router';
import { API_BASE_PATH, type HealthResponse } from 'content-schema';
import Koa from 'koa';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { LoginThrottle } from './auth/login-throttle.ts';
import type { Administrator } from './auth/password.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Content } from './content/content.ts';
import { feedRoutes } from './feeds/feed-routes.ts';
import { tolerateUnacceptableEncoding } from './http/caching/accept-encoding.ts';
import { encodeOnce } from './http/caching/encode-once.ts';
import { entityTag } from './http/caching/entity-tag.ts';
import { sendErrors, sendErrorsInFull } from './http/errors/send-errors.ts';
import { logRequests } from './http/requests/request-log.ts';
import { sameOriginOnly } from './http/requests/same-origin.ts';
import { securityHeaders } from './http/requests/security-headers.ts';
import { authRoutes } from './http/routes/auth.ts';
import { contentRoutes } from './http/routes/content.ts';
import { importRoutes } from './http/routes/import.ts';
import { healthRoutes } from './http/routes/health.ts';
import { historyRoutes } from './http/routes/history.ts';
import { mediaRoutes } from './http/routes/media.ts';
import { uploadsRoutes } from './http/routes/uploads.ts';
import { entityRoutes } from './http/routes/entities.ts';
import { postsRoutes } from './http/routes/posts.ts';
import { webhookRoutes, type Webhook } from './http/routes/webhooks.ts';
import { createBodyCache } from './http/caching/body-cache.ts';
import {
  createContentPresenter,
  type ContentPresenter,
} from './http/presenters/content-presenter.ts';
import { redirectUnknownToHome, staticSite } from './http/static-site.ts';
import { createResponseCache, type ResponseCache } from './http/caching/response-cache.ts';
import type { HtmlRenderer } from './markdown/html-renderer.ts';
import { logoRoutes } from './pages/logo-routes.ts';
import { createPageCache } from './pages/page-cache.ts';
import { pageRoutes } from './pages/page-routes.ts';
import type { WebApp } from './pages/web-app.ts';
import type { MediaLinks } from './photos/media-links.ts';

/** What the application is made of; the composition root decides what each part is. */
export interface AppDeps {
  readonly content: Content;
  readonly store: HealthResponse['store'];
  readonly html: HtmlRenderer;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly administrator: Administrator;
  readonly sessions: Sessions;
  readonly mediaLinks: MediaLinks;
  readonly throttle: LoginThrottle;
  /** Absent: no webhook is listened to. */
  readonly webhook?: Webhook;
  readonly log: Logger;
  /** The canonical origin. */
  readonly publicUrl: string;
  readonly trustedProxies: number;
  readonly web: WebApp;
  /** Bytes of the rendered pages that are kept. */
  readonly pagesMaxBytes: number;
  /** Bytes of the answers that visitors get from memory. */
  readonly warmMaxBytes: number;
}

const apiRouter = (parts: AppDeps, present: ContentPresenter): Router => {
  const { content, sessions, administrator, throttle, defaultContent, mediaLinks } = parts;
  const { reader, saves, blobs, history } = content;
  const answers = createBodyCache();
  const api = new Router({ prefix: API_BASE_PATH });
  const resources = [
    contentRoutes({ reader, saves, present, answers, sessions, defaultContent }),
    entityRoutes({ saves, blobs, sessions }),
    postsRoutes({ reader, saves, present, sessions }),
    importRoutes({ saves, present, sessions }),
    uploadsRoutes({ reader, saves, links: mediaLinks, sessions }),
    historyRoutes({ history, saves, sessions }),
    authRoutes({ administrator, sessions, throttle }),
  ];
  for (const resource of resources) api.use(resource.routes(), resource.allowedMethods());
  return api;
};

/** What is the same for everybody: feeds, the logo, pages and the files that they need. */
const usePublicSite = (app: Koa, parts: AppDeps, present: ContentPresenter): void => {
  const { content, web, publicUrl: origin, pagesMaxBytes: maxBytes } = parts;
  const feeds = feedRoutes({ ...content, present, origin });
  const logo = logoRoutes(content);
  const cache = createPageCache({ present, origin, maxBytes });
  app.use(feeds.routes()).use(feeds.allowedMethods());
  app.use(logo.routes()).use(logo.allowedMethods());
  app.use(pageRoutes({ ...content, web, cache }));
  app.use(staticSite(web.files));
};

/** Sessions, routes and all that is around them. */
export const createKoa = (parts: AppDeps, warm: ResponseCache): Koa => {
  const { content, html, mediaLinks, log, publicUrl, trustedProxies } = parts;
  const present = createContentPresenter({ ...content, html });
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error: unknown) => log.error({ err: error }, 'request failed'));
  app.use(logRequests(log));
  app.use(securityHeaders({ https: publicUrl.startsWith('https:') }));
  app.use(tolerateUnacceptableEncoding());
  app.use(compress());
  app.use(conditional());
  app.use(warm.remember());
  app.use(encodeOnce());
  app.use(entityTag());
  app.use(sendErrors());
  const health = healthRoutes({ reader: content.reader, store: parts.store });
  app.use(health.routes()).use(health.allowedMethods());
  // Before the sessions, so that no cookie is ever set on what shared caches keep.
  const media = mediaRoutes({ ...content, links: mediaLinks });
  app.use(media.routes()).use(media.allowedMethods());
  usePublicSite(app, parts, present);
  // Before the check of the origin too: a delivery proves by its signature where it comes from.
  if (parts.webhook) {
    const webhooks = webhookRoutes({ ...parts.webhook, reader: content.reader });
    app.use(webhooks.routes()).use(webhooks.allowedMethods());
  }
  parts.sessions.install(app);
  app.use(sendErrorsInFull(parts.sessions));
  app.use(sameOriginOnly(publicUrl));
  const api = apiRouter(parts, present);
  app.use(api.routes()).use(api.allowedMethods());
  app.use(redirectUnknownToHome());
  return app;
};

/** The whole application, not listening yet. */
export const createApp = (parts: AppDeps): RequestListener => {
  const { content, log, warmMaxBytes: maxBytes } = parts;
  const warm = createResponseCache({ ...content, log, maxBytes });
  const handle = createKoa(parts, warm).callback();
  return warm.before((request, response) => void handle(request, response));
};
