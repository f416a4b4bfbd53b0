/** Replaces the text from `start` up to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must not overlap; those at the same position are applied in order. */
export const applyEdits = (source: string, edits: readonly TextEdit[]): string => {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(source.slice(position, start), text);
    position = end;
  }
  return pieces.join('') + source.slice(position);
};

export type LineBreak = '\n' | '\r\n';

/** Returns the first line break of `text`; `\n` if it has none. */
export const lineBreakOf = (text: string): LineBreak =>
  /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
