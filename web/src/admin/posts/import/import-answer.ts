import { failureMessages } from 'content-schema';

/** What came of an import, whoever answered it: the specification gives its items no shape. */

export interface ImportMessage {
  /** The file that it is about, where that is known. */
  readonly file?: string;
  readonly message: string;
}

export interface ImportedPost {
  readonly id: string;
  readonly title: string;
}

export interface ImportResult {
  /** The posts that were made. */
  readonly count: number;
  /** Those of them that the answer names. */
  readonly saved: readonly ImportedPost[];
  readonly errors: readonly ImportMessage[];
  /** What is not as it was meant in files that were imported. */
  readonly warnings: readonly ImportMessage[];
  /** The posts that files became in an earlier import, titled as the files. */
  readonly already: readonly ImportedPost[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The first of the named fields that says something. */
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

/** A success; where it tells no count of its posts, they are the saved ones, else all `sent` files. */
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

/** A refusal, with its message for a person. */
export const readRefused = (body: unknown): ImportResult & { readonly message: string } => {
  const fields = fieldsOf(body);
  const message = firstText(fields, ['message']) ?? failureMessages.upload;
  const errors = messagesOf(fields['errors']);
  return { count: 0, saved: [], errors, warnings: [], already: [], message };
};

/** Of several requests together. */
export const combine = (results: readonly ImportResult[]): ImportResult => ({
  count: results.reduce((sum, { count }) => sum + count, 0),
  saved: results.flatMap(({ saved }) => saved),
  errors: results.flatMap(({ errors }) => errors),
  warnings: results.flatMap(({ warnings }) => warnings),
  already: results.flatMap(({ already }) => already),
});
