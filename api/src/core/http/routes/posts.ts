import Router, { type RouterContext } from '@koa/router';
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
  type FrontMatterResponse,
  type Post,
  type PostIds,
  type PostPageResponse,
  type RenameTagResponse,
} from 'content-schema';
import type { Context } from 'koa';
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
import { searchPosts } from '../../reading/search-posts.ts';
import { readPosts } from '../../reading/stored-posts.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import type { Command } from '../../saving/save-command.ts';
import { postsFor, withExtractedFrontMatter } from '../../presenters/content-presenter.ts';
import type { Audience } from '../../presenters/public-view.ts';
import { prepareInSlices, prepareResponse, sendPrepared } from '../caching/prepared-response.ts';
import { audienceOf, checkSession } from '../requests/access.ts';
import { listDetailOf, parseBody, readJson, queryText } from '../requests/parse-request.ts';
import { disconnectSignal, setRevisionHeader } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

const isForEditing = (ctx: Context): boolean => ctx.query['posts'] === 'markdown';

/**
 * `PUT /api/posts`, `GET`, `PUT` and `DELETE /api/posts/{id}`, `PATCH /api/posts/{id}/visibility`;
 * several at once by `POST /api/admin/posts/visibility`, `/repair` and `/delete`;
 * `POST /api/admin/posts/{id}/address`, `POST /api/admin/posts/front-matter`;
 * `GET /api/admin/posts/search?q=`; and `POST /api/admin/tags/rename`
 */
export const postsRoutes = (deps: RouteDeps): Router => {
  const { reader, renamedPosts, save, adminCall, blobs, present, sessions, admin, origin } = deps;
  const { info } = deps;
  const saving = adminCall(failureMessages.savePosts);
  const toggling = adminCall(failureMessages.updatePostVisibility);

  const idOf = (ctx: RouterContext): string => ctx.params['id'] ?? '';

  /**
   * Saves and responds with all posts, as the specification demands, in the detail of `?posts=`.
   */
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
    ctx.body = await present.posts(snapshot, posts, 'headings');
  };

  const findOrThrow = async (
    ctx: RouterContext,
    snapshot: ContentSnapshot,
    audience: Audience,
    id = idOf(ctx),
    detail: 'markdown' | 'whole' = isForEditing(ctx) ? 'markdown' : 'whole',
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
    const [summary] = await present.posts(snapshot, entry, 'summary');
    const neighbours = neighboursOf(postsFor(snapshot, 'visitor'), id, snapshot.site.lang);
    const link = entry[0] && (await correctionLink(info, snapshot, entry[0]));
    return { excerpt: '', ...summary, neighbours, ...link };
  };

  return new Router()
    .put('/posts', saving, async (ctx) => {
      const sent = await readJson(ctx, POSTS_BODY_MAX_BYTES);
      await saveAndPresent(ctx, (report) => savePosts(sent, report));
    })
    .get('/posts/:id', async (ctx) => {
      const isEdited = isForEditing(ctx);
      if (isEdited) checkSession(ctx, sessions);
      const snapshot = await (isEdited ? reader.latest() : reader.current());
      const audience = audienceOf(ctx, sessions);
      const id = idOf(ctx);
      const isPresent = postsFor(snapshot, audience, 'headings').some((each) => each.id === id);
      const moved = isPresent || isEdited ? undefined : renamedPosts.find(snapshot, id);
      if (typeof moved === 'object') {
        ctx.redirect(`/api/posts/${encodeURIComponent(moved.id)}${ctx.search}`);
        return;
      }
      // The form of a post goes on with the post after a rename.
      const renamed = isEdited ? await renamedPosts.findMoved(snapshot, id) : undefined;
      const post = await findOrThrow(ctx, snapshot, audience, renamed?.id);
      const response = isEdited ? post : { ...post, ...(await besideText(snapshot, post.id)) };
      setRevisionHeader(ctx, snapshot);
      sendPrepared(ctx, snapshot, prepareResponse('json', JSON.stringify(response)));
    })
    .put('/posts/:id', saving, async (ctx) => {
      const sent = await readJson(ctx, POST_BODY_MAX_BYTES);
      let extracted: ExtractedFields = new Map();
      const { content } = await save(
        ctx,
        savePost(idOf(ctx), sent, (fields) => (extracted = fields)),
      );
      ctx.body = withExtractedFrontMatter(
        await findOrThrow(ctx, content, 'administrator'),
        extracted,
      );
    })
    .delete('/posts/:id', adminCall(failureMessages.deletePost), async (ctx) => {
      await saveAndPresent(ctx, () => deletePosts([idOf(ctx)]));
    })
    .patch('/posts/:id/visibility', toggling, async (ctx) => {
      const { hidden } = await parseBody(ctx, visibilitySchema);
      await saveAndPresent(ctx, () => setVisibility([idOf(ctx)], hidden));
    })
    .post('/admin/posts/front-matter', admin, async (ctx) => {
      const post = await parseBody(ctx, unfinishedPostSchema);
      const snapshot = await reader.current();
      const stored = await readPosts(
        blobs,
        snapshot.posts.filter(({ id }) => id === post.id),
      );
      const { fields, contentStart, reason } = extractInto(post, byId(stored));
      setRevisionHeader(ctx, snapshot);
      const unchanged = reason === undefined ? {} : { reason };
      ctx.body = { fields, contentStart, ...unchanged } satisfies FrontMatterResponse;
    })
    .get('/admin/posts/search', admin, async (ctx) => {
      const snapshot = await reader.current();
      setRevisionHeader(ctx, snapshot);
      audienceOf(ctx, sessions);
      ctx.body = {
        ids: await searchPosts(blobs, snapshot.posts, queryText(ctx, 'q')),
      } satisfies PostIds;
    })
    .post('/admin/posts/visibility', toggling, async (ctx) => {
      const { ids, hidden } = await parseBody(ctx, postsVisibilitySchema);
      await saveAndPresentNamed(ctx, ids, setVisibility(ids, hidden));
    })
    .post('/admin/posts/:id/address', saving, async (ctx) => {
      const { id } = await parseBody(ctx, postAddressSchema);
      const { content } = await save(ctx, movePost(idOf(ctx), id, origin, renamedPosts.wasPublic));
      ctx.body = await findOrThrow(ctx, content, 'administrator', id, 'markdown');
    })
    .post('/admin/posts/repair', saving, async (ctx) => {
      const { ids } = await parseBody(ctx, postIdsSchema);
      await saveAndPresentNamed(ctx, ids, repairPosts(ids));
    })
    .post('/admin/posts/aliases', saving, async (ctx) => {
      const { id, address } = await parseBody(ctx, aliasSchema);
      const snapshot = await reader.latest();
      const post = snapshot.posts.find((each) => each.id === id);
      const firstId = post ? await renamedPosts.firstId(snapshot, post) : id;
      await saveAndPresentNamed(ctx, [id], addAlias(id, address, firstId));
    })
    .post('/admin/posts/delete', adminCall(failureMessages.deletePost), async (ctx) => {
      const { ids } = await parseBody(ctx, postIdsSchema);
      const { content } = await save(ctx, deletePosts(ids));
      const left = new Set(content.posts.map(({ id }) => id));
      ctx.body = { ids: ids.filter((id) => !left.has(id)) } satisfies PostIds;
    })
    .post('/admin/tags/rename', saving, async (ctx) => {
      const { from, to } = await parseBody(ctx, renameTagSchema);
      const { content, written } = await save(ctx, renameTag({ from, to }));
      const changed = content.posts.filter(({ path }) => written.has(path));
      const left = content.posts.filter(({ tags }) =>
        tags.some((tag) => tagKey(tag) === tagKey(from) && tag !== to),
      );
      ctx.body = {
        posts: await present.posts(content, changed, 'headings'),
        unreadable: left.map(({ path }) => path),
      } satisfies RenameTagResponse;
    });
};
