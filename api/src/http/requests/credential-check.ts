import type { Context } from 'koa';
import type { Logger } from 'pino';
import { LoginThrottled, type LoginThrottle } from '../../auth/login-throttle.ts';
import type { Administrator } from '../../auth/password.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { InvalidInput } from '../../content/errors.ts';
import type { Workers } from '../../workers/workers.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';

interface Deps {
  readonly throttle: LoginThrottle;
  readonly sessions: Sessions;
  readonly log: Logger;
}

/**
 * Returns a function that runs a check of credentials under the throttle of sign-ins, and logs its
 * outcome. It doesn't log the credentials: a password may be in the wrong field.
 */
export const createCredentialCheck =
  ({ throttle, sessions, log }: Deps) =>
  async (
    ctx: Context,
    act: 'sign-in' | 'password check',
    check: () => Promise<boolean>,
  ): Promise<boolean> => {
    const audit = (outcome: 'accepted' | 'refused' | 'throttled'): void => {
      const requestId = ctx.response.get(REQUEST_ID_HEADER);
      log.info({ requestId, source: ctx.ip, outcome }, act);
    };
    const client = { address: ctx.ip, device: sessions.deviceOf(ctx) };
    const accepted = await throttle.attempt(client, check).catch((error: unknown) => {
      if (error instanceof LoginThrottled) audit('throttled');
      throw error;
    });
    audit(accepted ? 'accepted' : 'refused');
    return accepted;
  };

interface PasswordDeps {
  readonly administrator: Administrator;
  readonly passwords: Workers;
  readonly checkCredentials: ReturnType<typeof createCredentialCheck>;
}

/**
 * Returns a check of the current password, because an open session alone must not give a lasting
 * way in. It throws `InvalidInput`.
 */
export const createPasswordCheck =
  ({ administrator, passwords, checkCredentials }: PasswordDeps) =>
  async (ctx: Context, password: string): Promise<void> => {
    const { passwordHash } = administrator;
    const isRight = await checkCredentials(ctx, 'password check', () =>
      passwords.run('comparePassword', { password, passwordHash }),
    );
    const message = 'This is not your current password';
    if (!isRight) throw new InvalidInput([{ path: 'password', message }]);
  };
