import type { FileProblem } from '../text/file-problem.ts';
import { isSame, withoutUndefined } from '../plain-object.ts';
import { diffLines } from '../merge/diff-lines.ts';
import { lineBreakOf, type LineBreak } from '../text/text-edit.ts';
import { toIsoDate } from './dates.ts';
import { editDocument, type Change } from './edit-document.ts';
import { FORMATS, UNDERSTOOD, type Head, type PostFile } from './head.ts';
import {
  cleanTags,
  contentOf,
  derivedDate,
  derivedTitle,
  isUnclear,
  NOTHING_FOUND,
  oneLine,
  POST_FIELDS,
  readFile,
  unclearPlans,
  type FoundEntry,
  type FoundFields,
  type PostFields,
  type StoredFile,
} from './read-post.ts';
import { visibilityValue } from './visibility.ts';

/** A post can't be saved without losing data of its file. */
export class UneditableFrontMatter extends Error {
  readonly code = 'UneditableFrontMatter';
  /** The reason and the position. */
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Whether two texts differ only in their line breaks. */
const isSameText = (one: string, other: string): boolean =>
  one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');

/**
 * Returns `content` with the line breaks of `stored`, since browsers send only `\n`. Unchanged
 * lines keep theirs; others get that of the line they replace or follow.
 */
const inStyleOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (content.includes('\r')) return content;
  const lines = stored.split('\n').slice(0, -1);
  const breaks = lines.map((line): LineBreak => (line.endsWith('\r') ? '\r\n' : '\n'));
  const [first = lineBreak] = breaks;
  if (breaks.every((own) => own === first)) return content.replaceAll('\n', first);

  const old = contentOf(stored, false).replaceAll('\r\n', '\n').split('\n');
  const requested = content.split('\n');
  for (const { from, removed, added } of diffLines(old, requested).toReversed()) {
    const replaced = breaks.slice(from, from + Math.min(removed, added));
    const last = replaced.at(-1) ?? breaks.slice(0, from).at(-1) ?? first;
    const additional = Array.from({ length: added - replaced.length }, () => last);
    breaks.splice(from, removed, ...replaced, ...additional);
  }
  // The line break after the last line is not part of the content.
  return requested.map((line, i) => (i === 0 ? '' : (breaks[i - 1] ?? first)) + line).join('');
};

const ending = (stored: string, content: string, lineBreak: LineBreak): string => {
  const [own] = /\r?\n$/.exec(stored) ?? [];
  if (stored !== '' && own === undefined && !content.endsWith('\n')) return '';
  // A lone `\r` and the following line break would be read as one.
  return content.endsWith('\r') ? '\r\n' : (own ?? lineBreak);
};

/**
 * Returns a body with `content`, in the style of the body `stored`. `isBelowHead` says whether it
 * is below front matter, from which a blank line may separate it.
 */
const bodyOf = (
  stored: string,
  content: string,
  lineBreak: LineBreak,
  isBelowHead: boolean,
): string => {
  if (isSameText(contentOf(stored, isBelowHead), content)) return stored;
  const gap = isBelowHead ? /^\r?\n/.exec(stored)?.[0] : '';
  const text = inStyleOf(stored.slice(gap?.length ?? 0), content, lineBreak);
  if (text === '') return '';
  const needsGap = stored === '' || /^\r?\n/.test(text);
  return (gap ?? (needsGap ? lineBreak : '')) + text + ending(stored, text, lineBreak);
};

/** The keys for new fields where a generator that uses the language has its own. */
const NEW_KEYS: Partial<Record<keyof typeof FORMATS, Partial<Record<keyof PostFields, string>>>> = {
  // Pelican
  lines: { hidden: 'status', createdAt: 'date', updatedAt: 'modified' },
  // Hugo and Zola
  toml: { hidden: 'draft', createdAt: 'date', updatedAt: 'updated' },
};

/** Returns the key for a new field in front matter. */
const newKeyOf = ({ language = 'yaml', entries }: Head, field: keyof PostFields): string => {
  const isZola = language === 'toml' && entries.some(({ key }) => key === 'taxonomies');
  return isZola && field === 'tags' ? 'taxonomies.tags' : (NEW_KEYS[language]?.[field] ?? field);
};

const listChanges = (
  newKey: string,
  found: readonly FoundEntry<readonly string[]>[],
  items: readonly string[],
  isJoinable = true,
): Change[] => {
  const present = found.filter(({ value }) => value !== undefined);
  const [first, second] = present;
  if (isSame(first?.value ?? [], items)) return [];
  const key = first?.key ?? found[0]?.key ?? newKey;
  // Under an empty key, the items of another key would be read.
  return [{ key, value: items, isJoinable, isExplicit: second !== undefined }];
};

/** Shows or hides a post under the key in use; to show it, all keys must agree. */
const visibilityChanges = (
  newKey: string,
  found: readonly FoundEntry<boolean>[],
  hidden: boolean,
  derived: boolean,
): Change[] => {
  if ((derived || found.some(({ value }) => value)) === hidden) return [];
  const change = (key: string) => ({ key, value: visibilityValue(key, hidden) });
  if (hidden) return [change(found[0]?.key ?? newKey)];
  const hiding = found.filter(({ value }) => value);
  // A word that is no visibility may mean something else, so it stays.
  if (hiding.some(({ isUnclear }) => isUnclear)) return [change(newKey)];
  return hiding.map(({ key }) => change(key));
};

/** Changes a value under the key it was read from, else under one without a value. */
const scalarChanges = <Value extends string | number | true = string>(
  newKey: string,
  found: readonly FoundEntry<Value>[],
  requested: Value | undefined,
  isEqual: (one: Value | undefined, other: Value | undefined) => boolean = Object.is,
  derived?: () => Value | undefined,
): Change[] => {
  const present = found.filter(({ value }) => value !== undefined);
  if (isEqual(present[0]?.value ?? derived?.(), requested)) return [];
  if (requested === undefined) return present.map(({ key }) => ({ key, value: undefined }));
  return [{ key: present[0]?.key ?? found[0]?.key ?? newKey, value: requested }];
};

const DATE_FIELDS = ['createdAt', 'updatedAt', 'publishDate', 'expiryDate'] as const;
type DateField = (typeof DATE_FIELDS)[number];
const isDateField = (field: string): field is DateField =>
  DATE_FIELDS.some((date) => date === field);

const HEAD_FIELDS = POST_FIELDS.filter((field) => field !== 'content');

/** Returns the time of a date in any zone, or that it is none, as a text for comparisons. */
const timeIn = (date = ''): string => String(Date.parse(toIsoDate(date) ?? ''));

const isSameDate = (one: string | undefined, other: string | undefined): boolean =>
  timeIn(one) === timeIn(other);

/** Returns the changes that turn the fields `found` in `head` into `requested`. */
const changesOf = (found: FoundFields, requested: PostFields, id: string, head: Head): Change[] => {
  const { title, tags, hidden, aliases = [], content } = requested;
  const keyOf = (field: keyof PostFields) => newKeyOf(head, field);
  const scalar = (field: 'description' | 'order' | 'header' | 'lang' | 'translationKey') =>
    scalarChanges<string | number | true>(field, found[field], requested[field]);
  const date = (field: DateField, derived?: () => string | undefined): Change[] =>
    scalarChanges(keyOf(field), found[field], requested[field], isSameDate, derived);
  const changes: Change[] = [
    ...scalarChanges('title', found.title, title, Object.is, () => derivedTitle(content, id)),
    ...scalar('description'),
    ...listChanges(keyOf('tags'), found.tags, tags),
    ...visibilityChanges(keyOf('hidden'), found.hidden, hidden, isUnclear(head, found)),
    ...date('createdAt', () => derivedDate(requested.publishDate, id)),
    ...date('updatedAt'),
    ...listChanges(keyOf('aliases'), found.aliases, aliases, false),
    ...date('publishDate'),
    ...date('expiryDate'),
    ...scalar('order'),
    ...scalar('header'),
    ...scalar('lang'),
    ...scalar('translationKey'),
  ];
  // Showing a post removes the dates of its plan that can't be read.
  const unclear = hidden ? [] : unclearPlans(found);
  const others = unclear.filter((key) => changes.every((change) => change.key !== key));
  return [...changes, ...others.map((key) => ({ key, value: undefined }))];
};

/** A new file always has `hidden`, so that hiding the post later changes one line. */
const firstFields = (fields: PostFields): Change[] =>
  HEAD_FIELDS.map((key) => {
    const value = fields[key];
    return { key, value: Array.isArray(value) && value.length === 0 ? undefined : value };
  });

/** Returns the fields that a file can represent; a derived date can't be removed. */
const toStorable = (fields: PostFields, id: string): PostFields => {
  const { createdAt, updatedAt, publishDate, expiryDate, ...rest } = fields;
  const { description, tags, aliases = [], ...others } = rest;
  const dateIn = (text = '') => (toIsoDate(text) === undefined ? undefined : text.trim());
  return {
    ...others,
    ...withoutUndefined({
      description: oneLine(description ?? '') || undefined,
      createdAt: dateIn(createdAt) ?? derivedDate(dateIn(publishDate), id),
      updatedAt: dateIn(updatedAt),
      publishDate: dateIn(publishDate),
      expiryDate: dateIn(expiryDate),
    }),
    tags: cleanTags(tags),
    ...(aliases.length > 0 && { aliases: cleanTags(aliases) }),
  };
};

/** Returns a field in a form for comparisons. */
const comparable = (fields: PostFields, field: (typeof HEAD_FIELDS)[number]): unknown => {
  if (isDateField(field)) return timeIn(fields[field]);
  return field === 'aliases' ? (fields.aliases ?? []) : fields[field];
};

/** Whether all fields in front matter except `updatedAt` are equal. */
const isSameHead = (one: PostFields, other: PostFields): boolean =>
  HEAD_FIELDS.every(
    (field) => field === 'updatedAt' || isSame(comparable(one, field), comparable(other, field)),
  );

const isSamePost = (one: PostFields, other: PostFields): boolean =>
  isSameHead(one, other) &&
  isSameDate(one.updatedAt, other.updatedAt) &&
  isSameText(one.content, other.content);

const EMPTY_HEAD = { open: '---', language: 'yaml', entries: [], ...UNDERSTOOD } as const;

/** Returns a file with this source of its front matter. */
const withSource = (
  { byteOrderMark, body }: PostFile,
  head: Head,
  source: string,
  content: string,
): string => {
  const lineBreak = lineBreakOf(head.source);
  const text = bodyOf(body, content, lineBreak, true);
  const gap = text === '' || (source + head.close).endsWith('\n') ? '' : lineBreak;
  return byteOrderMark + head.open + source + head.close + gap + text;
};

/** Yields versions of a file with `changes` of its front matter. */
function* withEditedHead(
  file: PostFile,
  head: Head,
  changes: readonly Change[],
  content: string,
): Generator<string> {
  if (head.language === undefined) return;
  for (const edited of editDocument(head, changes, FORMATS[head.language])) {
    yield withSource(file, head, edited, content);
  }
}

/** Yields versions of the file, from the one that preserves most to the one that always works. */
function* candidatesFor(
  { file, found }: StoredFile,
  isNew: boolean,
  requested: PostFields,
  id: string,
): Generator<string> {
  const { byteOrderMark, head, body } = file;
  const { content } = requested;
  if (head) {
    const changes = changesOf(found, requested, id, head);
    yield* withEditedHead(file, head, changes, content);
    if (!isUnclear(head, found) || !requested.hidden) return;
    // A post that is hidden since a line is unclear stays hidden when the edit mends that line.
    const key = newKeyOf(head, 'hidden');
    const hide = { key, value: visibilityValue(key, true) };
    yield* withEditedHead(file, head, [...changes, hide], content);
    return;
  }
  const lineBreak = lineBreakOf(body);
  // It needs no front matter if all its fields are derived.
  if (!isNew) yield byteOrderMark + bodyOf(body, content, lineBreak, false);
  const newHead = { ...EMPTY_HEAD, source: lineBreak, close: `---${lineBreak}` };
  const changes = isNew ? firstFields(requested) : changesOf(NOTHING_FOUND, requested, id, newHead);
  const belowHead = { byteOrderMark, body: body === '' ? '' : lineBreak + body };
  yield* withEditedHead(belowHead, newHead, changes, content);
}

/**
 * Writes a file whose front matter can't be parsed: the text below it can be edited, or, without a
 * closing line, the whole text, which may repair it. `updatedAt` can't be stored then.
 */
const withOpaqueHead = (
  stored: StoredFile,
  problem: FileProblem,
  requested: PostFields,
): string => {
  const { file, fields } = stored;
  if (!isSameHead(fields, requested)) throw new UneditableFrontMatter(problem);
  const { byteOrderMark, head, body } = file;
  return head
    ? withSource(file, head, head.source, requested.content)
    : byteOrderMark + bodyOf(body, requested.content, lineBreakOf(body), false);
};

/**
 * Returns the text of the file of post `id` with `fields`; without `previous` a new file. Only
 * changes of `previous` are rewritten: other keys, comments, order, quoting, line breaks and an
 * unchanged body stay byte for byte, and unchanged fields return `previous` itself. An invalid or
 * absent date removes the stored one. Throws `UneditableFrontMatter` instead of losing data or
 * adding front matter above broken one.
 */
export const writePostFile = (
  previous: string | undefined,
  fields: PostFields,
  id: string,
): string => {
  const requested = toStorable(fields, id);
  const isNew = previous === undefined;
  const stored = readFile(previous ?? '', id);
  if (!isNew && isSamePost(stored.fields, requested)) return previous;
  const { head, unclosed } = stored.file;
  const problem = unclosed ?? (head && !head.language ? head.problems[0] : undefined);
  if (problem) return withOpaqueHead(stored, problem, requested);
  for (const text of candidatesFor(stored, isNew, requested, id)) {
    if (isSamePost(readFile(text, id).fields, requested)) return text;
  }
  throw new UneditableFrontMatter(
    head?.problems.at(-1) ?? {
      message: 'The front matter cannot be edited without losing some of it',
    },
  );
};
