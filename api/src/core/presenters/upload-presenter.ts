import { pick, type Upload, type UploadResponse } from 'content-schema';
import { detailsOf } from '../reading/stored-photos.ts';
import { namesOf, usesOf } from '../reading/photo-uses.ts';
import type { ContentReader } from '../reading/reader.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import type { NewPhoto } from '../saving/photo-commands.ts';
import type { Saved } from '../saving/save-queue.ts';
import type { MediaLinks } from '../photos/media-links.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';
import { randomnessOf, sizedPhotoOf, type Photo } from '../photos/photo.ts';

export const presentNewUpload = (photo: Photo): UploadResponse =>
  pick(photo, ['id', 'key', 'filename', 'mimetype', 'size']);

/** Presents a photo with a link: in content that is not served, for the administrator alone. */
export const createUploadPresenter =
  (links: MediaLinks, photoFacts: PhotoFacts, reader: Pick<ContentReader, 'cached'>) =>
  (photo: Photo, content: ContentSnapshot): Upload => ({
    ...presentNewUpload(photo),
    ...detailsOf(photo, photoFacts),
    ...sizedPhotoOf(photo),
    created_at: photo.createdAt.toISOString(),
    presignedUrl:
      reader.cached()?.revision === content.revision
        ? links.link(photo)
        : `/past/${content.revision}/photos/${encodeURIComponent(photo.id)}`,
    usedIn: usesOf(namesOf(photo), content),
  });

/** Returns the stored photos of a save, in the order of the request. */
export const addedPhotos = (
  { content, written }: Pick<Saved, 'content' | 'written'>,
  sent: readonly Pick<NewPhoto, 'id'>[],
): Photo[] => {
  const stored = new Map(content.photos.map((photo) => [randomnessOf(photo.id), photo]));
  const added = sent.flatMap(({ id }) => stored.get(randomnessOf(id)) ?? []);
  // A repeated request has other ids than the first one.
  return added.length > 0 ? added : content.photos.filter(({ key }) => written.has(key));
};
