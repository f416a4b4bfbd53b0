import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/**
 * Reads a JSON file of the data folder; undefined if it does not exist. Throws if it is damaged,
 * with the advice to delete it.
 */
export const readPrivateFile = async <Value>(
  path: string,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value | undefined> => {
  try {
    return v.parse(schema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`${path} can't be read; delete it to have a new one made`, { cause: error });
  }
};

/** Writes a file atomically, readable only by its owner. */
export const writePrivateFile = async (path: string, value: unknown): Promise<void> => {
  const draft = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
};
