import { hiddenAs, presentFields, type Found, type FoundFields } from './found-fields.ts';
import type { PostFields } from './post-fields.ts';

/** A key of front matter and its new value; undefined takes the key away. */
export interface Change {
  readonly key: string;
  readonly value: string | boolean | readonly string[] | undefined;
}

/** What a field is while no key says it. */
export interface Derived {
  readonly title: string;
  readonly createdAt: string | undefined;
}

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** Shows or hides under the key that is in use; to be shown, no key may say that it is hidden. */
const visibilityChanges = (found: readonly Found<boolean>[], hidden: boolean): Change[] => {
  if (found.some(({ value }) => value) === hidden) return [];
  const change = (key: string) => ({ key, value: hiddenAs(key, hidden) });
  if (hidden) return [change(found[0]?.key ?? 'hidden')];
  return found.filter(({ value }) => value).map(({ key }) => change(key));
};

/** Changes the date under the key it was read from, else under one that waits for a value. */
const dateChanges = (
  canonicalKey: string,
  found: readonly Found<string>[],
  wanted: string | undefined,
  derived?: string,
): Change[] => {
  const dates = found.filter(({ value }) => value !== undefined);
  if ((dates[0]?.value ?? derived) === wanted) return [];
  if (wanted === undefined) return dates.map(({ key }) => ({ key, value: undefined }));
  return [{ key: dates[0]?.key ?? found[0]?.key ?? canonicalKey, value: wanted }];
};

/** The keys to change so that front matter in which `found` was found says `wanted`. */
export const changesOf = (found: FoundFields, wanted: PostFields, derived?: Derived): Change[] => {
  const present = presentFields(found);
  const { title, tags } = wanted;
  return [
    ...((present.title ?? derived?.title) === title ? [] : [{ key: 'title', value: title }]),
    ...(isSameList(present.tags ?? [], tags) ? [] : [{ key: 'tags', value: tags }]),
    ...visibilityChanges(found.hidden, wanted.hidden),
    ...dateChanges('createdAt', found.createdAt, wanted.createdAt, derived?.createdAt),
    ...dateChanges('updatedAt', found.updatedAt, wanted.updatedAt),
  ];
};

/** What a new file says: all but what there is none of. Whether it is hidden takes a line from the start. */
export const firstFields = ({
  title,
  tags,
  hidden,
  createdAt,
  updatedAt,
}: PostFields): Change[] => [
  { key: 'title', value: title },
  ...(tags.length > 0 ? [{ key: 'tags', value: tags }] : []),
  { key: 'hidden', value: hidden },
  ...(createdAt === undefined ? [] : [{ key: 'createdAt', value: createdAt }]),
  ...(updatedAt === undefined ? [] : [{ key: 'updatedAt', value: updatedAt }]),
];
