import { dateOfId, toIsoDate } from './dates.ts';
import { editYaml, type Change, type LineBreak } from './edit-yaml.ts';
import { readYaml, type Head, type PostFile } from './head.ts';
import {
  cleanTags,
  contentOf,
  derivedTitle,
  hiddenAs,
  NOTHING_FOUND,
  presentFields,
  readFile,
  type Found,
  type FoundFields,
  type PostFields,
  type StoredFile,
} from './read-post.ts';

/** The first line break of `text`; `\n` when it has none. */
const lineBreakOf = (text: string): LineBreak =>
  /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';

/** The same text, but for the style of its line breaks. */
const isSameText = (one: string, other: string): boolean =>
  one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');

const hasBareLineFeed = (text: string): boolean => /(?<!\r)\n/.test(text);

/** In the line breaks of `stored` where those agree: a browser's text area sends bare `\n`. */
const inStyleOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  const isCrlf = stored.includes('\n') ? !hasBareLineFeed(stored) : lineBreak === '\r\n';
  return isCrlf && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content;
};

const ending = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (stored !== '' && !stored.endsWith('\n') && !content.endsWith('\n')) return '';
  // A lone `\r` and the line break after it would be read as one.
  return content.endsWith('\r') ? '\r\n' : lineBreak;
};

/** `content` as the text of a file without front matter that held `stored`. */
const plainOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (isSameText(contentOf(stored, false), content)) return stored;
  const text = inStyleOf(stored, content, lineBreak);
  return text === '' ? '' : text + ending(stored, text, lineBreak);
};

/** `content` as the body below front matter that had the body `stored`, in the style of that. */
const bodyOf = (stored: string, content: string, lineBreak: LineBreak): string => {
  if (isSameText(contentOf(stored, true), content)) return stored;
  const text = inStyleOf(stored, content, lineBreak);
  if (text === '') return '';
  const needsBlankLine = stored === '' || /^\r?\n/.test(stored) || /^\r?\n/.test(text);
  return (needsBlankLine ? lineBreak : '') + text + ending(stored, text, lineBreak);
};

/** What a field is while no key says it. */
interface Derived {
  readonly title: string;
  readonly createdAt: string | undefined;
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
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
const changesOf = (found: FoundFields, wanted: PostFields, derived?: Derived): Change[] => {
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
const firstFields = ({ title, tags, hidden, createdAt, updatedAt }: PostFields): Change[] => [
  { key: 'title', value: title },
  ...(tags.length > 0 ? [{ key: 'tags', value: tags }] : []),
  { key: 'hidden', value: hidden },
  ...(createdAt === undefined ? [] : [{ key: 'createdAt', value: createdAt }]),
  ...(updatedAt === undefined ? [] : [{ key: 'updatedAt', value: updatedAt }]),
];

/** The fields as a file can hold them; the date in a file name can't be taken away. */
const storable = (fields: PostFields, id: string): PostFields => {
  const { createdAt, updatedAt, ...others } = fields;
  const created = toIsoDate(createdAt ?? '') ?? dateOfId(id);
  const updated = toIsoDate(updatedAt ?? '');
  return {
    ...others,
    tags: cleanTags(fields.tags),
    ...(created !== undefined && { createdAt: created }),
    ...(updated !== undefined && { updatedAt: updated }),
  };
};

const isSamePost = (one: PostFields, other: PostFields): boolean =>
  one.title === other.title &&
  isSameList(one.tags, other.tags) &&
  one.hidden === other.hidden &&
  one.createdAt === other.createdAt &&
  one.updatedAt === other.updatedAt &&
  isSameText(one.content, other.content);

/** A file that has front matter. */
function* edited(
  { file, found }: StoredFile,
  head: Head,
  wanted: PostFields,
  id: string,
): Generator<string> {
  const lineBreak = lineBreakOf(head.yaml);
  const derived = {
    title: found.title ?? derivedTitle(wanted.content, id),
    createdAt: dateOfId(id),
  };
  const changes = changesOf(found, wanted, derived);
  const body = bodyOf(file.body, wanted.content, lineBreak);
  const gap = body === '' || head.close.endsWith('\n') ? '' : lineBreak;
  const source = { yaml: head.yaml, document: head.document, lineBreak };
  for (const yaml of editYaml(source, changes)) {
    yield file.byteOrderMark + head.open + yaml + head.close + gap + body;
  }
}

/** Front matter for a file without any goes above its text, which stays as it is. */
function* headed(
  { byteOrderMark, body }: PostFile,
  wanted: PostFields,
  changes: readonly Change[],
): Generator<string> {
  const lineBreak = lineBreakOf(body);
  const source = { yaml: lineBreak, document: readYaml(lineBreak), lineBreak };
  const text = plainOf(body, wanted.content, lineBreak);
  const belowHead = text === '' ? '' : lineBreak + text;
  for (const yaml of editYaml(source, changes)) {
    yield `${byteOrderMark}---${yaml}---${lineBreak}${belowHead}`;
  }
}

/** A file without front matter stays so as long as all that it can't say is derived anyway. */
function* plain(file: PostFile, wanted: PostFields): Generator<string> {
  const { byteOrderMark, body } = file;
  yield byteOrderMark + plainOf(body, wanted.content, lineBreakOf(body));
  yield* headed(file, wanted, changesOf(NOTHING_FOUND, wanted));
}

/** Ways to write the file, from the one that preserves most to the one that always works. */
const versions = (
  stored: StoredFile,
  isNew: boolean,
  wanted: PostFields,
  id: string,
): Iterable<string> => {
  const { file } = stored;
  if (file.head) return edited(stored, file.head, wanted, id);
  return isNew ? headed(file, wanted, firstFields(wanted)) : plain(file, wanted);
};

/**
 * The text of the file of post `id` with `fields`; without `previous` a new one. Of `previous` only
 * what changes is rewritten: other keys, comments, order, quoting, line breaks and an unchanged
 * body stay byte for byte, and unchanged fields give `previous` itself. Dates that are none, and
 * an absent date, take the stored one away.
 */
export const writePostFile = (
  previous: string | undefined,
  fields: PostFields,
  id: string,
): string => {
  const wanted = storable(fields, id);
  const isNew = previous === undefined;
  const stored = readFile(previous ?? '', id);
  if (!isNew && isSamePost(stored.fields, wanted)) return previous;
  for (const text of versions(stored, isNew, wanted, id)) {
    if (isSamePost(readFile(text, id).fields, wanted)) return text;
  }
  throw new Error(`The post "${id}" could not be written`);
};
