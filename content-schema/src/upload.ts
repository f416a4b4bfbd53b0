import { UPLOAD_MAX_BYTES } from './limits.ts';
import type { PhotoDetails } from './photo.ts';
import type { PostLink } from './post.ts';

export const uploadMessages = {
  required: 'Please choose a file to upload',
  type: 'Only PNG, JPEG, WebP, GIF, AVIF and SVG images can be uploaded',
  heic: 'Browsers cannot show HEIC photos. Export it as JPEG first; an iPhone takes JPEG photos with Settings → Camera → Formats → Most Compatible.',
  size: `The file is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB`,
  expired: 'This upload was not finished in time. Please upload the photo again.',
  clipboard: 'Unable to copy to clipboard — your browser may block it.',
} as const;

/** The `created_at` of a photo that was added by hand: nothing tells its time. */
export const UNDATED = '1970-01-01T00:00:00.000Z';

/** A Markdown text that is no post's, by the file that it is in and the path of its field. */
export interface TextLink {
  readonly file: string;
  readonly field: string;
  /** What forms call it, e.g. `Experience 2: description`. */
  readonly title: string;
}

export type PhotoUse = PostLink | TextLink;

/** A stored photo, as the photo screens list it. */
export interface Upload extends PhotoDetails {
  readonly id: string;
  /** The path in the content repository. */
  readonly key: string;
  readonly filename: string;
  readonly mimetype: string;
  /** Bytes. */
  readonly size: number;
  /** ISO date; `UNDATED` where it isn't known. */
  readonly created_at: string;
  /** Where the bytes can be read for a while, without a session. */
  readonly presignedUrl?: string;
  /** The posts that show it, hidden ones too, and the other texts. */
  readonly usedIn?: readonly PhotoUse[];
}
