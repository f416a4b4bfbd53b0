import { isPublic, photoDetailsPath } from 'content-schema';
import type { PostFields } from 'content-schema/front-matter';
import { altsIn } from 'content-schema/images-in-text';
import { writePhotoFile } from 'content-schema/photo-file';
import { mapYielding } from '../git-store/map-yielding.ts';
import type { Photo } from '../photos/photo.ts';
import { isSeenByVisitors, namesOf } from '../reading/photo-uses.ts';
import { textChange, type SaveContext } from './save-command.ts';

/** A post before and after a save; `before` is absent if it is new. */
interface SavedPost {
  readonly before?: PostFields | undefined;
  readonly after: PostFields;
}

/** Returns the alt texts that a save adds to posts, or shows to visitors, by photo. */
const addedAlts = async (posts: readonly SavedPost[], now: number) => {
  const added = await mapYielding(posts, ({ before, after }) => {
    const countsBefore = before && (isPublic(before, now) || !isPublic(after, now));
    const altsBefore = altsIn(countsBefore ? before.content : '');
    return [...altsIn(after.content)].filter(([id, alt]) => altsBefore.get(id) !== alt);
  });
  return new Map(added.flat());
};

/**
 * Returns the changes that copy new alt texts from posts to photos without one, to be offered
 * elsewhere. That of a hidden post is not copied while visitors see the photo, since it would
 * become public.
 */
export const describePhotos = async (
  { current, blobs }: Pick<SaveContext, 'current' | 'blobs'>,
  posts: readonly SavedPost[],
): Promise<[path: string, bytes: Uint8Array][]> => {
  const now = Date.now();
  const isShown = ({ after }: SavedPost) => isPublic(after, now);
  const shown = await addedAlts(posts.filter(isShown), now);
  const hidden = await addedAlts(
    posts.filter((post) => !isShown(post)),
    now,
  );
  const altOf = (photo: Photo): string | undefined =>
    shown.get(photo.id) ??
    (hidden.has(photo.id) && !isSeenByVisitors(namesOf(photo), current)
      ? hidden.get(photo.id)
      : undefined);
  if (shown.size + hidden.size === 0) return [];
  const changes = current.photos.map(async (photo) => {
    const { key, details, detailsBlob, problems } = photo;
    const isFinal = details.alt || problems.some(({ readOnly }) => readOnly);
    const alt = isFinal ? undefined : altOf(photo);
    if (alt === undefined) return [];
    const before = detailsBlob && (await blobs.text(detailsBlob));
    return [textChange(photoDetailsPath(key), writePhotoFile(before, { alt }))];
  });
  return (await Promise.all(changes)).flat();
};
