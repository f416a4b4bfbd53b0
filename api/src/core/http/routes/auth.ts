import Router from '@koa/router';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskeySchema,
  changePasswordSchema,
  credentialsSchema,
  failureMessages,
  newPasskeySchema,
  passkeyResponseSchema,
  passwordIsSet,
  passwordSchema,
  renamePasskeySchema,
  SIGN_IN_MAX_BYTES,
  signInLinkSchema,
  type AccountResponse,
  type PasskeySummary,
  type User,
} from 'content-schema';
import type { Context } from 'koa';
import type { Passkey } from '../../auth/auth-state.ts';
import { InvalidInput } from '../../reading/errors.ts';
import { HttpError } from '../errors/http-errors.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

const isoDate = (time: number): string => new Date(time).toISOString();

const presentPasskey = ({ id, name, addedAt, usedAt }: Passkey): PasskeySummary => ({
  ...{ id, name, addedAt: isoDate(addedAt) },
  ...(usedAt !== undefined && { usedAt: isoDate(usedAt) }),
});

const invalid = (path: string, message: string) => new InvalidInput([{ path, message }]);

/** `/api/auth`: signing in and out, and the administrator's passkeys and password */
export const authRoutes = (deps: RouteDeps): Router => {
  const { administrator, changePassword, checkCredentials, checkPassword, isAdministrator } = deps;
  const { authState, log, origin, passkeys, passwords, sessions } = deps;
  const user: User = { email: administrator.email };
  const logIn = withFailureMessage(failureMessages.logIn);
  const admin = deps.adminCall(failureMessages.changeAccount);

  const signIn = async (ctx: Context, check: () => Promise<boolean>, refusal: HttpError) => {
    if (!(await checkCredentials(ctx, 'sign-in', check))) throw refusal;
    await authState.repair();
    sessions.begin(ctx);
    ctx.body = user;
  };

  return new Router({ prefix: '/auth' })
    .post('/login', logIn, async (ctx) => {
      const credentials = await parseBody(ctx, credentialsSchema, SIGN_IN_MAX_BYTES.credentials);
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
      const response: object = await parseBody(
        ctx,
        passkeyResponseSchema,
        SIGN_IN_MAX_BYTES.passkey,
      );
      const challenge = sessions.takeChallenge(ctx, 'sign-in');
      const message = 'This passkey was not accepted. Try again, or use your password.';
      const check = () => passkeys.use(challenge, response as AuthenticationResponseJSON);
      await signIn(ctx, check, new HttpError('WrongCredentials', message));
    })
    .post('/link', logIn, async (ctx) => {
      const { token } = await parseBody(ctx, signInLinkSchema, SIGN_IN_MAX_BYTES.link);
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
    })
    .get('/account', admin, async (ctx) => {
      const account: AccountResponse = {
        passkeys: (await passkeys.list()).map(presentPasskey),
        publicUrl: origin,
        canChangePassword: changePassword !== undefined,
      };
      ctx.body = account;
    })
    .put('/password', admin, async (ctx) => {
      const { password, newPassword } = await parseBody(ctx, changePasswordSchema);
      if (!changePassword) throw invalid('newPassword', passwordIsSet);
      await checkPassword(ctx, password);
      await changePassword(await passwords.run('hashPassword', newPassword));
      sessions.begin(ctx);
      ctx.status = 204;
    })
    .post('/passkeys/new', admin, async (ctx) => {
      const { password } = await parseBody(ctx, newPasskeySchema);
      await checkPassword(ctx, password);
      const options = await passkeys.creationOptions();
      sessions.setChallenge(ctx, 'new-passkey', options.challenge);
      ctx.body = options;
    })
    .post('/passkeys', admin, async (ctx) => {
      const { name, passkey } = await parseBody(ctx, addPasskeySchema, SIGN_IN_MAX_BYTES.passkey);
      const challenge = sessions.takeChallenge(ctx, 'new-passkey');
      const response = passkey as object as RegistrationResponseJSON;
      if (!(await passkeys.add(challenge, response, name))) {
        throw invalid('passkey', 'This passkey was not accepted. Please try again.');
      }
      ctx.status = 204;
    })
    .patch('/passkeys/:id', admin, async (ctx) => {
      const { name } = await parseBody(ctx, renamePasskeySchema);
      await passkeys.rename(ctx.params['id'] ?? '', name);
      ctx.status = 204;
    })
    .delete('/passkeys/:id', admin, async (ctx) => {
      const { password } = await parseBody(ctx, passwordSchema);
      await checkPassword(ctx, password);
      await passkeys.remove(ctx.params['id'] ?? '');
      ctx.status = 204;
    });
};
