import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { NotFound, UnreadableObject } from '../../core/git-store/errors.ts';
import type { FileCache } from '../../core/git-store/disk-cache/file-cache.ts';
import type { RepositoryFile } from '../../core/git-store/git-store.ts';

/** Larger files are read each time: most of the time of a small one is spent on opening it. */
const SMALL_BYTES = 32 * 1024;

type Bytes = Uint8Array | undefined;

/** By their ids, so that a new file changes only the group that it is in; on average of 64 files. */
const endsGroup = (id: string): boolean => id.slice(2) < '04';

const nameOf = (group: readonly RepositoryFile[]): string => {
  const key = [process.version, ...group.map(({ id }) => id)].join('\n');
  return `${createHash('sha1').update(key).digest('hex')}.files`;
};

/** Undefined for a file without parts; an empty one has an empty part. */
const readAll = async (parts: AsyncIterable<Uint8Array>): Promise<Bytes> => {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return all.length > 1 ? Buffer.concat(all) : all[0];
};

/**
 * Yields files that are read, without those that are damaged, whose paths are added to `damaged`.
 * `cache` gets the small files, in groups; they are read from there unless `isAllRead`.
 */
export async function* readInGroups(
  files: AsyncIterable<RepositoryFile>,
  cache: FileCache | undefined,
  damaged: string[],
  isAllRead: boolean,
): AsyncGenerator<RepositoryFile> {
  const readable = async function* ({ path, parts }: RepositoryFile): AsyncGenerator<Uint8Array> {
    try {
      yield* parts();
    } catch (error) {
      if (error instanceof UnreadableObject) damaged.push(path);
      else if (!(error instanceof NotFound)) throw error;
    }
  };
  const readGroup = async function* (group: readonly RepositoryFile[]) {
    const name = nameOf(group);
    const cached = isAllRead ? undefined : await cache?.read(name);
    const before = cached ? (deserialize(cached) as Bytes[]) : [];
    const small: Bytes[] = [];
    for (const [i, file] of group.entries()) {
      const bytes = before[i] ?? (await readAll(readable(file)));
      small.push(bytes && bytes.byteLength <= SMALL_BYTES ? bytes : undefined);
      if (bytes) yield { path: file.path, parts: () => [bytes] };
    }
    if (!cached) cache?.write(name, serialize(small));
  };

  let group: RepositoryFile[] = [];
  for await (const file of files) {
    if (file.id !== undefined) group.push(file);
    if (file.id !== undefined && !endsGroup(file.id)) continue;
    yield* readGroup(group);
    group = [];
    if (file.id === undefined) yield { path: file.path, parts: () => readable(file) };
  }
  yield* readGroup(group);
}
