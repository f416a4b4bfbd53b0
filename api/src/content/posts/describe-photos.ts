import { ALT_MAX_LENGTH, photoDetailsPath } from 'content-schema';
import { imagesIn, photoIdAt, withoutCode } from 'content-schema/images-in-text';
import { writePhotoFile } from 'content-schema/photo-file';
import { mapYielding } from '../../git-store/map-yielding.ts';
import type { Photo } from '../../photos/photo.ts';
import { isSeenByVisitors, namesOf } from '../reading/photo-uses.ts';
import { textChange, type SaveContext } from '../saving/save-command.ts';

/** A post's text before a save, and after it. */
interface SavedText {
  /** Empty for a new one, and for one that visitors see from now on. */
  readonly before: string;
  readonly after: string;
  /** Whether visitors don't see it. */
  readonly hidden: boolean;
}

type Alts = ReadonlyMap<string, string>;

/** By the ids of photos, what a text says first that they show. */
export const altsIn = (text: string): Alts => {
  if (!text.includes('](/photos/')) return new Map();
  const described = imagesIn(withoutCode(text)).flatMap(({ alt, address }): [string, string][] => {
    const [id, words] = [photoIdAt(address), alt.trim()];
    return id === undefined || words === '' || words.length > ALT_MAX_LENGTH ? [] : [[id, words]];
  });
  return new Map(described.toReversed());
};

/** What texts say of photos that they did not say before. */
const broughtBy = async (texts: readonly SavedText[]): Promise<Alts> => {
  const brought = await mapYielding(texts, ({ before, after }) => {
    const known = altsIn(before);
    return [...altsIn(after)].filter(([id, alt]) => known.get(id) !== alt);
  });
  return new Map(brought.flat());
};

/**
 * The changes that give photos the alt texts which the texts bring, where a photo has none yet: so it is
 * written once, and offered wherever the photo is inserted. That of a hidden post waits for it to be
 * shown where visitors see the photo elsewhere: they would read there what is hidden.
 */
export const describePhotos = async (
  { current, blobs }: Pick<SaveContext, 'current' | 'blobs'>,
  texts: readonly SavedText[],
): Promise<[path: string, bytes: Uint8Array][]> => {
  const shown = await broughtBy(texts.filter(({ hidden }) => !hidden));
  const hidden = await broughtBy(texts.filter((text) => text.hidden));
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
