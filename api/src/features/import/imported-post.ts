import {
  IMPORT_MAX_BYTES,
  PAGE_PREFIX,
  addressKey,
  dateOfPath,
  idAt,
  importMessages,
  isPageId,
  isSiteName,
  nameOfId,
  newIdProblem,
  postMessages,
  problemText,
  withoutUndefined,
  type FileMessage,
  type ImportDetails,
  type ImportedBefore,
  type PageFacts,
} from 'content-schema';
import {
  parseImportedFile,
  UneditableFrontMatter,
  writePostFile,
  type ImportedImage,
  type PostFields,
} from 'content-schema/front-matter';
import { linksIn, relink } from 'content-schema/images-in-text';
import { idFrom, slugOf, type IdSet } from 'content-schema/post-id';
import { createHash } from 'node:crypto';
import { readText } from '../../core/reading/text-file.ts';
import {
  withCover,
  withMarkdownImages,
  withoutModuleCode,
  withWikiLinks,
} from './foreign-markup.ts';
import { addressOf } from '../../core/reading/addresses.ts';
import type { StoredPost } from '../../core/reading/stored-posts.ts';

/** An uploaded Markdown file; without bytes if it was too large. */
export interface MarkdownFile {
  readonly name: string;
  /** The path in its folder or archive, which names it in messages; else its name. */
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  readonly details?: ImportDetails | undefined;
}

/** A file that can become a post, and the post that it becomes. */
export interface ReadableFile {
  readonly file: string;
  readonly id: string;
  readonly fields: PostFields;
  readonly text: string;
  readonly contentStart: number;
  /** The images in its front matter; the first one available is used. */
  readonly covers: readonly ImportedImage[];
  /** What its front matter says of its old address. */
  readonly page: PageFacts;
  /** Other addresses that are to lead to it. */
  readonly aliases: readonly string[];
  /** The addresses that its front matter claims, see `addressKey`. */
  readonly addresses: readonly string[];
  readonly isDatedByPath: boolean;
  readonly warnings: readonly string[];
}

const EXTENSION = /\.mdx?$/i;
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

const idIn = (name: string, prefix: string): string | undefined =>
  [name, slugOf(name)].map((id) => prefix + id).find((id) => newIdProblem(id) === undefined);

/**
 * Parses a file, or returns why it can't become a post, or a page if its name has the prefix of
 * their ids and it has neither a date nor tags, or if that is its kind. The id comes from the front matter, else from the file name. If that is not a valid id,
 * the id is derived from the title and the bytes, so that importing the file again is recognised.
 */
export const readMarkdownFile = ({
  name,
  path,
  bytes,
  details: { kind, aliases = [], ...translation } = {},
}: MarkdownFile): ReadableFile | FileMessage => {
  const reject = (message: string): FileMessage => ({ file: path, message });
  if (!EXTENSION.test(name)) return reject(importMessages.extension);
  if (UNSAFE_NAME.test(name)) return reject(importMessages.name);
  if (bytes === undefined || bytes.byteLength > IMPORT_MAX_BYTES) {
    return reject(importMessages.size);
  }
  const { text: sent, problem } = readText(bytes);
  if (problem) return reject(problem.message);
  const fileId = name.replace(EXTENSION, '');
  const stem = nameOfId(fileId);
  // The file name may consist of letters that ids can't contain.
  const parse = (before: string) => parseImportedFile(sent, before + stem.replace(/\s+/g, '-'));
  const asPost = parse('');
  const isDatedPost = asPost.isDated || dateOfPath(path) !== undefined || asPost.tags.length > 0;
  const isPageFile = kind ? kind === 'page' : isPageId(fileId) && !isDatedPost;
  const prefix = isPageFile ? PAGE_PREFIX : '';
  const parsed = isPageFile ? parse(prefix) : asPost;
  const { slug = '', page, text, contentStart, problems, covers, isDated, ...rest } = parsed;
  const { addresses = [], ...own } = rest;
  const pathDate = isDated ? undefined : dateOfPath(path);
  const fields = {
    ...{ ...withoutUndefined(translation), ...own },
    ...(pathDate !== undefined && { createdAt: pathDate }),
  };
  const digest = createHash('sha256').update(bytes).digest();
  // The original and its translations may have the same slug.
  const suffix = slug && translation.lang ? `.${translation.lang}` : '';
  const named = idIn(slug + suffix, prefix) ?? idIn(stem, prefix);
  if (named === undefined && prefix && isSiteName(stem)) return reject(postMessages.idOfPage);
  const id = named ?? prefix + idFrom(fields.title, digest);
  const shown = withMarkdownImages(fields.content);
  const content = /x$/i.test(name) ? withoutModuleCode(shown) : shown;
  const isEmpty = content.trim() === '';
  if (isEmpty && page.title === undefined) return reject(importMessages.empty);
  const file = {
    ...{ file: path, id, text, fields, contentStart, covers, page, addresses, aliases },
    isDatedByPath: pathDate !== undefined,
    warnings: [...problems.map(problemText), ...(isEmpty ? [importMessages.empty] : [])],
  };
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
  const content = relink(withWikiLinks(file.fields.content, addressFor), addressFor);
  return withContent(file, withCover(content, file.covers, addressFor));
};

/** Adds missing dates; a file without any has none, and comes last. */
const withDates = (fields: PostFields, fallback?: string): PostFields => {
  const createdAt = fields.createdAt ?? fields.updatedAt ?? fallback;
  if (createdAt === undefined) return fields;
  return { ...fields, createdAt, updatedAt: fields.updatedAt ?? createdAt };
};

const isOwnAddress = (address: string): boolean =>
  address.startsWith('/photos/') || idAt(address.replace(/#.*/, '')) !== undefined;

/** Replaces URLs in the text with the photo and post paths that `stored` has in the same places. */
const withLinksOf = (stored: string, text: string): string => {
  const links = linksIn(stored).values();
  const linked = withWikiLinks(text, (_, label) =>
    stored.includes(`[${label}](/`) ? '/' : undefined,
  );
  return relink(linked, () => {
    const { address = '' } = links.next().value ?? {};
    return isOwnAddress(address) ? address : undefined;
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
    const { aliases, createdAt } = stored.fields;
    const dated = { ...withDates(fields, createdAt), ...(aliases && { aliases }) };
    return text === stored.text || completed(text, dated, id) === stored.text;
  });
};

/**
 * Returns the post to create from a file, or the reason why not, with the post's id if the file was
 * imported before. Reserves the id in `ids`. Addresses that lead to the post anyway, or to another
 * one, become no aliases.
 */
export const importPost = (
  read: ReadableFile,
  stored: StoredPost | undefined,
  ids: IdSet,
  isTaken: (address: string) => boolean = () => false,
): ReadableFile | ImportedBefore | FileMessage => {
  const { file, id, text } = read;
  if (stored && isImported(read, stored)) return { file, message: importMessages.already, id };
  if (!ids.isFree(id)) return { file, message: importMessages.exists(id) };
  const served = new Set([...read.addresses, addressKey(addressOf(id))]);
  const added = read.aliases.filter((address) => !served.has(addressKey(address)));
  const [elsewhere = [], own = []] = [true, false].map((taken) =>
    added.filter((address) => isTaken(address) === taken),
  );
  const fields = {
    ...withDates(read.fields),
    ...(own.length > 0 && { aliases: [...(read.fields.aliases ?? []), ...own] }),
  };
  return {
    ...read,
    id: ids.take(id),
    fields,
    text: completed(text, fields, id),
    warnings: [...read.warnings, ...elsewhere.map(importMessages.leadsElsewhere)],
  };
};
