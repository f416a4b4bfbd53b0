import { uploadMessages } from 'content-schema';

/** A file that is none of the image types which can be uploaded. */
export class UnsupportedImage extends Error {
  readonly code = 'UnsupportedImage';
  constructor() {
    super(uploadMessages.type);
  }
}

/** An image that is damaged, too large to be unpacked, or more than a plain picture. */
export class UnusableImage extends Error {
  readonly code = 'UnusableImage';
}
