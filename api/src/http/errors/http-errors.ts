/** What only a request over HTTP can do wrong. */

/** A protected call without a session. */
export class NotAuthenticated extends Error {
  readonly code = 'NotAuthenticated';
}

/** Credentials that are not the administrator's. */
export class WrongCredentials extends Error {
  readonly code = 'WrongCredentials';
}

/** A webhook's delivery that does not come from who shares the secret. */
export class InvalidSignature extends Error {
  readonly code = 'InvalidSignature';
}

/** A change that was asked for by another site's page. */
export class ForeignOrigin extends Error {
  readonly code = 'ForeignOrigin';
}

/** A body of another type than the call takes. */
export class UnsupportedMediaType extends Error {
  readonly code = 'UnsupportedMediaType';
}

/** A body over the call's limit. */
export class BodyTooLarge extends Error {
  readonly code = 'BodyTooLarge';
}

/** A body that is not what its type says. */
export class MalformedBody extends Error {
  readonly code = 'MalformedBody';
}

/** No such page or call. */
export class NoSuchRoute extends Error {
  readonly code = 'NoSuchRoute';
}

/** A signed link that is over, or was never made. */
export class LinkRefused extends Error {
  readonly code = 'LinkRefused';
}

/** A part of a file that the file doesn't have. */
export class RangeNotSatisfiable extends Error {
  readonly code = 'RangeNotSatisfiable';
}
