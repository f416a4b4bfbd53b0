import {
  API_BASE_PATH,
  IDEMPOTENCY_HEADER,
  PREVIOUS_REVISION_HEADER,
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  type CallName,
  type Calls,
  type Conflict,
  type ContentCalls,
  type ErrorCode,
  type ErrorResponseBody,
  type Issue,
  type ParamOf,
} from 'content-schema';

export interface CallInput<Name extends CallName> {
  readonly params?: Readonly<Record<ParamOf<Name>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Calls[Name]['body'];
  /** The commit from which the body was edited, or of the content that was loaded before. */
  readonly revision?: string | undefined;
  readonly signal?: AbortSignal;
  /** Absent for a save that is never repeated. */
  readonly idempotencyKey?: string;
}

export interface Versioned<Content> {
  readonly response: Content;
  readonly revision: string;
}

interface SavedCommit {
  readonly commit: string | undefined;
  readonly previous: string | undefined;
}

export interface Saved<Content> extends Versioned<Content>, SavedCommit {}

interface CallResponse<Name extends CallName> extends SavedCommit {
  readonly response: Calls[Name]['response'];
  readonly revision: Name extends keyof ContentCalls ? string : undefined;
}

/** Without a code where a proxy in front of the server refused. */
type Rejection = { readonly status: number } & {
  readonly [Key in Exclude<keyof ErrorResponseBody, 'message' | 'problem'>]?:
    ErrorResponseBody[Key] | undefined;
};

/** A refusal by the server. The message is meant for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly status: number;
  declare readonly code: ErrorCode | undefined;
  declare readonly issues: readonly Issue[];
  declare readonly conflicts: readonly Conflict[];
  declare readonly revision: string | undefined;
  declare readonly retryAfter: number | undefined;

  constructor(message: string, { issues = [], conflicts = [], ...others }: Rejection) {
    super(message);
    Object.assign(this, { issues, conflicts, ...others });
  }
}

/** A key for a save and its retries. Sites without HTTPS lack `crypto.randomUUID`. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const headersOf = (
  method: string,
  { body, revision, idempotencyKey = newIdempotencyKey() }: CallInput<CallName>,
): Record<string, string> => ({
  Accept: 'application/json',
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
  ...(method !== 'GET' && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
  ...(revision !== undefined && { [REVISION_HEADER]: revision }),
});

/** What the administrator's calls have in common; empty for visitors. */
export const everyCall: {
  query?: Readonly<Record<string, string>>;
  onSuccess?: (headers: Headers) => void;
} = {};

/** Returns the address of a call, with the query of every call. */
export const addressOf = (
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {},
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams({ ...everyCall.query, ...query }).toString();
  return `${API_BASE_PATH}${filled}${search && (path.includes('?') ? '&' : '?')}${search}`;
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/**
 * Reads the error from a response that is not a success, with the server's message if there is one:
 * also a plain text, which a proxy in front of the server may send.
 */
export const errorOf = async (
  response: Response,
  fallback = response.statusText || 'Request failed',
): Promise<ApiError> => {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const isPlain = response.headers.get('Content-Type')?.startsWith('text/plain');
  const { message = isPlain ? text : '', ...rejection }: Partial<ErrorResponseBody> =
    typeof body === 'object' && body !== null ? body : {};
  const sentMessage = typeof message === 'string' ? message.trim() : '';
  return new ApiError(sentMessage || fallback, { ...rejection, status: response.status });
};

/** The status of a response without news. */
const NO_CONTENT = 204;

/**
 * Calls the API, e.g. `request('PUT /profile', { body })`. Rejects with `ApiError` when the server
 * refuses, and with a `TypeError` when it can't be reached.
 */
export const request = async <const Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<CallResponse<Name>> => {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(addressOf(path, input.params, input.query), {
    method,
    credentials: 'same-origin',
    headers: headersOf(method, input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  });
  if (!response.ok) throw await errorOf(response);
  everyCall.onSuccess?.(response.headers);
  const body: unknown = response.status === NO_CONTENT ? undefined : await response.json();
  return {
    response: body as Calls[Name]['response'],
    revision: (response.headers.get(REVISION_HEADER) ??
      undefined) as CallResponse<Name>['revision'],
    commit: response.headers.get(SAVED_COMMIT_HEADER) ?? undefined,
    previous: response.headers.get(PREVIOUS_REVISION_HEADER) ?? undefined,
  };
};

/** Whether the server refused a call for lack of a session. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** Whether the entity that a call is about is not stored. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code === 'EntityNotFound';

/** Whether repeating a call may help. It doesn't after a refusal. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError && error.status < 500);

/** The server's message; `fallback` when the server could not be reached. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback;
