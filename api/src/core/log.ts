import { pino, type DestinationStream, type Logger } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly cause?: LoggedError;
  /** The stack of the innermost cause. */
  readonly stack?: readonly string[];
}

const FRAMES_MAX = 10;

const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, FRAMES_MAX);

/** An error's name, message, causes and stack; its other properties may contain secrets. */
const describeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, cause } = error;
  if (cause !== undefined) return { type, message, cause: describeError(cause) };
  return { type, message, stack: framesOf(error) };
};

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Creates the process's log: one JSON object per line, on standard output or `destination`. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: describeError } }, destination);
