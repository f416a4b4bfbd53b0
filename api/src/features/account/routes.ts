import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskeySchema,
  changeEmailSchema,
  changePasswordSchema,
  emailIsSet,
  failureMessages,
  newPasskeySchema,
  passkeyResponseSchema,
  passwordIsSet,
  passwordSchema,
  renamePasskeySchema,
  SIGN_IN_MAX_BYTES,
  signInLinkSchema,
  type PasskeySummary,
} from 'content-schema';
import type { Passkey } from '../../core/auth/auth-state.ts';
import { createSingleUseTokens, SIGN_IN_LINKS } from '../../core/auth/sign-in-links.ts';
import { adminOnly, anyone, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { HttpError } from '../../core/http/errors/http-errors.ts';
import { invalidInput } from '../../core/reading/errors.ts';
import { createPasskeys } from './passkeys.ts';

const isoDate = (time: number): string => new Date(time).toISOString();

const presentPasskey = ({ id, name, addedAt, usedAt }: Passkey): PasskeySummary => ({
  ...{ id, name, addedAt: isoDate(addedAt) },
  ...(usedAt !== undefined && { usedAt: isoDate(usedAt) }),
});

/** Passkeys, links for signing in, and the password, below `/api/auth` */
export const accountFeature: CreateFeature = (deps) => {
  const { administrator, authState, changeEmail, changePassword, checkPassword } = deps;
  const { log, origin, passwords, sessions, sessionSecrets, signIn } = deps;
  const logIn = anyone(failureMessages.logIn);
  const admin = adminOnly(failureMessages.changeAccount);
  const logInByPasskey = logIn.json(passkeyResponseSchema, SIGN_IN_MAX_BYTES.passkey);
  const logInByLink = logIn.json(signInLinkSchema, SIGN_IN_MAX_BYTES.link);
  const addPasskey = admin.json(addPasskeySchema, SIGN_IN_MAX_BYTES.passkey);
  const passkeys = createPasskeys(authState, origin, administrator, log);
  const signInLinks = createSingleUseTokens(sessionSecrets, authState, SIGN_IN_LINKS);

  const calls = createCalls(deps)
    .post('/auth/passkeys/options', logIn, async (ctx) => {
      if ((await passkeys.list()).length === 0) return undefined;
      const options = await passkeys.requestOptions();
      sessions.setChallenge(ctx, 'sign-in', options.challenge);
      return options;
    })
    .post('/auth/passkeys/login', logInByPasskey, async (ctx, response) => {
      const challenge = sessions.takeChallenge(ctx, 'sign-in');
      const message = 'This passkey was not accepted. Try again, or use your password.';
      const check = () => passkeys.use(challenge, response as AuthenticationResponseJSON);
      return signIn(ctx, check, new HttpError('WrongCredentials', message));
    })
    .post('/auth/link', logInByLink, async (ctx, { token }) => {
      const message = 'This link was used before, or has expired.';
      const check = async () => (await signInLinks.use(token)) !== undefined;
      return signIn(ctx, check, new HttpError('LinkRefused', message));
    })
    .get('/auth/account', admin, async () => ({
      passkeys: (await passkeys.list()).map(presentPasskey),
      publicUrl: origin,
      canChangePassword: changePassword !== undefined,
      canChangeEmail: changeEmail !== undefined,
    }))
    .put('/auth/email', admin.json(changeEmailSchema), async (ctx, { email, password }) => {
      if (!changeEmail) throw invalidInput('email', emailIsSet);
      await checkPassword(ctx, password);
      // Another hash of the password ends all other sessions, as another password does.
      await changeEmail(email, await passwords.run('hashPassword', password));
      sessions.begin(ctx);
    })
    .put('/auth/password', admin.json(changePasswordSchema), async (ctx, body) => {
      if (!changePassword) throw invalidInput('newPassword', passwordIsSet);
      await checkPassword(ctx, body.password);
      await changePassword(await passwords.run('hashPassword', body.newPassword));
      sessions.begin(ctx);
    })
    .post('/auth/passkeys/new', admin.json(newPasskeySchema), async (ctx, { password }) => {
      await checkPassword(ctx, password);
      const options = await passkeys.creationOptions();
      sessions.setChallenge(ctx, 'new-passkey', options.challenge);
      return options;
    })
    .post('/auth/passkeys', addPasskey, async (ctx, { name, passkey }) => {
      const challenge = sessions.takeChallenge(ctx, 'new-passkey');
      const response = passkey as RegistrationResponseJSON;
      if (!(await passkeys.add(challenge, response, name))) {
        throw invalidInput('passkey', 'This passkey was not accepted. Please try again.');
      }
    })
    .patch('/auth/passkeys/{id}', admin.json(renamePasskeySchema), async (ctx, { name }) => {
      await passkeys.rename(ctx.params.id, name);
    })
    .delete('/auth/passkeys/{id}', admin.json(passwordSchema), async (ctx, { password }) => {
      await checkPassword(ctx, password);
      await passkeys.remove(ctx.params.id);
    });
  return { calls };
};
