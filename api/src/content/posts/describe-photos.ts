import { photoDetailsPath } from 'content-schema';
import { altsIn } from 'content-schema/images-in-text';
import { writePhotoFile } from 'content-schema/photo-file';
import { mapYielding } from '../../git-store/map-yielding.ts';
import type { Photo } from '../../photos/photo.ts';
import { isSeenByVisitors, namesOf } from '../reading/photo-uses.ts';
import { textChange, type SaveContext } from '../saving/save-command.ts';

interface SavedText {
  /** Empty for a new post, and for one that becomes visible to visitors. */
  readonly before: string;
  readonly after: string;
  /** Whether visitors see the new text. */
  readonly isShown: boolean;
}

type Alts = ReadonlyMap<string, string>;

/** Returns the alt texts that a save adds to the texts. */
const altsByPhoto = async (texts: readonly SavedText[]): Promise<Alts> => {
  const brought = await mapYielding(texts, ({ before, after }) => {
    const known = altsIn(before);
    return [...altsIn(after)].filter(([id, alt]) => known.get(id) !== alt);
  });
  return new Map(brought.flat());
};

/**
 * Returns the changes that copy new alt texts from posts to photos without one, so that the text is
 * offered wherever the photo is inserted. The alt text of a post that is not public is not copied
 * while visitors see the photo elsewhere, since it would become public there.
 */
export const describePhotos = async (
  { current, blobs }: Pick<SaveContext, 'current' | 'blobs'>,
  texts: readonly SavedText[],
): Promise<[path: string, bytes: Uint8Array][]> => {
  const shown = await altsByPhoto(texts.filter(({ isShown }) => isShown));
  const hidden = await altsByPhoto(texts.filter(({ isShown }) => !isShown));
  const altOf = (photo: Photo): string | undefined =>
    shown.get(photo.id) ??
    (hidden.has(photo.id) && !isSeenByVisitors(namesOf(photo), current)
      ? hidden.get(photo.id)
      : undefined);
  if (shown.size + hidden.size === 0) return [];
  const undescribed = current.photos.filter(
    ({ details, problems }) => !details.alt && !problems.some(({ readOnly }) => readOnly),
  );
  const changes = undescribed.map(async (photo) => {
    const alt = altOf(photo);
    if (alt === undefined) return [];
    const { key, detailsBlob } = photo;
    const before = detailsBlob && (await blobs.text(detailsBlob));
    return [textChange(photoDetailsPath(key), writePhotoFile(before, { alt }))];
  });
  return (await Promise.all(changes)).flat();
};
