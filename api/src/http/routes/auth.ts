import Router from '@koa/router';
import { credentialsSchema, failureMessages, type Credentials, type User } from 'content-schema';
import type { Context } from 'koa';
import { LoginThrottled } from '../../auth/login-throttle.ts';
import { isAdministrator } from '../../auth/password.ts';
import { HttpError } from '../errors/http-errors.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { jsonBody, parseBody } from '../requests/parse-request.ts';
import { REQUEST_ID_HEADER } from '../requests/request-log.ts';
import type { RouteDeps } from '../deps.ts';

/** `POST /api/auth/login`, `POST /api/auth/logout`, `GET /api/auth/me` */
export const authRoutes = (deps: RouteDeps): Router => {
  const { administrator, sessions, throttle, passwords, log } = deps;
  const user: User = { email: administrator.email };

  const isRight = (ctx: Context, credentials: Credentials): Promise<boolean> =>
    throttle.attempt({ address: ctx.ip, device: sessions.deviceOf(ctx) }, () =>
      isAdministrator(administrator, credentials, (comparison) =>
        passwords.run('comparePassword', comparison),
      ),
    );

  /** Doesn't log the credentials: a password may be in the wrong field. */
  const audit = (ctx: Context, outcome: 'accepted' | 'refused' | 'throttled'): void => {
    const requestId = ctx.response.get(REQUEST_ID_HEADER);
    log.info({ requestId, source: ctx.ip, outcome }, 'sign-in');
  };

  return new Router({ prefix: '/auth' })
    .post('/login', withFailureMessage(failureMessages.logIn), jsonBody(), async (ctx) => {
      const credentials = parseBody(ctx, credentialsSchema);
      const accepted = await isRight(ctx, credentials).catch((error: unknown) => {
        if (error instanceof LoginThrottled) audit(ctx, 'throttled');
        throw error;
      });
      audit(ctx, accepted ? 'accepted' : 'refused');
      if (!accepted) throw new HttpError('WrongCredentials', 'Invalid email or password.');
      sessions.begin(ctx);
      ctx.body = user;
    })
    .post('/logout', withFailureMessage(failureMessages.logOut), async (ctx) => {
      if (ctx.query['everywhere'] === 'true') await sessions.endAll(ctx);
      else {
        await sessions.end(ctx).catch((error: unknown) => {
          log.error(
            { err: error },
            'a session was ended, but copies of its cookie are still valid',
          );
        });
      }
      ctx.status = 204;
    })
    .get('/me', withFailureMessage(failureMessages.checkSession), (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      if (!sessions.isSignedIn(ctx)) throw new HttpError('NotAuthenticated', 'Not authenticated');
      ctx.body = user;
    });
};
