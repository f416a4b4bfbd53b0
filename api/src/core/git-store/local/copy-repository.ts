/** Copies the files of a repository while others write to it and git packs it. */
import { createHash } from 'node:crypto';
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { UnreadableObject } from '../errors.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha, RepositoryCopy, RepositoryFile } from '../git-store.ts';
import { readPackedRefs } from './branch-ref.ts';
import { checkRepository } from './check-repository.ts';
import { nullIfMissing } from '../files.ts';
import type { Objects } from './objects.ts';
import { layoutOf, missingBranchError, type RepositoryOptions } from './repository.ts';

const PACK_FILE = /^pack-[0-9a-f]+\.idx$/;

/** `git gc` can remove a listed file this often at most before it is opened. */
const ATTEMPTS = 5;

const listAgain = async <Listed>(list: () => Promise<Listed>): Promise<Listed> => {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const listed = await nullIfMissing(list());
    if (listed !== null) return listed;
  }
  return list();
};

const readLooseRefs = async (dir: string): Promise<Map<string, CommitSha>> => {
  const refs = new Map<string, CommitSha>();
  const options = { recursive: true, withFileTypes: true } as const;
  for (const entry of await listAgain(() => readdir(join(dir, 'refs'), options))) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const sha = (await nullIfMissing(readFile(path, 'utf8')))?.trimEnd();
    // Skip locks and symbolic refs.
    if (!isCommitSha(sha) || path.endsWith('.lock')) continue;
    refs.set(relative(dir, path).replaceAll(sep, '/'), sha);
  }
  return refs;
};

export const readRefs = async (dir: string): Promise<ReadonlyMap<string, CommitSha>> => {
  // In this order, because git writes `packed-refs` before it removes the files.
  const loose = await readLooseRefs(dir);
  return new Map([...(await readPackedRefs(dir)), ...loose]);
};

const listLooseObjects = async (dir: string): Promise<readonly string[]> => {
  const folders = (await readdir(dir)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const shas: string[] = [];
  for (const folder of folders) {
    const names = (await nullIfMissing(readdir(join(dir, folder)))) ?? [];
    shas.push(...names.map((name) => `${folder}${name}`).filter(isCommitSha));
  }
  return shas;
};

interface OpenFile {
  readonly name: string;
  readonly handle: FileHandle;
}

const closeAll = async (files: readonly OpenFile[]): Promise<void> => {
  await Promise.all(files.map(({ handle }) => handle.close()));
};

/** Opens all files, or none if one can't be opened. */
const openAll = async (dir: string, names: readonly string[]): Promise<readonly OpenFile[]> => {
  const opened: OpenFile[] = [];
  try {
    for (const name of names) opened.push({ name, handle: await open(join(dir, name)) });
    return opened;
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
};

/** The indexes. Git writes them last, so a pack without one is incomplete. */
const listPacks = async (dir: string): Promise<readonly string[]> =>
  ((await nullIfMissing(readdir(dir))) ?? []).filter((name) => PACK_FILE.test(name));

/** Opens the packs and keeps them open, because git may replace them meanwhile. */
const openPacks = (dir: string): Promise<readonly OpenFile[]> =>
  listAgain(async () => {
    const indexes = await listPacks(dir);
    return openAll(
      dir,
      indexes.flatMap((name) => [name.replace(/idx$/, 'pack'), name]),
    );
  });

const PART_BYTES = 256 * 1024;
const CHECKSUM_BYTES = 20;

/** The bytes of a pack or its index, which ends with a checksum of those before. */
async function* readPack({ name, handle }: OpenFile): AsyncGenerator<Uint8Array> {
  const { size } = await handle.stat();
  const [hash, end] = [createHash('sha1'), size - CHECKSUM_BYTES - 1];
  const options = { start: 0, end, autoClose: false, highWaterMark: PART_BYTES };
  for await (const part of handle.createReadStream(options) as AsyncIterable<Buffer>) {
    hash.update(part);
    yield part;
  }
  const { buffer } = await handle.read(Buffer.alloc(CHECKSUM_BYTES), 0, CHECKSUM_BYTES, end + 1);
  yield buffer;
  if (!hash.digest().equals(buffer)) throw new UnreadableObject(`The pack ${name} is damaged`);
}

const fileOf = (path: string, bytes: Uint8Array): RepositoryFile => ({
  path,
  parts: () => [bytes],
});

async function* objectFiles(objects: Objects, dir: string): AsyncGenerator<RepositoryFile> {
  // In this order, because git writes a pack before it removes the packed objects.
  const loose = await listLooseObjects(dir);
  const packs = await openPacks(join(dir, 'pack'));
  try {
    for (const pack of packs) {
      yield { path: `objects/pack/${pack.name}`, parts: () => readPack(pack) };
    }
    for (const sha of loose) {
      const parts = async function* (): AsyncGenerator<Uint8Array> {
        // Git may have removed it since it was listed, which only happens to unreachable ones.
        yield await objects.file(sha);
      };
      yield { path: `objects/${sha.slice(0, 2)}/${sha.slice(2)}`, id: `${sha} loose`, parts };
    }
  } finally {
    await closeAll(packs);
  }
}

/**
 * Copies the repository as it is now, except for its configuration, which may contain passwords in
 * addresses. Throws `RepositoryMissing` if the branch does not exist, and `RepositoryDamaged` if its
 * commits, or the directories of its head, are not complete.
 */
export const copyRepository = async (
  objects: Objects,
  { dir, branch }: Pick<RepositoryOptions, 'dir' | 'branch'>,
  since?: RepositoryCopy,
): Promise<RepositoryCopy> => {
  // Before the objects, because a ref is written after the objects that it needs.
  const refs = await readRefs(dir);
  const head = refs.get(`refs/heads/${branch}`);
  if (head === undefined) throw missingBranchError(branch);
  const folder = join(dir, 'objects');
  const names = new Set([
    ...(await listLooseObjects(folder)),
    ...(await listPacks(join(folder, 'pack'))),
  ]);
  const isSound = since && [...since.objects].every((name) => names.has(name));
  await checkRepository(dir, head, isSound ? since.head : undefined);
  const texts = [...layoutOf(branch), ...[...refs].map(([ref, sha]) => [ref, `${sha}\n`] as const)];
  const files = async function* (): AsyncGenerator<RepositoryFile> {
    for (const [path, text] of texts) yield fileOf(path, Buffer.from(text));
    yield* objectFiles(objects, folder);
  };
  return { head, objects: names, isAllChecked: !isSound, files: files() };
};
