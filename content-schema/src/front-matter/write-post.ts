import {
  POST_FIELD_NAMES,
  postField,
  type PostFieldName,
  type PostFields,
} from '../entities/post-fields.ts';
import type { Layout, Origin } from '../api/layout.ts';
import { FileError, type FileProblem } from '../text/file-problem.ts';
import { isSame, withoutUndefined } from '../plain-object.ts';
import { diffLines } from '../merge/diff-lines.ts';
import { lineBreakOf, type LineBreak } from '../text/text-edit.ts';
import { toIsoDate } from '../text/dates.ts';
import { editDocument, type Change } from './edit-document.ts';
import { FORMATS } from './formats.ts';
import { UNDERSTOOD, type Head, type PostFile } from './head.ts';
import { textsIn } from './head-value.ts';
import {
  cleanTags,
  contentOf,
  derivedDate,
  derivedTitle,
  HEAD_FIELDS,
  isUnclear,
  NO_RAW_FIELDS,
  oneLine,
  readFile,
  unclearPlans,
  type RawEntry,
  type RawFields,
  type HeadField,
  type StoredFile,
} from './read-post.ts';
import { hidingKeys, visibilityValue } from './visibility.ts';

/** A post can't be saved without losing data of its file. */
export class UneditableFrontMatter extends FileError {}

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
export const bodyOf = (
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

const newKeyOf = (
  { language = 'yaml', entries }: Head,
  field: HeadField,
  origin?: Pick<Origin, 'layout'>,
): string => {
  const isZola = language === 'toml' && entries.some(({ key }) => key === 'taxonomies');
  if (isZola && field === 'tags') return 'taxonomies.tags';
  return origin?.layout.keys[field] ?? postField(field).newKeys?.[language] ?? field;
};

const listChanges = (
  newKey: string,
  entries: readonly RawEntry<readonly string[]>[],
  items: readonly string[],
  isJoinable = true,
): Change[] => {
  const present = entries.filter(({ value }) => value !== undefined);
  const [first, second] = present;
  if (isSame(first?.value ?? [], items)) return [];
  const key = first?.key ?? entries[0]?.key ?? newKey;
  // Under an empty key, the items of another key would be read.
  return [{ key, value: items, isJoinable, isExplicit: second !== undefined }];
};

const hidingChanges = (newKey: string): Change[] =>
  hidingKeys(newKey).map((key) => ({ key, value: visibilityValue(key, true) }));

/** Rejects to replace the address of a page by the value that hides it. */
const rejectLostAddress = ({ entries }: Head, changes: readonly Change[]): void => {
  const [address = 'false'] = textsIn(entries, ['permalink']);
  if (address === 'false' || changes.every(({ key }) => key !== 'permalink')) return;
  throw new UneditableFrontMatter({ message: 'Hiding it would replace its permalink' });
};

/** Shows or hides a post under the key in use; to show it, all keys must agree. */
const visibilityChanges = (
  newKey: string,
  entries: readonly RawEntry<boolean>[],
  hidden: boolean,
  derived: boolean,
): Change[] => {
  if ((derived || entries.some(({ value }) => value)) === hidden) return [];
  const change = (key: string) => ({ key, value: visibilityValue(key, hidden) });
  if (hidden) return entries[0] ? [change(entries[0].key)] : hidingChanges(newKey);
  const hiding = entries.filter(({ value }) => value);
  // A word that is no visibility may mean something else, so it stays.
  if (hiding.some(({ isUnclear }) => isUnclear)) return [change(newKey)];
  return hiding.map(({ key }) => change(key));
};

/** Returns a value in a form for comparisons: of a date in any zone the time, or that it is none. */
const comparable = (name: HeadField, value: unknown): unknown => {
  const field = postField(name);
  if (field.kind === 'texts') return value ?? [];
  const isDate = field.kind === 'text' && field.format === 'date';
  return isDate
    ? String(Date.parse(toIsoDate(typeof value === 'string' ? value : '') ?? ''))
    : value;
};

const isSameField = (name: HeadField, one: unknown, other: unknown): boolean =>
  isSame(comparable(name, one), comparable(name, other));

/** Returns the changes that turn the `raw` fields of `head` into `requested`. */
const changesOf = (
  raw: RawFields,
  requested: PostFields,
  id: string,
  head: Head,
  origin?: Origin,
): Change[] => {
  const { hidden, content, publishDate } = requested;
  const derived: Partial<Record<HeadField, () => string | undefined>> = {
    title: () => derivedTitle(content, id),
    createdAt: () => derivedDate(publishDate, id, origin),
    lang: () => origin?.lang,
    translationKey: () => origin?.translationKey,
  };
  const changes = HEAD_FIELDS.flatMap((name): Change[] => {
    const newKey = newKeyOf(head, name, origin);
    if (name === 'hidden') {
      const all = visibilityChanges(newKey, raw.hidden, hidden, isUnclear(head, raw));
      rejectLostAddress(head, all);
      return all;
    }
    if (name === 'tags') return listChanges(newKey, raw.tags, requested.tags);
    if (name === 'aliases') return listChanges(newKey, raw.aliases, requested.aliases ?? [], false);
    // A value is changed under the key it was read from, else under one without a value.
    const value = requested[name];
    const present = raw[name].filter((entry) => entry.value !== undefined);
    if (isSameField(name, present[0]?.value ?? derived[name]?.(), value)) return [];
    if (value === undefined) return present.map(({ key }) => ({ key, value }));
    return [{ key: (present[0] ?? raw[name][0])?.key ?? newKey, value }];
  });
  // Showing a post removes the dates of its plan that can't be read.
  const unclear = hidden ? [] : unclearPlans(raw);
  const others = unclear.filter((key) => changes.every((change) => change.key !== key));
  return [...changes, ...others.map((key) => ({ key, value: undefined }))];
};

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A new file always has `hidden`, so that hiding the post later changes one line. */
const firstFields = (fields: PostFields): Change[] =>
  HEAD_FIELDS.map((key) => ({ key, value: isEmpty(fields[key]) ? undefined : fields[key] }));

/** Returns what a new file of another site generator has. */
const foreignFields = (fields: PostFields, head: Head, origin: Pick<Origin, 'layout'>): Change[] =>
  HEAD_FIELDS.filter((name) => name !== 'updatedAt' && !isEmpty(fields[name])).flatMap((name) => {
    const key = newKeyOf(head, name, origin);
    if (name !== 'hidden') return { key, value: fields[name], isJoinable: true };
    return fields.hidden ? hidingChanges(key) : [];
  });

/** Returns a value as a file can represent it. */
const storableValue = (name: PostFieldName, value: PostFields[PostFieldName]): unknown => {
  const field = postField(name);
  if (Array.isArray(value)) {
    const items = cleanTags(value);
    return field.always || items.length > 0 ? items : undefined;
  }
  if (field.kind !== 'text' || typeof value !== 'string') return value;
  if (field.format === 'date') return toIsoDate(value) === undefined ? undefined : value.trim();
  return field.isOneLine ? oneLine(value) || undefined : value;
};

/** Returns the fields that a file can represent; a derived date can't be removed. */
const toStorable = (fields: PostFields, id: string, origin?: Origin): PostFields => {
  const values = POST_FIELD_NAMES.map((name) => [name, storableValue(name, fields[name])]);
  const storable = withoutUndefined(Object.fromEntries(values) as PostFields) as PostFields;
  const createdAt = derivedDate(storable.publishDate, id, origin);
  return { ...withoutUndefined({ createdAt }), ...storable };
};

/** Whether all fields in front matter except `updatedAt` are equal. */
const isSameHead = (one: PostFields, other: PostFields): boolean =>
  HEAD_FIELDS.every((name) => name === 'updatedAt' || isSameField(name, one[name], other[name]));

const isSamePost = (one: PostFields, other: PostFields): boolean =>
  isSameHead(one, other) &&
  isSameField('updatedAt', one.updatedAt, other.updatedAt) &&
  isSameText(one.content, other.content);

/** The empty front matter of each language. */
const emptyHead = (language: Layout['head'], lineBreak: LineBreak): Head => {
  // An edit of TOML leaves out the empty first line.
  const open = { yaml: '---', toml: `+++${lineBreak}`, lines: '' }[language];
  const [source, close] = open ? [lineBreak, open.trim() + lineBreak] : ['', ''];
  return { open, source, close, language, entries: [], ...UNDERSTOOD };
};

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
  { file, raw }: StoredFile,
  isNew: boolean,
  requested: PostFields,
  id: string,
  origin: Origin | undefined,
): Generator<string> {
  const { byteOrderMark, head, body } = file;
  const { content } = requested;
  if (head) {
    const changes = changesOf(raw, requested, id, head, origin);
    yield* withEditedHead(file, head, changes, content);
    if (!isUnclear(head, raw) || !requested.hidden) return;
    // A post that is hidden since a line is unclear stays hidden when the edit mends that line.
    const key = newKeyOf(head, 'hidden', origin);
    yield* withEditedHead(file, head, [...changes, ...hidingChanges(key)], content);
    return;
  }
  const lineBreak = lineBreakOf(body);
  // It needs no front matter if all its fields are derived.
  if (!isNew) yield byteOrderMark + bodyOf(body, content, lineBreak, false);
  const newHead = emptyHead(origin?.layout.head ?? 'yaml', lineBreak);
  const first = origin ? foreignFields(requested, newHead, origin) : firstFields(requested);
  const changes = isNew ? first : changesOf(NO_RAW_FIELDS, requested, id, newHead, origin);
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
 * adding front matter above broken one. With an `origin`, new lines are as others of its layout.
 */
export const writePostFile = (
  previous: string | undefined,
  fields: PostFields,
  id: string,
  origin?: Origin,
): string => {
  const isNew = previous === undefined;
  const stored = readFile(previous ?? '', id, origin);
  const { updatedAt: _, ...undated } = fields;
  // Another site generator may show the date of the last change, or not: its author decides.
  const keepsUndated = origin && stored.fields.updatedAt === undefined;
  const requested = toStorable(keepsUndated ? undated : fields, id, origin);
  if (!isNew && isSamePost(stored.fields, requested)) return previous;
  const { head, unclosed } = stored.file;
  const problem = unclosed ?? (head && !head.language ? head.problems[0] : undefined);
  if (problem) return withOpaqueHead(stored, problem, requested);
  for (const text of candidatesFor(stored, isNew, requested, id, origin)) {
    if (isSamePost(readFile(text, id, origin).fields, requested)) return text;
  }
  throw new UneditableFrontMatter(
    head?.problems.at(-1) ?? {
      message: 'The front matter cannot be edited without losing some of it',
    },
  );
};
