import { bodyOf, isSameText, lineBreakOf, plainOf } from './body.ts';
import { changesOf, firstFields, isSameList, type Change } from './changes.ts';
import { dateOfId, toIsoDate } from './dates.ts';
import { editYaml } from './edit-yaml.ts';
import { NOTHING_FOUND } from './found-fields.ts';
import { cleanTags, type PostFields } from './post-fields.ts';
import type { Head, PostFile } from './post-file.ts';
import { readPost, type ReadPost } from './read-post.ts';
import { titleOf } from './title.ts';
import { readYaml } from './yaml-document.ts';

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
  { file, found }: ReadPost,
  head: Head,
  wanted: PostFields,
  id: string,
): Generator<string> {
  const lineBreak = lineBreakOf(head.yaml);
  const derived = {
    title: found.title ?? titleOf(wanted.content, id),
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
  stored: ReadPost,
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
  const stored = readPost(previous ?? '', id);
  if (!isNew && isSamePost(stored.fields, wanted)) return previous;
  for (const text of versions(stored, isNew, wanted, id)) {
    if (isSamePost(readPost(text, id).fields, wanted)) return text;
  }
  throw new Error(`The post "${id}" could not be written`);
};
