import type { PostSource } from '../entities/post.ts';
import { withoutUndefined } from '../plain-object.ts';
import { positionIn, type FileProblem } from '../text/file-problem.ts';
import { isPageId, nameOfId } from '../entities/page.ts';
import { languageTag } from '../text/language-tag.ts';
import { firstHeading } from '../markdown/excerpt.ts';
import { ALIAS_KEYS, addressesIn } from './addresses.ts';
import { renderedBody, renderedStart } from './block.ts';
import { dateOfId, toIsoDate, withoutDate } from './dates.ts';
import {
  entriesOf,
  isList,
  isTable,
  textOf,
  type HeadEntry,
  type HeadValue,
} from './head-value.ts';
import { splitFile, type Head } from './head.ts';
import { isHiddenBy, isWordKey, VISIBILITY_KEYS, visibilityValue } from './visibility.ts';

/** The fields of a post's file; all dates have a time. */
export interface PostFields extends Omit<PostSource, 'id'> {
  /** Other addresses that lead to the post, as the file has them; absent if there are none. */
  readonly aliases?: readonly string[];
}

/** All fields, in the order of a new file. */
export const POST_FIELDS = Object.keys({
  ...{ title: 1, description: 1, tags: 1, hidden: 1 },
  ...{ createdAt: 1, updatedAt: 1, publishDate: 1, expiryDate: 1 },
  ...{ aliases: 1, order: 1, header: 1, lang: 1, translationKey: 1, content: 1 },
} satisfies Record<keyof PostFields, 1>) as (keyof PostFields)[];

export interface ParsedPost extends PostFields {
  /** The other addresses in the front matter, see `addressesIn`; absent if there are none. */
  readonly addresses?: readonly string[];
  /** The offset of the content in the file's text. */
  readonly contentStart: number;
  /** The problems of the front matter. */
  readonly problems: readonly FileProblem[];
}

/** A key that stands for a field, with its value; undefined if the value is missing. */
export interface FoundEntry<Value> {
  /** The key in the source; a nested key is named like `taxonomy.tag`. */
  readonly key: string;
  readonly value: Value | undefined;
  /** Set for a word that is no known visibility and a date of a plan that can't be read. */
  readonly isUnclear?: true;
}

/**
 * The values of each field in front matter, under the keys of any site generator: of tags in the
 * order of `TAG_KEYS`, the first that has a value counts; of `hidden` in that of `VISIBILITY_KEYS`,
 * true means hidden, also under `published`.
 */
export type FoundFields = {
  readonly [Field in Exclude<keyof PostFields, 'content'>]-?: readonly FoundEntry<
    NonNullable<PostFields[Field]>
  >[];
} & {
  /** The problems of values that can't be read. Their keys count as absent, except for flags. */
  readonly problems: readonly FileProblem[];
};

/** A post's file with its parsed fields. */
export type StoredFile = ReturnType<typeof readFile>;

/** Keys that stand for a field, in any case: ours first, then those of other site generators. */
const CREATED_KEYS = [
  ...['createdAt', 'date', 'pubDate', 'publishedAt', 'published_at', 'pubDatetime', 'created'],
  'created_at',
];
/** The first is Hugo's. */
const PUBLISH_KEYS = ['publishDate', 'publishAt', 'publish_date'];
const UPDATED_KEYS = [
  ...['updatedAt', 'lastmod', 'updated', 'updatedDate', 'last_modified_at', 'updated_at'],
  ...['modified', 'modifiedAt', 'modDatetime', 'lastUpdated', 'last_updated'],
];
const EXPIRY_KEYS = ['expiryDate', 'unpublishDate', 'unpublish_date'];
/** Grav has `taxonomy.tag`, Zola `taxonomies.tags`. */
export const CATEGORY_KEYS = [
  'categories',
  'category',
  'taxonomy.category',
  'taxonomies.categories',
];
const TAG_KEYS = [
  ...['tags', 'tag', 'taxonomy.tag', 'taxonomies.tags', 'keywords'],
  ...CATEGORY_KEYS,
];
/** The last two are Ghost's. */
const DESCRIPTION_KEYS = [
  'description',
  'summary',
  'excerpt',
  'custom_excerpt',
  'meta_description',
];
/** Text under these keys is split at spaces, as Jekyll does, unless it has commas. */
const SPACED_KEYS = ['tags', 'categories'];

const isPublished = (key: string): boolean => /^publish(?:ed)?$/i.test(key);

/** Trimmed, and without the empty ones. */
export const cleanTags = (tags: readonly string[]): string[] =>
  tags.map((tag) => tag.trim()).filter((tag) => tag !== '');

/** Collapses white space, so that the text fits on one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const tagsOf = (value: HeadValue, key: string): string[] | undefined => {
  if (isList(value)) return cleanTags(value.map((item) => textOf(item) ?? ''));
  const text = textOf(value);
  if (text === undefined) return undefined;
  const isSpaced = SPACED_KEYS.includes(key.toLowerCase()) && !text.includes(',');
  return cleanTags(text.split(isSpaced ? /\s/ : ','));
};

const lineOf = (value: HeadValue): string | null | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : oneLine(text) || null;
};

/** A text is one address. */
const aliasesOf = (value: HeadValue): string[] | null | undefined => {
  if (isTable(value)) return undefined;
  const addresses = cleanTags([value].flat().map((item) => textOf(item) ?? ''));
  return addresses.length > 0 ? addresses : null;
};

const flagOf = (value: HeadValue): true | null | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : text === 'true' || null;
};

const dateOf = (value: HeadValue): string | undefined => toIsoDate(textOf(value) ?? '');

const planOf = (value: HeadValue): string | null | undefined =>
  textOf(value)?.trim() === '' ? null : dateOf(value);

const UNCLEAR_PLAN = 'is no date such as 2027-12-01 or 2027-12-01T09:00:00Z, so the post is hidden';

const langOf = (value: HeadValue): string | undefined => languageTag(textOf(value) ?? '');

const numberOf = (value: HeadValue): number | undefined => {
  const number = Number.parseFloat(textOf(value) ?? '');
  return Number.isFinite(number) ? number : undefined;
};

/** Of duplicate keys the last one counts, but any flag may hide the post. */
const findFields = (
  { entries, source }: Pick<Head, 'entries' | 'source'>,
  ofPage = false,
): FoundFields => {
  const problems: FileProblem[] = [];
  const report = ({ key, offset }: HeadEntry, message: string): void => {
    const position = offset === undefined ? {} : positionIn(source, offset);
    problems.push({ message: `"${key}" ${message}`, ...position });
  };
  const names = new Set(entries.map(({ key }) => key.toLowerCase()));
  /** Most files have few of the known keys. */
  const present = (keys: readonly string[]): string[] =>
    keys.filter((key) => key.includes('.') || names.has(key.toLowerCase()));
  /**
   * `read` returns null for a value that is empty, and undefined for one of another type, which hides
   * the post if it is `unclear` what it means.
   */
  const find = <Value>(
    keys: readonly string[],
    read: (value: HeadValue, key: string) => Value | null | undefined,
    unclear?: string,
  ): FoundEntry<Value>[] =>
    present(keys).flatMap((key) => {
      const entry = entriesOf(entries, key).at(-1);
      if (!entry) return [];
      const value = entry.value === null ? null : read(entry.value, key);
      if (value !== undefined) return [{ key: entry.key, value: value ?? undefined }];
      report(entry, unclear ?? 'could not be read');
      return unclear === undefined ? [] : [{ key: entry.key, value: undefined, isUnclear: true }];
    });
  const findHidden = (entry: HeadEntry): FoundEntry<boolean>[] => {
    const { key, value } = entry;
    if (value === null) return [{ key, value: undefined }];
    // Some files have the date of publication there.
    if (isPublished(key) && dateOf(value) !== undefined) return [];
    const text = textOf(value);
    const hidden = text === undefined ? undefined : isHiddenBy(key, text);
    if (hidden !== undefined) {
      const isKept = hidden || visibilityValue(key, false) !== undefined;
      return isKept ? [{ key, value: hidden }] : [];
    }
    if (isWordKey(key)) return [{ key, value: true, isUnclear: true }];
    report(entry, 'is neither true nor false, so the post is hidden');
    return [{ key, value: true }];
  };
  /** A word that is no visibility doesn't count beside a clear value: it may mean something else. */
  const clearest = (all: readonly FoundEntry<boolean>[]): readonly FoundEntry<boolean>[] => {
    const clear = all.filter(({ isUnclear }) => !isUnclear);
    if (clear.some(({ value }) => value !== undefined)) return clear;
    for (const { key } of all.filter(({ isUnclear }) => isUnclear)) {
      const [entry] = entriesOf(entries, key);
      if (entry) report(entry, 'does not say "published", so the post is hidden');
    }
    return all;
  };
  const published = find(['published', 'publish'], (value) => dateOf(value) ?? null);
  return {
    title: find(['title'], textOf),
    description: find(DESCRIPTION_KEYS, lineOf),
    tags: ofPage ? [] : find(TAG_KEYS, tagsOf),
    hidden: clearest(
      present(VISIBILITY_KEYS).flatMap((key) => entriesOf(entries, key).flatMap(findHidden)),
    ),
    createdAt: [...find(CREATED_KEYS, dateOf), ...published.filter(({ value }) => value)],
    updatedAt: find(UPDATED_KEYS, dateOf),
    aliases: find(ALIAS_KEYS, aliasesOf),
    publishDate: find(PUBLISH_KEYS, planOf, UNCLEAR_PLAN),
    expiryDate: find(EXPIRY_KEYS, planOf, UNCLEAR_PLAN),
    order: ofPage ? find(['order'], numberOf) : [],
    header: ofPage ? find(['header'], flagOf) : [],
    lang: find(['lang'], langOf),
    translationKey: find(['translationKey'], textOf),
    problems,
  };
};

export const NOTHING_FOUND = findFields({ entries: [], source: '' });

export const firstValue = <Value>(found: readonly FoundEntry<Value>[]): Value | undefined =>
  found.find(({ value }) => value !== undefined)?.value;

/** Returns the fields with a value; a post is hidden if any key says so. */
export const presentFields = ({ problems: _, ...found }: FoundFields): Partial<PostFields> => {
  const values = Object.entries(found).map(([field, entries]) => [
    field,
    field === 'hidden' && entries.some(({ value }) => value) ? true : firstValue<unknown>(entries),
  ]);
  return withoutUndefined(Object.fromEntries(values) as Partial<PostFields>);
};

/** `2024-01-31-my-first-post` reads as `My first post`. */
const titleOfId = (id: string): string => {
  const words = withoutDate(nameOfId(id))
    .replace(/[-_~\s]+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the title of a post without one: its first heading, else its file name. */
export const derivedTitle = (content: string, id: string): string =>
  firstHeading(renderedBody(content)) ?? titleOfId(id);

/**
 * Returns the content of a body. Below front matter, one blank line before and one line break after
 * the content are not part of it, so that any text can be stored exactly. Without front matter,
 * blank lines at the start of the file are content.
 */
export const contentOf = (body: string, isBelowHead: boolean): string =>
  (isBelowHead ? body.replace(/^\r?\n/, '') : body).replace(/\r?\n$/, '');

/** Returns the date of a post without one: that of its publication, else that in its file name. */
export const derivedDate = (publishDate: string | undefined, id: string): string | undefined =>
  publishDate ?? dateOfId(id);

/** The keys of dates that can't be read, so that the post is hidden. */
export const unclearPlans = ({ publishDate, expiryDate }: FoundFields): string[] =>
  [...publishDate, ...expiryDate].flatMap(({ key, isUnclear }) => (isUnclear ? [key] : []));

/** Whether a post is hidden since it is unclear whether it should be. */
export const isUnclear = (head: Head | undefined, found: FoundFields): boolean =>
  (head?.isPartial ?? false) || unclearPlans(found).length > 0;

/** Reads a post's file; missing fields are derived from the content and the id. Never throws. */
export const readFile = (text: string, id: string) => {
  const file = splitFile(text);
  const { head, body, unclosed } = file;
  const content = contentOf(body, head !== undefined);
  const gap = head ? (/^\r?\n/.exec(body)?.[0].length ?? 0) : 0;
  const found = head ? findFields(head, isPageId(id)) : NOTHING_FOUND;
  const present = presentFields(found);
  const fields: PostFields = {
    tags: [],
    ...withoutUndefined({ createdAt: derivedDate(present.publishDate, id) }),
    ...present,
    hidden: unclosed !== undefined || isUnclear(head, found) || (present.hidden ?? false),
    title: present.title ?? derivedTitle(content, id),
    content,
  };
  return { file, found, fields, contentStart: text.length - body.length + gap };
};

/**
 * Parses a post's file. `id` is the file name without the extension, from which a missing title and
 * date are derived. Front matter that is not valid YAML is read line by line. If it is unclear
 * whether the post should be hidden, it is. Never throws.
 */
export const parsePostFile = (text: string, id: string): ParsedPost => {
  const { file, found, fields, contentStart } = readFile(text, id);
  const { head, unclosed } = file;
  const problems = [...(head?.problems ?? []), ...(unclosed ? [unclosed] : []), ...found.problems];
  const addresses = addressesIn(head?.entries ?? []);
  return { ...fields, ...(addresses.length > 0 && { addresses }), contentStart, problems };
};

/** Returns why front matter can't become fields; undefined if they can hold all of it. */
const leftover = ({ entries, source, problems }: Head, found: FoundFields): string | undefined => {
  const { description, tags, createdAt, publishDate, expiryDate } = found;
  const present = [description, tags, createdAt, publishDate, expiryDate].map(
    (keys: readonly FoundEntry<unknown>[]) => keys.find(({ value }) => value !== undefined),
  );
  // A password, for example, would be lost.
  const flags = found.hidden.filter(({ key }) => visibilityValue(key, false) !== undefined);
  const keys = [...present, ...flags].flatMap((entry) => entry?.key ?? []);
  const fieldKeys = new Set(['title', ...keys].map((key) => key.toLowerCase()));
  if (problems.length + found.problems.length > 0) return 'it could not be read';
  const others = entries.filter(
    ({ key, value }) => value !== null && !fieldKeys.has(key.toLowerCase()),
  );
  if (others.length > 0) {
    return `there is no field for ${others.map(({ key }) => `“${key}”`).join(', ')}`;
  }
  return /(?:^|\s)#/.test(source) ? 'it has a comment' : undefined;
};

/** Front matter in pasted content: its fields and the content below it, or why it has to stay. */
type ExtractedFrontMatter =
  | { readonly fields: Partial<PostFields>; readonly content: string; readonly reason?: undefined }
  | { readonly reason: string };

/**
 * Extracts front matter from pasted `content`, unless it contains anything but fields of a post,
 * which would be lost. Undefined if `content` doesn't begin with front matter.
 */
export const extractFrontMatter = (content: string): ExtractedFrontMatter | undefined => {
  if (renderedStart(content) === 0) return undefined;
  const { head, body } = splitFile(content);
  if (!head) return { reason: 'it does not begin in the first line' };
  const found = findFields(head);
  const reason = leftover(head, found);
  if (reason !== undefined) return { reason };
  return { fields: presentFields(found), content: body.replace(/^\r?\n/, '') };
};
