import type { Credentials, User } from 'content-schema';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { AuthState } from '../../auth/auth-state.ts';
import { createLoginThrottle, LoginThrottled } from '../../auth/login-throttle.ts';
import type { Administrator } from '../../auth/password.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { invalidInput } from '../../reading/errors.ts';
import type { Workers } from '../../workers/workers.ts';
import type { HttpError } from '../errors/http-errors.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';

interface Deps {
  readonly administrator: Administrator;
  readonly passwords: Workers;
  readonly authState: Pick<AuthState, 'repair'>;
  readonly sessions: Sessions;
  readonly log: Logger;
  readonly publishedAt?: string | undefined;
}

export const createCredentialChecks = (deps: Deps) => {
  const { administrator, authState, passwords, publishedAt, sessions, log } = deps;
  const throttle = createLoginThrottle();

  /**
   * Runs a check of credentials under the throttle of sign-ins, and logs its outcome. It doesn't log
   * the credentials: a password may be in the wrong field.
   */
  const checkCredentials = async (
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

  const isPassword = async (password: string): Promise<boolean> => {
    await administrator.refresh?.();
    const { passwordHash } = administrator;
    return passwords.run('comparePassword', { password, passwordHash });
  };

  const user = (): User => ({ email: administrator.email, ...(publishedAt && { publishedAt }) });

  return {
    /** The signed-in administrator. */
    user,

    /** Signs in if the check succeeds. Throws `refusal` if it fails, and `LoginThrottled`. */
    signIn: async (
      ctx: Context,
      check: () => Promise<boolean>,
      refusal: HttpError,
    ): Promise<User> => {
      if (!(await checkCredentials(ctx, 'sign-in', check))) throw refusal;
      await authState.repair();
      sessions.begin(ctx);
      return user();
    },

    /**
     * Whether these are the administrator's credentials. An unknown email takes as long as a wrong
     * password, so that the time doesn't reveal which it was.
     */
    isAdministrator: async ({ email, password }: Credentials): Promise<boolean> =>
      (await isPassword(password)) && email.toLowerCase() === administrator.email.toLowerCase(),

    /** Throws `InvalidInput`. An open session alone must not give a lasting way in. */
    checkPassword: async (ctx: Context, password: string): Promise<void> => {
      if (await checkCredentials(ctx, 'password check', () => isPassword(password))) return;
      throw invalidInput('password', 'This is not your current password');
    },
  };
};
