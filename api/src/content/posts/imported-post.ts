import {
  IMPORT_MAX_BYTES,
  NEW_ID,
  importMessages,
  problemText,
  type FileMessage,
  type ImportedBefore,
} from 'content-schema';
import {
  parseImportedFile,
  UneditableFrontMatter,
  writePostFile,
  type PostFields,
} from 'content-schema/front-matter';
import { foreignMarkup, relink } from 'content-schema/images-in-text';
import { idFrom, slugOf, type IdSet } from 'content-schema/post-id';
import { createHash } from 'node:crypto';
import { readText } from '../reading/text-file.ts';
import type { StoredPost } from './stored-posts.ts';

/** An uploaded Markdown file; without bytes if it was too large. */
export interface MarkdownFile {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
}

export interface ImportedPost {
  /** The name of the uploaded file. */
  readonly file: string;
  readonly id: string;
  readonly fields: PostFields;
  /** The file's text, with missing dates added. */
  readonly text: string;
  /** Problems in the file that don't prevent the import. */
  readonly warnings: readonly string[];
}

const EXTENSION = /\.md$/i;
const UNSAFE_NAME = /[/\\\p{Cc}]|^\.|\.\./u;

/** Returns the file's text with all fields; unchanged if its front matter has no place for them. */
const completed = (text: string, fields: PostFields, id: string): string => {
  try {
    return writePostFile(text, fields, id);
  } catch (error) {
    if (error instanceof UneditableFrontMatter) return text;
    throw error;
  }
};

const idIn = (name: string): string | undefined =>
  [name, slugOf(name)].find((id) => NEW_ID.test(id));

/** A file that can become a post. */
export interface ReadableFile {
  readonly file: string;
  readonly id: string;
  readonly text: string;
  readonly fields: PostFields;
  /** The offset of the content in the text. */
  readonly contentStart: number;
  readonly warnings: readonly string[];
}

/**
 * Parses a file, or returns why it can't become a post. The id comes from the front matter, else
 * from the file name. If that is not a valid id, the id is derived from the title and the bytes, so
 * that importing the file again is recognised.
 */
export const readMarkdownFile = ({ name, bytes }: MarkdownFile): ReadableFile | FileMessage => {
  const refuse = (message: string): FileMessage => ({ file: name, message });
  if (!EXTENSION.test(name)) return refuse(importMessages.extension);
  if (UNSAFE_NAME.test(name)) return refuse(importMessages.name);
  if (bytes === undefined || bytes.byteLength > IMPORT_MAX_BYTES) {
    return refuse(importMessages.size);
  }
  const { text, problem } = readText(bytes);
  if (problem) return refuse(problem.message);
  const stem = name.replace(EXTENSION, '');
  // The file name may consist of letters that ids can't contain.
  const parsed = parseImportedFile(text, stem.replace(/\s+/g, '-'));
  const { slug = '', contentStart, problems, ...fields } = parsed;
  if (fields.content.trim() === '') return refuse(importMessages.empty);
  const digest = createHash('sha256').update(bytes).digest();
  const id = idIn(slug) ?? idIn(stem) ?? idFrom(fields.title, digest);
  const foreign = foreignMarkup(fields.content);
  const warnings = [
    ...problems.map(problemText),
    ...(foreign === undefined ? [] : [importMessages.foreign(foreign)]),
  ];
  return { file: name, id, text, fields, contentStart, warnings };
};

/** Returns the file with other URLs in its links and images. */
export const relinkFile = (
  file: ReadableFile,
  addressFor: (address: string) => string | undefined,
): ReadableFile => {
  const { text, contentStart, fields } = file;
  const content = relink(fields.content, addressFor);
  const rest = text.slice(contentStart + fields.content.length);
  return {
    ...file,
    text: text.slice(0, contentStart) + content + rest,
    fields: { ...fields, content },
  };
};

/** Adds missing dates. */
const withDates = (fields: PostFields, fallback: string): PostFields => {
  const createdAt = fields.createdAt ?? fields.updatedAt ?? fallback;
  return { ...fields, createdAt, updatedAt: fields.updatedAt ?? createdAt };
};

/** Whether a stored post is the earlier import of the file. */
const isImported = ({ id, text, fields }: ReadableFile, stored: StoredPost): boolean =>
  text === stored.text ||
  completed(text, withDates(fields, stored.fields.createdAt ?? ''), id) === stored.text;

/**
 * Returns the post to create from a file, or the reason why not, with the post's id if the file was
 * imported before. Reserves the id in `ids`.
 */
export const importPost = (
  file: ReadableFile,
  stored: StoredPost | undefined,
  ids: IdSet,
  now: Date,
): ImportedPost | ImportedBefore | FileMessage => {
  const { file: name, id, warnings } = file;
  if (stored && isImported(file, stored)) {
    return { file: name, message: importMessages.already, id };
  }
  if (!ids.isFree(id)) return { file: name, message: importMessages.exists(id) };
  const fields = withDates(file.fields, now.toISOString());
  const text = completed(file.text, fields, id);
  return { file: name, id: ids.take(id), fields, text, warnings };
};
