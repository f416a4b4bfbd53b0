import { uploadMessages } from 'content-schema';
import { CodedError } from '../coded-error.ts';

/** The base class of image errors. Messages are shown to users. */
export abstract class ImageError extends CodedError {}

export class UnsupportedImage extends ImageError {
  readonly code = 'UnsupportedImage';
  constructor(message: string = uploadMessages.type) {
    super(message);
  }
}

/** An image that is damaged, too large to decode, or has active content. */
export class UnusableImage extends ImageError {
  readonly code = 'UnusableImage';
}

export class PicturesBusy extends ImageError {
  readonly code = 'PicturesBusy';
  override readonly retryAfterSeconds = 5;
  constructor() {
    super('Too many images are being created. Please try again in 5 seconds.');
  }
}
