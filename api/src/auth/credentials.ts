import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { hashPassword, type Administrator } from './password.ts';
import { changeSecrets, readSecrets } from './secrets.ts';

const DEFAULT_ADMIN_EMAIL = 'admin@example.com';

/** Reads the generated secrets, or generates them with a new password if they are absent. */
const openLocalSecrets = async (dataDir: string) => {
  const { adminEmail, adminPasswordHash, sessionSecret } = await readSecrets(dataDir);
  if (adminEmail !== undefined && adminPasswordHash !== undefined && sessionSecret !== undefined) {
    return { adminEmail, adminPasswordHash, sessionSecret, newPassword: undefined };
  }
  const newPassword = randomBytes(12).toString('base64url');
  const secrets = {
    adminEmail: DEFAULT_ADMIN_EMAIL,
    adminPasswordHash: await hashPassword(newPassword),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
  await changeSecrets(dataDir, (others) => ({ ...others, ...secrets }));
  return { ...secrets, newPassword };
};

/** The secrets that sign sessions; undefined if none is configured, and none was generated yet. */
export const readSessionSecrets = async (
  config: Config,
): Promise<readonly string[] | undefined> => {
  if (config.sessionSecrets) return config.sessionSecrets;
  const { sessionSecret } = await readSecrets(config.dataDir);
  return sessionSecret === undefined ? undefined : [sessionSecret];
};

/** The administrator's credentials and the secrets that sign sessions. */
export interface Credentials {
  readonly administrator: Administrator;
  /** The first one signs, all verify. */
  readonly sessionSecrets: readonly string[];
  /** The password that was just generated for the administrator; shown once and not stored. */
  readonly newPassword?: string | undefined;
  /**
   * Stores another hash, which counts from then on. Absent if a variable sets it. Rejects when it
   * can't be stored.
   */
  readonly changePassword?: (passwordHash: string) => Promise<void>;
}

/**
 * Returns the configured credentials; those that are not configured come from the generated
 * secrets.
 */
export const openCredentials = async (config: Config): Promise<Credentials> => {
  const { admin, sessionSecrets, dataDir } = config;
  const { email, passwordHash } = admin;
  if (email !== undefined && passwordHash !== undefined && sessionSecrets) {
    return { administrator: { email, passwordHash }, sessionSecrets };
  }
  const { newPassword, ...generated } = await openLocalSecrets(dataDir);
  let stored = generated;
  const changePassword = async (adminPasswordHash: string): Promise<void> => {
    await changeSecrets(dataDir, (present) => ({ ...stored, ...present, adminPasswordHash }));
    stored = { ...stored, adminPasswordHash };
  };
  return {
    administrator: {
      email: email ?? stored.adminEmail,
      get passwordHash() {
        return passwordHash ?? stored.adminPasswordHash;
      },
    },
    sessionSecrets: sessionSecrets ?? [stored.sessionSecret],
    ...(passwordHash === undefined && { changePassword, newPassword }),
  };
};
