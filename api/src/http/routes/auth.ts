import Router from '@koa/router';
import {
  credentialsSchema,
  failureMessages,
  passkeyResponseSchema,
  signInLinkSchema,
  type User,
} from 'content-schema';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from 'koa';
import { HttpError } from '../errors/http-errors.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

/** `POST /api/auth/login`, `…/passkeys/options`, `…/passkeys/login`, `…/link`, `…/logout`, `GET /api/auth/me` */
export const authRoutes = (deps: RouteDeps): Router => {
  const { administrator, checkCredentials, isAdministrator, passkeys, sessions, log } = deps;
  const user: User = { email: administrator.email };
  const logIn = withFailureMessage(failureMessages.logIn);

  const signIn = async (ctx: Context, check: () => Promise<boolean>, refusal: HttpError) => {
    if (!(await checkCredentials(ctx, 'sign-in', check))) throw refusal;
    sessions.begin(ctx);
    ctx.body = user;
  };

  return new Router({ prefix: '/auth' })
    .post('/login', logIn, async (ctx) => {
      const credentials = await parseBody(ctx, credentialsSchema);
      const refusal = new HttpError('WrongCredentials', 'Invalid email or password.');
      await signIn(ctx, () => isAdministrator(credentials), refusal);
    })
    .post('/passkeys/options', logIn, async (ctx) => {
      if ((await passkeys.list()).length === 0) {
        ctx.status = 204;
        return;
      }
      const options = await passkeys.requestOptions();
      sessions.setChallenge(ctx, 'sign-in', options.challenge);
      ctx.body = options;
    })
    .post('/passkeys/login', logIn, async (ctx) => {
      const response: object = await parseBody(ctx, passkeyResponseSchema);
      const challenge = sessions.takeChallenge(ctx, 'sign-in');
      const message = 'This passkey was not accepted. Try again, or use your password.';
      const check = () => passkeys.use(challenge, response as AuthenticationResponseJSON);
      await signIn(ctx, check, new HttpError('WrongCredentials', message));
    })
    .post('/link', logIn, async (ctx) => {
      const { token } = await parseBody(ctx, signInLinkSchema);
      const message = 'This link was used before, or has expired.';
      const check = async () => (await deps.signInLinks.use(token)) !== undefined;
      await signIn(ctx, check, new HttpError('LinkRefused', message));
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
      ctx.body = user;
    });
};
