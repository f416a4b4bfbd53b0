import type { Middleware } from 'koa';
import { createCacheRegistry } from '../../cache.ts';
import { pastAddress } from '../../presenters/site-changes.ts';
import { checkSession } from '../requests/access.ts';
import { commitSha, isSiteRequest } from '../requests/parse-request.ts';
import { allowOwnFrame } from '../requests/security-headers.ts';
import { sendVersion } from '../pages/version-pages.ts';
import { createRouteDeps, type RouteDeps } from '../deps.ts';

const PAGE = /^\/past\/([^/]+)(.*)$/;

/**
 * `GET /past/{commit}/…`: the site at a commit, for the frame of the history, or as a repository at
 * GitHub would show it, before it is connected
 */
export const pastPages = (deps: RouteDeps): Middleware => {
  return async (ctx, next) => {
    const [, name = '', path = ''] = PAGE.exec(ctx.path) ?? [];
    if (name === '' || !isSiteRequest(ctx)) {
      await next();
      return;
    }
    checkSession(ctx, deps.sessions);
    const commit = commitSha(name);
    const candidate = deps.candidate?.();
    const from =
      candidate?.reader.known()?.revision === commit
        ? createRouteDeps({ ...deps, content: candidate, caches: createCacheRegistry() })
        : deps;
    const { past, history } = from;
    const [snapshot, { date }] = await Promise.all([past.at(commit), history.info(commit)]);
    const version = {
      snapshot,
      base: pastAddress(commit, ''),
      year: new Date(date).getUTCFullYear(),
    };
    allowOwnFrame(ctx);
    await sendVersion(from, ctx, version, `${path || '/'}${ctx.search}`);
  };
};
