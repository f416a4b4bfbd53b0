import { pino, type DestinationStream, type Logger } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly cause?: LoggedError;
  /** Of the last cause, which is where it went wrong. */
  readonly stack?: readonly string[];
}

const FRAMES_MAX = 10;

const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, FRAMES_MAX);

/** An error by name, message, causes and frames; what else is attached to it may hold secrets. */
const describeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, cause } = error;
  if (cause !== undefined) return { type, message, cause: describeError(cause) };
  return { type, message, stack: framesOf(error) };
};

/** The process's log: a JSON object a line, on standard output or `destination`. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: describeError } }, destination);
