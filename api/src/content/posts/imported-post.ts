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
  type ImportedPicture,
  type PostFields,
} from 'content-schema/front-matter';
import { foreignMarkup, linksIn, relink } from 'content-schema/images-in-text';
import { idFrom, slugOf, type IdSet } from 'content-schema/post-id';
import { createHash } from 'node:crypto';
import { readText } from '../reading/text-file.ts';
import { withCover, withMarkdownPictures } from './foreign-pictures.ts';
import type { StoredPost } from './stored-posts.ts';

/** An uploaded Markdown file; without bytes if it was too large. */
export interface MarkdownFile {
  readonly name: string;
  readonly bytes: Uint8Array | undefined;
}

/** A file that can become a post. */
export interface ReadableFile {
  /** The name of the uploaded file. */
  readonly file: string;
  readonly id: string;
  readonly fields: PostFields;
  readonly text: string;
  /** The offset of the content in the text. */
  readonly contentStart: number;
  /** The images in its front matter; the first one available is used. */
  readonly covers: readonly ImportedPicture[];
  /** Problems in the file that don't prevent the import. */
  readonly warnings: readonly string[];
}

/** The post that a file becomes. Missing dates are added to its text. */
export type ImportedPost = Omit<ReadableFile, 'contentStart'>;

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
  const { slug = '', contentStart, problems, covers, ...fields } = parsed;
  if (fields.content.trim() === '') return refuse(importMessages.empty);
  const digest = createHash('sha256').update(bytes).digest();
  const id = idIn(slug) ?? idIn(stem) ?? idFrom(fields.title, digest);
  const content = withMarkdownPictures(fields.content);
  const foreign = foreignMarkup(content);
  const warnings = [
    ...problems.map(problemText),
    ...(foreign === undefined ? [] : [importMessages.foreign(foreign)]),
  ];
  const file = { file: name, id, text, fields, contentStart, covers, warnings };
  return withContent(file, content);
};

const withContent = (file: ReadableFile, content: string): ReadableFile => {
  const { text, contentStart, fields } = file;
  const rest = text.slice(contentStart + fields.content.length);
  return {
    ...file,
    text: text.slice(0, contentStart) + content + rest,
    fields: { ...fields, content },
  };
};

/** Returns the file with other URLs in its links and images, and its cover image above its text. */
export const relinkFile = (
  file: ReadableFile,
  addressFor: (address: string) => string | undefined,
): ReadableFile => {
  const content = relink(file.fields.content, addressFor);
  return withContent(file, withCover(content, file.covers, addressFor));
};

/** Adds missing dates. */
const withDates = (fields: PostFields, fallback: string): PostFields => {
  const createdAt = fields.createdAt ?? fields.updatedAt ?? fallback;
  return { ...fields, createdAt, updatedAt: fields.updatedAt ?? createdAt };
};

const PHOTO_OR_POST_PATH = /^\/(?:photos|blogs)\//;

/** Replaces URLs in the text with the photo and post paths that `stored` has in the same places. */
const withLinksOf = (stored: string, text: string): string => {
  const links = linksIn(stored).values();
  return relink(text, () => {
    const { address = '' } = links.next().value ?? {};
    return PHOTO_OR_POST_PATH.test(address) ? address : undefined;
  });
};

/** Whether a stored post is the earlier import of the file, with or without its images. */
const isImported = (file: ReadableFile, stored: StoredPost): boolean => {
  const { content } = file.fields;
  const withCovers = file.covers.map((cover) =>
    withContent(
      file,
      withCover(content, [cover], (address) => address),
    ),
  );
  return [file, ...withCovers].some((shown) => {
    const linked = withLinksOf(stored.fields.content, shown.fields.content);
    const { text, fields, id } = withContent(shown, linked);
    const dated = withDates(fields, stored.fields.createdAt ?? '');
    return text === stored.text || completed(text, dated, id) === stored.text;
  });
};

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
  const { file: name, id, text, covers, warnings } = file;
  if (stored && isImported(file, stored)) {
    return { file: name, message: importMessages.already, id };
  }
  if (!ids.isFree(id)) return { file: name, message: importMessages.exists(id) };
  const fields = withDates(file.fields, now.toISOString());
  const written = completed(text, fields, id);
  return { file: name, id: ids.take(id), fields, text: written, covers, warnings };
};
