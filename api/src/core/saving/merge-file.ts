/** Merges versions of a file: an entity or a post by its fields, other files line by line. */
import { postIdOf } from 'content-schema';
import { replaceJsonDocument } from 'content-schema/json-document';
import { otherValues } from 'content-schema/front-matter';
import {
  conflictingPassages,
  isSame,
  mergeLines,
  mergeValues,
  type Decide,
} from 'content-schema/merge';
import { blobShaOf } from '../git-store/git-object-id.ts';
import { UnreadableFile } from '../reading/errors.ts';
import { editablePost, editedKeys, withLineFeeds } from './post-edits.ts';
import { readStoredPost, rewritePost, type StoredPost } from '../reading/stored-posts.ts';
import { applyEdit } from './apply-edit.ts';
import { decodeText, parseJson, plainText } from '../reading/text-file.ts';

export interface Sides<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
}

/** A file's bytes, or null if the file is absent. Equal sides must be the same object. */
export type Version = Uint8Array | null;

interface FileForm {
  /** Returns undefined for bytes that are not in this format. */
  readonly valueOf: (bytes: Uint8Array) => unknown;
  /** Returns the text of a file with another value. Throws `UnreadableFile`. */
  readonly write: (bytes: Uint8Array, value: unknown) => string;
  /** Returns the text of a file with the date that the merge of the sides to a value gives it. */
  readonly dated: (bytes: Uint8Array, sides: Sides<Version>, value: unknown) => string;
}

export const mapSides = <From, To>(
  { base, theirs, mine }: Sides<From>,
  map: (side: From) => To,
): Sides<To> => ({ base: map(base), theirs: map(theirs), mine: map(mine) });

const TEXT: FileForm = {
  valueOf: plainText,
  write: (_, value) => String(value),
  dated: decodeText,
};

export const JSON_FILE: FileForm = {
  valueOf: parseJson,
  write: (bytes, value) => replaceJsonDocument(decodeText(bytes), value),
  dated: decodeText,
};

/** The format of a post. A merged post gets `now` as its `updatedAt`, like after any save. */
const postForm = (path: string, id: string, now: string): FileForm => {
  const read = (bytes: Uint8Array): StoredPost =>
    readStoredPost({ path, id, blob: blobShaOf(bytes) }, bytes);
  const valueOf = ({ fields, text }: StoredPost) => ({
    ...otherValues(text, id),
    ...withLineFeeds(editablePost(fields)),
  });

  const dateOf = ({ base, theirs, mine }: Sides<Version>, value: ReturnType<typeof valueOf>) => {
    const present = theirs ?? mine;
    if (!present) return now;
    const { fields } = read(present);
    const keys = editedKeys({ before: editablePost(fields), after: value });
    if (keys.every((key) => key === 'hidden')) return fields.updatedAt;
    // An edit may keep the date.
    const keepsDate = base && mine && read(base).fields.updatedAt === read(mine).fields.updatedAt;
    return keepsDate ? fields.updatedAt : now;
  };

  return {
    valueOf: (bytes) => {
      const post = read(bytes);
      return post.entry.problems.some(({ readOnly }) => readOnly) ? undefined : valueOf(post);
    },
    write: (bytes, value) => {
      const post = read(bytes);
      const after = value as ReturnType<typeof valueOf>;
      return rewritePost(post, applyEdit(post.fields, { before: valueOf(post), after }));
    },
    dated: (bytes, sides, value) => {
      const post = read(bytes);
      const updatedAt = dateOf(sides, value as ReturnType<typeof valueOf>);
      const { updatedAt: _, ...fields } = post.fields;
      return rewritePost(post, { ...fields, ...(updatedAt !== undefined && { updatedAt }) });
    },
  };
};

/** The fields of a JSON file or post, as forms edit them; undefined if it can't be parsed. */
export const fieldsOf = (path: string, bytes: Uint8Array): unknown => {
  const [form] = formsOf(path, '');
  return form && form !== TEXT ? form.valueOf(bytes) : undefined;
};

/** Returns the possible formats of a file; the first that fits applies. */
const formsOf = (path: string, now: string): FileForm[] => {
  const id = postIdOf(path);
  if (id !== undefined) return [postForm(path, id, now), TEXT];
  return path.endsWith('.json') ? [JSON_FILE, TEXT] : [TEXT];
};

/** Merges texts line by line; undefined if they overlap or can't be written. */
const mergedLines = (
  form: FileForm,
  value: unknown,
  textsOf: () => Sides<string>,
): Uint8Array | undefined => {
  try {
    const { base, theirs, mine } = textsOf();
    const passages = conflictingPassages(base, theirs, mine);
    // Keys that no field has may be added at the same line.
    const areAdded = passages.every((passage) => passage.base === '' && form !== JSON_FILE);
    const both = passages.map((passage) => passage.theirs + passage.mine);
    const bytes = Buffer.from(mergeLines(base, theirs, mine, both));
    return areAdded && isSame(form.valueOf(bytes), value) ? bytes : undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
};

/** Returns a value without what files don't keep of a new text: padding, line breaks, empty texts. */
const withoutPadding = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify({ value }, (_, part: unknown) =>
      typeof part === 'string' ? part.replace(/\s+/g, ' ').trim() || undefined : part,
    ),
  );

/**
 * Returns the file with the value, and with what else both sides changed without overlap. Throws
 * `UnreadableFile` if the file can't have that value.
 */
export const writeFile = (
  path: string,
  form: FileForm,
  sides: Sides<Version>,
  value: unknown,
): Version => {
  const { base, theirs, mine } = sides;
  const present = theirs ?? mine;
  if (value === null || !present) return null;
  if (!(theirs && mine) && isSame(form.valueOf(present), value)) return present;
  const dated = (bytes: Uint8Array) => form.dated(bytes, sides, value);
  const written = (bytes: Uint8Array) => dated(Buffer.from(form.write(bytes, value)));
  if (base && theirs && mine) {
    const versions = { base, theirs, mine };
    // With the same value, the sides differ only in what it leaves out.
    const lines =
      mergedLines(form, value, () => mapSides(versions, dated)) ??
      mergedLines(form, value, () => mapSides(versions, written));
    if (lines) return lines;
  }
  for (const side of [theirs, mine]) {
    const bytes = side && Buffer.from(written(side));
    if (bytes && isSame(withoutPadding(form.valueOf(bytes)), withoutPadding(value))) return bytes;
  }
  throw new UnreadableFile({ path, message: 'The result cannot be written to this file' });
};

interface Options {
  readonly decide: Decide;
  readonly now: string;
  /** The URLs to show in a conflict between binary files. */
  readonly addresses: Sides<string>;
}

/**
 * Merges both sides; `decide` resolves overlaps. The merged value, e.g. a post's fields, is null if
 * the file is deleted or nothing was merged. Throws `UnreadableFile` if the file's syntax has no
 * place for an edit.
 */
export const mergeFile = (path: string, sides: Sides<Version>, options: Options) => {
  const { decide, now, addresses } = options;
  const { base, theirs, mine } = sides;
  if (theirs === base) return { version: mine, value: null, conflicts: [] };
  if (mine === base || mine === theirs) return { version: theirs, value: null, conflicts: [] };
  const merge = (values: Sides<unknown>) =>
    mergeValues(values.base ?? undefined, values.theirs, values.mine, decide);

  for (const form of formsOf(path, now)) {
    const values = mapSides(sides, (bytes) => bytes && form.valueOf(bytes));
    if (Object.values(values).includes(undefined)) continue;
    const { value, conflicts } = merge(values);
    return { value, conflicts, version: writeFile(path, form, sides, value) };
  }
  const shown = (side: keyof Sides<unknown>) => sides[side] && addresses[side];
  const values = { base: shown('base'), theirs: shown('theirs'), mine: shown('mine') };
  const { value, conflicts } = merge(values);
  const version = value === null ? null : value === values.theirs ? sides.theirs : sides.mine;
  return { value, conflicts, version };
};
