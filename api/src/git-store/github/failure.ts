import * as v from 'valibot';

/** What GitHub, or the way to it, said of a call that failed; nothing of the request is in it. */
export interface Failure {
  /** Absent when no answer came, or none that could be understood. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
  /** Of a GraphQL answer: the types of its errors, '' for an untyped one. */
  readonly types: readonly string[];
  /** Of a GraphQL answer with errors: what it answered all the same. */
  readonly data?: unknown;
  /** Of a connection that failed: how the system names it, such as ECONNRESET or TimeoutError. */
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

/** GitHub's own message, or the first line of an answer that isn't JSON. */
const messageOf = (data: unknown, fallback: string): string =>
  v.is(bodySchema, data) ? data.message : (fallback.split('\n')[0] ?? '').slice(0, 200);

/** Fetch and Octokit wrap the system's error, which has the code. */
const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (error.name === TIMEOUT) return TIMEOUT;
  return v.is(codeSchema, error) ? error.code : codeOf(error.cause);
};

/** Takes an error of Octokit's apart. */
export const describeFailure = (error: unknown): Failure => {
  const fallback = error instanceof Error ? error.message : String(error);
  // Errors keep their fields on themselves and on their prototypes, so they are read, not spread.
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
  return {
    status: rest.output.status,
    headers: response.headers,
    message: messageOf(response.data, fallback),
    types: [],
  };
};

// The connection was never made: https://nodejs.org/api/errors.html#common-system-errors
const UNSENT = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the request never reached GitHub, so that nothing can have come of it. */
export const isNotSent = ({ code }: Failure): boolean => code !== undefined && UNSENT.has(code);

/** Whether GitHub was given up: it took longer than it gives itself. */
export const isTimeout = ({ code }: Failure): boolean => code === TIMEOUT;
