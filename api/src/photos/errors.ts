import { uploadMessages } from 'content-schema';

/** Names each error of an image; a new one needs a status in `http/errors/send-errors.ts`. */
export type ImageErrorCode = 'UnsupportedImage' | 'UnusableImage';

/** What can be wrong with an image; messages are for people. */
export abstract class ImageError extends Error {
  abstract readonly code: ImageErrorCode;
  override get name(): string {
    return this.code;
  }
}

/** A file that is none of the image types which can be uploaded. */
export class UnsupportedImage extends ImageError {
  readonly code = 'UnsupportedImage';
  constructor(message: string = uploadMessages.type) {
    super(message);
  }
}

/** An image that is damaged, too large to be unpacked, or more than a plain picture. */
export class UnusableImage extends ImageError {
  readonly code = 'UnusableImage';
}
