import { withoutUndefined, type FileChange } from 'content-schema';
import { createPatch, OMIT_HEADERS } from 'diff';
import { changedPaths } from '../git-store/changes.ts';
import type { Tree, TreeEntry } from '../git-store/git-store.ts';
import { typeOfName } from '../photos/image-types.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { plainText } from '../reading/text-file.ts';
import { fieldsOf } from '../saving/merge-file.ts';

/** A file that differs between two trees; `before` or `after` is absent if the file is. */
export interface ChangedFile {
  readonly path: string;
  /** Its path before, if it was moved. */
  readonly movedFrom?: string;
  readonly before?: TreeEntry;
  readonly after?: TreeEntry;
}

/** Returns the files that differ between two trees, sorted by path; a renamed file is one. */
export const changedFiles = (
  before: Tree,
  after: Tree,
  renames: ReadonlyMap<string, string> = new Map(),
): ChangedFile[] => {
  const oldPaths = new Map([...renames].map(([from, to]) => [to, from]));
  return changedPaths(before, after)
    .filter((path) => !renames.has(path))
    .sort()
    .map((path) => {
      const movedFrom = oldPaths.get(path);
      const versions = { before: before.get(movedFrom ?? path), after: after.get(path) };
      return { path, ...withoutUndefined({ movedFrom, ...versions }) };
    });
};

/** The most added and removed lines; a comparison takes time quadratic in them. */
const EDITS_MAX = 5000;
const CONTEXT_LINES = 3;

/** `diff` is absent if it would be too long to show. */
type TextDiff = { readonly binary: true } | { readonly binary: false; readonly diff?: string };

/** Returns the hunks of a unified diff between two versions of a file. */
const textDiff = (before: Uint8Array, after: Uint8Array): TextDiff => {
  const [old, now] = [plainText(before), plainText(after)];
  if (old === undefined || now === undefined) return { binary: true };
  if (old === now) return { binary: false, diff: '' };
  const diff = createPatch('', old, now, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: EDITS_MAX,
    headerOptions: OMIT_HEADERS,
  });
  return { binary: false, ...(diff !== undefined && { diff }) };
};

/** The most bytes of a text before and after; larger files get no diff. */
export const TEXT_MAX_BYTES = 512 * 1024;
/** The most bytes of all compared texts of one commit. */
const COMMIT_MAX_BYTES = 4 * 1024 * 1024;

const NOTHING = new Uint8Array();

const bytesOf = ({ before, after }: ChangedFile): number =>
  (before?.size ?? 0) + (after?.size ?? 0);

const isImage = ({ path }: ChangedFile): boolean => typeOfName(path) !== undefined;

/** Returns the first files, in order of their paths, whose texts fit in the limits. */
const filesToDiff = (files: readonly ChangedFile[]): ReadonlySet<ChangedFile> => {
  let total = 0;
  return new Set(
    files.filter((file) => {
      const bytes = bytesOf(file);
      if (isImage(file) || bytes > TEXT_MAX_BYTES || total + bytes > COMMIT_MAX_BYTES) return false;
      total += bytes;
      return true;
    }),
  );
};

/** Returns the fields before and after, if both versions can be parsed. */
const fieldsChange = (
  { path, before, after }: ChangedFile,
  read: (entry: TreeEntry) => Uint8Array,
): Pick<FileChange, 'before' | 'after'> => {
  const [old, now] = [before, after].map((entry) => (entry ? fieldsOf(path, read(entry)) : null));
  return old === undefined || now === undefined ? {} : { before: old, after: now };
};

const statusOf = ({ before, after }: ChangedFile): FileChange['status'] => {
  if (!before) return 'added';
  return after ? 'modified' : 'deleted';
};

/** Describes the change of each file, with a readable diff of texts. Reads no images. */
export const describeFiles = async (
  blobs: BlobCache,
  files: readonly ChangedFile[],
): Promise<FileChange[]> => {
  const withDiff = filesToDiff(files);
  const shas = [...withDiff].flatMap(({ before, after }) =>
    [before, after].flatMap((entry) => entry?.sha ?? []),
  );
  const bytes = await blobs.read(shas);
  const read = (entry: ChangedFile['before']): Uint8Array =>
    (entry && bytes.get(entry.sha)) ?? NOTHING;
  const diffOf = (file: ChangedFile): TextDiff =>
    withDiff.has(file) ? textDiff(read(file.before), read(file.after)) : { binary: isImage(file) };

  return files.map((file) => {
    const { path, movedFrom, before, after } = file;
    const text = diffOf(file);
    return {
      ...{ path, status: statusOf(file) },
      ...withoutUndefined({ movedFrom, sizeBefore: before?.size, sizeAfter: after?.size }),
      ...text,
      ...('diff' in text && fieldsChange(file, read)),
    };
  });
};
