import {
  addressKey,
  decodeAddress,
  isPage,
  isPageId,
  nameOfId,
  newIdProblem,
  postMessages,
  postPath,
  type Issue,
} from 'content-schema';
import { markdownTextsOf } from 'content-schema/content-response';
import { LAST_PART, relink } from 'content-schema/images-in-text';
import { isSame } from 'content-schema/merge';
import { createIdSet } from 'content-schema/post-id';
import type { Changes, StoredBlob } from '../git-store/git-store.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import { ENTITIES } from '../reading/entities.ts';
import { rejectIssues } from '../reading/errors.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';
import { jsonChange, textChange, type Command, type SaveContext } from './save-command.ts';
import { addressOf, POST_ALIAS, postAt } from '../reading/addresses.ts';
import { summaryOfPosts, presentPosts } from './change-post.ts';
import {
  mayLinkTo,
  readReadablePosts,
  rewritePost,
  takenIds,
  type StoredPost,
} from '../reading/stored-posts.ts';

const issuesOf = (id: string, post: PostEntry, current: ContentSnapshot): Issue[] => {
  const others = takenIds(current).filter((taken) => taken !== post.id);
  const owner = postAt(current, addressOf(id));
  const isTaken = createIdSet(others).isTaken(id);
  const messages = [
    isPageId(id) === isPage(post) ? newIdProblem(id) : postMessages.idKind,
    id.toLowerCase() === post.id.toLowerCase() ? postMessages.idCase : undefined,
    isTaken ? postMessages.idTaken : undefined,
    owner && owner !== post && !isTaken ? postMessages.idAliased : undefined,
  ];
  return messages.flatMap((message) => (message === undefined ? [] : [{ path: 'id', message }]));
};

type Relink = (text: string, page: string) => string;

const linkMover = (from: string, to: string, origin: string): Relink => {
  const { host } = new URL(origin);
  /** Whether a URL, which may have backslashes before punctuation, is that of the post. */
  const leadsToPost = (written: string, page: string): boolean => {
    const [address, base] = [written.replace(/\\(?=[!-/:-@[-`{-~])/g, ''), origin + page];
    if (!URL.canParse(address, base)) return false;
    const url = new URL(address, base);
    const path = decodeAddress(url.pathname).replace(/\/+$/, '');
    return /^https?:$/.test(url.protocol) && url.host === host && path === addressOf(from, String);
  };
  return (text, page) =>
    relink(text, (address) => {
      const [, before, , after = ''] = LAST_PART.exec(address) ?? [];
      return before !== undefined && leadsToPost(address, page)
        ? before + nameOfId(to) + after
        : undefined;
    });
};

const withRelinked = (post: StoredPost, relinked: Relink): StoredPost => {
  const { entry, fields, text } = post;
  const content = relinked(fields.content, addressOf(entry.id));
  const relinkedText = text.slice(0, entry.contentStart) + content + text.slice(entry.contentEnd);
  return { entry, fields: { ...fields, content }, text: relinkedText };
};

const isReadOnly = ({ problems }: Pick<ContentSnapshot, 'problems'>, path: string): boolean =>
  problems.some((problem) => problem.path === path && problem.readOnly);

/** Returns the change of a JSON file with links to the post. A file that can't be read stays. */
const entityChanges = async (
  context: SaveContext,
  name: 'profile' | 'experiences' | 'sections',
  relinked: Relink,
): Promise<Changes> => {
  const { [name]: before, problems } = context.current;
  const { path, fields } = ENTITIES[name];
  const texts: unknown[] = markdownTextsOf(fields, before).map(({ markdown }) => markdown);
  const after: unknown = JSON.parse(JSON.stringify(before), (_, value: unknown) =>
    texts.includes(value) ? relinked(String(value), '/') : value,
  );
  if (isSame(before, after) || isReadOnly({ problems }, path)) return new Map();
  return jsonChange(context, path, { before, after });
};

/** Adds the old address; the first one stays, since it is the id of the post's feed entry. */
const aliasesAfterMove = (aliases: readonly string[], from: string, to: string): string[] => {
  const [old, now] = [addressKey(addressOf(from)), addressKey(addressOf(to))];
  const first = aliases.find((alias) => POST_ALIAS.test(alias));
  const others = aliases.filter((alias) => alias === first || addressKey(alias) !== now);
  return others.some((alias) => addressKey(alias) === old) ? others : [...others, addressOf(from)];
};

/**
 * Gives a post another id: renames its file, makes the old address an alias if the post `wasPublic`
 * there, and rewrites links to it in all texts. `updatedAt` of all posts stays. `origin` is that of
 * the site. Throws `EntityNotFound`, `InvalidInput` with all reasons against the id, and
 * `UnreadableFile` if the front matter has no place for the alias.
 */
export const movePost =
  (
    from: string,
    to: string,
    origin: string,
    wasPublic: (snapshot: ContentSnapshot, post: PostEntry) => Promise<boolean>,
  ): Command =>
  async (context) => {
    const { current, blobs } = context;
    const [post] = await presentPosts(context, [from]);
    const moved = summaryOfPosts([post.entry], [['Move', [post.entry.title]]]);
    const summary = { ...moved, subject: `${moved.subject} to ${addressOf(to)}` };
    if (from === to) return { ...summary, changes: new Map() };
    rejectIssues(issuesOf(to, post.entry, current));
    const relinked = linkMover(from, to, origin);
    const { aliases: former = [] } = post.fields;
    // The name of a draft must not become public with its post.
    const isKnown = await wasPublic(current, post.entry);
    const aliases = isKnown ? aliasesAfterMove(former, from, to) : former;
    const { text, fields } = withRelinked(post, relinked);
    const renamed = { ...post, entry: { ...post.entry, id: to }, text };
    const others = current.posts.filter(
      (entry) =>
        entry.id !== from && mayLinkTo(entry, nameOfId(from)) && !isReadOnly(entry, entry.path),
    );
    const rewritten = await mapYielding(await readReadablePosts(blobs, others), (other) => {
      const { text } = withRelinked(other, relinked);
      return text === other.text ? [] : [textChange(other.entry.path, text)];
    });
    return {
      ...summary,
      dependsOnAll: true,
      changes: new Map<string, Uint8Array | StoredBlob | null>([
        [post.entry.path, null],
        textChange(postPath(to), rewritePost(renamed, { ...fields, aliases })),
        ...rewritten.flat(),
        ...(await entityChanges(context, 'profile', relinked)),
        ...(await entityChanges(context, 'experiences', relinked)),
        ...(await entityChanges(context, 'sections', relinked)),
      ]),
    };
  };
