import {
  EXTRACTED_FIELDS,
  hasText,
  newIdProblem,
  postFields,
  postInputSchema,
  postMessages,
  postsInputSchema,
  SENT_FIELDS,
  validate,
  type Issue,
  type ExtractedField,
  type ExtractedValues,
  type PostInput,
} from 'content-schema';
import { extractFrontMatter } from 'content-schema/front-matter';
import { isPlainObject, isSame } from 'content-schema/merge';
import { mapYielding } from '../git-store/map-yielding.ts';
import { parseInput, rejectIssues } from '../reading/errors.ts';
import { keepUnsent } from './keep-unsent.ts';
import type { SaveContext } from './save-command.ts';
import { aliasIds } from '../reading/addresses.ts';
import { editablePost, withLineFeeds, type StoredPosts } from './post-edits.ts';
import { createIdSet } from 'content-schema/post-id';

interface Extracted {
  readonly post: unknown;
  readonly fields: ExtractedValues;
  readonly contentStart: number;
  readonly reason?: string;
}

/**
 * Moves front matter that was pasted into the content to the post's fields, if each is empty or has
 * the same value; the date, which forms always send, is replaced.
 */
export const extractInto = (post: unknown, stored: StoredPosts): Extracted => {
  const unchanged = { post, fields: {}, contentStart: 0 };
  if (!isPlainObject(post) || typeof post['content'] !== 'string') return unchanged;
  const extracted = extractFrontMatter(post['content']);
  if (!extracted) return unchanged;
  if (extracted.reason !== undefined) return { ...unchanged, reason: extracted.reason };
  if (extracted.content.trim() === '') return { ...unchanged, reason: 'there is no text below it' };
  // If the stored content begins with front matter, too, it was not just pasted.
  const cached = typeof post['id'] === 'string' ? stored.get(post['id']) : undefined;
  if (cached && extractFrontMatter(cached.fields.content)) {
    return { ...unchanged, reason: 'the text was saved with it' };
  }
  const result = extracted.fields;
  const keys = EXTRACTED_FIELDS.filter((key) => result[key] !== undefined);
  const isFree = (key: ExtractedField): boolean =>
    key === 'createdAt' ||
    (post[key] !== true && !hasText(post[key])) ||
    isSame(post[key], result[key]);
  const [taken] = keys.filter((key) => !isFree(key));
  if (taken !== undefined) {
    return { ...unchanged, reason: `the field for its ${taken} is filled in already` };
  }
  const fields: ExtractedValues = Object.fromEntries(keys.map((key) => [key, result[key]]));
  const contentStart = post['content'].length - extracted.content.length;
  return { post: { ...post, ...fields, content: extracted.content }, fields, contentStart };
};

/** Completes a sent post: fields that were not sent, e.g. the text, keep their stored values. */
const withUnsent = (post: unknown, stored: StoredPosts): unknown => {
  const storedPost =
    isPlainObject(post) && typeof post['id'] === 'string' ? stored.get(post['id']) : undefined;
  return storedPost ? keepUnsent(postFields, post, storedPost.fields) : post;
};

/** Whether an issue is about an unchanged field: a post by hand must still be editable. */
const isUnchangedFrom =
  (stored: StoredPosts) =>
  ({ path }: Issue, post: PostInput): boolean => {
    const field = SENT_FIELDS.find((name) => name === path.split('.')[1]);
    const cached = stored.get(post.id ?? '');
    if (!field || !cached) return false;
    return isSame(withLineFeeds(editablePost(cached.fields))[field], withLineFeeds(post)[field]);
  };

interface PriorPosts extends Pick<SaveContext, 'base' | 'current'> {
  readonly stored: StoredPosts;
}

/** Returns issues for duplicates, and for new ids that are unsafe or differ only in case. */
const idIssues = (posts: readonly PostInput[], { stored, base, current }: PriorPosts): Issue[] => {
  const sent = new Set<string>();
  const isNew = (id?: string) => id !== undefined && !stored.has(id);
  const older = posts.some(({ id }) => isNew(id)) ? [...(base?.posts ?? []), ...current.posts] : [];
  const aliases = aliasIds(current);
  const taken = createIdSet(older.map(({ id }) => id));
  const problemOf = (id: string): string | undefined => {
    if (sent.has(id)) return postMessages.idTaken;
    sent.add(id);
    if (!isNew(id)) return undefined;
    const problem = newIdProblem(id);
    if (problem !== undefined) return problem;
    if (taken.isTaken(id)) return postMessages.idTaken;
    if (aliases.includes(id.toLowerCase())) return postMessages.idAliased;
    taken.take(id);
    return undefined;
  };
  return posts.flatMap(({ id }, i) => {
    const message = id === undefined ? undefined : problemOf(id);
    return message === undefined ? [] : [{ path: `${i}.id`, message }];
  });
};

/**
 * Parses and validates a request's posts, each with the fields that were set from front matter in
 * the content. Yields to other requests. Throws `InvalidInput` with all issues.
 */
export const readPostsInput = async (body: unknown, prior: PriorPosts) => {
  const { stored } = prior;
  const list = parseInput(postsInputSchema, body);
  const excuse = isUnchangedFrom(stored);
  const read = await mapYielding(list, (sent, index) => {
    const { post, fields } = extractInto(sent, stored);
    const options = { excuse, path: String(index) };
    const extracted = EXTRACTED_FIELDS.filter((key) => key in fields);
    return { extracted, result: validate(postInputSchema, withUnsent(post, stored), options) };
  });
  rejectIssues(read.flatMap(({ result }) => (result.valid ? [] : result.issues)));
  const sent = read.flatMap(({ result, extracted }) =>
    result.valid ? [{ post: result.value, extracted }] : [],
  );
  const posts = sent.map(({ post }) => post);
  rejectIssues(idIssues(posts, prior));
  return { posts, sent };
};
