import * as v from 'valibot';
import {
  BrokenJson,
  parseJsonDocument,
  writeJsonDocument,
} from '../json-document/json-document.ts';
import { isJsonObject } from '../json-document/edits.ts';
import type { FileProblem } from '../text/file-problem.ts';
import type { FocalPoint, PhotoDetails } from './photo.ts';

/** The codec of `photo.json`. */

/** A value of a key; `message` names the expected type. */
const value = <Schema extends v.GenericSchema>(schema: Schema, message: string) =>
  v.config(schema, { message });

const PIXELS = value(v.pipe(v.number(), v.integer(), v.minValue(1)), 'a whole number of pixels');
const TEXT = value(v.string(), 'text');
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const FOCUS = value(v.object({ x: share, y: share }), 'an object with x and y from 0 to 1');
const COLOUR = value(
  v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i), v.toLowerCase()),
  'a colour such as #8a6f4d',
);

const VALUES: { readonly [Key in keyof PhotoDetails]-?: v.GenericSchema } = {
  width: PIXELS,
  height: PIXELS,
  alt: TEXT,
  caption: TEXT,
  focus: FOCUS,
  colour: COLOUR,
};

/** Reads a `photo.json`, and reports problems of values that can't be read. Never throws. */
export const readPhotoFile = (
  text: string,
): { details: PhotoDetails; problems: readonly FileProblem[] } => {
  const details: Record<string, unknown> = {};
  try {
    const file = parseJsonDocument(text);
    if (!isJsonObject(file)) {
      return { details, problems: [{ message: 'The file must be an object', readOnly: true }] };
    }
    const problems: FileProblem[] = [];
    for (const [key, schema] of Object.entries(VALUES)) {
      const own = Object.hasOwn(file, key) ? (file[key] ?? undefined) : undefined;
      if (own === undefined) continue;
      const { success, output, issues } = v.safeParse(schema, own);
      if (success) details[key] = output;
      else problems.push({ message: `"${key}" must be ${issues[0].message}` });
    }
    return { details, problems };
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    return { details, problems: [{ ...error.problem, readOnly: true }] };
  }
};

/** The keys of `photo.json` to change, unless undefined; a focus of null removes it. */
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
