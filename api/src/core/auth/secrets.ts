/** `secrets.json` in the data folder: what is secret and not set by variables. */
import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { changePrivateFile, readPrivateFile } from './private-file.ts';

// Loose, so that an older version keeps what a newer one has stored.
const secretsSchema = v.looseObject({
  adminEmail: v.optional(v.string()),
  adminPasswordHash: v.optional(v.string()),
  sessionSecret: v.optional(v.string()),
  connection: v.optional(
    v.object({
      ...{ owner: v.string(), name: v.string(), branch: v.string(), apiUrl: v.string() },
      auth: v.union([
        v.object({ token: v.string() }),
        v.object({ appId: v.string(), privateKey: v.string(), installationId: v.number() }),
      ]),
      webhookSecret: v.string(),
      publishedAt: v.optional(v.string()),
    }),
  ),
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

const parse = (path: string, text = '{}'): Secrets => {
  try {
    return v.parse(secretsSchema, JSON.parse(text));
  } catch (error) {
    throw new Error(`${path} can't be read; delete it to have a new one made`, { cause: error });
  }
};

/** Empty if nothing was stored yet. Throws if the file is damaged. */
export const readSecrets = async (dataDir: string): Promise<Secrets> =>
  parse(pathOf(dataDir), await readPrivateFile(pathOf(dataDir)));

export const withStoredConnection = async (config: Config): Promise<Config> => {
  const { connection } = config.github ? {} : await readSecrets(config.dataDir);
  if (!connection) return config;
  return { ...config, github: { ...connection, isStored: true }, branch: connection.branch };
};

/** Resolves to the new secrets. Rejects when they can't be stored. */
export const changeSecrets = async (
  dataDir: string,
  edit: (secrets: Secrets) => Secrets,
): Promise<Secrets> => {
  const path = pathOf(dataDir);
  const changed = (text?: string) => v.parse(secretsSchema, edit(parse(path, text)));
  const change = (text?: string) => `${JSON.stringify(changed(text), null, 2)}\n`;
  return parse(path, await changePrivateFile(path, change));
};
