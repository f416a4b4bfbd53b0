import {
  IMPORT_MAX_BYTES,
  NEW_ID,
  importMessages,
  problemText,
  type FileMessage,
  type ImportedBefore,
} from 'content-schema';
import {
  parsePostFile,
  UneditableFrontMatter,
  writePostFile,
  type PostFields,
} from 'content-schema/front-matter';
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
  /** Markdown, without the front matter. */
  readonly content: string;
  /** The file's own text, with what was missing of its dates added. */
  readonly text: string;
  /** What in the file is not as it was meant. */
  readonly warnings: readonly FileMessage[];
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

/**
 * The file's name where it can be an id. Otherwise the id follows from the title and the bytes, so that
 * importing the file again is noticed.
 */
const idOf = (stem: string, title: string, bytes: Uint8Array): string => {
  const named = NEW_ID.test(stem) ? stem : slugOf(stem);
  return NEW_ID.test(named) ? named : idFrom(title, createHash('sha256').update(bytes).digest());
};

/** A file that can be a post. */
interface ReadableFile {
  readonly file: string;
  readonly id: string;
  readonly text: string;
  readonly fields: PostFields;
  readonly warnings: readonly FileMessage[];
}

/** What a file says, or why it can be no post. */
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
  const { title } = parsePostFile(text, stem.replace(/\s+/g, '-'));
  const id = idOf(stem, title, bytes);
  const { problems, contentStart: _, ...fields } = parsePostFile(text, id);
  if (fields.content.trim() === '') return refuse(importMessages.empty);
  const warnings = problems.map((problem) => ({ file: name, message: problemText(problem) }));
  return { file: name, id, text, fields: { ...fields, title }, warnings };
};

/** The file with the dates that it lacks. */
const dated = ({ id, text, fields }: ReadableFile, fallback: string): string => {
  const createdAt = fields.createdAt ?? fields.updatedAt ?? fallback;
  const updatedAt = fields.updatedAt ?? createdAt;
  return completed(text, { ...fields, createdAt, updatedAt }, id);
};

/** Whether the post is the file as it was imported before. */
const isImported = (file: ReadableFile, { text, fields }: StoredPost): boolean =>
  text === file.text || text === dated(file, fields.createdAt ?? '');

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
  const { file: name, id, fields, warnings } = file;
  if (stored && isImported(file, stored)) {
    return { file: name, message: importMessages.already, id };
  }
  if (!ids.isFree(id)) return { file: name, message: importMessages.exists(id) };
  const text = dated(file, now.toISOString());
  return { file: name, id: ids.take(id), content: fields.content, text, warnings };
};
