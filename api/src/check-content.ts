/** `npm run check-content [folder]`: reports the problems of a clone's working files. */
import { isContentPath, isStylePath, photoOf, type Problem } from 'content-schema';
import { execFile } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { createCache, createCacheRegistry } from './core/cache.ts';
import { addressProblems } from './core/reading/addresses.ts';
import { unmeasurablePhotos } from './core/reading/stored-photos.ts';
import { createSnapshotLoader } from './core/reading/snapshot-loader.ts';
import { gitEnvironment } from './core/git-store/git-environment.ts';
import { START_BYTES, type BlobSha, type CommitSha } from './core/git-store/git-store.ts';
import { mapConcurrently } from './core/git-store/map-concurrently.ts';
import { messageOf } from './core/log.ts';
import { createPhotoFacts } from './core/photos/photo-facts.ts';

const LIST_MAX_BYTES = 64 * 1024 * 1024;
const FILES_AT_ONCE = 16;

/** Returns the files that git would commit; without git, or if it ignores the folder, all files. */
const listFiles = async (folder: string): Promise<string[]> => {
  const args = ['-C', folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const run = promisify(execFile)('git', args, {
    maxBuffer: LIST_MAX_BYTES,
    env: gitEnvironment(),
  });
  const { stdout } = await run.catch(() => ({ stdout: '' }));
  if (stdout !== '') return [...new Set(stdout.split('\0'))].filter(Boolean);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
};

/** Reads the working files as the site reads a commit. Their paths stand for the ids of blobs. */
const readContent = async (folder: string) => {
  const tree = new Map<string, { sha: BlobSha; size: number }>();
  const links: string[] = [];
  for (const path of (await listFiles(folder)).sort()) {
    // Git also lists deleted files, until the deletion is committed.
    const stats = await lstat(join(folder, path)).catch(() => undefined);
    if (stats?.isFile()) tree.set(path, { sha: path as BlobSha, size: stats.size });
    else if (stats) links.push(path);
  }
  if (
    ![...tree.keys()].some((path) => isContentPath(path) && !photoOf(path) && !isStylePath(path))
  ) {
    throw new Error(`${folder} is no content repository: it has no site.json, no posts/*.md etc.`);
  }
  const caches = createCacheRegistry();
  const facts = createPhotoFacts({ caches });
  const read = async (blob: BlobSha) => [blob, await readFile(join(folder, blob))] as const;
  const load = createSnapshotLoader({
    store: {
      list: () => Promise.resolve(tree),
      links: () => Promise.resolve(links),
      history: () => Promise.resolve({ commits: [], hasMore: false }),
    },
    blobs: {
      readEach: async (blobs) => new Map(await mapConcurrently([...blobs], FILES_AT_ONCE, read)),
    },
    photos: {
      starts: async (blobs) => {
        const starts = await mapConcurrently(blobs, 1, async (photo) => {
          const [blob, bytes] = await read(photo);
          await facts.measure(blob, bytes);
          return [blob, Uint8Array.from(bytes.subarray(0, START_BYTES))] as const;
        });
        return new Map(starts);
      },
    },
    posts: { read: () => Promise.resolve(() => undefined), add: () => undefined },
    snapshots: createCache(caches, { name: 'snapshots', max: 1 }),
    warn: () => undefined,
  });
  const snapshot = await load('' as CommitSha, tree);
  const late = [...addressProblems(snapshot), ...unmeasurablePhotos(snapshot, facts)];
  return { ...snapshot, problems: [...snapshot.problems, ...late] };
};

const comparePositions = (one: Problem, other: Problem): number => {
  if (one.path === other.path) return (one.line ?? 1) - (other.line ?? 1);
  return one.path < other.path ? -1 : 1;
};

/** https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
const annotation = ({ path, line = 1, message }: Problem): string => {
  const file = path.replace(/[%\r\n:,]/g, encodeURIComponent);
  return `::error file=${file},line=${line}::${message.replace(/[%\r\n]/g, encodeURIComponent)}`;
};

try {
  // npm runs scripts in the folder of the package.
  const folder = resolve(process.env['INIT_CWD'] ?? '', process.argv[2] ?? '');
  const { problems, tree, posts, photos } = await readContent(folder);
  for (const problem of problems.toSorted(comparePositions)) {
    const { path, line = 1, message } = problem;
    // Names and messages may contain line breaks, and commands to a terminal.
    console.log(`${path}:${line}: ${message}`.replace(/\p{Cc}+/gu, ' '));
    if (process.env['GITHUB_ACTIONS'] === 'true') console.log(annotation(problem));
  }
  const counts = `(posts: ${posts.length}, photos: ${photos.length})`;
  if (problems.length === 0) console.log(`No problems in ${tree.size} files ${counts}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
