import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/**
 * What a JSON file of the data folder holds; undefined when there is no such file. Throws when it is
 * damaged, and says that it may be deleted.
 */
export const readPrivateFile = async <Value>(
  path: string,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value | undefined> => {
  try {
    return v.parse(schema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} can't be read; delete it to have a new one made`, { cause: error });
  }
};

/** Written whole or not at all, and readable by the owner alone. */
export const writePrivateFile = async (path: string, value: unknown): Promise<void> => {
  const draft = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
};
