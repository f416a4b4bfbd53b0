import { isPlainObject, isSame, matchItems, nameOfEntry } from 'content-schema/merge';
import type { CommitInfo, GitStore } from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { parseJson } from '../reading/text-file.ts';

const NOTHING = new Uint8Array();

/** Follows an entry of a list, or a field, through the versions of a file, from new to old. */
const createPartTracker = (part: string) => {
  let newer: unknown;
  /** The index of the entry in `newer`; undefined if it is absent. */
  let position: number | undefined;

  const placeIn = (value: readonly unknown[]): number | undefined => {
    const known =
      position === undefined || !Array.isArray(newer)
        ? undefined
        : matchItems(value, newer, { upTo: 'similar' })[position];
    if (position !== undefined) return known;
    const named = value.findIndex((entry) => nameOfEntry(entry) === part);
    return named === -1 ? undefined : named;
  };

  /** Returns the part's value in the next older version; undefined if it is absent. */
  return (value: unknown): unknown => {
    if (!Array.isArray(value)) {
      [newer, position] = [undefined, undefined];
      return isPlainObject(value) ? value[part] : undefined;
    }
    position = placeIn(value);
    newer = value;
    return position === undefined ? undefined : (value as readonly unknown[])[position];
  };
};

/**
 * Returns those of a file's commits, newest first, that changed one part of it: a field, or an
 * entry of a list, which is followed through edits and moves. `isCut` means that older commits were
 * not read.
 */
export const commitsOfPart = async (
  { store, blobs }: { readonly store: Pick<GitStore, 'versions'>; readonly blobs: BlobCache },
  path: string,
  part: string,
  { commits, isCut }: { readonly commits: readonly CommitInfo[]; readonly isCut: boolean },
): Promise<CommitInfo[]> => {
  const versions = await store.versions(
    path,
    commits.map(({ sha }) => sha),
  );
  const bytes = await blobs.read(versions.filter((sha) => sha !== null));
  const follow = createPartTracker(part);
  const values = versions.map((sha) => follow(parseJson((sha && bytes.get(sha)) ?? NOTHING)));
  return commits.filter((_, index) => {
    if (index === commits.length - 1) return !isCut && values[index] !== undefined;
    return !isSame(values[index], values[index + 1]);
  });
};
