import type { Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { checkSession } from '../requests/access.ts';

/** Signing in, the admin area, signed links, and what says nothing of the content. */
const OPEN =
  /^\/(?:login|admin|preview|media|schemas|healthz|livez)(?:\/|$)|^\/api\/(?!content|posts)/;

/**
 * Shows pages, files and content to the administrator alone, while another generator publishes
 * them at `address`: visitors are led there, or to the sign-in page if it is empty.
 */
export const publishedElsewhere =
  (address: string, sessions: Sessions): Middleware =>
  async (ctx, next) => {
    const isOpen = OPEN.test(ctx.path);
    if (!isOpen && ctx.path.startsWith('/api/')) checkSession(ctx, sessions);
    if (isOpen || sessions.isSignedIn(ctx)) {
      await next();
      ctx.set('Cache-Control', ctx.response.get('Cache-Control').replace('public', 'private'));
    } else ctx.redirect(address === '' ? '/login' : address + ctx.url);
  };
