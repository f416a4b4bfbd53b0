import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { hashPassword, type Administrator } from './password.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const secretsSchema = v.object({
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

/** Reads `secrets.json` in the data folder, or creates it with a new password if it is absent. */
const openLocalSecrets = async (dataDir: string): Promise<Opened> => {
  const path = join(dataDir, 'secrets.json');
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

/** The administrator's credentials and the secrets that sign sessions. */
export interface Credentials {
  readonly administrator: Administrator;
  readonly sessionSecrets: readonly string[];
  /** The password that was just generated for the administrator; shown once and not stored. */
  readonly newPassword?: string;
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
  return {
    administrator: {
      email: email ?? secrets.adminEmail,
      passwordHash: passwordHash ?? secrets.adminPasswordHash,
    },
    sessionSecrets: sessionSecrets ?? [secrets.sessionSecret],
    ...(newPassword !== undefined && passwordHash === undefined && { newPassword }),
  };
};
