import {
  API_BASE_PATH,
  IDEMPOTENCY_HEADER,
  PREVIOUS_REVISION_HEADER,
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  type Conflict,
  type ErrorCode,
  type ErrorResponseBody,
  type Issue,
} from 'content-schema';
import type { CallName, Calls } from './calls.ts';

/** The names in braces in the path of a call. */
type ParamOf<Name extends string> = Name extends `${string}{${infer Param}}${infer Rest}`
  ? Param | ParamOf<Rest>
  : never;

interface CallInput<Name extends CallName> {
  /** What stands in the path for each name in braces. */
  readonly params?: Readonly<Record<ParamOf<Name>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Calls[Name]['body'];
  /** The commit that the edits in the body began from, or that what is asked for is known of. */
  readonly revision?: string | undefined;
  readonly signal?: AbortSignal;
}

/** An answer and the commit its content is from; none where the answer holds no content. */
export interface Versioned<Answer> {
  readonly answer: Answer;
  readonly revision: string | undefined;
  /** The commit that a save made. */
  readonly commit?: string | undefined;
}

/** The same as a call answers it. */
export interface Answer<Value> extends Versioned<Value> {
  /** Of a save that was stored, the commit that it was stored upon. */
  readonly previous: string | undefined;
}

interface Refusal {
  /** The HTTP status. */
  readonly status: number;
  /** Undefined where the server, or a proxy in front of it, named none. */
  readonly code?: ErrorCode | undefined;
  /** All that is wrong with the request. */
  readonly issues?: readonly Issue[] | undefined;
  /** What the request changes that others changed meanwhile. */
  readonly conflicts?: readonly Conflict[] | undefined;
  /** The commit that the conflicts were found against. */
  readonly revision?: string | undefined;
}

/** The server's refusal, with its message for a person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: readonly Issue[];
  readonly conflicts: readonly Conflict[];
  readonly revision: string | undefined;

  constructor(message: string, refusal: Refusal) {
    const { status, code, issues = [], conflicts = [], revision } = refusal;
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.conflicts = conflicts;
    this.revision = revision;
  }
}

/** For one save and all its repetitions. `crypto.randomUUID` is missing where a site has no HTTPS. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const headersOf = (
  method: string,
  { body, revision }: CallInput<CallName>,
): Record<string, string> => ({
  Accept: 'application/json',
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
  ...(method !== 'GET' && { [IDEMPOTENCY_HEADER]: newIdempotencyKey() }),
  ...(revision !== undefined && { [REVISION_HEADER]: revision }),
});

const addressOf = (
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {},
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return `${API_BASE_PATH}${filled}${search && `?${search}`}`;
};

/** What an answer that is not a success means, in its own words as far as it has any. */
export const errorOf = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const { message, code, issues, conflicts, revision }: Partial<ErrorResponseBody> =
    typeof body === 'object' && body !== null ? body : {};
  const said = typeof message === 'string' ? message.trim() : '';
  const text = said || response.statusText || 'Request failed';
  return new ApiError(text, { status: response.status, code, issues, conflicts, revision });
};

/** What it answers is not specified; it may be no JSON. */
const WITHOUT_ANSWER = 'POST /auth/logout';

/** There is nothing new. */
const NO_CONTENT = 204;

/** The calls whose answers hold content, which in an answer of ours is from a commit. */
const HAS_CONTENT = /^\/(?!auth|history)/;

const lenientReader = async () => (await import('./lenient-answer.ts')).readAnswer;

/**
 * Makes a call of the API, e.g. `request('PUT /profile', { body })`. Rejects with `ApiError` when
 * the server refuses, with fetch's own error when it can't be reached.
 */
export const request = async <const Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<Answer<Calls[Name]['answer']>> => {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(addressOf(path, input.params, input.query), {
    method,
    credentials: 'same-origin',
    headers: headersOf(method, input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  });
  if (!response.ok) throw await errorOf(response);
  const revision = response.headers.get(REVISION_HEADER) ?? undefined;
  const isEmpty = name === WITHOUT_ANSWER || response.status === NO_CONTENT;
  const answer: unknown = isEmpty ? undefined : await response.json();
  const read = revision === undefined && HAS_CONTENT.test(path) ? await lenientReader() : undefined;
  return {
    answer: (read ? read(name, answer) : answer) as Calls[Name]['answer'],
    revision,
    commit: response.headers.get(SAVED_COMMIT_HEADER) ?? undefined,
    previous: response.headers.get(PREVIOUS_REVISION_HEADER) ?? undefined,
  };
};

/** Whether the server refused a call because there is no session. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

const isRefusal = (error: unknown, ...statuses: readonly number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** Whether what a call is about is not stored. */
export const isNotFound = (error: unknown): boolean =>
  isRefusal(error, 404) && error.code === 'EntityNotFound';

/** Whether the API doesn't know a call. */
export const isNotOffered = (error: unknown): boolean =>
  isRefusal(error, 404, 405) && !isNotFound(error);

/** Whether a call may succeed if it is only made again: a refusal stays one. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError && error.status < 500);

/** The server's words; `fallback` when it could not be reached. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback;
