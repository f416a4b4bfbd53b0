import {
  postMessages,
  postsInputSchema,
  validate,
  type Issue,
  type PostInput,
} from 'content-schema';
import { liftFrontMatter } from 'content-schema/front-matter';
import { InvalidInput } from '../errors.ts';
import { createIdSet } from './new-id.ts';
import type { StoredPost } from './stored-post.ts';

type Stored = ReadonlyMap<string, StoredPost>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Front matter that was pasted into the content fills the fields that are empty. */
const lift = (post: unknown, stored: Stored): unknown => {
  if (!isRecord(post) || typeof post['content'] !== 'string') return post;
  const known = typeof post['id'] === 'string' ? stored.get(post['id']) : undefined;
  // What was not edited stays as it is, even if it looks like front matter.
  if (known?.fields.content === post['content']) return post;
  const lifted = liftFrontMatter(post['content']);
  if (!lifted) return post;
  const empty = Object.entries(lifted.fields).filter(([key]) => isEmpty(post[key]));
  return { ...post, ...Object.fromEntries(empty), content: lifted.content };
};

/** New ids must be safe, and none may come twice or differ from another by case only. */
const idIssues = (posts: readonly PostInput[], stored: Stored): Issue[] => {
  const seen = createIdSet([]);
  const known = createIdSet(stored.keys());
  return posts.flatMap(({ id }, i): Issue[] => {
    if (id === undefined) return [];
    const unique = stored.has(id) ? !seen.isTaken(id) : known.isFree(id) && seen.isFree(id);
    seen.take(id);
    return unique ? [] : [{ path: `${i}.id`, message: postMessages.id }];
  });
};

/** The whole set of posts as it was sent. Throws `InvalidInput` with all that is wrong in it. */
export const readPostsInput = (body: unknown, stored: Stored): PostInput[] => {
  const sent = Array.isArray(body) ? body.map((post) => lift(post, stored)) : body;
  const result = validate(postsInputSchema, sent);
  if (!result.valid) throw new InvalidInput(result.issues);
  const [first, ...rest] = idIssues(result.value, stored);
  if (first) throw new InvalidInput([first, ...rest]);
  return result.value;
};
