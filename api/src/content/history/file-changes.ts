import type { FileChange } from 'content-schema';
import { typeOfName } from '../../photos/image-extension.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ChangedFile } from './changed-files.ts';
import { textDiff, type TextDiff } from './text-diff.ts';

/** Bytes of a text before and after; larger ones are only named. */
const TEXT_MAX_BYTES = 512 * 1024;
/** Bytes of all texts of one commit, in the order of their paths. */
const COMMIT_MAX_BYTES = 4 * 1024 * 1024;

const NOTHING = new Uint8Array();

const bytesOf = ({ before, after }: ChangedFile): number =>
  (before?.size ?? 0) + (after?.size ?? 0);

const isImage = ({ path }: ChangedFile): boolean => typeOfName(path) !== undefined;

/** The files of which a diff is made: the first texts that are not too large together. */
const shown = (files: readonly ChangedFile[]): ReadonlySet<ChangedFile> => {
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

const statusOf = ({ before, after }: ChangedFile): FileChange['status'] => {
  if (!before) return 'added';
  return after ? 'modified' : 'deleted';
};

/** What became of each file, with a readable diff of the texts; reads no image. */
export const describeFiles = async (
  blobs: BlobCache,
  files: readonly ChangedFile[],
): Promise<FileChange[]> => {
  const withDiff = shown(files);
  const shas = [...withDiff].flatMap(({ before, after }) =>
    [before, after].flatMap((entry) => entry?.sha ?? []),
  );
  const bytes = await blobs.read(shas);
  const read = (entry: ChangedFile['before']): Uint8Array =>
    (entry && bytes.get(entry.sha)) ?? NOTHING;
  const diffOf = (file: ChangedFile): TextDiff =>
    withDiff.has(file) ? textDiff(read(file.before), read(file.after)) : { binary: isImage(file) };

  return files.map((file) => ({
    path: file.path,
    status: statusOf(file),
    ...(file.before && { sizeBefore: file.before.size }),
    ...(file.after && { sizeAfter: file.after.size }),
    ...diffOf(file),
  }));
};
