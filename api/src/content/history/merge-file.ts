/** Merges versions of a file: an entity or a post by its fields, other files line by line. */
import { postIdOf } from 'content-schema';
import { replaceJsonDocument } from 'content-schema/json-document';
import {
  differencesOf,
  isSame,
  mergeValues,
  takeBack,
  type Decide,
  type Difference,
} from 'content-schema/merge';
import { blobShaOf } from '../../git-store/git-object-id.ts';
import { rejectIssues, UnreadableFile } from '../errors.ts';
import { editablePost, editedKeys, withLineFeeds } from '../posts/merge-posts.ts';
import { readStoredPost, rewritePost, type StoredPost } from '../posts/stored-posts.ts';
import { applyEdit } from '../saving/apply-edit.ts';
import { decodeText, parseJson, plainText } from '../reading/text-file.ts';

export interface Sides<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
}

/** A file's bytes, or null if the file is absent. Equal sides must be the same object. */
export type Version = Uint8Array | null;

/** How files of one format are merged. */
interface FileForm {
  /** Returns undefined for bytes that are not in this format. */
  readonly valueOf: (bytes: Uint8Array) => unknown;
  /** Returns the text of `theirs` with another value. Throws `UnreadableFile`. */
  readonly write: (theirs: Uint8Array, value: unknown) => string;
  /** Returns the texts to merge line by line, which include what the value leaves out. */
  readonly lines: (sides: Sides<Uint8Array>, value: unknown) => Sides<string>;
}

export const mapSides = <From, To>(
  { base, theirs, mine }: Sides<From>,
  map: (side: From) => To,
): Sides<To> => ({ base: map(base), theirs: map(theirs), mine: map(mine) });

const asTexts = (sides: Sides<Uint8Array>): Sides<string> => mapSides(sides, decodeText);

const TEXT: FileForm = {
  valueOf: plainText,
  write: (_, value) => String(value),
  lines: asTexts,
};

const JSON_FILE: FileForm = {
  valueOf: parseJson,
  write: (theirs, value) => replaceJsonDocument(decodeText(theirs), value),
  lines: asTexts,
};

/** The format of a post. A merged post gets `now` as its `updatedAt`, like after any save. */
const postForm = (path: string, id: string, now: string): FileForm => {
  const read = (bytes: Uint8Array): StoredPost =>
    readStoredPost({ path, id, blob: blobShaOf(bytes) }, bytes);
  const valueOf = ({ fields }: StoredPost) => withLineFeeds(editablePost(fields));

  const dateOf = ({ fields }: StoredPost, value: ReturnType<typeof valueOf>) => {
    const keys = editedKeys({ before: editablePost(fields), after: value });
    return keys.every((key) => key === 'hidden') ? fields.updatedAt : now;
  };
  const dated = (post: StoredPost, updatedAt: string | undefined): string =>
    updatedAt === undefined ? post.text : rewritePost(post, { ...post.fields, updatedAt });

  return {
    valueOf: (bytes) => {
      const post = read(bytes);
      return post.entry.problems.some(({ readOnly }) => readOnly) ? undefined : valueOf(post);
    },
    write: (bytes, value) => {
      const post = read(bytes);
      const after = value as ReturnType<typeof valueOf>;
      const fields = applyEdit(post.fields, { before: valueOf(post), after });
      const updatedAt = dateOf(post, after);
      return rewritePost(post, { ...fields, ...(updatedAt !== undefined && { updatedAt }) });
    },
    lines: (sides, value) => {
      const posts = mapSides(sides, read);
      const date = dateOf(posts.theirs, value as ReturnType<typeof valueOf>);
      return mapSides(posts, (post) => dated(post, date));
    },
  };
};

/**
 * Returns the fields of a JSON file or post, as forms edit them; undefined for any other file and
 * for one that can't be parsed.
 */
export const fieldsOf = (path: string, bytes: Uint8Array): unknown => {
  const [form] = formsOf(path, '');
  return form && form !== TEXT ? form.valueOf(bytes) : undefined;
};

/**
 * Returns `mine` with fields as in `base`, named by their paths, e.g. `social.github`; see
 * `Difference`. Throws `InvalidInput` for those that don't differ.
 */
export const withoutFields = (
  { base, mine }: Pick<Sides<unknown>, 'base' | 'mine'>,
  fields: readonly string[],
): unknown => {
  if (fields.length === 0) return mine;
  const changed = differencesOf(base, mine);
  const isIn = (field: string) => (difference: Difference) =>
    `${difference.field}.`.startsWith(`${field}.`);
  const issues = fields.flatMap((field) => {
    const message = `The proposal does not change the field ${field}`;
    return changed.some(isIn(field)) ? [] : { path: 'leaveOut', message };
  });
  rejectIssues(issues);
  return takeBack(base, mine, (difference) => fields.some((field) => isIn(field)(difference)));
};

/** Returns the possible formats of a file; the first that fits applies. */
const formsOf = (path: string, now: string): FileForm[] => {
  const id = postIdOf(path);
  if (id !== undefined) return [postForm(path, id, now), TEXT];
  return path.endsWith('.json') ? [JSON_FILE, TEXT] : [TEXT];
};

/** Merges all sides line by line; undefined if they overlap or can't be written. */
const mergedLines = (
  form: FileForm,
  sides: Sides<Uint8Array>,
  value: unknown,
): Uint8Array | undefined => {
  try {
    const { base, theirs, mine } = form.lines(sides, value);
    const merged = mergeValues(base, theirs, mine);
    return merged.conflicts.length === 0 ? Buffer.from(merged.value) : undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
};

const write = (form: FileForm, { base, theirs, mine }: Sides<Version>, value: unknown): Version => {
  const present = theirs ?? mine;
  if (value === null || !present) return null;
  if (!(theirs && mine) && isSame(form.valueOf(present), value)) return present;
  if (base && theirs && mine) {
    const lines = mergedLines(form, { base, theirs, mine }, value);
    if (lines && isSame(form.valueOf(lines), value)) return lines;
  }
  return Buffer.from(form.write(present, value));
};

interface Options {
  readonly decide: Decide;
  /** The fields that `mine` does not change. */
  readonly leaveOut?: readonly string[];
  /** ISO date. */
  readonly now: string;
  /** The URLs to show in a conflict between binary files. */
  readonly addresses: Sides<string>;
}

/**
 * Merges the changes of both sides; `decide` resolves overlaps. Also returns the merged value, e.g. a
 * post's fields, which is null if the file is deleted or nothing was merged. A side that deleted the file has
 * the value null. Throws `UnreadableFile` if the file's syntax has no place for an edit.
 */
export const mergeFile = (path: string, sides: Sides<Version>, options: Options) => {
  const { decide, now, addresses, leaveOut = [] } = options;
  const { base, theirs, mine } = sides;
  const unchanged = { version: theirs, value: null, conflicts: [] };
  if (mine === base || mine === theirs) return unchanged;
  const merge = (values: Sides<unknown>) =>
    mergeValues(values.base ?? undefined, values.theirs, values.mine, decide);

  for (const form of formsOf(path, now)) {
    const values = mapSides(sides, (bytes) => bytes && form.valueOf(bytes));
    if (Object.values(values).includes(undefined)) continue;
    const mine = withoutFields(values, leaveOut);
    if (leaveOut.length > 0 && isSame(mine, values.base)) return unchanged;
    const { value, conflicts } = merge({ ...values, mine });
    return { value, conflicts, version: write(form, sides, value) };
  }
  const shown = (side: keyof Sides<unknown>) => sides[side] && addresses[side];
  const values = { base: shown('base'), theirs: shown('theirs'), mine: shown('mine') };
  const { value, conflicts } = merge(values);
  const version = value === null ? null : value === values.theirs ? sides.theirs : sides.mine;
  return { value, conflicts, version };
};
