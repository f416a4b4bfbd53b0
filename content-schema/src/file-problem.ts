/** Something in a file that is not as its author meant it. */
export interface FileProblem {
  /** For a person to read. */
  readonly message: string;
  /** Where it is, both counted from 1; absent where that is not known. */
  readonly line?: number;
  readonly column?: number;
  /** A save of the file is refused: it would lose what is in it. */
  readonly readOnly?: true;
}

/** The message with its place. */
export const problemText = ({ message, line, column }: FileProblem): string => {
  if (line === undefined) return message;
  return `${message} (line ${line}${column === undefined ? '' : `, column ${column}`})`;
};

/** The line and column of a position in a text, both counted from 1. */
export const positionIn = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
