import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { hashPassword } from './password.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const secretsSchema = v.object({
  adminEmail: v.string(),
  adminPasswordHash: v.string(),
  sessionSecret: v.string(),
});

/** What local mode generates for itself, so that it runs without any configuration. */
type LocalSecrets = v.InferOutput<typeof secretsSchema>;

interface Opened {
  readonly secrets: LocalSecrets;
  /** The administrator's password, only at the start that made it; it is stored nowhere. */
  readonly newPassword?: string;
}

const DEFAULT_ADMIN_EMAIL = 'admin@example.com';

/** Opens `secrets.json` in the data folder; makes it, with a new password, when it is absent. */
export const openLocalSecrets = async (dataDir: string): Promise<Opened> => {
  const path = join(dataDir, 'secrets.json');
  const known = await readPrivateFile(path, secretsSchema);
  if (known) return { secrets: known };
  const newPassword = randomBytes(12).toString('base64url');
  const secrets = {
    adminEmail: DEFAULT_ADMIN_EMAIL,
    adminPasswordHash: await hashPassword(newPassword),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
  await writePrivateFile(path, secrets);
  return { secrets, newPassword };
};
