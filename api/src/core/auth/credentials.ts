import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { hashPassword, type Administrator } from './password.ts';
import { changeSecrets, readSecrets, type Secrets } from './secrets.ts';

const DEFAULT_ADMIN_EMAIL = 'admin@example.com';

const ifComplete = ({ adminEmail, adminPasswordHash, sessionSecret }: Secrets) =>
  adminEmail !== undefined && adminPasswordHash !== undefined && sessionSecret !== undefined
    ? { adminEmail, adminPasswordHash, sessionSecret }
    : undefined;

const openLocalSecrets = async (dataDir: string, email = DEFAULT_ADMIN_EMAIL) => {
  const stored = ifComplete(await readSecrets(dataDir));
  if (stored) return { ...stored, newPassword: undefined };
  const newPassword = randomBytes(12).toString('base64url');
  const generated = {
    adminEmail: email,
    adminPasswordHash: await hashPassword(newPassword),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
  // Another process may have begun at the same moment.
  const all = await changeSecrets(dataDir, (present) => ({ ...generated, ...present }));
  const isNew = all.adminPasswordHash === generated.adminPasswordHash;
  return { ...generated, ...ifComplete(all), newPassword: isNew ? newPassword : undefined };
};

/** The secrets that sign sessions; undefined if none is configured, and none was generated yet. */
export const readSessionSecrets = async (
  config: Config,
): Promise<readonly string[] | undefined> => {
  if (config.sessionSecrets) return config.sessionSecrets;
  const { sessionSecret } = await readSecrets(config.dataDir);
  return sessionSecret === undefined ? undefined : [sessionSecret];
};

export interface Credentials {
  readonly administrator: Administrator;
  /** The first one signs, all verify. */
  readonly sessionSecrets: readonly string[];
  /** The password that was just generated for the administrator; shown once and not stored. */
  readonly newPassword?: string | undefined;
  /** Stores another hash, or rejects. Absent if a variable sets it. */
  readonly changePassword?: (passwordHash: string) => Promise<void>;
  /** Stores another email and hash, or rejects. Absent if a variable sets one of them. */
  readonly changeEmail?: (email: string, passwordHash: string) => Promise<void>;
}

/** The configured credentials; those that are not configured are generated once. */
export const openCredentials = async (config: Config): Promise<Credentials> => {
  const { admin, sessionSecrets, dataDir } = config;
  const { email, passwordHash } = admin;
  if (email !== undefined && passwordHash !== undefined && sessionSecrets) {
    return { administrator: { email, passwordHash }, sessionSecrets };
  }
  const { newPassword, ...generated } = await openLocalSecrets(dataDir, email);
  let stored = generated;
  const change = async (changes: Pick<Secrets, 'adminEmail' | 'adminPasswordHash'>) => {
    const present = await changeSecrets(dataDir, (before) => ({ ...before, ...changes }));
    stored = { ...stored, ...ifComplete(present) };
  };
  const refresh = async (): Promise<void> => {
    // While the disk can't be read, what was read last counts.
    const present = await readSecrets(dataDir).catch((): Secrets => ({}));
    stored = { ...stored, ...ifComplete(present) };
  };
  return {
    administrator: {
      get email() {
        return email ?? stored.adminEmail;
      },
      get passwordHash() {
        return passwordHash ?? stored.adminPasswordHash;
      },
      ...(passwordHash === undefined && { refresh }),
    },
    sessionSecrets: sessionSecrets ?? [stored.sessionSecret],
    ...(passwordHash === undefined && {
      changePassword: (adminPasswordHash) => change({ adminPasswordHash }),
      newPassword,
      ...(email === undefined && {
        changeEmail: (adminEmail, adminPasswordHash) => change({ adminEmail, adminPasswordHash }),
      }),
    }),
  };
};
