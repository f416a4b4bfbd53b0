import type { Middleware } from 'koa';
import { createCacheRegistry } from '../../core/cache.ts';
import type { CommitSha } from '../../core/git-store/git-store.ts';
import { pastAddress } from '../../core/presenters/site-changes.ts';
import { checkSession } from '../../core/http/requests/access.ts';
import { commitSha, isSiteRequest } from '../../core/http/requests/parse-request.ts';
import { allowOwnFrame } from '../../core/http/requests/security-headers.ts';
import { sendVersion } from '../../core/http/pages/version-pages.ts';
import { createRouteDeps, type RouteDeps } from '../../core/http/deps.ts';

const PAGE = /^\/past\/([^/]+)(.*)$/;

/** Whether a commit is of the site. Others may be proposals, whose images may report who reads them. */
const isOfSite = async (
  { branches, info, reader }: RouteDeps,
  commit: CommitSha,
): Promise<boolean> => {
  const { revision } = await reader.current();
  if (info.kind === 'local' || commit === revision) return true;
  return (await branches.baseOf(commit, revision).catch(() => undefined)) === commit;
};

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
        ? createRouteDeps({ ...deps, content: candidate, caches: createCacheRegistry() }, [])
        : deps;
    const { past, history } = from;
    const [snapshot, { date }, foreignImages] = await Promise.all([
      past.at(commit),
      history.info(commit),
      isOfSite(from, commit),
    ]);
    const version = {
      snapshot,
      base: pastAddress(commit, ''),
      year: new Date(date).getUTCFullYear(),
    };
    allowOwnFrame(ctx, { foreignImages });
    await sendVersion(from, ctx, version, `${path || '/'}${ctx.search}`);
  };
};
