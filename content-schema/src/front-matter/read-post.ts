import { isScalar, isSeq, type Document } from 'yaml';
import { firstHeading } from '../markdown/excerpt.ts';
import { dateOfId, toIsoDate, withoutDate } from './dates.ts';
import { pairOf, pairsOf, resolved, splitFile, textOf, type PostFile } from './head.ts';

/** The fields of a post as its file holds them. */
export interface PostFields {
  readonly title: string;
  readonly tags: readonly string[];
  readonly hidden: boolean;
  /** ISO dates. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Markdown. */
  readonly content: string;
}

export interface ParsedPost extends PostFields {
  /** Where in the file's text the content begins. */
  readonly contentStart: number;
  /** For the log: why front matter could not be read, and the like. */
  readonly warnings: readonly string[];
}

/** A key that stands for a field, with its value; undefined while nothing is written there. */
export interface Found<Value> {
  readonly key: string;
  readonly value: Value | undefined;
}

/** What front matter says of each field, under the keys of whatever generator it was written for. */
export interface FoundFields {
  readonly title?: string;
  readonly tags?: readonly string[];
  /** True means hidden, also under `published`; in the order of `HIDDEN_KEYS`. */
  readonly hidden: readonly Found<boolean>[];
  readonly createdAt: readonly Found<string>[];
  readonly updatedAt: readonly Found<string>[];
  /** About values that can't be read; their keys count as absent. */
  readonly warnings: readonly string[];
}

/** A post's file with what it says. */
export interface StoredFile {
  readonly file: PostFile;
  readonly found: FoundFields;
  readonly fields: PostFields;
  readonly contentStart: number;
}

/** Keys that stand for a field; ours first, then those of Jekyll, Hugo, Astro and Eleventy. */
const CREATED_KEYS = ['createdAt', 'date', 'pubDate', 'publishDate'];
const UPDATED_KEYS = ['updatedAt', 'lastmod', 'updated', 'updatedDate', 'last_modified_at'];
const HIDDEN_KEYS = ['hidden', 'draft', 'published'];

/** Whether `value` under `key` means hidden: `published` says the opposite of the others. */
export const hiddenAs = (key: string, value: boolean): boolean => value !== (key === 'published');

/** Trimmed, and without the empty ones. */
export const cleanTags = (tags: readonly string[]): string[] =>
  tags.map((tag) => tag.trim()).filter((tag) => tag !== '');

const tagsOf = (document: Document, node: unknown): string[] | undefined => {
  const value = resolved(document, node);
  if (isSeq(value)) return cleanTags(value.items.map((item) => textOf(document, item) ?? ''));
  const text = textOf(document, value);
  return text === undefined ? undefined : cleanTags(text.split(','));
};

/** Also `yes` and `on`, which are booleans in YAML 1.1. */
const flagOf = (document: Document, node: unknown): boolean | undefined => {
  const text = textOf(document, node)?.toLowerCase() ?? '';
  if (['true', 'yes', 'on'].includes(text)) return true;
  return ['false', 'no', 'off'].includes(text) ? false : undefined;
};

const dateOf = (document: Document, node: unknown): string | undefined =>
  toIsoDate(textOf(document, node) ?? '');

const isEmpty = (node: unknown): boolean =>
  node === null || (isScalar(node) && node.value === null);

const findFields = (document: Document): FoundFields => {
  const warnings: string[] = [];
  const find = <Value>(
    key: string,
    read: (document: Document, node: unknown) => Value | undefined,
  ): Found<Value>[] => {
    const pair = pairOf(document, key);
    if (!pair) return [];
    const value = read(document, pair.value);
    if (value !== undefined || isEmpty(pair.value)) return [{ key, value }];
    warnings.push(`"${key}" could not be read`);
    return [];
  };
  const findHidden = (key: string): Found<boolean>[] =>
    find(key, flagOf).map(({ value }) => ({
      key,
      value: value === undefined ? undefined : hiddenAs(key, value),
    }));
  const title = find('title', textOf)[0]?.value;
  const tags = find('tags', tagsOf)[0]?.value;
  return {
    ...(title !== undefined && { title }),
    ...(tags !== undefined && { tags }),
    hidden: HIDDEN_KEYS.flatMap(findHidden),
    createdAt: CREATED_KEYS.flatMap((key) => find(key, dateOf)),
    updatedAt: UPDATED_KEYS.flatMap((key) => find(key, dateOf)),
    warnings,
  };
};

export const NOTHING_FOUND: FoundFields = {
  hidden: [],
  createdAt: [],
  updatedAt: [],
  warnings: [],
};

const firstValue = (found: readonly Found<string>[]): string | undefined =>
  found.find(({ value }) => value !== undefined)?.value;

/** The fields that were found; a post is hidden when any key says so. */
export const presentFields = (found: FoundFields): Partial<PostFields> => {
  const { title, tags } = found;
  const flags = found.hidden.filter(({ value }) => value !== undefined);
  const createdAt = firstValue(found.createdAt);
  const updatedAt = firstValue(found.updatedAt);
  return {
    ...(title !== undefined && { title }),
    ...(tags !== undefined && { tags }),
    ...(flags.length > 0 && { hidden: flags.some(({ value }) => value) }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
};

/** A block between lines of dashes that looks like front matter, but could not be read. */
const UNREAD_HEAD = /^---[^]*?\n---[ \t]*(?=\r?\n|$)/;

/** `2024-01-31-my-first-post` reads as `My first post`. */
const titleOfId = (id: string): string => {
  const words = withoutDate(id)
    .replace(/[-_~\s]+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
};

/** The title of a post whose front matter has none: its first heading, else its file name. */
export const derivedTitle = (content: string, id: string): string =>
  firstHeading(content) ?? titleOfId(id);

/**
 * Below front matter, one blank line may precede the content and one line break may follow it;
 * neither is part of it, so that any text can be stored exactly. Without front matter, blank lines
 * at the start of the file are content.
 */
export const contentOf = (body: string, isBelowHead: boolean): string =>
  (isBelowHead ? body.replace(/^\r?\n/, '') : body).replace(/\r?\n$/, '');

/** Never throws; what front matter doesn't say is derived from the content and the id. */
export const readFile = (text: string, id: string): StoredFile => {
  const file = splitFile(text);
  const { head, body, warning } = file;
  const content = contentOf(body, head !== undefined);
  const gap = head ? (/^\r?\n/.exec(body)?.[0].length ?? 0) : 0;
  const found = head ? findFields(head.document) : NOTHING_FOUND;
  const present = presentFields(found);
  const createdAt = dateOfId(id);
  const fields: PostFields = {
    tags: [],
    hidden: false,
    ...(createdAt !== undefined && { createdAt }),
    ...present,
    title:
      present.title ??
      derivedTitle(warning === undefined ? content : content.replace(UNREAD_HEAD, ''), id),
    content,
  };
  return { file, found, fields, contentStart: text.length - body.length + gap };
};

/**
 * Reads a post's file; `id` is its file name without the extension, and gives the title and the
 * date where nothing else does. Never throws: front matter that is broken, or in another language
 * than YAML, stays part of the content, with a warning.
 */
export const parsePostFile = (text: string, id: string): ParsedPost => {
  const { file, found, fields, contentStart } = readFile(text, id);
  const { warning } = file;
  return { ...fields, contentStart, warnings: warning === undefined ? found.warnings : [warning] };
};

/**
 * Takes pasted front matter out of `content`: the fields that it has, and the content below it.
 * Undefined when `content` doesn't begin with front matter that can be read.
 */
export const liftFrontMatter = (
  content: string,
): { fields: Partial<PostFields>; content: string } | undefined => {
  const { head, body } = splitFile(content);
  if (!head || pairsOf(head.document).length === 0) return undefined;
  return {
    fields: presentFields(findFields(head.document)),
    content: body.replace(/^\r?\n/, ''),
  };
};
