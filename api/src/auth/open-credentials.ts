import type { Config } from '../config.ts';
import { openLocalSecrets } from './local-secrets.ts';
import type { Administrator } from './password.ts';

/** Who may sign in, and what signs the sessions. */
export interface Credentials {
  readonly administrator: Administrator;
  readonly sessionSecrets: readonly string[];
  /** The password that was just made for the administrator; told once, stored nowhere. */
  readonly newPassword?: string;
}

/** Takes the configured credentials, and what is not configured from the generated secrets. */
export const openCredentials = async (config: Config): Promise<Credentials> => {
  const { admin, sessionSecrets, dataDir } = config;
  const { email, passwordHash } = admin;
  if (email !== undefined && passwordHash !== undefined && sessionSecrets) {
    return { administrator: { email, passwordHash }, sessionSecrets };
  }
  const { secrets, newPassword } = await openLocalSecrets(dataDir);
  return {
    administrator: {
      email: email ?? secrets.adminEmail,
      passwordHash: passwordHash ?? secrets.adminPasswordHash,
    },
    sessionSecrets: sessionSecrets ?? [secrets.sessionSecret],
    ...(newPassword !== undefined && passwordHash === undefined && { newPassword }),
  };
};
