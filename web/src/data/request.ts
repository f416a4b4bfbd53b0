import {
  API_BASE_PATH,
  IDEMPOTENCY_HEADER,
  REVISION_HEADER,
  type CommitResponse,
  type Conflict,
  type ContentResponse,
  type ContentSummaryResponse,
  type Credentials,
  type ErrorCode,
  type ErrorResponseBody,
  type Experience,
  type ExperienceResponse,
  type HistoryResponse,
  type Issue,
  type Post,
  type PostsRequest,
  type Profile,
  type ProfileResponse,
  type RestoreResponse,
  type RestoreRequest,
  type Sections,
  type SectionsResponse,
  type Site,
  type User,
  type ContentSourceResponse,
  type PostSource,
} from 'content-schema';

/** The calls of the API by method and path, each with what it takes and what it answers. */
interface Calls {
  'GET /content?posts=markdown': { body?: undefined; answer: ContentSourceResponse };
  'GET /content?posts=summary': {
    body?: undefined;
    answer: ContentResponse | ContentSummaryResponse;
  };
  'PUT /site': { body: Site; answer: Site };
  'PUT /profile': { body: Profile; answer: ProfileResponse };
  'PUT /experiences': { body: Experience[]; answer: ExperienceResponse[] };
  'PUT /sections': { body: Sections; answer: SectionsResponse };
  'PUT /posts?posts=markdown': { body: PostsRequest; answer: PostSource[] };
  'GET /posts/{id}': { body?: undefined; answer: Post };
  'DELETE /posts/{id}?posts=markdown': { body?: undefined; answer: PostSource[] };
  'PATCH /posts/{id}/visibility?posts=markdown': {
    body: { readonly hidden: boolean };
    answer: PostSource[];
  };
  'POST /reset': { body?: undefined; answer: ContentSourceResponse };
  'GET /history': { body?: undefined; answer: HistoryResponse };
  'GET /history/{commit}': { body?: undefined; answer: CommitResponse };
  'POST /history/{commit}/restore': { body: RestoreRequest; answer: RestoreResponse };
  'POST /auth/login': { body: Credentials; answer: User };
  'POST /auth/logout': { body?: undefined; answer: undefined };
  'GET /auth/me': { body?: undefined; answer: User };
}

type CallName = keyof Calls;

/** The names in braces in the path of a call. */
type ParamOf<Name extends string> = Name extends `${string}{${infer Param}}${infer Rest}`
  ? Param | ParamOf<Rest>
  : never;

interface CallInput<Name extends CallName> {
  /** What stands in the path for each name in braces. */
  readonly params?: Readonly<Record<ParamOf<Name>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Calls[Name]['body'];
  /** The commit that the edits in the body began from. */
  readonly revision?: string | undefined;
}

/** An answer and the commit its content is from; none where the answer holds no content. */
export interface Versioned<Answer> {
  readonly answer: Answer;
  readonly revision: string | undefined;
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
}

/** The server's refusal, with its message for a person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly issues: readonly Issue[];
  readonly conflicts: readonly Conflict[];

  constructor(message: string, { status, code, issues = [], conflicts = [] }: Refusal) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.conflicts = conflicts;
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
  const { message, code, issues, conflicts }: Partial<ErrorResponseBody> =
    typeof body === 'object' && body !== null ? body : {};
  const text = typeof message === 'string' ? message : response.statusText || 'Request failed';
  return new ApiError(text, { status: response.status, code, issues, conflicts });
};

/**
 * Makes a call of the API, e.g. `request('PUT /profile', { body })`. Rejects with `ApiError` when
 * the server refuses, with fetch's own error when it can't be reached.
 */
export const request = async <const Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<Versioned<Calls[Name]['answer']>> => {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(addressOf(path, input.params, input.query), {
    method,
    credentials: 'same-origin',
    headers: headersOf(method, input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
  if (!response.ok) throw await errorOf(response);
  const hasBody = response.status !== 204;
  return {
    answer: (hasBody ? await response.json() : undefined) as Calls[Name]['answer'],
    revision: response.headers.get(REVISION_HEADER) ?? undefined,
  };
};

/** Whether the server refused a call because there is no session. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

/** Whether a call may succeed if it is only made again: a refusal stays one. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError && error.status < 500);

/** The server's words; `fallback` when it could not be reached. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback;
