import Router from '@koa/router';
import type { HealthResponse } from 'content-schema';
import { DiskUnwritable, RepositoryDamaged, type GitStoreError } from '../../git-store/errors.ts';
import type { RouteDeps } from '../deps.ts';

/** Public messages: those of the store may name the repository. */
const REASONS: Readonly<Record<GitStoreError['code'], string>> = {
  BranchProtected: 'The branch is protected against changes',
  NotFound: 'The store fails',
  PermissionDenied: 'The store does not accept the credentials, or they may not write',
  RateLimited: 'The quota of the store is spent',
  RepositoryMissing: 'The repository or its branch is missing',
  StaleHead: 'Others write all the time',
  StoreRefused: 'The store refuses changes',
  StoreUnavailable: 'The store cannot be reached, or fails',
};

const reasonOf = (error: GitStoreError): string => {
  if (error instanceof DiskUnwritable) return error.message;
  if (error instanceof RepositoryDamaged) return 'The content repository is damaged';
  return REASONS[error.code];
};

/** `GET /healthz`: 200 once every public page can be served, even if stale. `GET /livez`: 200. */
export const healthRoutes = ({ reader, isWhole, saves, info }: RouteDeps): Router =>
  new Router()
    .get('/healthz', (ctx) => {
      const { snapshot, stale, failure: unread } = reader.state();
      const damage = unread instanceof RepositoryDamaged ? unread : undefined;
      const failure = saves.failure() ?? damage;
      const forwardedFor = ctx.get('X-Forwarded-For');
      ctx.set('Cache-Control', 'no-store');
      const isServed = snapshot !== undefined && (!stale || isWhole(snapshot));
      ctx.status = isServed ? 200 : 503;
      ctx.body = {
        status: isServed ? (stale ? 'stale' : 'ok') : 'unavailable',
        store: info.kind,
        ...(snapshot && { revision: snapshot.revision }),
        ...(failure && { saves: 'failing', reason: reasonOf(failure) }),
        ...(forwardedFor !== '' && { proxies: forwardedFor.split(',').length }),
      } satisfies HealthResponse;
    })
    .get('/livez', (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    });
