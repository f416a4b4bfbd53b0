import {
  SITE_PATH,
  isPhotoDetailsPath,
  photoDetailsPath,
  photoOf,
  type Conflict,
  type Decision,
} from 'content-schema';
import type { CommitSha, StoredBlob, Tree, TreeEntry } from '../../git-store/git-store.ts';
import { createFreePhotoPaths } from '../../photos/photo.ts';
import { InvalidInput } from '../errors.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import { undoSubject } from '../saving/commit-message.ts';
import type { Command } from '../saving/save-command.ts';
import type { CommitChange, ContentHistory } from './content-history.ts';
import { readDecisions } from './decisions.ts';
import { changedFiles } from './file-changes.ts';
import { mapSides, mergeFile, type Sides, type Version } from './merge-file.ts';
import { isSiteFile, mergeSite, siteFilesOf } from './merge-site.ts';
import { findRenames, followRenames, type Renames } from './renames.ts';

/** A file that a commit changed: after the commit (`base`), now (`theirs`) and before (`mine`). */
interface FileToUndo extends Sides<TreeEntry | undefined> {
  /** The paths before and after the commit; the same unless the commit renamed the file. */
  readonly from: string;
  readonly to: string;
  /** The current path; the last one if the file is not there now. */
  readonly present: string;
  readonly path: string;
}

type History = Pick<ContentHistory, 'read' | 'lastChange'>;

const invalid = (message: string): InvalidInput => new InvalidInput([{ path: 'commit', message }]);

const hasSameBytes = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.sha === other?.sha;

/** Returns the version to write; undefined if both the commit and later ones changed the bytes. */
const versionOf = ({ base, theirs, mine }: FileToUndo) => {
  if (hasSameBytes(base, mine)) return { entry: theirs };
  return hasSameBytes(base, theirs) ? { entry: mine } : undefined;
};

/** Whether undoing the commit doesn't change the file. */
const isKept = ({ base, theirs, mine, path, present }: FileToUndo): boolean =>
  hasSameBytes(base, mine) && (path === present || !theirs);

/** Returns the changed paths; for the metadata of a photo that of the photo. */
const changedPaths = ({ before, after }: CommitChange): ReadonlySet<string> => {
  const paths = changedFiles(before, after).map(({ path }) => path);
  if (!paths.some(isPhotoDetailsPath)) return new Set(paths);
  const photos = [...before.keys(), ...after.keys()].filter((path) => photoOf(path));
  const photoByDetails = new Map(photos.map((path) => [photoDetailsPath(path), path]));
  return new Set(paths.map((path) => photoByDetails.get(path) ?? path));
};

/**
 * Returns the files to undo, a photo's file in place of its metadata. A renamed file is one file:
 * its name is undone unless it was renamed again since, and a later deletion of it is kept.
 */
const filesToUndo = async (
  change: CommitChange,
  current: ContentSnapshot,
  history: History,
): Promise<FileToUndo[]> => {
  const { before, after } = change;
  const { tree: now } = current;
  const changed = changedPaths(change);
  // Without later changes, a renamed file can be undone as two files, but not a photo.
  const hasRenames = [...changed].some(
    (path) => photoOf(path) !== undefined || !hasSameBytes(after.get(path), now.get(path)),
  );
  const renames: Renames = hasRenames ? await findRenames(change, history.read) : new Map();
  const targets = new Set(renames.values());
  const moves = [...changed]
    .filter((path) => !targets.has(path))
    .map((from) => ({ from, to: renames.get(from) ?? from }));
  const paths = moves.map(({ to }) => to);
  const followed = await followRenames(paths, { from: after, to: current, history });
  const freePathOf = createFreePhotoPaths(now);
  return moves.flatMap(({ from, to }) => {
    const present = followed.get(to) ?? to;
    const [base, theirs, mine] = [after.get(to), now.get(present), before.get(from)];
    // A deleted file that has another name now was restored before it was renamed.
    if (!base && theirs && present !== to && photoOf(to) === undefined) return [];
    // A file that was deleted since gets its last name, so that undoing the deletion finds it.
    const undone = present === to && theirs ? from : present;
    const path = mine && !now.has(undone) ? freePathOf(undone) : undone;
    const isMoved = path !== present && (theirs !== undefined || !hasSameBytes(base, mine));
    if (isMoved && now.has(path)) {
      throw invalid(`The change cannot be undone: ${path} is another file now`);
    }
    return [{ from, to, present, path, base, theirs, mine }];
  });
};

/** Returns the metadata of a photo. That of a photo that is not there now is restored with it. */
const detailsOf = (
  { from, to, present, path, theirs: isThere }: FileToUndo,
  { before, after }: CommitChange,
  now: Tree,
): FileToUndo => {
  const paths = {
    from: photoDetailsPath(from),
    to: photoDetailsPath(to),
    present: photoDetailsPath(present),
    path: photoDetailsPath(path),
  };
  const [base, theirs] = isThere ? [after.get(paths.to), now.get(paths.present)] : [];
  return { ...paths, base, theirs, mine: before.get(paths.from) };
};

type Content = Version | StoredBlob;

/** Whether to write the stored blob again: photos are large, and only a blob has a mode. */
const isStoredAsIs = ({ path }: FileToUndo, entry: TreeEntry | undefined): entry is TreeEntry =>
  entry !== undefined && (photoOf(path) !== undefined || entry.executable === true);

const addressOf = (commit: CommitSha, path: string): string =>
  `/api/history/${commit}/file?${new URLSearchParams({ path }).toString()}`;

const FIRST_CHANGE = 'The first change cannot be undone: there was nothing before it';
const LINKS_CHANGE =
  'This change cannot be undone here: it added or removed a symbolic link or a submodule';
const NO_FILES = 'This change cannot be undone here: it changed the content of no file';

/** Throws `InvalidInput` for a commit that can't be undone as a whole. */
const rejectUndoable = (change: CommitChange): CommitSha => {
  const { info, before, after, changesLinks } = change;
  if (info.parent === null) throw invalid(FIRST_CHANGE);
  if (changesLinks) throw invalid(LINKS_CHANGE);
  if (changedFiles(before, after).length === 0) throw invalid(NO_FILES);
  return info.parent;
};

/** The metadata of a photo without metadata. */
const NO_DETAILS = Buffer.from('{}\n');

/**
 * Reverts a commit and merges the result with later changes. Throws `MergeConflict` for an
 * undecided overlap with a later change, `InvalidInput` for a commit that can't be undone, and
 * `UnreadableFile` if a file with later edits can't be parsed.
 */
export const undoChange =
  (change: CommitChange, decisions: readonly Decision[], history: History): Command =>
  async (context) => {
    const { info, before, after } = change;
    const { current } = context;
    const { tree: now } = current;
    const { sha } = info;
    const parent = rejectUndoable(change);
    const decided = readDecisions(decisions, context);
    const changes = new Map<string, Content>();
    const conflicts: Conflict[] = [];
    const keepConflicts = (file: string, result: readonly Omit<Conflict, 'file'>[]): void => {
      conflicts.push(...result.map((conflict) => ({ file, ...conflict })));
    };

    let files = await filesToUndo(change, current, history);
    if (files.some(({ path, base, theirs }) => isSiteFile(path) && !hasSameBytes(base, theirs))) {
      const trees = { base: after, theirs: now, mine: before };
      const decide = decided.of(SITE_PATH, siteFilesOf(now));
      const site = await mergeSite(trees, history.read, decide);
      if (site) {
        decided.check(SITE_PATH, site.value);
        keepConflicts(SITE_PATH, site.conflicts);
        for (const [path, version] of site.changes) changes.set(path, version);
        files = files.filter(({ path }) => !isSiteFile(path));
      }
    }
    const photos = files.filter(({ to }) => photoOf(to));
    const details = new Map(photos.map((file) => [file, detailsOf(file, change, now)]));

    const neededOf = (file: FileToUndo): (TreeEntry | undefined)[] => {
      const version = versionOf(file);
      if (!version) return [file.base, file.theirs, file.mine];
      return isKept(file) || isStoredAsIs(file, version.entry) ? [] : [version.entry];
    };
    const needed = [...files, ...details.values()].flatMap(neededOf);
    const bytes = await history.read(needed.flatMap((entry) => entry?.sha ?? []));
    const bytesOf = (entry: TreeEntry | undefined): Version =>
      (entry && bytes.get(entry.sha)) ?? null;
    const date = new Date().toISOString();

    const merge = (file: FileToUndo, absent: Version = null): Content => {
      const { from, to, present, path, theirs } = file;
      const version = versionOf(file);
      if (version) {
        return isStoredAsIs(file, version.entry) ? version.entry : bytesOf(version.entry);
      }
      const sides = mapSides<TreeEntry | undefined, Version>(file, (entry) =>
        entry ? bytesOf(entry) : absent,
      );
      const name = theirs ? present : path;
      const merged = mergeFile(path, sides, {
        decide: decided.of(name, [present]),
        now: date,
        addresses: {
          base: addressOf(sha, to),
          theirs: addressOf(current.revision, present),
          mine: addressOf(parent, from),
        },
      });
      decided.check(name, merged.value);
      keepConflicts(name, merged.conflicts);
      return merged.version;
    };
    const write = ({ present, path }: FileToUndo, content: Content): void => {
      if (present !== path && !changes.has(present)) changes.set(present, null);
      changes.set(path, content);
    };
    for (const file of files) if (!isKept(file)) write(file, merge(file));
    // The metadata of a photo are deleted, restored and renamed with it.
    for (const [photo, file] of details) {
      const content = changes.has(photo.path) ? changes.get(photo.path) : now.get(photo.path);
      if (!content) changes.set(file.present, null);
      else if (!isKept(file)) write(file, merge(file, NO_DETAILS));
    }
    decided.rejectOpen(conflicts);
    return { subject: undoSubject(info.message), changes, undoes: sha };
  };
