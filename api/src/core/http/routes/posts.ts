import {
  aliasSchema,
  POSTS_BODY_MAX_BYTES,
  POST_BODY_MAX_BYTES,
  failureMessages,
  neighboursOf,
  postAddressSchema,
  postIdsSchema,
  postsVisibilitySchema,
  renameTagSchema,
  tagKey,
  unfinishedPostSchema,
  visibilitySchema,
  type Post,
  type PostPageResponse,
} from 'content-schema';
import type { Context } from 'koa';
import * as v from 'valibot';
import { EntityNotFound } from '../../reading/errors.ts';
import {
  addAlias,
  deletePosts,
  renameTag,
  repairPosts,
  setVisibility,
} from '../../saving/change-post.ts';
import { correctionLink } from '../pages/public-content.ts';
import { movePost } from '../../saving/move-post.ts';
import { byId } from '../../saving/post-edits.ts';
import { extractInto } from '../../saving/posts-input.ts';
import { savePost, savePosts, type ExtractedFields } from '../../saving/save-posts.ts';
import { searchPosts } from '../../reading/post-words.ts';
import { readPosts } from '../../reading/stored-posts.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import type { Command } from '../../saving/save-command.ts';
import { postsFor, withExtractedFrontMatter } from '../../presenters/content-presenter.ts';
import type { Audience } from '../../presenters/public-view.ts';
import { prepareInSlices, prepareResponse, sendPrepared } from '../caching/prepared-response.ts';
import { adminOnly, anyone, createCalls, type CallRouter } from '../calls.ts';
import { audienceOf, checkSession } from '../requests/access.ts';
import { listDetailOf, queryText } from '../requests/parse-request.ts';
import { disconnectSignal, setRevisionHeader } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

const isForEditing = (ctx: Context): boolean => ctx.query['posts'] === 'markdown';

const detailOf = (ctx: Context) => (isForEditing(ctx) ? 'markdown' : 'whole');

export const postsRoutes = (deps: RouteDeps): CallRouter => {
  const { reader, renamedPosts, save, blobs, present, sessions, origin, info } = deps;
  const { editedContent } = deps;
  const admin = adminOnly();
  const saving = adminOnly(failureMessages.savePosts);
  const toggling = adminOnly(failureMessages.updatePostVisibility);
  const deleting = adminOnly(failureMessages.deletePost);

  /** Responds with all posts, as the specification demands, in the detail of `?posts=`. */
  const saveAndPresent = async (
    ctx: Context,
    commandWith: (report: (fields: ExtractedFields) => void) => Command,
  ) => {
    let extracted: ExtractedFields = new Map();
    const { content } = await save(
      ctx,
      commandWith((fields) => (extracted = fields)),
    );
    const detail = listDetailOf(ctx);
    const posts = postsFor(content, 'administrator', detail);
    const text = present.list(content, posts, detail, (post) =>
      withExtractedFrontMatter(post, extracted),
    );
    sendPrepared(ctx, content, await prepareInSlices('json', text, disconnectSignal(ctx)));
  };

  const saveAndPresentNamed = async (ctx: Context, ids: readonly string[], command: Command) => {
    const { content: snapshot } = await save(ctx, command);
    const named = new Set(ids);
    const posts = snapshot.posts.filter(({ id }) => named.has(id));
    return present.posts(snapshot, posts, 'headings');
  };

  const findOrThrow = async (
    snapshot: ContentSnapshot,
    audience: Audience,
    id: string,
    detail: 'markdown' | 'whole',
  ) => {
    const post = await present.post(snapshot, id, audience, detail);
    if (!post) throw new EntityNotFound('Blog post not found');
    return post;
  };

  const besideText = async (
    snapshot: ContentSnapshot,
    id: string,
  ): Promise<Omit<PostPageResponse, keyof Post>> => {
    const entry = snapshot.posts.filter((post) => post.id === id);
    const [own] = await present.posts(snapshot, entry, 'summary');
    const summary = own ?? (await present.projectPages(snapshot)).find((page) => page.id === id);
    const neighbours = neighboursOf(postsFor(snapshot, 'visitor'), id, snapshot.site.lang);
    const link = entry[0] && (await correctionLink(info, snapshot, entry[0]));
    return { excerpt: '', ...summary, neighbours, ...link };
  };

  return createCalls(deps)
    .put('/posts', saving.json(v.unknown(), POSTS_BODY_MAX_BYTES), async (ctx, sent) => {
      await saveAndPresent(ctx, (report) => savePosts(sent, report));
    })
    .get('/posts/{id}', anyone(), async (ctx) => {
      const isEdited = isForEditing(ctx);
      if (isEdited) checkSession(ctx, sessions);
      const snapshot = await (isEdited ? (await editedContent(ctx)).latest() : reader.current());
      const audience = audienceOf(ctx, sessions);
      const { id } = ctx.params;
      const isPresent = postsFor(snapshot, audience, 'headings').some((each) => each.id === id);
      const moved = isPresent || isEdited ? undefined : renamedPosts.find(snapshot, id);
      if (typeof moved === 'object') {
        ctx.redirect(`/api/posts/${encodeURIComponent(moved.id)}${ctx.search}`);
        return;
      }
      // The form of a post goes on with the post after a rename.
      const renamed = isEdited ? await renamedPosts.findMoved(snapshot, id) : undefined;
      const post = await findOrThrow(snapshot, audience, renamed?.id ?? id, detailOf(ctx));
      const response = isEdited ? post : { ...post, ...(await besideText(snapshot, post.id)) };
      setRevisionHeader(ctx, snapshot);
      sendPrepared(ctx, snapshot, prepareResponse('json', JSON.stringify(response)));
    })
    .put('/posts/{id}', saving.json(v.unknown(), POST_BODY_MAX_BYTES), async (ctx, sent) => {
      const { id } = ctx.params;
      let extracted: ExtractedFields = new Map();
      const { content } = await save(
        ctx,
        savePost(id, sent, (fields) => (extracted = fields)),
      );
      const post = await findOrThrow(content, 'administrator', id, detailOf(ctx));
      return withExtractedFrontMatter(post, extracted);
    })
    .delete('/posts/{id}', deleting, async (ctx) => {
      await saveAndPresent(ctx, () => deletePosts([ctx.params.id]));
    })
    .patch('/posts/{id}/visibility', toggling.json(visibilitySchema), async (ctx, { hidden }) => {
      await saveAndPresent(ctx, () => setVisibility([ctx.params.id], hidden));
    })
    .post('/admin/posts/front-matter', admin.json(unfinishedPostSchema), async (ctx, post) => {
      const snapshot = await (await editedContent(ctx)).current();
      const stored = await readPosts(
        blobs,
        snapshot.posts.filter(({ id }) => id === post.id),
      );
      const { fields, contentStart, reason } = extractInto(post, byId(stored));
      setRevisionHeader(ctx, snapshot);
      return { fields, contentStart, ...(reason !== undefined && { reason }) };
    })
    .get('/admin/posts/search', admin, async (ctx) => {
      const snapshot = await (await editedContent(ctx)).current();
      setRevisionHeader(ctx, snapshot);
      audienceOf(ctx, sessions);
      return { ids: await searchPosts(deps, snapshot.posts, queryText(ctx, 'q')) };
    })
    .post('/admin/posts/visibility', toggling.json(postsVisibilitySchema), (ctx, { ids, hidden }) =>
      saveAndPresentNamed(ctx, ids, setVisibility(ids, hidden)),
    )
    .post('/admin/posts/{id}/address', saving.json(postAddressSchema), async (ctx, { id }) => {
      const command = movePost(ctx.params.id, id, origin, renamedPosts.wasPublic);
      const { content } = await save(ctx, command);
      return findOrThrow(content, 'administrator', id, 'markdown');
    })
    .post('/admin/posts/repair', saving.json(postIdsSchema), (ctx, { ids }) =>
      saveAndPresentNamed(ctx, ids, repairPosts(ids)),
    )
    .post('/admin/posts/aliases', saving.json(aliasSchema), async (ctx, { id, address }) => {
      const snapshot = await (await editedContent(ctx)).latest();
      const post = snapshot.posts.find((each) => each.id === id);
      const firstId = post ? await renamedPosts.firstId(snapshot, post) : id;
      return saveAndPresentNamed(ctx, [id], addAlias(id, address, firstId));
    })
    .post('/admin/posts/delete', deleting.json(postIdsSchema), async (ctx, { ids }) => {
      const { content } = await save(ctx, deletePosts(ids));
      const left = new Set(content.posts.map(({ id }) => id));
      return { ids: ids.filter((id) => !left.has(id)) };
    })
    .post('/admin/tags/rename', saving.json(renameTagSchema), async (ctx, { from, to }) => {
      const { content, written } = await save(ctx, renameTag({ from, to }), { isLong: true });
      const changed = content.posts.filter(({ path }) => written.has(path));
      const left = content.posts.filter(({ tags }) =>
        tags.some((tag) => tagKey(tag) === tagKey(from) && tag !== to),
      );
      return {
        posts: await present.posts(content, changed, 'headings'),
        unreadable: left.map(({ path }) => path),
      };
    });
};
