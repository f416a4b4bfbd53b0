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
import { InvalidInput } from '../../content/errors.ts';
import { parseBody } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

const isoDate = (time: number): string => new Date(time).toISOString();

const presentPasskey = ({ id, name, addedAt, usedAt }: Passkey): PasskeySummary => ({
  ...{ id, name, addedAt: isoDate(addedAt) },
  ...(usedAt !== undefined && { usedAt: isoDate(usedAt) }),
});

const invalid = (path: string, message: string) => new InvalidInput([{ path, message }]);

/** `/api/auth/account` with the administrator's passkeys, password and sessions. */
export const accountRoutes = (deps: RouteDeps): Router => {
  const { changePassword, checkPassword, origin, passkeys, passwords, sessions } = deps;
  const admin = deps.adminCall(failureMessages.changeAccount);

  return new Router({ prefix: '/auth' })
    .get('/account', admin, async (ctx) => {
      const account: AccountResponse = {
        passkeys: (await passkeys.list()).map(presentPasskey),
        publicUrl: origin,
        sessions: sessions.list(ctx),
        canChangePassword: changePassword !== undefined,
      };
      ctx.body = account;
    })
    .put('/password', admin, async (ctx) => {
      const { password, newPassword } = await parseBody(ctx, changePasswordSchema);
      if (!changePassword) throw invalid('newPassword', passwordIsSet);
      await checkPassword(ctx, password);
      await changePassword(await passwords.run('hashPassword', newPassword));
      sessions.beginAlone(ctx);
      ctx.status = 204;
    })
    .delete('/sessions/:id', admin, async (ctx) => {
      await sessions.endById(ctx.params['id'] ?? '');
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
      const { name, passkey } = await parseBody(ctx, addPasskeySchema);
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
      await passkeys.remove(ctx.params['id'] ?? '');
      ctx.status = 204;
    });
};
