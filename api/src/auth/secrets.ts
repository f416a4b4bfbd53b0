/** `secrets.json` in the data folder: what is secret and not set by variables. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

// Loose, so that an older version keeps what a newer one has stored.
const secretsSchema = v.looseObject({
  adminEmail: v.optional(v.string()),
  adminPasswordHash: v.optional(v.string()),
  sessionSecret: v.optional(v.string()),
  /** The repository at GitHub that the site was connected to. */
  connection: v.optional(
    v.object({
      ...{ owner: v.string(), name: v.string(), branch: v.string(), apiUrl: v.string() },
      auth: v.union([
        v.object({ token: v.string() }),
        v.object({ appId: v.string(), privateKey: v.string(), installationId: v.number() }),
      ]),
      webhookSecret: v.string(),
    }),
  ),
  /** The GitHub App that was made for this site. */
  app: v.optional(
    v.object({
      ...{ apiUrl: v.string(), appId: v.string(), name: v.string(), url: v.string() },
      ...{ privateKey: v.string(), webhookSecret: v.string() },
    }),
  ),
});

export type Secrets = v.InferOutput<typeof secretsSchema>;
export type StoredConnection = NonNullable<Secrets['connection']>;

const pathOf = (dataDir: string): string => join(dataDir, 'secrets.json');
const mutex = pLimit(1);

/** Empty if nothing was stored yet. Throws if the file is damaged. */
export const readSecrets = async (dataDir: string): Promise<Secrets> =>
  (await readPrivateFile(pathOf(dataDir), secretsSchema)) ?? {};

/** Adds the stored connection to a configuration that names no repository. */
export const withStoredConnection = async (config: Config): Promise<Config> => {
  const { connection } = config.github ? {} : await readSecrets(config.dataDir);
  if (!connection) return config;
  return { ...config, github: { ...connection, isStored: true }, branch: connection.branch };
};

/** Rejects when it can't be stored. */
export const changeSecrets = (
  dataDir: string,
  edit: (secrets: Secrets) => Secrets,
): Promise<void> =>
  mutex(async () => writePrivateFile(pathOf(dataDir), edit(await readSecrets(dataDir))));
