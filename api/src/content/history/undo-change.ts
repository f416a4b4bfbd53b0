import { SITE_PATH, isLogoPath, type Conflict, type Decision } from 'content-schema';
import type { CommitSha, Tree, TreeEntry } from '../../git-store/git-store.ts';
import { InvalidInput } from '../errors.ts';
import { undoSubject } from '../saving/commit-message.ts';
import type { Command } from '../saving/save-command.ts';
import type { CommitChange } from './content-history.ts';
import { readDecisions } from './decisions.ts';
import { changedFiles } from './file-changes.ts';
import { mapSides, mergeFile, type Sides, type Version } from './merge-file.ts';
import { mergeSite, siteFilesOf, type ReadBlobs } from './merge-site.ts';

/** A file that a commit changed: after the commit (`base`), now (`theirs`) and before (`mine`). */
interface FileToUndo extends Sides<TreeEntry | undefined> {
  /** The path to write. */
  readonly path: string;
  /** The file's current path. */
  readonly present: string;
}

/** Returns the paths that `tree` has and `others` lacks, by blob id. */
const addedPathsByBlob = (tree: Tree, others: Tree): ReadonlyMap<string, string> =>
  new Map([...tree].flatMap(([path, { sha }]) => (others.has(path) ? [] : [[sha, path]])));

/** Returns the files to undo. Follows renames without edits, by the commit and since. */
const filesToUndo = ({ before, after }: CommitChange, now: Tree): FileToUndo[] => {
  const addedByCommit = addedPathsByBlob(after, before);
  const addedSince = addedPathsByBlob(now, after);

  const follow = ({ path, base, theirs, mine }: FileToUndo): FileToUndo | undefined => {
    if (!mine || theirs) return undefined;
    if (base) {
      const there = addedSince.get(base.sha);
      return there === undefined
        ? undefined
        : { path: there, present: there, base, theirs: now.get(there), mine };
    }
    const present = addedByCommit.get(mine.sha);
    const edited = present === undefined ? undefined : now.get(present);
    return present !== undefined && edited && edited.sha !== mine.sha
      ? { path, present, base: mine, theirs: edited, mine }
      : undefined;
  };

  const files = changedFiles(before, after).map(({ path, before: mine, after: base }) => {
    const file = { path, present: path, base, theirs: now.get(path), mine };
    return follow(file) ?? file;
  });
  const moved = new Set(files.filter((it) => it.present !== it.path).map((it) => it.present));
  return files.filter(({ path }) => !moved.has(path));
};

/** Whether no later commit changed the file. */
const isUntouched = ({ base, theirs }: FileToUndo): boolean => base?.sha === theirs?.sha;

const isOfSite = ({ path }: FileToUndo): boolean => path === SITE_PATH || isLogoPath(path);

const addressOf = (commit: CommitSha, path: string): string =>
  `/api/history/${commit}/file?${new URLSearchParams({ path }).toString()}`;

const FIRST_CHANGE = 'The first change cannot be undone: there was nothing before it';

/**
 * Reverts a commit and merges the result with later changes. Throws `MergeConflict` for an
 * undecided overlap with a later change, `InvalidInput` for the first commit, and `UnreadableFile`
 * if a file with later edits can't be parsed.
 */
export const undoChange =
  (change: CommitChange, decisions: readonly Decision[], read: ReadBlobs): Command =>
  async (context) => {
    const { info, before, after } = change;
    const { current } = context;
    const { sha, parent } = info;
    if (parent === null) throw new InvalidInput([{ path: 'commit', message: FIRST_CHANGE }]);
    const decided = readDecisions(decisions, context);
    const changes = new Map<string, Version>();
    const conflicts: Conflict[] = [];
    const keepConflicts = (file: string, found: readonly Omit<Conflict, 'file'>[]): void => {
      conflicts.push(...found.map((conflict) => ({ file, ...conflict })));
    };

    let files = filesToUndo(change, current.tree);
    if (files.some((file) => isOfSite(file) && !isUntouched(file))) {
      const trees = { base: after, theirs: current.tree, mine: before };
      const decide = decided.of(SITE_PATH, siteFilesOf(current.tree));
      const site = await mergeSite(trees, read, decide);
      if (site) {
        decided.check(SITE_PATH, site.value);
        keepConflicts(SITE_PATH, site.conflicts);
        for (const [path, version] of site.changes) changes.set(path, version);
        files = files.filter((file) => !isOfSite(file));
      }
    }

    const shasOf = (file: FileToUndo) =>
      [file.mine, ...(isUntouched(file) ? [] : [file.base, file.theirs])].flatMap(
        (entry) => entry?.sha ?? [],
      );
    const bytes = await read(files.flatMap(shasOf));
    const now = new Date().toISOString();
    for (const file of files) {
      const { path, present } = file;
      const sides = mapSides<TreeEntry | undefined, Version>(
        file,
        (entry) => (entry && bytes.get(entry.sha)) ?? null,
      );
      if (isUntouched(file)) {
        changes.set(path, sides.mine);
        continue;
      }
      const merged = mergeFile(path, sides, {
        decide: decided.of(path, [present]),
        now,
        addresses: {
          base: addressOf(sha, path),
          theirs: addressOf(current.revision, present),
          mine: addressOf(parent, path),
        },
      });
      decided.check(path, merged.value);
      keepConflicts(path, merged.conflicts);
      if (present !== path) changes.set(present, null);
      changes.set(path, merged.version);
    }
    decided.refuseOpen(conflicts);
    return { subject: undoSubject(info.message), changes, undoes: sha };
  };
