import {
  applyEdits as applyJsonEdits,
  modify,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { readValue, type Field, type ValueOf } from './fields.ts';
import { positionIn, type FileProblem } from './file-problem.ts';
import { isPlain } from './merge/is-same.ts';
import { sourceOf, valueEdits } from './json-document/edits.ts';
import { valueOf, type JsonValue } from './json-document/syntax-tree.ts';
import { typeProblems } from './json-document/type-problems.ts';
import { applyEdits } from './text-edit.ts';

export type { JsonValue };

const BYTE_ORDER_MARK = '\uFEFF';

/** The file is not JSON, also not with comments and trailing commas. */
export class BrokenJson extends Error {
  readonly code = 'BrokenJson';
  /** Why, and where. */
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The byte order mark, where there is one, and the JSON after it. */
const splitMark = (text: string): [mark: string, json: string] =>
  text.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK, text.slice(1)] : ['', text];

/** `CommaExpected` reads as `comma expected`. */
const reasonOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase();

const broken = (json: string, reason: string, offset: number): BrokenJson =>
  new BrokenJson({
    message: `The file is not valid JSON: ${reason}`,
    ...positionIn(json, offset),
  });

/** Throws `BrokenJson`. */
const parse = (json: string): { tree: Node; value: JsonValue } => {
  try {
    const errors: ParseError[] = [];
    const tree = parseTree(json, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first) throw broken(json, reasonOf(first), first.offset);
    if (!tree) throw broken(json, 'there is nothing in it', 0);
    return { tree, value: valueOf(tree) };
  } catch (error) {
    // The stack ends: the parser calls itself for what is nested.
    if (error instanceof RangeError) throw broken(json, 'it is nested too deeply', 0);
    throw error;
  }
};

/**
 * The value of a JSON file, which may have comments and trailing commas, and begin with a byte order
 * mark. Throws `BrokenJson`.
 */
export const parseJsonDocument = (text: string): JsonValue => parse(splitMark(text)[1]).value;

/**
 * The value of `field` that a JSON file holds, read as `readValue` does, and what in the file is not
 * JSON or of another type than the field takes. Never throws.
 */
export const readJsonDocument = <F extends Field>(
  text: string,
  field: F,
): { value: ValueOf<F>; problems: readonly FileProblem[] } => {
  const [, json] = splitMark(text);
  try {
    const { tree, value } = parse(json);
    const problems = typeProblems(tree, field).map(({ message, offset }) => ({
      message,
      ...positionIn(json, offset),
    }));
    return { value: readValue(field, value), problems };
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    return { value: readValue(field, undefined), problems: [error.problem] };
  }
};

/**
 * The text of a JSON file that holds `value`, with keys in its order; without `previous` a new one.
 * Of `previous` only what differs is rewritten: keys that `value` doesn't have, at any depth, stay
 * with the object they are in, also when it moves within a list; so do comments, order, indentation,
 * line breaks and whatever is untouched, byte for byte. Throws `BrokenJson` when `previous` is.
 */
export const writeJsonDocument = (previous: string | undefined, value: unknown): string => {
  if (previous === undefined) return `${JSON.stringify(value, null, 2)}\n`;
  const [mark, json] = splitMark(previous);
  // `stringify` leaves out the keys that are undefined.
  const wanted = JSON.parse(JSON.stringify(value)) as JsonValue;
  return mark + applyEdits(json, valueEdits(sourceOf(json), parse(json).tree, wanted));
};

/** The paths of the keys that `value` has and `wanted` has not; of nested ones the outermost. */
const surplusKeys = (value: unknown, wanted: unknown): (string | number)[][] => {
  if (Array.isArray(value) && Array.isArray(wanted)) {
    return value.flatMap((item, index) =>
      surplusKeys(item, wanted[index]).map((path) => [index, ...path]),
    );
  }
  if (!isPlain(value) || !isPlain(wanted)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    wanted[key] === undefined
      ? [[key]]
      : surplusKeys(inner, wanted[key]).map((path) => [key, ...path]),
  );
};

/** The same without the keys that `value` does not have, also of objects within it. */
export const replaceJsonDocument = (previous: string, value: unknown): string => {
  const [mark, written] = splitMark(writeJsonDocument(previous, value));
  const json = surplusKeys(parse(written).value, value).reduce(
    (text, path) => applyJsonEdits(text, modify(text, path, undefined, {})),
    written,
  );
  return mark + json;
};
