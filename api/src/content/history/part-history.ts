import { BrokenJson, parseJsonDocument } from 'content-schema/json-document';
import { isPlain, isSame, matchItems, nameOfEntry } from 'content-schema/merge';
import type { CommitInfo, GitStore } from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { plainText } from '../reading/text-file.ts';

const NOTHING = new Uint8Array();

/** Undefined for what can't be read. */
const valueOf = (bytes: Uint8Array): unknown => {
  try {
    return parseJsonDocument(plainText(bytes) ?? '');
  } catch (error) {
    if (error instanceof BrokenJson) return undefined;
    throw error;
  }
};

/** Follows an entry of a list, or a field, from newer versions of a file to older ones. */
const createTrail = (part: string) => {
  let newer: unknown;
  /** Where the entry is in `newer`; undefined where it is not. */
  let place: number | undefined;

  const placeIn = (value: readonly unknown[]): number | undefined => {
    const known =
      place === undefined || !Array.isArray(newer)
        ? undefined
        : matchItems(value, newer, { upTo: 'similar' })[place];
    if (place !== undefined) return known;
    const named = value.findIndex((entry) => nameOfEntry(entry) === part);
    return named === -1 ? undefined : named;
  };

  /** What the part is in the next older version; undefined where it is not there. */
  return (value: unknown): unknown => {
    if (!Array.isArray(value)) {
      [newer, place] = [undefined, undefined];
      return isPlain(value) ? value[part] : undefined;
    }
    place = placeIn(value);
    newer = value;
    return place === undefined ? undefined : (value as readonly unknown[])[place];
  };
};

/**
 * Of the commits that changed a file, newest first, those that changed one part of it: an entry of a
 * list, which is followed through its edits and moves, or a field. `isCut` says that there are older
 * ones, of which nothing is known.
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
  const follow = createTrail(part);
  const values = versions.map((sha) => follow(valueOf((sha && bytes.get(sha)) ?? NOTHING)));
  return commits.filter((_, index) => {
    if (index === commits.length - 1) return !isCut && values[index] !== undefined;
    return !isSame(values[index], values[index + 1]);
  });
};
