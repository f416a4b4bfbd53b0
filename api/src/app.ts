import Router from '@koa/router';
import { API_BASE_PATH } from 'content-schema';
import Koa, { type Context } from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import type { RequestListener } from 'node:http';
import {
  encodeOnce,
  tolerateUnacceptableEncoding,
  entityTag,
} from './core/http/caching/prepared-response.ts';
import { createResponseCache, type ResponseCache } from './core/http/caching/response-cache.ts';
import {
  createRouteDeps,
  type AppDeps,
  type CreateFeature,
  type RouteDeps,
} from './core/http/deps.ts';
import type { Feature } from './core/http/feature.ts';
import * as allFeatures from './features.ts';
import { sendErrors, sendDetailedErrors } from './core/http/errors/send-errors.ts';
import { sameOriginOnly } from './core/http/requests/access.ts';
import { logFailure, logRequests } from './core/http/requests/request-log.ts';
import { readOwnSaves } from './core/http/requests/revision.ts';
import { securityHeaders } from './core/http/requests/security-headers.ts';
import { authRoutes } from './core/http/routes/auth.ts';
import { contentRoutes } from './core/http/routes/content.ts';
import { healthRoutes } from './core/http/routes/health.ts';
import { logoRoutes, mediaRoutes } from './core/http/routes/media.ts';
import { redirectOldAddresses } from './core/http/pages/old-addresses.ts';
import { publishedElsewhere } from './core/http/pages/published-elsewhere.ts';
import { pageRoutes } from './core/http/routes/pages.ts';
import { postsRoutes } from './core/http/routes/posts.ts';
import { schemaRoutes } from './core/http/routes/schemas.ts';
import { redirectUnknownToHome, staticFiles } from './core/http/routes/static-files.ts';
import { storeRoutes } from './core/http/routes/store.ts';
import { uploadsRoutes } from './core/http/routes/uploads.ts';
import { webhookRoutes } from './core/http/routes/webhooks.ts';

const CALLS = [contentRoutes, postsRoutes, uploadsRoutes, storeRoutes, authRoutes];

/** Their responses are the same for all clients. They read no session, so they set no cookie. */
const PUBLIC_ROUTES = [healthRoutes, mediaRoutes, logoRoutes, schemaRoutes];

const apiRouter = (deps: RouteDeps): Router => {
  const api = new Router({ prefix: API_BASE_PATH });
  const own = CALLS.map((createRoutes) => createRoutes(deps));
  for (const { router } of [...own, ...deps.features.flatMap(({ calls = [] }) => calls)]) {
    api.use(router.routes(), router.allowedMethods());
  }
  return api;
};

const useRouter = (app: Koa, router: Router): void => {
  app.use(router.routes()).use(router.allowedMethods());
};

const FEATURES: readonly CreateFeature[] = Object.values(allFeatures);

/** Creates the application: middleware and routes in the order in which a request passes them. */
export const createKoa = (appDeps: AppDeps, responses: ResponseCache): Koa => {
  const features: Feature[] = [];
  const deps = createRouteDeps(appDeps, features);
  features.push(...FEATURES.map((createFeature) => createFeature(deps)));
  const { log, origin, publishedAt, trustedProxies, webhook } = deps;
  const headers = securityHeaders(origin);
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
  app.use(readOwnSaves(deps.reader));
  if (publishedAt !== undefined) {
    app.use(staticFiles(deps.web.files));
    deps.sessions.install(app);
    app.use(publishedElsewhere(publishedAt, deps.sessions));
  }
  const publicRoutes = PUBLIC_ROUTES.map((createRoutes) => createRoutes(deps));
  publicRoutes.push(...features.flatMap((feature) => feature.publicRoutes ?? []));
  for (const routes of publicRoutes) useRouter(app, routes);
  app.use(pageRoutes(deps));
  app.use(staticFiles(deps.web.files));
  for (const { pages } of features) if (pages) app.use(pages);
  app.use(redirectOldAddresses(deps));
  // Before the check of the origin, because deliveries are authenticated by their signature.
  if (webhook) useRouter(app, webhookRoutes(deps, webhook));
  if (publishedAt === undefined) deps.sessions.install(app);
  app.use(sendDetailedErrors(deps.sessions));
  app.use(sameOriginOnly(deps.allowedOrigin));
  useRouter(app, apiRouter(deps));
  for (const { adminPages } of features) if (adminPages) app.use(adminPages);
  app.use(redirectUnknownToHome());
  return app;
};

export const createApp = (deps: AppDeps): RequestListener => {
  const { content, log, caches } = deps;
  const responses = createResponseCache({ ...content, log, caches });
  const handle = createKoa(deps, responses).callback();
  // The responses are the administrator's alone.
  if (deps.publishedAt !== undefined) return (...exchange) => void handle(...exchange);
  return responses.inFrontOf((request, response) => void handle(request, response));
};
