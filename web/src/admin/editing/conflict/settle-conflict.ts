import { mergeLines, type FieldConflict } from 'content-schema/merge';
import { isImage, readableText } from './readable-text.ts';

export type Side = 'theirs' | 'mine';

const isText = (value: unknown): value is string => typeof value === 'string' && !isImage(value);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

/** What stands in the field when one side is chosen; of a text only the lines that overlap. */
export const valueOfSide = ({ base, theirs, mine }: FieldConflict, side: Side): unknown => {
  if (isText(base) && isText(theirs) && isText(mine)) return mergeLines(base, theirs, mine, side);
  return side === 'theirs' ? theirs : mine;
};

/** Whether the field can be written anew where the conflict is settled. */
export const isWritable = ({ mine }: FieldConflict): boolean => isText(mine) || isTextList(mine);

/** What stands in the field when it was written anew as `text`; lists have one item per line. */
export const valueOfText = ({ mine }: FieldConflict, text: string): unknown =>
  isTextList(mine) ? text.split('\n').filter((line) => line.trim() !== '') : text;

/** What writing the field anew begins from. */
export const textToEdit = (conflict: FieldConflict): string =>
  readableText(valueOfSide(conflict, 'mine'));
