import {
  IMPORT_MAX_BYTES,
  NEW_ID,
  importMessages,
  problemText,
  type FileMessage,
} from 'content-schema';
import {
  parsePostFile,
  UneditableFrontMatter,
  writePostFile,
  type PostFields,
} from 'content-schema/front-matter';
import { slugOf, type IdSet } from 'content-schema/post-id';
import { readText } from '../reading/text-file.ts';

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

/** The file's name where it can be an id as it is, so that importing it again is noticed. */
const idFor = (stem: string): string => (NEW_ID.test(stem) ? stem : slugOf(stem));

/** The file with all its fields; as it is where it has no place for them. */
const completed = (text: string, fields: PostFields, id: string): string => {
  try {
    return writePostFile(text, fields, id);
  } catch (error) {
    if (error instanceof UneditableFrontMatter) return text;
    throw error;
  }
};

/** The post that a file becomes, or why it becomes none. Takes the post's id out of `ids`. */
export const importPost = (
  { name, bytes }: MarkdownFile,
  ids: IdSet,
  now: Date,
): ImportedPost | FileMessage => {
  const refuse = (message: string): FileMessage => ({ file: name, message });
  if (!EXTENSION.test(name)) return refuse(importMessages.extension);
  if (UNSAFE_NAME.test(name)) return refuse(importMessages.name);
  if (bytes === undefined || bytes.byteLength > IMPORT_MAX_BYTES) {
    return refuse(importMessages.size);
  }
  const { text, problem } = readText(bytes);
  if (problem) return refuse(problem.message);
  const stem = name.replace(EXTENSION, '');
  const wanted = idFor(stem);
  const { problems, contentStart: _, ...fields } = parsePostFile(text, wanted);
  const warnings = problems.map((problem) => ({ file: name, message: problemText(problem) }));
  if (fields.content.trim() === '') return refuse(importMessages.empty);
  if (ids.isTaken(wanted)) return refuse(importMessages.exists(wanted));
  // The file may have been named in letters that no id can have.
  const { title } = parsePostFile(text, stem.replace(/\s+/g, '-'));
  const id = ids.isFree(wanted) ? ids.take(wanted) : ids.takeNew(title);
  const createdAt = fields.createdAt ?? fields.updatedAt ?? now.toISOString();
  const updatedAt = fields.updatedAt ?? createdAt;
  return {
    file: name,
    id,
    content: fields.content,
    text: completed(text, { ...fields, title, createdAt, updatedAt }, id),
    warnings,
  };
};
