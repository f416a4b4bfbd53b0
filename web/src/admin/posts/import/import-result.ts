import { failureMessages } from 'content-schema';

/** Reads the result of an import leniently, because the specification doesn't define its items. */

export interface ImportMessage {
  /** The file's name, if known. */
  readonly file?: string;
  readonly message: string;
}

export interface ImportedPost {
  readonly id: string;
  readonly title: string;
}

export interface ImportResult {
  /** The number of created posts. */
  readonly count: number;
  /** The created posts that the answer lists. */
  readonly saved: readonly ImportedPost[];
  readonly errors: readonly ImportMessage[];
  /** Problems with files that were imported nevertheless. */
  readonly warnings: readonly ImportMessage[];
  /** The existing posts of files that were imported before, with the files' names as titles. */
  readonly already: readonly ImportedPost[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The first of the named fields that is a non-empty text. */
const firstText = (fields: Fields, names: readonly string[]): string | undefined =>
  names
    .map((name) => fields[name])
    .find((value) => typeof value === 'string' && value.trim() !== '') as string | undefined;

const messageOf = (item: unknown): ImportMessage => {
  if (typeof item === 'string') return { message: item };
  const fields = fieldsOf(item);
  const file = firstText(fields, ['file', 'filename', 'fileName', 'name', 'path']);
  const message = firstText(fields, ['message', 'error', 'reason', 'detail']);
  if (file === undefined) return { message: message ?? JSON.stringify(item) };
  return { file, message: message ?? failureMessages.upload };
};

const messagesOf = (answer: unknown): ImportMessage[] => {
  const items: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return items.filter((item) => item !== undefined && item !== null && item !== '').map(messageOf);
};

const postsOf = (posts: unknown, titleField: string): ImportedPost[] =>
  (Array.isArray(posts) ? posts : []).map(fieldsOf).flatMap((post) => {
    const id = firstText(post, ['id']);
    return id === undefined ? [] : [{ id, title: firstText(post, [titleField]) ?? id }];
  });

/** Reads a success. Without a count, the saved posts are counted, else all `sent` files. */
export const readImported = (body: unknown, sent: number): ImportResult => {
  const fields = fieldsOf(body);
  const { count, saved } = fields;
  const known = Array.isArray(saved) ? saved.length : sent;
  return {
    count: typeof count === 'number' ? count : known,
    saved: postsOf(saved, 'title'),
    errors: messagesOf(fields['errors']),
    warnings: messagesOf(fields['warnings']),
    already: postsOf(fields['already'], 'file'),
  };
};

/** Reads a refusal, with its message for a person. */
export const readRefused = (body: unknown): ImportResult & { readonly message: string } => {
  const fields = fieldsOf(body);
  const message = firstText(fields, ['message']) ?? failureMessages.upload;
  const errors = messagesOf(fields['errors']);
  return { count: 0, saved: [], errors, warnings: [], already: [], message };
};

/** Combines the results of several requests. */
export const combine = (results: readonly ImportResult[]): ImportResult => ({
  count: results.reduce((sum, { count }) => sum + count, 0),
  saved: results.flatMap(({ saved }) => saved),
  errors: results.flatMap(({ errors }) => errors),
  warnings: results.flatMap(({ warnings }) => warnings),
  already: results.flatMap(({ already }) => already),
});
