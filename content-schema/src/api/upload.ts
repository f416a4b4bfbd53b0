import { UPLOAD_MAX_BYTES, VIDEO_MAX_BYTES } from '../limits.ts';
import type { PhotoDetails, SizedPhoto } from '../entities/photo.ts';
import type { PostLink } from '../entities/post.ts';

export const uploadMessages = {
  required: 'Please choose a file to upload',
  type: 'Only PNG, JPEG, WebP, GIF, AVIF and SVG images can be uploaded, and MP4 and WebM videos',
  heic: 'Browsers cannot show HEIC photos. Export it as JPEG first; an iPhone takes JPEG photos with Settings → Camera → Formats → Most Compatible.',
  size: `The file is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB`,
  videoSize: `The video is larger than ${VIDEO_MAX_BYTES / 1024 / 1024} MB`,
  expired: 'This upload was not finished in time. Please upload the photo again.',
  address: 'Only https addresses at the chosen sites are fetched',
  unreachable: 'The picture could not be fetched',
  status: (status: number) => `The site answers ${status} instead of the picture`,
} as const;

/** The `created_at` of a photo that was added by hand, whose date is unknown. */
export const UNDATED = '1970-01-01T00:00:00.000Z';

/** A Markdown text outside of posts, by its file and the path of its field. */
export interface TextLink {
  readonly file: string;
  readonly field: string;
  /** Its label in forms, e.g. `Experience 2: description`. */
  readonly title: string;
}

export type PhotoUse = PostLink | TextLink;

export interface Upload extends PhotoDetails, SizedPhoto {
  /** The path in the content repository. */
  readonly key: string;
  readonly filename: string;
  readonly mimetype: string;
  /** Bytes. */
  readonly size: number;
  /** ISO date; `UNDATED` if unknown. */
  readonly created_at: string;
  /** A temporary URL of the bytes that works without a session. */
  readonly presignedUrl?: string;
  /** The posts, including hidden ones, and other texts that use it. */
  readonly usedIn?: readonly PhotoUse[];
}
