import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { hashPassword, type Administrator } from './password.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

// Loose, so that changing the password keeps what else is in the file.
const secretsSchema = v.looseObject({
  adminEmail: v.string(),
  adminPasswordHash: v.string(),
  sessionSecret: v.string(),
});

/** The secrets that local mode generates, so that it needs no configuration. */
type LocalSecrets = v.InferOutput<typeof secretsSchema>;

interface Opened {
  readonly secrets: LocalSecrets;
  /** The administrator's password, only on the start that generated it; it is not stored. */
  readonly newPassword?: string;
}

const DEFAULT_ADMIN_EMAIL = 'admin@example.com';

const pathOf = (dataDir: string): string => join(dataDir, 'secrets.json');

/** Reads `secrets.json` in the data folder, or creates it with a new password if it is absent. */
const openLocalSecrets = async (dataDir: string): Promise<Opened> => {
  const path = pathOf(dataDir);
  const stored = await readPrivateFile(path, secretsSchema);
  if (stored) return { secrets: stored };
  const newPassword = randomBytes(12).toString('base64url');
  const secrets = {
    adminEmail: DEFAULT_ADMIN_EMAIL,
    adminPasswordHash: await hashPassword(newPassword),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
  await writePrivateFile(path, secrets);
  return { secrets, newPassword };
};

/** The secrets that sign sessions; undefined if none is configured, and none was generated yet. */
export const readSessionSecrets = async (
  config: Config,
): Promise<readonly string[] | undefined> => {
  if (config.sessionSecrets) return config.sessionSecrets;
  const stored = await readPrivateFile(pathOf(config.dataDir), secretsSchema);
  return stored && [stored.sessionSecret];
};

/** The administrator's credentials and the secrets that sign sessions. */
export interface Credentials {
  readonly administrator: Administrator;
  readonly sessionSecrets: readonly string[];
  /** The password that was just generated for the administrator; shown once and not stored. */
  readonly newPassword?: string;
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
  const { secrets, newPassword } = await openLocalSecrets(dataDir);
  let stored = secrets;
  const changePassword = async (adminPasswordHash: string): Promise<void> => {
    const path = pathOf(dataDir);
    const present = await readPrivateFile(path, secretsSchema);
    const changed = { ...stored, ...present, adminPasswordHash };
    await writePrivateFile(path, changed);
    stored = changed;
  };
  return {
    administrator: {
      email: email ?? secrets.adminEmail,
      get passwordHash() {
        return passwordHash ?? stored.adminPasswordHash;
      },
    },
    sessionSecrets: sessionSecrets ?? [secrets.sessionSecret],
    ...(passwordHash === undefined && {
      changePassword,
      ...(newPassword !== undefined && { newPassword }),
    }),
  };
};
