import { pino, type Logger } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly cause?: LoggedError;
}

/** An error by name, message and causes: stacks and attached requests stay out of the log. */
const describeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
};

/** The process's log: a JSON object a line, on standard output. */
export const createLog = (level: string): Logger =>
  pino({ level, base: null, serializers: { err: describeError } });
