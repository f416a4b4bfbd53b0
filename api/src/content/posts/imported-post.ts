import { IMPORT_MAX_BYTES, NEW_ID, importMessages } from 'content-schema';
import { parsePostFile, writePostFile } from 'content-schema/front-matter';
import { slugOf, type IdSet } from 'content-schema/post-id';

/** A Markdown file as it was uploaded; without bytes when it was over the limit. */
export interface MarkdownFile {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
}

export interface ImportError {
  readonly file: string;
  readonly message: string;
}

export interface ImportedPost {
  readonly id: string;
  /** The file's own text, with what was missing of its dates added. */
  readonly text: string;
}

const EXTENSION = /\.md$/i;
const UNSAFE_NAME = /[/\\\p{Cc}]|^\.|\.\./u;

/** A byte order mark is part of the file. */
const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** The file's name where it can be an id as it is, so that importing it again is noticed. */
const idFor = (stem: string): string => (NEW_ID.test(stem) ? stem : slugOf(stem));

/** The post that a file becomes, or why it becomes none. Takes the post's id out of `ids`. */
export const importPost = (
  { name, bytes }: MarkdownFile,
  ids: IdSet,
  now: Date,
): ImportedPost | ImportError => {
  const refuse = (message: string): ImportError => ({ file: name, message });
  if (!EXTENSION.test(name)) return refuse(importMessages.extension);
  if (UNSAFE_NAME.test(name)) return refuse(importMessages.name);
  if (bytes === undefined || bytes.byteLength > IMPORT_MAX_BYTES) {
    return refuse(importMessages.size);
  }
  const text = decode(bytes);
  if (text === undefined) return refuse(importMessages.encoding);
  const stem = name.replace(EXTENSION, '');
  const wanted = idFor(stem);
  const { warnings: _, contentStart: __, ...fields } = parsePostFile(text, wanted);
  if (fields.content.trim() === '') return refuse(importMessages.empty);
  if (ids.isTaken(wanted)) return refuse(importMessages.exists(wanted));
  // The file may have been named in letters that no id can have.
  const { title } = parsePostFile(text, stem.replace(/\s+/g, '-'));
  const id = ids.isFree(wanted) ? ids.take(wanted) : ids.takeNew(title);
  const createdAt = fields.createdAt ?? now.toISOString();
  return { id, text: writePostFile(text, { ...fields, title, createdAt }, id) };
};
