import type { FileProblem } from '../text/file-problem.ts';
import { diffLines } from '../merge/diff-lines.ts';
import { lineBreakOf, type LineBreak } from '../text/text-edit.ts';
import { dateOfId, toIsoDate } from './dates.ts';
import { editDocument, type Change } from './edit-document.ts';
import { FORMATS, type Head, type PostFile } from './head.ts';
import {
  cleanTags,
  contentOf,
  derivedTitle,
  NOTHING_FOUND,
  oneLine,
  readFile,
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
  const lines = stored.split('\n');
  const breaks = lines.slice(0, -1).map((line): LineBreak => (line.endsWith('\r') ? '\r\n' : '\n'));
  const [first = lineBreak] = breaks;
  if (breaks.every((it) => it === first)) return content.replaceAll('\n', first);

  const old = contentOf(stored, false).replaceAll('\r\n', '\n').split('\n');
  const requested = content.split('\n');
  const changes = diffLines(old, requested);
  /** Returns the index of the line that it was or replaces; undefined for an additional one. */
  const oldIndex = (index: number): number | undefined => {
    const change = changes.findLast(({ to }) => to <= index);
    if (!change) return index;
    const { from, removed, to, added } = change;
    const offset = index - to;
    if (offset >= added) return from + removed + offset - added;
    return offset < removed ? from + offset : undefined;
  };
  let last = first;
  const styled = requested.map((line, index) => {
    last = breaks[oldIndex(index) ?? -1] ?? last;
    return line + last;
  });
  // The line break after the last line is not part of the content.
  return styled.join('').slice(0, -last.length);
};

const ending = (stored: string, content: string, lineBreak: LineBreak): string => {
  const [own] = /\r?\n$/.exec(stored) ?? [];
  if (stored !== '' && own === undefined && !content.endsWith('\n')) return '';
  // A lone `\r` and the following line break would be read as one.
  return content.endsWith('\r') ? '\r\n' : (own ?? lineBreak);
};

/** Returns the text of a file without front matter, with `content` instead of `stored`. */
const plainOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (isSameText(contentOf(stored, false), content)) return stored;
  const text = inStyleOf(stored, content, lineBreak);
  return text === '' ? '' : text + ending(stored, text, lineBreak);
};

/** Returns the body below front matter with `content`, in the style of the body `stored`. */
const bodyOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (isSameText(contentOf(stored, true), content)) return stored;
  const [gap] = /^\r?\n/.exec(stored) ?? [];
  const text = inStyleOf(stored.slice(gap?.length ?? 0), content, lineBreak);
  if (text === '') return '';
  const needsGap = stored === '' || /^\r?\n/.test(text);
  return (gap ?? (needsGap ? lineBreak : '')) + text + ending(stored, text, lineBreak);
};

/** The keys for new fields, where a generator that uses the language has its own. */
const OUR_KEYS = { hidden: 'hidden', tags: 'tags', createdAt: 'createdAt', updatedAt: 'updatedAt' };
const NEW_KEYS: Partial<Record<keyof typeof FORMATS, Partial<typeof OUR_KEYS>>> = {
  // Pelican
  lines: { hidden: 'status', createdAt: 'date', updatedAt: 'modified' },
  // Hugo and Zola
  toml: { hidden: 'draft', createdAt: 'date', updatedAt: 'updated' },
};

const newKeysOf = ({ language = 'yaml', entries }: Head): typeof OUR_KEYS => {
  const isZola = language === 'toml' && entries.some(({ key }) => key === 'taxonomies');
  return { ...OUR_KEYS, ...NEW_KEYS[language], ...(isZola && { tags: 'taxonomies.tags' }) };
};

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

const tagChanges = (
  newKey: string,
  result: FoundFields['tags'],
  tags: readonly string[],
): Change[] => {
  const present = result.filter(({ value }) => value !== undefined);
  const [first, second] = present;
  if (isSameList(first?.value ?? [], tags)) return [];
  const key = first?.key ?? result[0]?.key ?? newKey;
  // Under an empty key, the tags of another key would be read.
  return [{ key, value: tags, isExplicit: second !== undefined }];
};

/**
 * Returns the changes that show or hide a post, under the key in use; to show it, all keys must
 * agree.
 */
const visibilityChanges = (
  newKey: string,
  result: readonly FoundEntry<boolean>[],
  hidden: boolean,
  derived: boolean,
): Change[] => {
  if ((derived || result.some(({ value }) => value)) === hidden) return [];
  const change = (key: string) => ({ key, value: visibilityValue(key, hidden) });
  if (hidden) return [change(result[0]?.key ?? newKey)];
  const hiding = result.filter(({ value }) => value);
  // A word that is no visibility may mean something else, so it stays.
  if (hiding.some(({ isUnclear }) => isUnclear)) return [change(newKey)];
  return hiding.map(({ key }) => change(key));
};

/** Changes a text under the key it was read from, else under one without a value. */
const textChanges = (
  newKey: string,
  result: readonly FoundEntry<string>[],
  requested: string | undefined,
  isSame: (one: string | undefined, other: string | undefined) => boolean = Object.is,
  derived?: () => string | undefined,
): Change[] => {
  const said = result.filter(({ value }) => value !== undefined);
  if (isSame(said[0]?.value ?? derived?.(), requested)) return [];
  if (requested === undefined) return said.map(({ key }) => ({ key, value: undefined }));
  return [{ key: said[0]?.key ?? result[0]?.key ?? newKey, value: requested }];
};

const isSameDate = (one: string | undefined, other: string | undefined): boolean =>
  toIsoDate(one ?? '') === toIsoDate(other ?? '');

/** Returns the key changes that turn the fields `found` into `wanted`. */
const changesOf = (
  result: FoundFields,
  requested: PostFields,
  id: string,
  keys = OUR_KEYS,
  isHidden = false,
): Change[] => {
  const { title, description, tags, hidden, createdAt, updatedAt, content } = requested;
  const fromContent = () => derivedTitle(content, id);
  return [
    ...textChanges('title', result.title, title, Object.is, fromContent),
    ...textChanges('description', result.description, description),
    ...tagChanges(keys.tags, result.tags, tags),
    ...visibilityChanges(keys.hidden, result.hidden, hidden, isHidden),
    ...textChanges(keys.createdAt, result.createdAt, createdAt, isSameDate, () => dateOfId(id)),
    ...textChanges(keys.updatedAt, result.updatedAt, updatedAt, isSameDate),
  ];
};

/**
 * Returns the keys of a new file. `hidden` is always written, so that hiding the post later changes
 * one line.
 */
const firstFields = (fields: PostFields): Change[] => {
  const { title, description, hidden, createdAt, updatedAt } = fields;
  const tags = fields.tags.length > 0 ? fields.tags : undefined;
  const values = { title, description, tags, hidden, createdAt, updatedAt };
  return Object.entries(values).map(([key, value]) => ({ key, value }));
};

/** Returns the fields that a file can represent; a date in its name can't be removed. */
const toStorable = (fields: PostFields, id: string): PostFields => {
  const { description, createdAt, updatedAt, ...others } = fields;
  const line = oneLine(description ?? '');
  const created = toIsoDate(createdAt ?? '') === undefined ? dateOfId(id) : createdAt?.trim();
  const updated = toIsoDate(updatedAt ?? '') === undefined ? undefined : updatedAt?.trim();
  return {
    ...others,
    ...(line !== '' && { description: line }),
    tags: cleanTags(fields.tags),
    ...(created !== undefined && { createdAt: created }),
    ...(updated !== undefined && { updatedAt: updated }),
  };
};

const isSameHead = (one: PostFields, other: PostFields): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  isSameList(one.tags, other.tags) &&
  one.hidden === other.hidden &&
  isSameDate(one.createdAt, other.createdAt);

const isSamePost = (one: PostFields, other: PostFields): boolean =>
  isSameHead(one, other) &&
  isSameDate(one.updatedAt, other.updatedAt) &&
  isSameText(one.content, other.content);

/** Returns a file with this source of its front matter. */
const withSource = (
  { byteOrderMark, body }: PostFile,
  head: Head,
  source: string,
  content: string,
): string => {
  const lineBreak = lineBreakOf(head.source);
  const text = bodyOf(body, content, lineBreak);
  const gap = text === '' || (source + head.close).endsWith('\n') ? '' : lineBreak;
  return byteOrderMark + head.open + source + head.close + gap + text;
};

/** Yields versions of a file that has front matter. */
function* withEditedHead(
  { file, found }: StoredFile,
  head: Head,
  requested: PostFields,
  id: string,
): Generator<string> {
  const { source, language, isPartial } = head;
  const keys = newKeysOf(head);
  const changes = changesOf(found, requested, id, keys, isPartial);
  if (language === undefined) return;
  // A post that is hidden since a line is broken stays hidden when the edit mends that line.
  const hide = { key: keys.hidden, value: visibilityValue(keys.hidden, true) };
  const attempts = isPartial && requested.hidden ? [changes, [...changes, hide]] : [changes];
  for (const attempt of attempts) {
    for (const edited of editDocument(source, attempt, FORMATS[language])) {
      yield withSource(file, head, edited, requested.content);
    }
  }
}

/** Yields a file with new front matter above its unchanged text. */
function* withNewHead(
  { byteOrderMark, body }: PostFile,
  requested: PostFields,
  changes: readonly Change[],
): Generator<string> {
  const lineBreak = lineBreakOf(body);
  const text = plainOf(body, requested.content, lineBreak);
  const belowHead = text === '' ? '' : lineBreak + text;
  for (const yaml of editDocument(lineBreak, changes, FORMATS.yaml)) {
    yield `${byteOrderMark}---${yaml}---${lineBreak}${belowHead}`;
  }
}

/** Yields a file that needs no front matter, because all its fields are derived. */
function* withoutHead(file: PostFile, requested: PostFields, id: string): Generator<string> {
  const { byteOrderMark, body } = file;
  yield byteOrderMark + plainOf(body, requested.content, lineBreakOf(body));
  yield* withNewHead(file, requested, changesOf(NOTHING_FOUND, requested, id));
}

/** Returns versions of the file, from the one that preserves most to the one that always works. */
const candidatesFor = (
  stored: StoredFile,
  isNew: boolean,
  requested: PostFields,
  id: string,
): Iterable<string> => {
  const { file } = stored;
  if (file.head) return withEditedHead(stored, file.head, requested, id);
  return isNew
    ? withNewHead(file, requested, firstFields(requested))
    : withoutHead(file, requested, id);
};

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
    : byteOrderMark + plainOf(body, requested.content, lineBreakOf(body));
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
