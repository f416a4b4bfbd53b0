import Router from '@koa/router';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskeySchema,
  changePasswordSchema,
  failureMessages,
  newPasskeySchema,
  passwordIsSet,
  renamePasskeySchema,
  type AccountResponse,
  type PasskeySummary,
} from 'content-schema';
import type { Passkey } from '../../auth/auth-state.ts';
import { PasskeyRefused } from '../../auth/passkeys.ts';
import { InvalidInput } from '../../content/errors.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { jsonBody, parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

const isoDate = (time: number): string => new Date(time).toISOString();

const presentPasskey = ({ id, name, addedAt, usedAt }: Passkey): PasskeySummary => ({
  ...{ id, name, addedAt: isoDate(addedAt) },
  ...(usedAt !== undefined && { usedAt: isoDate(usedAt) }),
});

const invalid = (path: string, message: string) => new InvalidInput([{ path, message }]);

/** `/api/auth/account` with the administrator's passkeys, password and sessions. */
export const accountRoutes = (deps: RouteDeps): Router => {
  const { admin, changePassword, checkPassword, log, origin, passkeys, passwords, sessions } = deps;
  const failed = withFailureMessage(failureMessages.changeAccount);

  return new Router({ prefix: '/auth' })
    .get('/account', failed, admin, async (ctx) => {
      ctx.set('Cache-Control', 'no-store');
      const account: AccountResponse = {
        passkeys: (await passkeys.list()).map(presentPasskey),
        publicUrl: origin,
        sessions: sessions.list(ctx),
        canChangePassword: changePassword !== undefined,
      };
      ctx.body = account;
    })
    .put('/password', failed, admin, jsonBody(), async (ctx) => {
      const { password, newPassword } = parseBody(ctx, changePasswordSchema);
      if (!changePassword) throw invalid('newPassword', passwordIsSet);
      await checkPassword(ctx, password);
      await changePassword(await passwords.run('hashPassword', newPassword));
      sessions.beginAlone(ctx);
      ctx.status = 204;
    })
    .delete('/sessions/:id', failed, admin, async (ctx) => {
      await sessions.endById(ctx.params['id'] ?? '');
      ctx.status = 204;
    })
    .post('/passkeys/new', failed, admin, jsonBody(), async (ctx) => {
      const { password } = parseBody(ctx, newPasskeySchema);
      await checkPassword(ctx, password);
      const options = await passkeys.creationOptions();
      sessions.setChallenge(ctx, 'new-passkey', options.challenge);
      ctx.body = options;
    })
    .post('/passkeys', failed, admin, jsonBody(), async (ctx) => {
      const { name, passkey } = parseBody(ctx, addPasskeySchema);
      const challenge = sessions.takeChallenge(ctx, 'new-passkey');
      try {
        if (!challenge) throw new PasskeyRefused('There is no challenge for this session');
        await passkeys.add(challenge, passkey as object as RegistrationResponseJSON, name);
      } catch (error) {
        if (!(error instanceof PasskeyRefused)) throw error;
        log.warn({ reason: error.message }, 'a passkey was refused');
        throw invalid('passkey', 'This passkey was not accepted. Please try again.');
      }
      ctx.status = 204;
    })
    .patch('/passkeys/:id', failed, admin, jsonBody(), async (ctx) => {
      const { name } = parseBody(ctx, renamePasskeySchema);
      await passkeys.rename(ctx.params['id'] ?? '', name);
      ctx.status = 204;
    })
    .delete('/passkeys/:id', failed, admin, async (ctx) => {
      await passkeys.remove(ctx.params['id'] ?? '');
      ctx.status = 204;
    });
};
