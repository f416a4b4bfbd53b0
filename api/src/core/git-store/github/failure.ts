import * as v from 'valibot';

/** A failed call, as GitHub or the network reports it. It has no part of the request: no secret. */
export interface Failure {
  /** Absent if there was no response or it was malformed. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
  /** The types of a GraphQL response's errors, '' for an untyped one. */
  readonly types: readonly string[];
  /** The partial data of a GraphQL response with errors. */
  readonly data?: unknown;
  /** The error code of a failed connection, e.g. ECONNRESET or TimeoutError. */
  readonly code?: string;
}

const headersSchema = v.fallback(
  v.record(
    v.string(),
    v.fallback(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), ''),
  ),
  {},
);

const graphqlSchema = v.object({
  name: v.literal('GraphqlResponseError'),
  headers: headersSchema,
  errors: v.array(v.object({ type: v.optional(v.string(), ''), message: v.string() })),
  data: v.unknown(),
});

const restSchema = v.object({
  name: v.literal('HttpError'),
  status: v.number(),
  response: v.optional(v.object({ headers: headersSchema, data: v.unknown() })),
});

const bodySchema = v.object({ message: v.string() });
const codeSchema = v.object({ code: v.string() });

const TIMEOUT = 'TimeoutError';
/** The code of a response that is a web page, leads to another origin or has too many bytes. */
export const NOT_GITHUB = 'NotGitHub';

/** GitHub's own message, or the first line of its response that isn't JSON. */
const messageOf = (data: unknown, fallback: string): string =>
  v.is(bodySchema, data) ? data.message : (fallback.split('\n')[0] ?? '').slice(0, 200);

/** Returns the code of the system error that fetch and Octokit wrap. */
const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error.name === TIMEOUT) return TIMEOUT;
  return v.is(codeSchema, error) ? error.code : codeOf(error.cause);
};

export const describeFailure = (error: unknown): Failure => {
  const fallback = error instanceof Error ? error.message : String(error);
  // Some fields of an error are on its prototype, so a spread would miss them.
  const graphql = v.safeParse(graphqlSchema, error);
  if (graphql.success) {
    const { headers, errors, data } = graphql.output;
    return {
      status: 200,
      headers,
      message: errors.map(({ message }) => message).join(' '),
      types: errors.map(({ type }) => type),
      data,
    };
  }
  const rest = v.safeParse(restSchema, error);
  const response = rest.success ? rest.output.response : undefined;
  if (!rest.success || !response) {
    const code = codeOf(error);
    return { headers: {}, message: fallback, types: [], ...(code !== undefined && { code }) };
  }
  const { status } = rest.output;
  const { headers, data } = response;
  // Others, e.g. servers of an inner network, must not put their words into GitHub's mouth.
  const isGitHub = 'x-github-request-id' in headers;
  const message = isGitHub ? messageOf(data, fallback) : `status ${status}, not from GitHub`;
  return { status, headers, message, types: [] };
};

// The connection was never established: https://nodejs.org/api/errors.html#common-system-errors
const UNSENT = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the request never reached GitHub, so that it had no effect. */
export const isNotSent = ({ code }: Failure): boolean => code !== undefined && UNSENT.has(code);

export const isTimeout = ({ code }: Failure): boolean => code === TIMEOUT;

/** Whether something else responded, such as the sign-in page of a network. */
export const isNotGitHub = ({ code }: Failure): boolean => code === NOT_GITHUB;
