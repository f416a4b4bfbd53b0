import {
  CATEGORY_KEYS,
  EXTRACTED_FIELDS,
  POST_FIELD_NAMES,
  postField,
  type PostFields,
} from '../entities/post-fields.ts';
import { withoutUndefined, type PlainObject } from '../plain-object.ts';
import { positionIn, type FileProblem } from '../text/file-problem.ts';
import type { NewKeys, Origin } from '../api/layout.ts';
import { isPageId, nameOfId } from '../entities/page.ts';
import { languageTag } from '../text/language-tag.ts';
import { firstHeading } from '../markdown/excerpt.ts';
import { servedAddressesOf, type PageFacts } from '../import/old-address.ts';
import { addressesIn } from './addresses.ts';
import { renderedBody, renderedStart } from '../text/front-matter-block.ts';
import { dateOfId, toIsoDate, withoutDate } from '../text/dates.ts';
import {
  entriesOf,
  isList,
  isTable,
  textOf,
  textsIn,
  type HeadEntry,
  type HeadValue,
} from './head-value.ts';
import { splitFile, type Head, type PostFile } from './head.ts';
import { isHiddenBy, isWordKey, VISIBILITY_KEYS, visibilityValue } from './visibility.ts';

/** The fields in front matter, in the order of a new file. */
export const HEAD_FIELDS = POST_FIELD_NAMES.filter((name) => name !== 'content');
export type HeadField = (typeof HEAD_FIELDS)[number];

export interface ParsedPost extends PostFields {
  /** The other addresses in the front matter, see `addressesIn`; absent if there are none. */
  readonly addresses?: readonly string[];
  /** The offset of the content in the file's text. */
  readonly contentStart: number;
  readonly problems: readonly FileProblem[];
}

/** A key that stands for a field, with its value; undefined if the value is missing. */
export interface RawEntry<Value> {
  /** The key in the source; a nested key is named like `taxonomy.tag`. */
  readonly key: string;
  readonly value: Value | undefined;
  /** Set for a word that is no known visibility and a date of a plan that can't be read. */
  readonly isUnclear?: true;
}

/**
 * The values of each field in front matter, under the keys of any site generator in their order: the
 * first that has a value counts. Of `hidden`, true means hidden, also under `published`.
 */
export type RawFields = {
  readonly [Field in HeadField]-?: readonly RawEntry<NonNullable<PostFields[Field]>>[];
} & {
  /** The problems of values that can't be read. Their keys count as absent, except for flags. */
  readonly problems: readonly FileProblem[];
};

/** A post's file with its parsed fields. */
export type StoredFile = ReturnType<typeof readFile>;

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

/** A text is one item. */
const itemsOf = (value: HeadValue): string[] | null | undefined => {
  if (isTable(value)) return undefined;
  const items = cleanTags([value].flat().map((item) => textOf(item) ?? ''));
  return items.length > 0 ? items : null;
};

/** Returns null for a value that is empty, and undefined for one of another type. */
const valueOf = (name: HeadField, value: HeadValue, key: string): unknown => {
  const field = postField(name);
  if (field.kind === 'texts') {
    return field.typedAs === 'commas' ? tagsOf(value, key) : itemsOf(value);
  }
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (field.kind === 'flag') return text === 'true' || null;
  if (field.kind === 'number') {
    const number = Number.parseFloat(text);
    return Number.isFinite(number) ? number : undefined;
  }
  if (field.format === 'date') return field.isPlan && text.trim() === '' ? null : toIsoDate(text);
  if (field.format === 'language') return languageTag(text);
  return field.isOneLine ? oneLine(text) || null : text;
};

const UNCLEAR_PLAN = 'is no date such as 2027-12-01 or 2027-12-01T09:00:00Z, so the post is hidden';

/** Of duplicate keys the last one counts, but any flag may hide the post. */
const findFields = (
  { entries, source }: Pick<Head, 'entries' | 'source'>,
  isPage = false,
): RawFields => {
  const problems: FileProblem[] = [];
  const report = ({ key, offset }: HeadEntry, message: string): void => {
    const position = offset === undefined ? {} : positionIn(source, offset);
    problems.push({ message: `"${key}" ${message}`, ...position });
  };
  const names = new Set(entries.map(({ key }) => key.toLowerCase()));
  /** Most files have few of the known keys. */
  const present = (keys: readonly string[]): string[] =>
    keys.filter((key) => key.includes('.') || names.has(key.toLowerCase()));
  const findHidden = (entry: HeadEntry): RawEntry<boolean>[] => {
    const { key, value } = entry;
    if (value === null) return [{ key, value: undefined }];
    // Some files have the date of publication there.
    if (isPublished(key) && valueOf('createdAt', value, key)) return [];
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
  const clearest = (all: readonly RawEntry<boolean>[]): readonly RawEntry<boolean>[] => {
    const clear = all.filter(({ isUnclear }) => !isUnclear);
    if (clear.some(({ value }) => value !== undefined)) return clear;
    for (const { key } of all.filter(({ isUnclear }) => isUnclear)) {
      const [entry] = entriesOf(entries, key);
      if (entry) report(entry, 'does not say "published", so the post is hidden');
    }
    return all;
  };
  const find = (name: HeadField): readonly RawEntry<unknown>[] => {
    if (name === 'hidden') {
      const all = present(VISIBILITY_KEYS).flatMap((key) => entriesOf(entries, key));
      return clearest(all.flatMap(findHidden));
    }
    const { keys = [name], only, isPlan } = postField(name);
    if (only !== undefined && (only === 'page') !== isPage) return [];
    return present(keys).flatMap((key) => {
      const entry = entriesOf(entries, key).at(-1);
      if (!entry) return [];
      const value = entry.value === null ? null : valueOf(name, entry.value, key);
      // Most files have the visibility there.
      if (isPublished(key) && !value) return [];
      if (value !== undefined) return [{ key: entry.key, value: value ?? undefined }];
      report(entry, isPlan ? UNCLEAR_PLAN : 'could not be read');
      return isPlan ? [{ key: entry.key, value: undefined, isUnclear: true }] : [];
    });
  };
  const raw = Object.fromEntries(HEAD_FIELDS.map((name) => [name, find(name)]));
  return { ...(raw as Omit<RawFields, 'problems'>), problems };
};

export const NO_RAW_FIELDS = findFields({ entries: [], source: '' });

export const firstValue = <Value>(entries: readonly RawEntry<Value>[]): Value | undefined =>
  entries.find(({ value }) => value !== undefined)?.value;

/** Returns the fields with a value; a post is hidden if any key says so. */
export const presentFields = ({ problems: _, ...raw }: RawFields): Partial<PostFields> => {
  const values = Object.entries(raw).map(([field, entries]) => [
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
export const derivedDate = (
  publishDate: string | undefined,
  id: string,
  origin?: Origin,
): string | undefined => publishDate ?? origin?.createdAt ?? dateOfId(id);

/** The keys of dates that can't be read, so that the post is hidden. */
export const unclearPlans = ({ publishDate, expiryDate }: RawFields): string[] =>
  [...publishDate, ...expiryDate].flatMap(({ key, isUnclear }) => (isUnclear ? [key] : []));

/** Whether a post is hidden since it is unclear whether it should be. */
export const isUnclear = (head: Head | undefined, raw: RawFields): boolean =>
  (head?.isPartial ?? false) || unclearPlans(raw).length > 0;

/** Returns the fields that the place of a file says, if its front matter doesn't. */
const placeFields = ({ lang, translationKey }: Partial<Origin> = {}) =>
  withoutUndefined({ lang, translationKey });

/** Reads a post's file; missing fields are derived from the content and the id. Never throws. */
export const readFile = (text: string, id: string, origin?: Origin) => {
  const file = splitFile(text);
  const { head, body, unclosed } = file;
  const content = contentOf(body, head !== undefined);
  const gap = head ? (/^\r?\n/.exec(body)?.[0].length ?? 0) : 0;
  const raw = head ? findFields(head, isPageId(id)) : NO_RAW_FIELDS;
  const present = presentFields(raw);
  const fields: PostFields = {
    tags: [],
    ...withoutUndefined({ createdAt: derivedDate(present.publishDate, id, origin) }),
    ...placeFields(origin),
    ...present,
    hidden: unclosed !== undefined || isUnclear(head, raw) || (present.hidden ?? false),
    title: present.title ?? derivedTitle(content, id),
    content,
  };
  return { file, raw, fields, contentStart: text.length - body.length + gap };
};

/** Returns the keys under which a file has its fields. */
export const keysIn = (text: string): NewKeys => {
  const { raw } = readFile(text, '');
  const keys = HEAD_FIELDS.map((name) => [name, raw[name].find((one) => !one.isUnclear)?.key]);
  return withoutUndefined(Object.fromEntries(keys) as NewKeys);
};

export const isCategory = ({ key }: RawEntry<unknown>): boolean => CATEGORY_KEYS.includes(key);

/** Returns what a file says about the address of its page. */
export const pageOf = ({ head }: PostFile, { tags, title }: RawFields): PageFacts => {
  const entries = head?.entries ?? [];
  return {
    // Zola leaves out the slash in front.
    permalink: [
      ...textsIn(entries, ['permalink', 'url']),
      ...textsIn(entries, ['path']).map((path) => `/${path}`),
    ][0],
    slug: textsIn(entries, ['slug'])[0],
    title: firstValue(title),
    categories: firstValue(tags.filter(isCategory)) ?? [],
  };
};

/**
 * Parses a post's file. `id` is the file name without the extension, from which a missing title and
 * date are derived, unless its `origin` says them. Front matter that is not valid YAML is read line by line. If it is unclear
 * whether the post should be hidden, it is. Never throws.
 */
export const parsePostFile = (text: string, id: string, origin?: Origin): ParsedPost => {
  const { file, raw, fields, contentStart } = readFile(text, id, origin);
  const { head, unclosed } = file;
  const problems = [...(head?.problems ?? []), ...(unclosed ? [unclosed] : []), ...raw.problems];
  const own = origin && servedAddressesOf(origin, pageOf(file, raw), fields.createdAt);
  const addresses = addressesIn(head?.entries ?? [], own);
  return { ...fields, ...(addresses.length > 0 && { addresses }), contentStart, problems };
};

/** Returns the values of keys in front matter that stand for no field, or are there again. Never throws. */
export const otherValues = (text: string, id: string): PlainObject => {
  const { file, raw } = readFile(text, id);
  const keys = HEAD_FIELDS.flatMap((name) => raw[name].map(({ key }) => key.split('.')[0]));
  const entries = file.head?.entries ?? [];
  const values = entries.flatMap(({ key, value }, index) => {
    const isAgain = entries.findIndex((entry) => entry.key === key) < index;
    return isAgain || !keys.includes(key) ? [[isAgain ? `${key} ${index}` : key, value]] : [];
  });
  const plain = (_: string, value: unknown): unknown =>
    value instanceof Map ? Object.fromEntries(value) : value;
  return JSON.parse(JSON.stringify(Object.fromEntries(values), plain)) as PlainObject;
};

/** Returns why front matter can't become fields; undefined if they can hold all of it. */
const leftover = ({ entries, source, problems }: Head, raw: RawFields): string | undefined => {
  const present = EXTRACTED_FIELDS.filter((name) => name !== 'hidden').map((name) =>
    raw[name].find(({ value }) => value !== undefined),
  );
  // A password, for example, would be lost.
  const flags = raw.hidden.filter(({ key }) => visibilityValue(key, false) !== undefined);
  const fieldKeys = new Set([...present, ...flags].map((entry) => entry?.key.toLowerCase()));
  if (problems.length + raw.problems.length > 0) return 'it could not be read';
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
  const raw = findFields(head);
  const reason = leftover(head, raw);
  if (reason !== undefined) return { reason };
  return { fields: presentFields(raw), content: body.replace(/^\r?\n/, '') };
};
