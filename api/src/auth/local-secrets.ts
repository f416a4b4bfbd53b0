import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { hashPassword } from './password.ts';

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

const readSecrets = async (path: string): Promise<LocalSecrets | undefined> => {
  try {
    return v.parse(secretsSchema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} can't be read; delete it to have new secrets generated`, {
      cause: error,
    });
  }
};

/** Written whole or not at all, and readable by the owner alone. */
const writeSecrets = async (path: string, secrets: LocalSecrets): Promise<void> => {
  const draft = `${path}.new`;
  await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
};

/** Opens `secrets.json` in the data folder; makes it, with a new password, when it is absent. */
export const openLocalSecrets = async (dataDir: string): Promise<Opened> => {
  const path = join(dataDir, 'secrets.json');
  const known = await readSecrets(path);
  if (known) return { secrets: known };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const newPassword = randomBytes(12).toString('base64url');
  const secrets = {
    adminEmail: DEFAULT_ADMIN_EMAIL,
    adminPasswordHash: await hashPassword(newPassword),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
  await writeSecrets(path, secrets);
  return { secrets, newPassword };
};
