import { ALT_MAX_LENGTH, photoDetailsPath } from 'content-schema';
import { imagesIn, photoIdAt, withoutCode } from 'content-schema/images-in-text';
import { writePhotoFile } from 'content-schema/photo-file';
import { mapYielding } from '../../git-store/map-yielding.ts';
import { textChange, type SaveContext } from '../saving/save-command.ts';

/** A text before a save; empty for a new one; and after it. */
interface SavedText {
  readonly before: string;
  readonly after: string;
}

/** By the ids of photos, what a text says first that they show. */
const altsIn = (text: string): ReadonlyMap<string, string> => {
  if (!text.includes('](/photos/')) return new Map();
  const described = imagesIn(withoutCode(text)).flatMap(({ alt, address }): [string, string][] => {
    const [id, words] = [photoIdAt(address), alt.trim()];
    return id === undefined || words === '' || words.length > ALT_MAX_LENGTH ? [] : [[id, words]];
  });
  return new Map(described.toReversed());
};

/**
 * The changes that give photos the alt texts which the texts bring, where a photo has none yet: so it is
 * written once, and offered wherever the photo is inserted.
 */
export const describePhotos = async (
  { current, blobs }: Pick<SaveContext, 'current' | 'blobs'>,
  texts: readonly SavedText[],
): Promise<[path: string, bytes: Uint8Array][]> => {
  const brought = await mapYielding(texts, ({ before, after }) => {
    const known = altsIn(before);
    return [...altsIn(after)].filter(([id, alt]) => known.get(id) !== alt);
  });
  const alts = new Map(brought.flat());
  if (alts.size === 0) return [];
  const undescribed = current.photos.filter(
    ({ id, details, problems }) =>
      alts.has(id) && !details.alt && !problems.some(({ readOnly }) => readOnly),
  );
  return Promise.all(
    undescribed.map(async ({ id, key, detailsBlob }) => {
      const before = detailsBlob && (await blobs.text(detailsBlob));
      return textChange(photoDetailsPath(key), writePhotoFile(before, { alt: alts.get(id) }));
    }),
  );
};
