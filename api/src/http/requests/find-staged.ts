import { uploadMessages } from 'content-schema';
import { InvalidInput } from '../../content/errors.ts';
import type { NewPhoto } from '../../content/saving/photo-commands.ts';
import type { StoredBlob } from '../../git-store/git-store.ts';
import type { StagedPhotos } from '../../photos/staged-photos.ts';

interface NamedPhoto {
  /** The name from `StagedPhotos.nameOf`. */
  readonly staged: string;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
}

/**
 * Returns the staged photos of a request, in its order, each with a new id. Throws `InvalidInput`
 * for expired names.
 *
 * @param pathOf returns the path of a photo in the request.
 */
export const findStaged = (
  staged: StagedPhotos,
  newId: () => string,
  photos: readonly NamedPhoto[],
  pathOf: (index: number) => string,
): (NewPhoto & { readonly content: StoredBlob })[] =>
  photos.map(({ staged: name, ...texts }, index) => {
    const photo = staged.find(name);
    if (!photo) {
      throw new InvalidInput([{ path: pathOf(index), message: uploadMessages.expired }]);
    }
    const { blob, sentName, type, ...facts } = photo;
    return { id: newId(), sentName, type, content: blob, details: { ...facts, ...texts } };
  });
