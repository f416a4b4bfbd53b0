import { isScalar, isSeq, type Document } from 'yaml';
import { toIsoDate } from './dates.ts';
import { cleanTags, type PostFields } from './post-fields.ts';
import { isBlockStyle, pairOf, resolved } from './yaml-document.ts';

/** A key that stands for a field, with its value; undefined while nothing is written there. */
export interface Found<Value> {
  readonly key: string;
  readonly value: Value | undefined;
}

/** What the front matter says of each field, in the words of the generator it was written for. */
export interface FoundFields {
  readonly title?: string;
  readonly tags?: readonly string[];
  /** True means hidden, whatever the key; the first that is present comes first. */
  readonly hidden: readonly Found<boolean>[];
  readonly createdAt: readonly Found<string>[];
  readonly updatedAt: readonly Found<string>[];
  /** About values that can't be read; their keys count as absent. */
  readonly warnings: readonly string[];
}

export const NOTHING_FOUND: FoundFields = {
  hidden: [],
  createdAt: [],
  updatedAt: [],
  warnings: [],
};

/** Keys that stand for a field; ours first, then those of Jekyll, Hugo, Astro and Eleventy. */
const CREATED_KEYS = ['createdAt', 'date', 'pubDate', 'publishDate'];
const UPDATED_KEYS = ['updatedAt', 'lastmod', 'updated', 'updatedDate', 'last_modified_at'];
const HIDDEN_KEYS = ['hidden', 'draft', 'published'];

/** Whether `value` under `key` means hidden: `published` says the opposite of the others. */
export const hiddenAs = (key: string, value: boolean): boolean => value !== (key === 'published');

/** The text of a scalar, also of a number or a boolean; undefined when there is none. */
export const textOf = (document: Document, node: unknown): string | undefined => {
  const scalar = resolved(document, node);
  if (!isScalar(scalar) || scalar.value === null) return undefined;
  if (typeof scalar.value !== 'string') return scalar.source;
  return isBlockStyle(scalar) ? scalar.value.replace(/\n$/, '') : scalar.value;
};

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

/** The fields that the front matter of a post has. */
export const findFields = (document: Document): FoundFields => {
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

const firstValue = (found: readonly Found<string>[]): string | undefined =>
  found.find(({ value }) => value !== undefined)?.value;

/** The fields as such; a post is hidden when any key says so. */
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
