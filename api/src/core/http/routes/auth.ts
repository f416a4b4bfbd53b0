import { credentialsSchema, failureMessages, SIGN_IN_MAX_BYTES } from 'content-schema';
import { anyone, createCalls, type CallRouter } from '../calls.ts';
import { HttpError } from '../errors/http-errors.ts';
import type { RouteDeps } from '../deps.ts';

/** `/api/auth`: signing in and out */
export const authRoutes = (deps: RouteDeps): CallRouter => {
  const { isAdministrator, log, sessions, signIn, user } = deps;
  const logIn = anyone(failureMessages.logIn).json(
    credentialsSchema,
    SIGN_IN_MAX_BYTES.credentials,
  );
  return createCalls(deps)
    .post('/auth/login', logIn, async (ctx, credentials) => {
      const refusal = new HttpError('WrongCredentials', 'Invalid email or password.');
      return signIn(ctx, () => isAdministrator(credentials), refusal);
    })
    .post('/auth/logout', anyone(failureMessages.logOut), async (ctx) => {
      if (ctx.query['everywhere'] === 'true') await sessions.endAll(ctx);
      else {
        await sessions.end(ctx).catch((error: unknown) => {
          const message = 'a session was ended, but copies of its cookie are still valid';
          log.error({ err: error }, message);
        });
      }
    })
    .get('/auth/me', anyone(failureMessages.checkSession), (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      if (!sessions.isSignedIn(ctx)) throw new HttpError('NotAuthenticated', 'Not authenticated');
      return Promise.resolve(user());
    });
};
