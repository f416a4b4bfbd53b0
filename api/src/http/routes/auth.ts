import Router from '@koa/router';
import { credentialsSchema, failureMessages, type User } from 'content-schema';
import type { LoginThrottle } from '../../auth/login-throttle.ts';
import { isAdministrator, type Administrator } from '../../auth/password.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { NotAuthenticated, WrongCredentials } from '../errors/http-errors.ts';
import { failing } from '../errors/send-errors.ts';
import { jsonBody, parseBody } from '../requests/parse-request.ts';

interface Options {
  readonly administrator: Administrator;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
}

/** `POST /api/auth/login`, `POST /api/auth/logout`, `GET /api/auth/me` */
export const authRoutes = ({ administrator, sessions, throttle }: Options): Router => {
  const user: User = { email: administrator.email };
  return new Router({ prefix: '/auth' })
    .post('/login', failing(failureMessages.logIn), jsonBody(), async (ctx) => {
      const credentials = parseBody(ctx, credentialsSchema);
      const isRight = await throttle.attempt(ctx.ip, () =>
        isAdministrator(administrator, credentials),
      );
      if (!isRight) throw new WrongCredentials('Invalid email or password.');
      sessions.begin(ctx);
      ctx.body = user;
    })
    .post('/logout', failing(failureMessages.logOut), async (ctx) => {
      await sessions.end(ctx);
      ctx.status = 204;
    })
    .get('/me', failing(failureMessages.checkSession), (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      if (!sessions.isSignedIn(ctx)) throw new NotAuthenticated('Not authenticated');
      ctx.body = user;
    });
};
