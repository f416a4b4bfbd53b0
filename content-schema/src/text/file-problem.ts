/** A problem in a file, such as a value that can't be read. */
export interface FileProblem {
  /** For a person to read. */
  readonly message: string;
  /** The position, counted from 1; absent if unknown. */
  readonly line?: number;
  readonly column?: number;
  /** Set if the file can't be saved, because that would lose data. */
  readonly readOnly?: true;
  /** Set if the file can be written properly without changing what it says. */
  readonly repairable?: true;
  /** ISO dates: set if it is a problem only from or until then. */
  readonly from?: string;
  readonly until?: string;
}

/** Whether it is a problem at this time, in milliseconds. */
export const isCurrent = ({ from, until }: FileProblem, now: number): boolean =>
  (from === undefined || Date.parse(from) <= now) &&
  (until === undefined || now < Date.parse(until));

/** Returns the message with its position. */
export const problemText = ({ message, line, column }: FileProblem): string => {
  if (line === undefined) return message;
  return `${message} (line ${line}${column === undefined ? '' : `, column ${column}`})`;
};

/** Returns the line and column of an offset in a text, counted from 1. */
export const positionIn = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
