import { uploadMessages } from 'content-schema';

/** Names each error of an image; a new one needs a status in `http/errors/send-errors.ts`. */
export type ImageErrorCode = 'PicturesBusy' | 'UnsupportedImage' | 'UnusableImage';

/** What can be wrong with an image, or with making one; messages are for people. */
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

/** Too many pictures are being made or drawn already. */
export class PicturesBusy extends ImageError {
  readonly code = 'PicturesBusy';
  readonly retryAfterSeconds = 5;
  constructor() {
    super('Too many pictures are being made. Please try again in 5 seconds.');
  }
}
