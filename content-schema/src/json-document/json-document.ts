import {
  createScanner,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { inPath, isReadable, readValue, type Field, type ValueOf } from '../fields/fields.ts';
import { FileError, positionIn, type FileProblem } from '../text/file-problem.ts';
import {
  editedText,
  endOf,
  isJsonObject,
  itemsOf,
  propertiesOf,
  valueOf,
  type JsonValue,
} from './edits.ts';

export type { JsonValue };

const BYTE_ORDER_MARK = '\uFEFF';

/** The file is not JSON, not even with comments and trailing commas. */
export class BrokenJson extends FileError {}

const splitMark = (text: string): [mark: string, json: string] =>
  text.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK, text.slice(1)] : ['', text];

/** `CommaExpected` reads as `comma expected`. */
const reasonOf = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase();

const broken = (json: string, reason: string, offset: number): BrokenJson =>
  new BrokenJson({ message: `The file is not valid JSON: ${reason}`, ...positionIn(json, offset) });

/** A tenth of what fits on the stack. */
const NESTING_MAX = 100;

/** Throws `BrokenJson` before a parser reads the text, since that is recursive. */
const rejectTooNested = (json: string): void => {
  const scanner = createScanner(json, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const mark = json.charAt(offset);
    if (mark === '[' || mark === '{') depth += 1;
    if (mark === ']' || mark === '}') depth -= 1;
    if (depth > NESTING_MAX) throw broken(json, 'it is nested too deeply', offset);
  }
};

/** Throws `BrokenJson`. */
const parse = (json: string): { tree: Node; value: JsonValue } => {
  rejectTooNested(json);
  const errors: ParseError[] = [];
  const tree = parseTree(json, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw broken(json, reasonOf(first), first.offset);
  if (!tree) throw broken(json, 'it is empty', 0);
  return { tree, value: valueOf(tree) };
};

/** Parses JSON with comments, trailing commas and a byte order mark. Throws `BrokenJson`. */
export const parseJsonDocument = (text: string): JsonValue => parse(splitMark(text)[1]).value;

/** Returns what a value must be instead; undefined if it has the type of its field. */
const expectedInstead = (field: Field, { type, value }: Node): string | undefined => {
  switch (field.kind) {
    case 'text':
      // A year is often written as a number.
      if (type !== 'string' && type !== 'number') return 'text';
      return isReadable(field, value) ? undefined : 'a language such as de';
    case 'number':
      return type === 'number' ? undefined : 'a number';
    case 'choice':
      return isReadable(field, value) ? undefined : (field.expected ?? field.options.join(' or '));
    case 'flag':
      return type === 'boolean' ? undefined : 'true or false';
    case 'group':
      return type === 'object' ? undefined : 'an object';
    case 'texts':
    case 'list':
      return type === 'array' ? undefined : 'a list';
  }
};

const ITEM_OF_TEXTS: Field = { kind: 'text', label: '', markdown: false };

/**
 * Returns the values below `node` of the text `json` that don't have the type of `field`, at any
 * depth. Null counts as absent, except for a whole file and an entry of a list, which are `needed`.
 */
const typeProblems = (
  json: string,
  node: Node,
  field: Field,
  path = '',
  needed = true,
): FileProblem[] => {
  if (node.type === 'null' && !needed) return [];
  const instead = expectedInstead(field, node);
  if (instead !== undefined) {
    const name = path === '' ? 'The file' : `"${path}"`;
    return [{ message: `${name} must be ${instead}`, ...positionIn(json, node.offset) }];
  }
  if (field.kind === 'texts' || field.kind === 'list') {
    const item = field.kind === 'list' ? field.item : ITEM_OF_TEXTS;
    // Items are numbered from 1.
    return itemsOf(node).flatMap((own, index) =>
      typeProblems(json, own, item, inPath(path, index + 1), item.kind === 'group'),
    );
  }
  if (field.kind !== 'group') return [];
  return Object.entries(field.fields).flatMap(([key, member]) => {
    // Of equal keys the last one counts.
    const property = propertiesOf(node).findLast((own) => own.key.value === key);
    return property ? typeProblems(json, property.value, member, inPath(path, key), false) : [];
  });
};

/**
 * Reads the value of `field` from a JSON file like `readValue`, and the problems of the file:
 * invalid JSON, and values of another type. Never throws.
 */
export const readJsonDocument = <F extends Field>(
  text: string,
  field: F,
): { value: ValueOf<F>; problems: readonly FileProblem[] } => {
  const [, json] = splitMark(text);
  try {
    const { tree, value } = parse(json);
    return { value: readValue(field, value), problems: typeProblems(json, tree, field) };
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    return { value: readValue(field, undefined), problems: [error.problem] };
  }
};

/** The key at the top of a JSON file that names its schema for editors; no part of its value. */
const SCHEMA_KEY = '$schema';

const schemaIn = (value: JsonValue): JsonValue | undefined =>
  isJsonObject(value) ? value[SCHEMA_KEY] : undefined;

export const withoutSchemaKey = (value: JsonValue): JsonValue => {
  if (!isJsonObject(value)) return value;
  const { [SCHEMA_KEY]: _, ...others } = value;
  return others;
};

/** Returns a JSON text with the `$schema` of another, if both are objects and only that has one. */
export const withSchemaKeyOf = (text: string, other: string): string => {
  try {
    const [own, schema] = [parseJsonDocument(text), schemaIn(parseJsonDocument(other))];
    const needsKey = isJsonObject(own) && schemaIn(own) === undefined && schema !== undefined;
    return needsKey ? writeJsonDocument(text, { [SCHEMA_KEY]: schema }) : text;
  } catch (error) {
    if (error instanceof BrokenJson) return text;
    throw error;
  }
};

/** Returns `previous` with `value`; keys that it lacks stay or go. */
const editDocument = (previous: string, value: unknown, keepsKeys: boolean): string => {
  const [mark, text] = splitMark(previous);
  const { tree, value: before } = parse(text);
  // `stringify` drops undefined keys.
  const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
  const schema = schemaIn(before);
  const keepsSchema = schema !== undefined && isJsonObject(plain);
  const requested = keepsSchema ? { [SCHEMA_KEY]: schema, ...plain } : plain;
  const edited = editedText({ text, keepsKeys }, tree, requested);
  return mark + text.slice(0, tree.offset) + edited + text.slice(endOf(tree));
};

/**
 * Returns the text of a JSON file with `value`. Without `previous` it is a new file, with the keys
 * in the order of `value`. Otherwise only differences are rewritten: keys that `value` lacks, at
 * any depth, stay with their object, also when it moves within a list. Comments, order,
 * indentation, line breaks and everything unchanged stay byte for byte. Throws `BrokenJson` if
 * `previous` is broken.
 */
export const writeJsonDocument = (previous: string | undefined, value: unknown): string =>
  previous === undefined
    ? `${JSON.stringify(value, null, 2)}\n`
    : editDocument(previous, value, true);

/** Like `writeJsonDocument`, but removes keys that `value` lacks, at any depth, except `$schema`. */
export const replaceJsonDocument = (previous: string, value: unknown): string =>
  editDocument(previous, value, false);
