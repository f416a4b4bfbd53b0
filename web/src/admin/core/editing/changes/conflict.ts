import { fieldName } from 'content-schema';
import { conflictingPassages, mergeLines, type FieldConflict } from 'content-schema/merge';
import type { FieldNames } from './change-names.ts';

/** Turns a conflict into questions for the administrator, and the choices into a decision. */

type Side = 'theirs' | 'mine';

/** A passage of a text that both sides changed, or the whole value of another field. */
export interface Question {
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  readonly before: string;
  readonly after: string;
}

export type Choice = Side | { readonly text: string };

const IMAGE = /^(?:data:image\/|\/api\/history\/[0-9a-f]{40}\/file\?)/;

/** True for an image as a data URL, and for the address of an image in the history. */
export const isImage = (value: unknown): value is string =>
  typeof value === 'string' && IMAGE.test(value);

const isText = (value: unknown): value is string => typeof value === 'string' && !isImage(value);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

type Texts = Readonly<Record<'base' | Side, string>>;

const areTexts = (conflict: FieldConflict): conflict is FieldConflict & Texts =>
  isText(conflict.base) && isText(conflict.theirs) && isText(conflict.mine);

export interface NamedValue {
  readonly names: FieldNames;
  readonly path: string;
}

const within = ({ names, path }: NamedValue, key: string | number): NamedValue => ({
  names,
  path: path === '' ? String(key) : `${path}.${key}`,
});

/** The label of a field without its entry, e.g. `Title` for `Experience 2: title`. */
const nameWithin = (entry: NamedValue, key: string): string => {
  const { names, path } = within(entry, key);
  const name = fieldName(names, path);
  if (name === path) return key;
  const owner = `${fieldName(names, entry.path)}: `;
  if (!name.startsWith(owner)) return name;
  const own = name.slice(owner.length);
  return own.charAt(0).toUpperCase() + own.slice(1);
};

const ofList = (items: readonly unknown[], list: NamedValue): string =>
  items
    .map((item, index) => readableText(item, within(list, index)))
    .join(items.some((item) => typeof item === 'object') ? '\n\n' : '\n');

const ofObject = (fields: object, entry: NamedValue): string =>
  Object.entries(fields)
    .map(([key, value]) => [nameWithin(entry, key), readableText(value, within(entry, key))])
    .filter(([, text]) => text !== '')
    .map(([name, text = '']) => `${name}:${text.includes('\n') ? '\n' : ' '}${text}`)
    .join('\n');

/** Formats a form value as text to compare line by line; empty for an empty value. */
export const readableText = (
  value: unknown,
  named: NamedValue = { names: {}, path: '' },
): string => {
  if (typeof value === 'string') return isImage(value) ? 'An image' : value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return ofList(value, named);
  return typeof value === 'object' && value !== null ? ofObject(value, named) : '';
};

const withoutLastBreak = (lines: string): string => lines.replace(/\n$/, '');

const adjacentLine = (lines: string, position: 'last' | 'first'): string => {
  const nonBlank = lines.split('\n').filter((line) => line.trim() !== '');
  return (position === 'last' ? nonBlank.at(-1) : nonBlank[0]) ?? '';
};

export const questionsOf = (conflict: FieldConflict): readonly Question[] => {
  const { base, theirs, mine } = conflict;
  if (!areTexts(conflict)) return [{ base, theirs, mine, before: '', after: '' }];
  return conflictingPassages(conflict.base, conflict.theirs, conflict.mine).map((passage) => ({
    base: withoutLastBreak(passage.base),
    theirs: withoutLastBreak(passage.theirs),
    mine: withoutLastBreak(passage.mine),
    before: adjacentLine(passage.before, 'last'),
    after: adjacentLine(passage.after, 'first'),
  }));
};

export const isWritable = ({ mine }: Question): boolean => isText(mine) || isTextList(mine);

/** The lines to insert for a choice. An empty text is no line. */
const linesOf = (passage: Readonly<Record<Side, string>>, choice: Choice): string => {
  if (typeof choice === 'string') return passage[choice];
  return choice.text === '' ? '' : `${choice.text}\n`;
};

/** The field's value according to the choices. Questions without a choice keep my version. */
export const decisionOf = (conflict: FieldConflict, choices: readonly Choice[]): unknown => {
  if (areTexts(conflict)) {
    const { base, theirs, mine } = conflict;
    const passages = conflictingPassages(base, theirs, mine);
    const lines = passages.map((passage, index) => linesOf(passage, choices[index] ?? 'mine'));
    return mergeLines(base, theirs, mine, lines);
  }
  const [choice = 'mine'] = choices;
  if (typeof choice === 'string') return conflict[choice];
  return isTextList(conflict.mine)
    ? choice.text.split('\n').filter((line) => line.trim() !== '')
    : choice.text;
};
