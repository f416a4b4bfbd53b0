import {
  SITE_PATH,
  addressOf,
  isPhotoDetailsPath,
  isSameLayout,
  photoDetailsPath,
  photoOf,
  postIdOf,
  type Conflict,
  type Decision,
  type LeftOut,
} from 'content-schema';
import { changedPaths, filesAt, toNewFile } from '../git-store/changes.ts';
import type {
  BlobSha,
  Changes,
  CommitSha,
  StoredBlob,
  Tree,
  TreeEntry,
} from '../git-store/git-store.ts';
import { createFreePhotoPaths } from '../photos/photo.ts';
import { invalidInput, rejectIssues, type InvalidInput } from '../reading/errors.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import type { SaveContext } from './save-command.ts';
import { readDecisions } from './decisions.ts';
import { mapSides, mergeFile, type Sides, type Version } from './merge-file.ts';
import type { ReadBlobs } from '../reading/blob-cache.ts';
import { isSiteFile, mergeSite, siteFilesOf } from './merge-site.ts';
import { findRenames as findRenamesIn, type Renames } from '../reading/renames.ts';

interface Side {
  readonly revision: CommitSha;
  readonly tree: Tree;
}

/** A change to apply to the current content: what leads from `base` to `mine`. */
export interface TreeChange {
  readonly base: Side;
  readonly mine: Side;
  /** The files whose changes are returned apart. */
  readonly leaveOut?: readonly LeftOut[];
  readonly decisions: readonly Decision[];
  /** Whether the result must keep the rules of forms, even if nothing was decided. */
  readonly mustBeValid?: boolean;
  readonly read: ReadBlobs;
  /** Returns the files that the change renames, see `findRenames`. */
  readonly findRenames: () => Promise<Renames>;
  /** Returns the last known paths of files of `base` in the current content, by their paths there. */
  readonly follow: (
    paths: readonly string[],
    current: ContentSnapshot,
  ) => Promise<ReadonlyMap<string, string>>;
  readonly error: (reason: string) => InvalidInput;
}

interface FileToMerge extends Sides<TreeEntry | undefined> {
  /** The photo of which this is the metadata. */
  readonly photo?: FileToMerge;
  /** The paths on each side; without the file, the last one. */
  readonly at: Sides<string>;
  readonly path: string;
}

const hasSameBytes = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.sha === other?.sha;

/** Returns the version to write; undefined if the bytes must be merged. */
const versionOf = ({ base, theirs, mine }: FileToMerge) => {
  if (hasSameBytes(base, mine)) return { entry: theirs };
  return hasSameBytes(base, theirs) ? { entry: mine } : undefined;
};

const isKept = ({ base, theirs, mine, path, at }: FileToMerge): boolean =>
  hasSameBytes(base, mine) && (path === at.theirs || !theirs);

/** Returns the changed paths; for the metadata of a photo that of the photo. */
const pathsToMerge = (base: Tree, mine: Tree): ReadonlySet<string> => {
  const paths = changedPaths(base, mine).sort();
  if (!paths.some(isPhotoDetailsPath)) return new Set(paths);
  const photos = [...base.keys(), ...mine.keys()].filter((path) => photoOf(path));
  const photoByDetails = new Map(photos.map((path) => [photoDetailsPath(path), path]));
  return new Set(paths.map((path) => photoByDetails.get(path) ?? path));
};

/** Returns the metadata of a photo. That of a photo that is not there now is written with it. */
const detailsOf = (photo: FileToMerge, { base, theirs, mine }: Sides<Tree>): FileToMerge => {
  const at = mapSides(photo.at, photoDetailsPath);
  return {
    ...{ photo, at, path: photoDetailsPath(photo.path), mine: mine.get(at.mine) },
    base: photo.theirs && base.get(at.base),
    theirs: photo.theirs && theirs.get(at.theirs),
  };
};

/**
 * Returns the files to merge, a photo's before its metadata. A renamed file is one file: it gets
 * the name in `mine`, or the chosen one if it was renamed since, and a later deletion is kept.
 */
const filesToMerge = async (
  { base: { tree: base }, mine: { tree: mine }, read, findRenames, follow, error }: TreeChange,
  current: ContentSnapshot,
  choosePath: (at: Sides<string>) => string,
): Promise<{ files: FileToMerge[]; followed: ReadonlyMap<string, string> }> => {
  const { tree: now } = current;
  const changed = pathsToMerge(base, mine);
  const renames = await findRenames();
  const targets = new Set(renames.values());
  const paths = [...changed].filter((path) => !targets.has(path));
  const lasts = await follow(paths, current);
  // Files that were deleted since, and came back under their names in `mine`.
  const isBack = ([from, to]: readonly [string, string]) =>
    !now.has(lasts.get(from) ?? from) && now.has(to) && !base.has(to);
  const mayBeBack = new Map([...renames].filter(isBack));
  const before = filesAt(base, mayBeBack.keys());
  const after = filesAt(now, mayBeBack.values());
  const followed = new Map([...lasts, ...(await findRenamesIn({ before, after }, read))]);
  const freePathOf = createFreePhotoPaths(now);
  const files = paths.flatMap((from): FileToMerge[] => {
    const last = followed.get(from) ?? from;
    // A file that only `mine` has is none that `base` has under another name.
    const theirs = base.has(from) || !base.has(last) ? last : from;
    const at = { base: from, theirs, mine: renames.get(from) ?? from };
    const file = { base: base.get(from), theirs: now.get(at.theirs), mine: mine.get(at.mine) };
    const isRenamed = at.theirs !== from;
    // A deleted file that has another name now was restored before it was renamed.
    if (!file.base && file.theirs && isRenamed && photoOf(from) === undefined) return [];
    // A file that was deleted since gets its last name, so that undoing the deletion finds it.
    const isRenamedTwice = isRenamed && at.mine !== from && file.theirs && file.mine;
    const lastName = isRenamedTwice ? choosePath(at) : at.theirs;
    const target = !isRenamed && file.theirs ? at.mine : lastName;
    const path = file.mine && !now.has(target) ? freePathOf(target) : target;
    const isMoved =
      path !== at.theirs && (file.theirs !== undefined || !hasSameBytes(file.base, file.mine));
    if (isMoved && now.has(path)) throw error(`${path} is another file now`);
    const merged = { ...file, at, path };
    return photoOf(from) ? [merged, detailsOf(merged, { base, theirs: now, mine })] : [merged];
  });
  return { files, followed };
};

type Content = Version | StoredBlob;

/**
 * Throws if a change whose files nobody has touched since would be applied as anything but itself,
 * e.g. as half of a rename, which would lose the file. Not for photos: a restored one may be
 * renamed.
 */
const assertExact = (
  { base: { tree: base }, mine: { tree: mine } }: Pick<TreeChange, 'base' | 'mine'>,
  now: Tree,
  followed: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, Content>,
): void => {
  const changed = new Set(changedPaths(base, mine));
  if ([...changed].some((path) => !hasSameBytes(base.get(path), now.get(path)))) return;
  const resultAt = (path: string): string | undefined => {
    const content = changes.has(path) ? changes.get(path) : now.get(path);
    return content ? toNewFile(content).sha : undefined;
  };
  const moved = [...followed].filter(([from, to]) => from !== to && resultAt(to) !== undefined);
  const elsewhere = new Set(moved.flat());
  for (const path of new Set([...changed, ...changes.keys()])) {
    const isCompared = !photoOf(path) && !isPhotoDetailsPath(path) && !elsewhere.has(path);
    if (isCompared && resultAt(path) !== (changed.has(path) ? mine : now).get(path)?.sha) {
      throw new Error(`A change would not be applied as it is: ${path}`);
    }
  }
};

/** Whether to write the stored blob again: photos are large, and only it has a mode and a place. */
const isStoredAsIs = ({ path }: FileToMerge, entry: TreeEntry | undefined): entry is TreeEntry =>
  entry !== undefined &&
  (photoOf(path) !== undefined || entry.executable === true || entry.origin !== undefined);

const fileAddress = ({ revision }: Side, path: string): string =>
  `/api/history/${revision}/file?${new URLSearchParams({ path }).toString()}`;

/** Returns one path for files that belong together: a photo and its metadata, the site and its logo. */
const unitOf = (path: string): string => {
  if (isSiteFile(path)) return SITE_PATH;
  return photoOf(path) ? photoDetailsPath(path) : path;
};

/** The units to leave out, of a moved file all. Throws `InvalidInput` for unchanged files. */
const leftOutUnits = (
  files: readonly FileToMerge[],
  leaveOut: readonly LeftOut[],
): ReadonlySet<string> => {
  const namesOfEach = files.map(({ at, path }) => [at.base, at.theirs, at.mine, path]);
  const changed = new Set(namesOfEach.flat());
  const message = 'The proposal does not change this';
  rejectIssues(
    leaveOut.flatMap(({ file }, i) =>
      changed.has(file) ? [] : { path: `leaveOut.${i}`, message },
    ),
  );
  const left = new Set(leaveOut.map(({ file }) => unitOf(file)));
  const units = namesOfEach.map((names) => names.map(unitOf));
  return new Set(units.filter((names) => names.some((name) => left.has(name))).flat());
};

const EMPTY_OBJECT = Buffer.from('{}\n');

/** The result of a merge; `rest` has the changes that were left out. */
export interface Merged {
  readonly changes: Changes;
  readonly rest: Changes;
}

/**
 * Merges a change with those since its base. Throws `MergeConflict` for an undecided overlap, the
 * change's error if a path is taken, and `UnreadableFile` for a file that both changed.
 */
export const mergeTrees = async (change: TreeChange, context: SaveContext): Promise<Merged> => {
  const { decisions, mustBeValid, read, leaveOut = [] } = change;
  const { current } = context;
  const sides: Sides<Side> = { base: change.base, theirs: current, mine: change.mine };
  const { base, mine } = mapSides(sides, ({ tree }) => tree.layout);
  if (!isSameLayout(base, mine) || !isSameLayout(base, current.tree.layout)) {
    throw change.error('where posts, pages or pictures lie is not the same there');
  }
  const decided = readDecisions(decisions, context, mustBeValid);
  const changes = new Map<string, Content>();
  const conflicts: Conflict[] = [];
  const keepConflicts = (file: string, result: readonly Omit<Conflict, 'file'>[]): void => {
    conflicts.push(...result.map((conflict) => ({ file, ...conflict })));
  };

  /** Two moves of one post are a conflict; of another file, the later name stays. */
  const choosePath = (at: Sides<string>): string => {
    const [base, theirs, mine] = [at.base, at.theirs, at.mine].map((path) => {
      const id = postIdOf(path);
      return id === undefined ? undefined : addressOf(id);
    });
    if (theirs === undefined || mine === undefined || theirs === mine) return at.theirs;
    const conflict = { field: 'address', base, theirs, mine };
    const chosen = decided.of(at.theirs, [at.theirs])(conflict);
    if (chosen !== theirs && chosen !== mine) throw change.error('choose one of both addresses');
    keepConflicts(at.theirs, [conflict]);
    return chosen === theirs ? at.theirs : at.mine;
  };
  const merging = await filesToMerge(change, current, choosePath);
  const left = leftOutUnits(merging.files, leaveOut);
  let { files } = merging;
  const isOverlap = ({ path, base, theirs }: FileToMerge) =>
    isSiteFile(path) && !hasSameBytes(base, theirs);
  if (files.some(isOverlap)) {
    const decide = decided.of(SITE_PATH, siteFilesOf(current.tree));
    const trees = mapSides(sides, ({ tree }) => tree);
    const site = await mergeSite(trees, read, decide);
    if (site) {
      decided.check(SITE_PATH, site.value);
      keepConflicts(SITE_PATH, site.conflicts);
      for (const [path, version] of site.changes) changes.set(path, version);
      files = files.filter(({ path }) => !isSiteFile(path));
    }
  }

  const neededOf = (file: FileToMerge): (TreeEntry | undefined)[] => {
    const version = versionOf(file);
    if (!version) return [file.base, file.theirs, file.mine];
    return isKept(file) || isStoredAsIs(file, version.entry) ? [] : [version.entry];
  };
  const bytes = await read(files.flatMap(neededOf).flatMap((entry) => entry?.sha ?? []));
  const bytesOf = (entry: TreeEntry | undefined): Version =>
    (entry && bytes.get(entry.sha)) ?? null;
  const date = new Date().toISOString();

  const merge = (file: FileToMerge): Content => {
    const { at, path, theirs, photo } = file;
    const version = versionOf(file);
    if (version) {
      return isStoredAsIs(file, version.entry) ? version.entry : bytesOf(version.entry);
    }
    const versions = mapSides<TreeEntry | undefined, Version>(file, (entry) =>
      !entry && photo ? EMPTY_OBJECT : bytesOf(entry),
    );
    const name = theirs ? at.theirs : path;
    const merged = mergeFile(path, versions, {
      decide: decided.of(name, [at.theirs]),
      now: date,
      addresses: {
        base: fileAddress(sides.base, at.base),
        theirs: fileAddress(sides.theirs, at.theirs),
        mine: fileAddress(sides.mine, at.mine),
      },
    });
    decided.check(name, merged.value);
    keepConflicts(name, merged.conflicts);
    return merged.version;
  };
  const write = ({ at, path }: FileToMerge, content: Content): void => {
    if (at.theirs !== path && !changes.has(at.theirs)) changes.set(at.theirs, null);
    changes.set(path, content);
  };
  const isAfterwards = ({ path }: FileToMerge): boolean =>
    changes.has(path) ? changes.get(path) !== null : current.tree.has(path);
  for (const file of files) {
    // The metadata of a photo are deleted, restored and renamed with it.
    if (file.photo && !isAfterwards(file.photo)) changes.set(file.at.theirs, null);
    else if (!isKept(file)) write(file, merge(file));
  }
  decided.rejectOpen(conflicts);
  assertExact(change, current.tree, merging.followed, changes);
  const part = (isRest: boolean): Changes =>
    new Map([...changes].filter(([path]) => left.has(unitOf(path)) === isRest));
  return { changes: part(false), rest: part(true) };
};

/**
 * Merges changes that edit the content at `base`; if it is gone, every difference is a conflict.
 * Throws like `mergeTrees`, and `InvalidInput` if the result breaks a rule.
 */
export const mergeEdit = async (changes: Changes, context: SaveContext): Promise<Changes> => {
  const { base, current, blobs } = context;
  if (base?.revision === current.revision) return changes;
  const sent = new Map<BlobSha, Uint8Array>();
  const { layout } = current.tree;
  const before = Object.assign(new Map((base ?? current).tree), { layout });
  const after = Object.assign(new Map(before), { layout });
  for (const [path, content] of changes) {
    const present = current.tree.get(path);
    if (content === null) {
      // What others have created since was deleted knowingly, by its name.
      if (present && !before.has(path)) before.set(path, present);
      after.delete(path);
    } else {
      if (!base) before.delete(path);
      const { bytes, ...entry } = toNewFile(content);
      if (bytes) sent.set(entry.sha, bytes);
      after.set(path, entry);
    }
  }
  const { revision } = base ?? current;
  const merged = await mergeTrees(
    {
      base: { revision, tree: before },
      mine: { revision, tree: after },
      decisions: [],
      mustBeValid: true,
      read: async (shas) =>
        new Map([...sent, ...(await blobs.read(shas.filter((sha) => !sent.has(sha))))]),
      findRenames: () => Promise.resolve(new Map()),
      follow: () => Promise.resolve(new Map()),
      error: (message) => invalidInput('', message),
    },
    context,
  );
  return merged.changes;
};
