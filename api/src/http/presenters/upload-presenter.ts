import type { Upload, UploadResponse } from 'content-schema';
import type { MediaLinks } from '../../photos/media-links.ts';
import type { Photo } from '../../photos/photo.ts';

/** A photo as the answer to its upload. */
export const presentUpload = ({ id, key, filename, mimetype, size }: Photo): UploadResponse => ({
  id,
  key,
  filename,
  mimetype,
  size,
});

/** A photo as the list of photos shows it, with a link to look at it. */
export const presentPhoto = (photo: Photo, links: MediaLinks): Upload => ({
  ...presentUpload(photo),
  created_at: photo.createdAt.toISOString(),
  presignedUrl: links.link(photo.key).url,
});
