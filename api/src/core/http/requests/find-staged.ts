import { uploadMessages, type StagedUploadsRequest } from 'content-schema';
import { encodeTime, ulid } from 'ulid';
import { rejectIssues } from '../../reading/errors.ts';
import type { NewPhoto } from '../../saving/photo-commands.ts';
import type { StoredBlob } from '../../git-store/git-store.ts';
import { randomnessOf } from '../../photos/photo.ts';
import type { StagedPhotos } from '../../photos/staged-photos.ts';

/**
 * Returns the staged photos of a request, in its order. Those without an id get the one in their
 * names, with dates that make the first the newest. Throws `InvalidInput` for expired names, which
 * are at `pathOf` in the request.
 */
export const findStaged = (
  staged: StagedPhotos,
  photos: StagedUploadsRequest['photos'],
  pathOf: (index: number) => string,
): (NewPhoto & { readonly content: StoredBlob })[] => {
  const result = photos.map(({ staged: name }) => staged.find(name));
  rejectIssues(
    result.flatMap((photo, index) =>
      photo ? [] : [{ path: pathOf(index), message: uploadMessages.expired }],
    ),
  );
  return photos.flatMap(({ id, staged: _, ...texts }, index) => {
    const photo = result[index];
    if (!photo) return [];
    const { blob, sentName, type, randomness = randomnessOf(ulid()), ...facts } = photo;
    return {
      id: id ?? `${encodeTime(Date.now() - index)}${randomness}`,
      ...{ sentName, type, content: blob, details: { ...facts, ...texts } },
    };
  });
};
