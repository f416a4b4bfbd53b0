import {
  hasTag,
  isPageId,
  POST_TAGS_MAX_LENGTH,
  postMessages,
  RESERVED,
  tagKey,
  type Issue,
  type RenameTagRequest,
  counted,
} from 'content-schema';
import { repairFile } from 'content-schema/front-matter';
import type { Changes } from '../git-store/git-store.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import {
  detailedSubject,
  summaryOfChanges,
  type ChangesByVerb,
  type ChangeSummary,
} from '../messages/commit-subject.ts';
import { textChange, type Command, type SaveContext } from './save-command.ts';
import { EntityNotFound, invalidInput, rejectIssues, UnreadableFile } from '../reading/errors.ts';
import { addressOf, POST_ALIAS, postAt } from '../reading/addresses.ts';
import { describePhotos } from './describe-photos.ts';
import {
  readPosts,
  readReadablePosts,
  rewritePost,
  type StoredPost,
} from '../reading/stored-posts.ts';

/** Returns the stored posts among the ids. Throws `EntityNotFound` if there are none. */
export const presentPosts = async (
  { blobs, current }: SaveContext,
  ids: readonly string[],
): Promise<readonly [StoredPost, ...StoredPost[]]> => {
  const named = new Set(ids);
  const [first, ...others] = await readPosts(
    blobs,
    current.posts.filter(({ id }) => named.has(id)),
  );
  if (!first) throw new EntityNotFound('Blog post not found');
  return [first, ...others];
};

/** Summarizes changes of posts. A save without changes makes no commit, but needs a subject. */
export const summaryOfPosts = (
  posts: readonly { readonly id?: string }[],
  changes: ChangesByVerb,
): ChangeSummary => {
  const noun = posts.every(({ id = '' }) => isPageId(id)) ? 'page' : 'post';
  return summaryOfChanges(noun, changes) ?? { subject: 'Update posts' };
};

const summaryOf = (verb: string, posts: readonly StoredPost[]): ChangeSummary => {
  const entries = posts.map(({ entry }) => entry);
  return summaryOfPosts(entries, [[verb, entries.map(({ title }) => title)]]);
};

/** Deletes posts, see `presentPosts`. Throws `MergeConflict` if one was edited meanwhile. */
export const deletePosts =
  (ids: readonly string[]): Command =>
  async (context) => {
    const posts = await presentPosts(context, ids);
    const changes: Changes = new Map(posts.map(({ entry }) => [entry.path, null]));
    return { ...summaryOf('Delete', posts), changes, isEdit: true };
  };

/** Hides or shows posts; `updatedAt` stays. Throws like `presentPosts` and `rewritePost`. */
export const setVisibility =
  (ids: readonly string[], hidden: boolean): Command =>
  async (context) => {
    const posts = await presentPosts(context, ids);
    const written = posts
      .map((post) => ({ post, text: rewritePost(post, { ...post.fields, hidden }) }))
      .filter(({ post, text }) => text !== post.text);
    const changed = written.map(({ post }) => post);
    const edits = changed.map(({ fields }) => ({ before: fields, after: { ...fields, hidden } }));
    return {
      ...summaryOf(hidden ? 'Hide' : 'Show', changed),
      changes: new Map([
        ...written.map(({ post, text }) => textChange(post.entry.path, text)),
        ...(await describePhotos(context, edits)),
      ]),
    };
  };

const ALIAS = /^\/[^?#:{}*\s]{1,199}$/;

/**
 * Adds an address to a post's aliases; that of its first id, `firstId`, comes first. Throws
 * `EntityNotFound`, `InvalidInput` and `UnreadableFile`.
 */
export const addAlias =
  (id: string, address: string, firstId: string): Command =>
  async (context) => {
    const [post] = await presentPosts(context, [id]);
    const isAddress = ALIAS.test(address) && !RESERVED.test(address);
    if (!isAddress) throw invalidInput('address', postMessages.alias);
    if (postAt(context.current, address)) throw invalidInput('address', postMessages.idAliased);
    const { aliases = [] } = post.fields;
    // With a slash at the end, it isn't taken for the address that the post had first.
    const all =
      address === addressOf(firstId)
        ? [address, ...aliases]
        : [...aliases, address.replace(POST_ALIAS, '$&/')];
    const text = rewritePost(post, { ...post.fields, aliases: all });
    const summary = summaryOf('Update', [post]);
    return {
      ...summary,
      subject: detailedSubject(summary.subject, ['another address']),
      changes: new Map([textChange(post.entry.path, text)]),
    };
  };

/** Writes front matter that is read but no valid YAML as such. Throws like `presentPosts`. */
export const repairPosts =
  (ids: readonly string[]): Command =>
  async (context) => {
    const posts = await presentPosts(context, ids);
    const repaired = posts.flatMap((post): [string, Uint8Array][] => {
      const text = repairFile(post.text);
      return text === undefined ? [] : [textChange(post.entry.path, text)];
    });
    return { ...summaryOf('Repair', posts), changes: new Map(repaired) };
  };

/**
 * Renames a tag, in any case, in all posts, without changing `updatedAt`; joins it with the new
 * name in its stored spelling. Files that can't be changed keep the old name. Throws
 * `EntityNotFound` if no post has the tag, and `InvalidInput` with all posts whose tags would be
 * too long.
 */
export const renameTag =
  ({ from, to }: RenameTagRequest): Command =>
  async ({ blobs, current: { posts } }) => {
    const isTag = (tag: string) => (own: string) => tagKey(own) === tagKey(tag);
    const allTags = posts.flatMap(({ tags }) => tags);
    const oldName = allTags.find(isTag(from));
    if (oldName === undefined) throw new EntityNotFound('No posts use this tag');
    const existing = isTag(from)(to) ? undefined : allTags.find(isTag(to));
    const newName = existing ?? to;

    const issues: Issue[] = [];
    const rename = (post: StoredPost): [string, Uint8Array][] => {
      const { entry, fields, text } = post;
      const renamed = fields.tags.map((tag) => (isTag(from)(tag) ? newName : tag));
      const first = renamed.findIndex(isTag(to));
      const tags = renamed.filter((tag, index) => index === first || !isTag(to)(tag));
      if (tags.join('').length > Math.max(POST_TAGS_MAX_LENGTH, fields.tags.join('').length)) {
        issues.push({ path: 'to', message: `“${entry.title}”: ${postMessages.tagsLength}` });
      }
      try {
        const written = rewritePost(post, { ...fields, tags });
        return written === text ? [] : [textChange(entry.path, written)];
      } catch (error) {
        if (error instanceof UnreadableFile) return [];
        throw error;
      }
    };
    const tagged = posts.filter((post) => hasTag(post, from));
    const changes = await mapYielding(await readReadablePosts(blobs, tagged), rename);
    rejectIssues(issues);
    const names =
      existing === undefined ? `Rename tag "${oldName}" to` : `Merge tag "${oldName}" into`;
    const count = counted(changes.flat().length, 'post');
    return {
      subject: `${names} "${newName}" in ${count}`,
      changes: new Map(changes.flat()),
      dependsOnAll: true,
    };
  };
