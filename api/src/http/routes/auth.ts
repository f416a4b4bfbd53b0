import Router from '@koa/router';
import {
  credentialsSchema,
  failureMessages,
  passkeyResponseSchema,
  signInLinkSchema,
  type User,
} from 'content-schema';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { PasskeyRefused } from '../../auth/passkeys.ts';
import { isAdministrator } from '../../auth/password.ts';
import { HttpError } from '../errors/http-errors.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { jsonBody, parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

/** `POST /api/auth/login`, `…/passkeys/options`, `…/passkeys/login`, `…/link`, `…/logout`, `GET /api/auth/me` */
export const authRoutes = (deps: RouteDeps): Router => {
  const { administrator, checkCredentials, passkeys, sessions, signInLinks, passwords, log } = deps;
  const user: User = { email: administrator.email };

  return new Router({ prefix: '/auth' })
    .post('/login', withFailureMessage(failureMessages.logIn), jsonBody(), async (ctx) => {
      const credentials = parseBody(ctx, credentialsSchema);
      const accepted = await checkCredentials(ctx, 'sign-in', () =>
        isAdministrator(administrator, credentials, (comparison) =>
          passwords.run('comparePassword', comparison),
        ),
      );
      if (!accepted) throw new HttpError('WrongCredentials', 'Invalid email or password.');
      sessions.begin(ctx);
      ctx.body = user;
    })
    .post('/passkeys/options', withFailureMessage(failureMessages.logIn), async (ctx) => {
      if ((await passkeys.list()).length === 0) {
        ctx.status = 204;
        return;
      }
      const options = await passkeys.requestOptions();
      sessions.setChallenge(ctx, 'sign-in', options.challenge);
      ctx.body = options;
    })
    .post('/passkeys/login', withFailureMessage(failureMessages.logIn), jsonBody(), async (ctx) => {
      const response = parseBody(
        ctx,
        passkeyResponseSchema,
      ) as object as AuthenticationResponseJSON;
      const challenge = sessions.takeChallenge(ctx, 'sign-in');
      const accepted = await checkCredentials(ctx, 'sign-in', async () => {
        try {
          if (!challenge) throw new PasskeyRefused('There is no challenge for this session');
          await passkeys.use(challenge, response);
          return true;
        } catch (error) {
          if (!(error instanceof PasskeyRefused)) throw error;
          log.warn({ reason: error.message }, 'a passkey was refused');
          return false;
        }
      });
      if (!accepted) {
        const message = 'This passkey was not accepted. Try again, or use your password.';
        throw new HttpError('WrongCredentials', message);
      }
      sessions.begin(ctx);
      ctx.body = user;
    })
    .post('/link', withFailureMessage(failureMessages.logIn), jsonBody(), async (ctx) => {
      const { token } = parseBody(ctx, signInLinkSchema);
      const accepted = await checkCredentials(
        ctx,
        'sign-in',
        async () => (await signInLinks.use(token)) !== undefined,
      );
      if (!accepted) {
        throw new HttpError('LinkRefused', 'This link was used before, or has expired.');
      }
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
