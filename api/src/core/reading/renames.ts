/** Finds renamed files within one commit: by their bytes or similar text, as git, or by aliases. */
import {
  decodeAddress,
  groupBy,
  isPhotoDetailsPath,
  photoDetailsPath,
  photoOf,
  postIdOf,
} from 'content-schema';
import { changedPaths, filesAt } from '../git-store/changes.ts';
import type { CommitInfo, CommitSha, Tree, TreeEntry } from '../git-store/git-store.ts';
import { typeOfName } from '../photos/image-types.ts';
import { photoFolderOf } from '../photos/photo.ts';
import { POST_ALIAS } from './addresses.ts';
import { parsePost } from './stored-posts.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { plainText } from './text-file.ts';
import type { CommitChange, ContentHistory } from './content-history.ts';
import type { ReadBlobs } from './blob-cache.ts';

export type Renames = ReadonlyMap<string, string>;

/** More comparisons of texts would take seconds; then only files with the same bytes are paired. */
const COMPARISONS_MAX = 10_000;
const TEXT_MAX_BYTES = 1024 * 1024;
/** Git's default: https://git-scm.com/docs/git-diff#Documentation/git-diff.txt--Mn */
const SIMILARITY_MIN = 0.5;

type Lines = ReadonlyMap<string, number>;

const countLines = (text: string): Lines => {
  const lines = new Map<string, number>();
  for (const line of text.match(/.*\n|.+$/g) ?? []) {
    lines.set(line, (lines.get(line) ?? 0) + line.length);
  }
  return lines;
};

const lengthOf = (lines: Lines): number => [...lines.values()].reduce((sum, size) => sum + size, 0);

/** Returns the share of characters in lines that both texts have. */
const similarityOf = (one: Lines, other: Lines): number => {
  let common = 0;
  for (const [line, length] of one) common += Math.min(length, other.get(line) ?? 0);
  return common / Math.max(1, lengthOf(one), lengthOf(other));
};

type Files = ReadonlyMap<string, TreeEntry>;

const oldIdsOf = (path: string, { sha }: TreeEntry, bytes: Uint8Array): string[] => {
  const id = postIdOf(path);
  if (id === undefined) return [];
  const { aliases = [] } = parsePost({ path, id, blob: sha }, bytes);
  return aliases.flatMap((alias) => POST_ALIAS.exec(alias)?.[1] ?? []).map(decodeAddress);
};

/**
 * Returns pairs of old and new paths: first of posts that have the other's address as an alias, as
 * a move writes it, then of similar texts, the most similar first.
 */
const relatedTexts = async (
  removed: Files,
  added: Files,
  read: ReadBlobs,
): Promise<[from: string, to: string][]> => {
  if (removed.size * added.size > COMPARISONS_MAX) return [];
  const texts = [removed, added].map((files) =>
    [...files].filter(([path, { size }]) => !typeOfName(path) && size <= TEXT_MAX_BYTES),
  );
  if (texts.some((files) => files.length === 0)) return [];
  const blobs = await read(texts.flat().map(([, { sha }]) => sha));
  const [old = [], now = []] = texts.map((files) =>
    files.flatMap(([path, entry]) => {
      const bytes = blobs.get(entry.sha) ?? new Uint8Array();
      const text = plainText(bytes);
      if (text === undefined) return [];
      const oldIds = oldIdsOf(path, entry, bytes);
      return [{ path, id: postIdOf(path) ?? '', oldIds, lines: countLines(text) }];
    }),
  );
  const pairs = old.flatMap((from) => now.map((to) => ({ from, to })));
  const claims = pairs.filter(
    ({ from, to }) => to.oldIds.includes(from.id) || from.oldIds.includes(to.id),
  );
  const similar = pairs
    .map(({ from, to }) => ({ from, to, share: similarityOf(from.lines, to.lines) }))
    .filter(({ share }) => share >= SIMILARITY_MIN)
    .sort((one, other) => other.share - one.share);
  return [...claims, ...similar].map(({ from, to }) => [from.path, to.path]);
};

const findPhoto = (path: string, paths: Iterable<string>): string | undefined => {
  const folder = photoFolderOf(path);
  return folder === undefined
    ? undefined
    : [...paths].find((other) => photoFolderOf(other) === folder);
};

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Pairs the files that a commit removed with files that it added, of those that `may` be renamed. */
export const findRenames = async (
  { before, after }: Pick<CommitChange, 'before' | 'after'>,
  read: ReadBlobs,
  may: (path: string) => unknown = () => true,
): Promise<Renames> => {
  // The commit of an import may have added thousands.
  if ([...before.keys()].every((path) => after.has(path))) return new Map();
  const changed = changedPaths(before, after).filter((path) => !isPhotoDetailsPath(path));
  const onlyIn = (tree: Tree, other: Tree) =>
    filesAt(
      tree,
      changed.filter((path) => !other.has(path) && may(path)),
    );
  const [removed, added] = [onlyIn(before, after), onlyIn(after, before)];
  const renames = new Map<string, string>();
  const pair = (from: string, to: string | undefined): void => {
    if (to === undefined || !removed.has(from) || !added.has(to)) return;
    renames.set(from, to);
    removed.delete(from);
    added.delete(to);
  };

  // Two photos may have the same bytes, but each has its own folder.
  for (const from of removed.keys()) pair(from, findPhoto(from, added.keys()));
  const addedByBlob = groupBy([...added.keys()], (path) => added.get(path)?.sha);
  for (const [from, { sha }] of removed) {
    const same = (addedByBlob.get(sha) ?? []).filter((to) => added.has(to));
    pair(from, same.find((to) => baseName(to) === baseName(from)) ?? same[0]);
  }
  for (const [from, to] of await relatedTexts(removed, added, read)) pair(from, to);

  // The metadata of a photo are moved with it.
  for (const [from, to] of [...renames].filter(([path]) => photoOf(path))) {
    const [old, now] = [photoDetailsPath(from), photoDetailsPath(to)];
    if (old !== now && before.has(old) && after.has(now)) renames.set(old, now);
  }
  return renames;
};

/** The most commits to look at, each of which takes up to three requests to GitHub. */
const LOOKUPS_MAX = 20;

interface FollowOptions {
  /** The files of the commit from which to follow. */
  readonly from: Tree;
  /** That commit, or its date; its own renames are not followed. */
  readonly since: Pick<CommitInfo, 'date'> & Partial<Pick<CommitInfo, 'sha'>>;
  readonly to: Pick<ContentSnapshot, 'revision' | 'tree'>;
  readonly history: Pick<ContentHistory, 'read' | 'lastRemoval'>;
}

/**
 * Returns the last known paths of files of an older commit, by their paths there: the present one,
 * or the one at which it was deleted.
 */
export const followRenames = async (
  paths: readonly string[],
  { from, since, to: { revision, tree }, history }: FollowOptions,
): Promise<ReadonlyMap<string, string>> => {
  const newPaths = [...tree.keys()].filter((path) => !from.has(path) && !isPhotoDetailsPath(path));
  const lastPaths = new Map(
    paths.map((path) => [path, tree.has(path) ? path : (findPhoto(path, newPaths) ?? path)]),
  );
  const lost = new Set(
    paths.filter((path) => {
      const isLost = !tree.has(lastPaths.get(path) ?? path);
      return isLost && (from.has(path) || newPaths.length > 0);
    }),
  );

  for (let lookups = 0; lookups < LOOKUPS_MAX; lookups += 1) {
    const [first] = lost;
    if (first === undefined) break;
    const range = { from: revision, since: since.date };
    const last = await history.lastRemoval(lastPaths.get(first) ?? first, range);
    const change = last?.info.sha === since.sha ? undefined : last;
    const renames = change ? await findRenames(change, history.read) : new Map<string, string>();
    for (const path of lost) {
      const latest = lastPaths.get(path) ?? path;
      if (path !== first && !(change?.before.has(latest) && !change.after.has(latest))) continue;
      const next = renames.get(latest);
      if (next !== undefined) lastPaths.set(path, next);
      if (next === undefined || tree.has(next)) lost.delete(path);
    }
  }
  return lastPaths;
};

interface Range extends Pick<CommitChange, 'before' | 'after'> {
  readonly base: CommitSha;
  readonly head: CommitSha;
}

/**
 * Returns the files that the commits from `base` to `head` renamed, each within one commit: a file
 * that one deleted is not another that a later one added, however similar. The commits are read
 * along first parents, since by date a merged site's come before the branch's own; only the newest.
 */
export const renamesBetween = async (
  { base, before, head, after }: Range,
  { read, change }: Pick<ContentHistory, 'read' | 'change'>,
): Promise<Renames> => {
  const possible = await findRenames({ before, after }, read);
  if (possible.size === 0) return possible;
  /** The files whose removal has not been seen yet. */
  const pending = new Set([...before.keys()].filter((path) => !after.has(path)));
  /** The paths at `head` by those before the commits that were looked at. */
  const renames = new Map<string, string>();
  let next: CommitSha | null = head;
  for (let lookups = 0; next !== null && next !== base && lookups < LOOKUPS_MAX; lookups += 1) {
    const commit: CommitChange = await change(next);
    for (const [from, to] of await findRenames(commit, read)) {
      renames.set(from, renames.get(to) ?? to);
      renames.delete(to);
    }
    for (const path of pending) if (commit.before.has(path)) pending.delete(path);
    next = pending.size > 0 ? commit.info.parent : null;
  }
  const isOf = (tree: Tree, other: Tree, path: string) => tree.has(path) && !other.has(path);
  return new Map(
    [...renames].filter(([from, to]) => isOf(before, after, from) && isOf(after, before, to)),
  );
};
