import Router from '@koa/router';
import { credentialsSchema, failureMessages, SIGN_IN_MAX_BYTES, type User } from 'content-schema';
import { HttpError } from '../errors/http-errors.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

/** `/api/auth`: signing in and out */
export const authRoutes = (deps: RouteDeps): Router => {
  const { administrator, isAdministrator, log, sessions, signIn } = deps;
  return new Router({ prefix: '/auth' })
    .post('/login', withFailureMessage(failureMessages.logIn), async (ctx) => {
      const credentials = await parseBody(ctx, credentialsSchema, SIGN_IN_MAX_BYTES.credentials);
      const refusal = new HttpError('WrongCredentials', 'Invalid email or password.');
      await signIn(ctx, () => isAdministrator(credentials), refusal);
    })
    .post('/logout', withFailureMessage(failureMessages.logOut), async (ctx) => {
      if (ctx.query['everywhere'] === 'true') await sessions.endAll(ctx);
      else {
        await sessions.end(ctx).catch((error: unknown) => {
          const message = 'a session was ended, but copies of its cookie are still valid';
          log.error({ err: error }, message);
        });
      }
      ctx.status = 204;
    })
    .get('/me', withFailureMessage(failureMessages.checkSession), (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      if (!sessions.isSignedIn(ctx)) throw new HttpError('NotAuthenticated', 'Not authenticated');
      ctx.body = { email: administrator.email } satisfies User;
    });
};
