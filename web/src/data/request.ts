import {
  API_BASE_PATH,
  REVISION_HEADER,
  type ContentAnswer,
  type ContentSummaryAnswer,
  type Credentials,
  type ErrorAnswer,
  type Issue,
  type Profile,
  type ProfileAnswer,
  type User,
} from 'content-schema';

/** The calls of the API by method and path, each with what it takes and what it answers. */
interface Calls {
  'GET /content': { body?: undefined; answer: ContentAnswer };
  'GET /content?posts=summary': { body?: undefined; answer: ContentAnswer | ContentSummaryAnswer };
  'PUT /profile': { body: Profile; answer: ProfileAnswer };
  'POST /auth/login': { body: Credentials; answer: User };
  'POST /auth/logout': { body?: undefined; answer: undefined };
  'GET /auth/me': { body?: undefined; answer: User };
}

type CallName = keyof Calls;

interface CallInput<Name extends CallName> {
  readonly body?: Calls[Name]['body'];
  /** The commit that the edits in the body began from. */
  readonly revision?: string | undefined;
}

/** An answer and the commit its content is from; none where the answer holds no content. */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly revision: string | undefined;
}

/** The server's refusal: its message for a person, and all that is wrong with the request. */
export class ApiError extends Error {
  readonly code = 'api-error';
  readonly status: number;
  readonly issues: readonly Issue[];

  constructor(message: string, status: number, issues: readonly Issue[]) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.issues = issues;
  }
}

const headersOf = ({ body, revision }: CallInput<CallName>): Record<string, string> => ({
  Accept: 'application/json',
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
  ...(revision !== undefined && { [REVISION_HEADER]: revision }),
});

/** What an answer that is not a success means, in its own words as far as it has any. */
export const errorOf = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const { message, issues = [] }: Partial<ErrorAnswer> =
    typeof body === 'object' && body !== null ? body : {};
  const text = typeof message === 'string' ? message : response.statusText || 'Request failed';
  return new ApiError(text, response.status, issues);
};

/**
 * Makes a call of the API, e.g. `request('PUT /profile', { body })`. Rejects with `ApiError` when
 * the server refuses, with fetch's own error when it can't be reached.
 */
export const request = async <const Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<Answered<Calls[Name]['answer']>> => {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(`${API_BASE_PATH}${path}`, {
    method,
    credentials: 'same-origin',
    headers: headersOf(input),
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
  if (!response.ok) throw await errorOf(response);
  const hasBody = response.status !== 204;
  return {
    answer: (hasBody ? await response.json() : undefined) as Calls[Name]['answer'],
    revision: response.headers.get(REVISION_HEADER) ?? undefined,
  };
};

/** The server's words; `fallback` when it could not be reached. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? error.message : fallback;
