import { uploadMessages } from 'content-schema';
import { InvalidInput } from '../../content/errors.ts';
import type { NewPhoto } from '../../content/saving/photo-commands.ts';
import type { StoredBlob } from '../../git-store/git-store.ts';
import type { StagedPhotos } from '../../photos/staged-photos.ts';

interface NamedPhoto {
  /** As `StagedPhotos.nameOf` named it. */
  readonly staged: string;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
}

/**
 * The photos that a request names, in its order, each with a new id. Throws `InvalidInput` for names
 * whose time has passed.
 *
 * @param pathOf where in the request each stands.
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
