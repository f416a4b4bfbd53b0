import type { FileProblem } from '../text/file-problem.ts';
import {
  BrokenJson,
  parseJsonDocument,
  writeJsonDocument,
  type JsonValue,
} from '../json-document/json-document.ts';
import { isJsonObject, type JsonObject } from '../json-document/syntax-tree.ts';
import type { FocalPoint, PhotoDetails } from './photo.ts';

/** The codec of `photo.json`. */

interface Kind<Value> {
  /** Returns undefined for a value of another type. */
  readonly read: (value: JsonValue) => Value | undefined;
  /** The expected type, for messages. */
  readonly name: string;
}

const PIXELS: Kind<number> = {
  read: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined,
  name: 'a whole number of pixels',
};

const TEXT: Kind<string> = {
  read: (value) => (typeof value === 'string' ? value : undefined),
  name: 'text',
};

const COLOUR: Kind<string> = {
  read: (value) =>
    typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined,
  name: 'a colour such as #8a6f4d',
};

const isShare = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

const FOCUS: Kind<FocalPoint> = {
  read: (value) =>
    isJsonObject(value) && isShare(value['x']) && isShare(value['y'])
      ? { x: value['x'], y: value['y'] }
      : undefined,
  name: 'an object with x and y from 0 to 1',
};

const KINDS: { readonly [Key in keyof PhotoDetails]-?: Kind<NonNullable<PhotoDetails[Key]>> } = {
  width: PIXELS,
  height: PIXELS,
  alt: TEXT,
  caption: TEXT,
  focus: FOCUS,
  colour: COLOUR,
};

/** Returns undefined if the key is absent or null. */
const valueAt = (result: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(result, key) ? (result[key] ?? undefined) : undefined;

const parse = (text: string): { found: JsonObject; problems: FileProblem[] } => {
  try {
    const value = parseJsonDocument(text);
    return isJsonObject(value)
      ? { found: value, problems: [] }
      : { found: {}, problems: [{ message: 'The file must be an object', readOnly: true }] };
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    return { found: {}, problems: [{ ...error.problem, readOnly: true }] };
  }
};

/** Reads a `photo.json`, and reports problems of values that can't be read. Never throws. */
export const readPhotoFile = (
  text: string,
): { details: PhotoDetails; problems: readonly FileProblem[] } => {
  const { found, problems } = parse(text);
  const details: Record<string, unknown> = {};
  for (const [key, kind] of Object.entries(KINDS)) {
    const value = valueAt(found, key);
    if (value === undefined) continue;
    const read = kind.read(value);
    if (read === undefined) problems.push({ message: `"${key}" must be ${kind.name}` });
    else details[key] = read;
  }
  return { details, problems };
};

/**
 * The keys of `photo.json` to change; undefined ones are ignored, and a focus of null removes it.
 */
export type PhotoChange = {
  readonly [Key in Exclude<keyof PhotoDetails, 'focus'>]?: PhotoDetails[Key] | undefined;
} & { readonly focus?: FocalPoint | null | undefined };

/**
 * Returns the text of a `photo.json` with `change` applied. The rest of `previous` stays byte for
 * byte. Throws `BrokenJson` if `previous` is broken.
 */
export const writePhotoFile = (previous: string | undefined, change: PhotoChange): string => {
  const result = previous === undefined ? {} : parseJsonDocument(previous);
  // Existing keys come first, so that new ones are added at the end.
  return writeJsonDocument(previous, { ...(isJsonObject(result) ? result : {}), ...change });
};
