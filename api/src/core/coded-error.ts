import type { ErrorCode } from 'content-schema';

/** An error whose code and message clients get. */
export abstract class CodedError extends Error {
  abstract readonly code: ErrorCode;
  declare readonly retryAfterSeconds?: number;
  override get name(): string {
    return this.code;
  }
}
