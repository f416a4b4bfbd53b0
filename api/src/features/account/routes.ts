import Router from '@koa/router';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskeySchema,
  changePasswordSchema,
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
} from 'content-schema';
import type { Passkey } from '../../core/auth/auth-state.ts';
import { createSingleUseTokens, SIGN_IN_LINKS } from '../../core/auth/sign-in-links.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { HttpError } from '../../core/http/errors/http-errors.ts';
import { withFailureMessage } from '../../core/http/errors/send-errors.ts';
import { parseBody } from '../../core/http/requests/parse-request.ts';
import { invalidInput } from '../../core/reading/errors.ts';
import { createPasskeys } from './passkeys.ts';

const isoDate = (time: number): string => new Date(time).toISOString();

const presentPasskey = ({ id, name, addedAt, usedAt }: Passkey): PasskeySummary => ({
  ...{ id, name, addedAt: isoDate(addedAt) },
  ...(usedAt !== undefined && { usedAt: isoDate(usedAt) }),
});

/** Passkeys, links for signing in, and the password, below `/api/auth` */
export const accountFeature: CreateFeature = (deps) => {
  const { administrator, authState, changePassword, checkPassword, log, origin } = deps;
  const { passwords, sessions, sessionSecrets, signIn } = deps;
  const logIn = withFailureMessage(failureMessages.logIn);
  const admin = deps.adminCall(failureMessages.changeAccount);
  const passkeys = createPasskeys(authState, origin, administrator.email, log);
  const signInLinks = createSingleUseTokens(sessionSecrets, authState, SIGN_IN_LINKS);

  const routes = new Router({ prefix: '/auth' })
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
      const check = async () => (await signInLinks.use(token)) !== undefined;
      await signIn(ctx, check, new HttpError('LinkRefused', message));
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
      if (!changePassword) throw invalidInput('newPassword', passwordIsSet);
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
        throw invalidInput('passkey', 'This passkey was not accepted. Please try again.');
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
  return { apiRoutes: [routes] };
};
