import type { ErrorCode } from 'content-schema';
import { CodedError } from '../../coded-error.ts';

/** An error of a request, with a message for users. */
export class HttpError extends CodedError {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
