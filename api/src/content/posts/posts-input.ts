import {
  NEW_ID,
  postMessages,
  postsInputSchema,
  validate,
  type Issue,
  type PostInput,
} from 'content-schema';
import { liftFrontMatter } from 'content-schema/front-matter';
import { InvalidInput } from '../errors.ts';
import type { StoredPosts } from './merge-posts.ts';
import { createIdSet } from './new-id.ts';
import type { StoredPost } from './stored-post.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const storedAs = (post: unknown, stored: StoredPosts): StoredPost | undefined =>
  isRecord(post) && typeof post['id'] === 'string' ? stored.get(post['id']) : undefined;

/** Front matter that was pasted into the content fills the fields that are empty. */
const lift = (post: unknown, stored: StoredPosts): unknown => {
  if (!isRecord(post) || typeof post['content'] !== 'string') return post;
  const lifted = liftFrontMatter(post['content']);
  if (!lifted) return post;
  // A text that begins with what looks like front matter was not pasted just now.
  const known = storedAs(post, stored);
  if (known && liftFrontMatter(known.fields.content)) return post;
  const empty = Object.entries(lifted.fields).filter(([key]) => isEmpty(post[key]));
  return { ...post, ...Object.fromEntries(empty), content: lifted.content };
};

/** A post that was made by hand may lack what the form requires; other edits go on all the same. */
const lacksItAlready = (sent: readonly unknown[], stored: StoredPosts) => (issue: Issue) => {
  const [index, field] = issue.path.split('.');
  if (issue.message !== postMessages.required || (field !== 'title' && field !== 'content')) {
    return false;
  }
  return storedAs(sent[Number(index)], stored)?.fields[field].trim() === '';
};

/** No post may come twice; new ids must be safe, and differ from others by more than case. */
const idIssues = (posts: readonly PostInput[], stored: StoredPosts): Issue[] => {
  const sent = new Set<string>();
  const taken = createIdSet(stored.keys());
  const problemOf = (id: string): string | undefined => {
    if (sent.has(id)) return postMessages.idTaken;
    sent.add(id);
    if (stored.has(id)) return undefined;
    if (!NEW_ID.test(id)) return postMessages.id;
    if (taken.isTaken(id)) return postMessages.idTaken;
    taken.take(id);
    return undefined;
  };
  return posts.flatMap(({ id }, i) => {
    const message = id === undefined ? undefined : problemOf(id);
    return message === undefined ? [] : [{ path: `${i}.id`, message }];
  });
};

/** The whole set of posts as it was sent. Throws `InvalidInput` with all that is wrong in it. */
export const readPostsInput = (body: unknown, stored: StoredPosts): PostInput[] => {
  const sent: unknown = Array.isArray(body) ? body.map((post) => lift(post, stored)) : body;
  const excuse = lacksItAlready(Array.isArray(sent) ? sent : [], stored);
  const result = validate(postsInputSchema, sent, excuse);
  if (!result.valid) throw new InvalidInput(result.issues);
  const [first, ...rest] = idIssues(result.value, stored);
  if (first) throw new InvalidInput([first, ...rest]);
  return result.value;
};
