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

/** A Markdown file as it was uploaded; without bytes when it was over the limit. */
export interface MarkdownFile {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
}

export interface ImportedPost {
  /** The name of its file. */
  readonly file: string;
  readonly id: string;
  readonly fields: PostFields;
  /** The file's own text, with what was missing of its dates added. */
  readonly text: string;
  /** What in the file is not as it was meant. */
  readonly warnings: readonly string[];
}

const EXTENSION = /\.md$/i;
const UNSAFE_NAME = /[/\\\p{Cc}]|^\.|\.\./u;

/** The file with all its fields; as it is where it has no place for them. */
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

/** A file that can be a post. */
export interface ReadableFile {
  readonly file: string;
  readonly id: string;
  readonly text: string;
  readonly fields: PostFields;
  /** Where in the text the content begins. */
  readonly contentStart: number;
  readonly warnings: readonly string[];
}

/**
 * What a file says, or why it can be no post. It is called as its front matter says, else as the file.
 * Where that can be no id, the id follows from the title and the bytes, so that importing the file
 * again is noticed.
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
  // The file may be named in letters that no id can have.
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

/** The file with other addresses in its links and pictures. */
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

/** With the dates that it lacks. */
const withDates = (fields: PostFields, fallback: string): PostFields => {
  const createdAt = fields.createdAt ?? fields.updatedAt ?? fallback;
  return { ...fields, createdAt, updatedAt: fields.updatedAt ?? createdAt };
};

/** Whether the post is the file as it was imported before. */
const isImported = ({ id, text, fields }: ReadableFile, stored: StoredPost): boolean =>
  text === stored.text ||
  completed(text, withDates(fields, stored.fields.createdAt ?? ''), id) === stored.text;

/**
 * The post that a file becomes, or why it becomes none; with the post's id where the file was imported
 * before. Takes the id out of `ids`.
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
