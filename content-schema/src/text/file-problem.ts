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
}

/** A file can't be read or written as it is. */
export abstract class FileError extends Error {
  /** The reason and the position. */
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export const problemText = ({ message, line, column }: FileProblem): string => {
  if (line === undefined) return message;
  return `${message} (line ${line}${column === undefined ? '' : `, column ${column}`})`;
};

/** Returns the line and column of an offset in a text, counted from 1. */
export const positionIn = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
