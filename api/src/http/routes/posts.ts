import Router, { type RouterContext } from '@koa/router';
import {
  POSTS_BODY_MAX_BYTES,
  failureMessages,
  visibilitySchema,
  type SavedPost,
} from 'content-schema';
import type { Context } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import type { Command } from '../../content/saving/save-command.ts';
import { deletePost, setVisibility } from '../../content/posts/change-post.ts';
import { savePosts, type LiftedFields } from '../../content/posts/save-posts.ts';
import { EntityNotFound } from '../../content/errors.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import { prepareResponse, sendPrepared } from '../caching/prepared-response.ts';
import { failing } from '../errors/send-errors.ts';
import { audienceOf, requireSession } from '../requests/access.ts';
import { bodyOf, jsonBody, parseBody, postDetailOf } from '../requests/parse-request.ts';
import type { ContentPresenter } from '../presenters/content-presenter.ts';
import { readSaveOptions, setRevisionHeader } from '../requests/revision.ts';

interface Options {
  readonly reader: ContentReader;
  readonly saves: SaveQueue;
  readonly present: ContentPresenter;
  readonly sessions: Sessions;
}

/** `PUT /api/posts`, `GET` and `DELETE /api/posts/{id}`, `PATCH /api/posts/{id}/visibility` */
export const postsRoutes = ({ reader, saves, present, sessions }: Options): Router => {
  const admin = requireSession(sessions);

  const idOf = (ctx: RouterContext): string => ctx.params['id'] ?? '';

  /** Every save of posts responds with all of them, as much of each as `?posts=` asks for. */
  const save = async (ctx: Context, command: Command) => {
    const { content } = await saves.save(command, readSaveOptions(ctx));
    setRevisionHeader(ctx, content);
    return present.posts(content.posts, postDetailOf(ctx));
  };

  return new Router({ prefix: '/posts' })
    .put(
      '/',
      failing(failureMessages.savePosts),
      admin,
      jsonBody(POSTS_BODY_MAX_BYTES),
      async (ctx) => {
        let lifted: LiftedFields = new Map();
        const posts = await save(
          ctx,
          savePosts(bodyOf(ctx), new Date(), (fields) => (lifted = fields)),
        );
        ctx.body = posts.map((post): SavedPost => {
          const fields = lifted.get(post.id);
          return fields ? { ...post, lifted: fields } : post;
        });
      },
    )
    .get('/:id', async (ctx) => {
      const snapshot = await reader.current();
      const post = await present.post(snapshot, idOf(ctx), audienceOf(ctx, sessions));
      if (!post) throw new EntityNotFound('Blog post not found');
      setRevisionHeader(ctx, snapshot);
      sendPrepared(ctx, snapshot, prepareResponse('json', JSON.stringify(post)));
    })
    .delete('/:id', failing(failureMessages.deletePost), admin, async (ctx) => {
      ctx.body = await save(ctx, deletePost(idOf(ctx)));
    })
    .patch(
      '/:id/visibility',
      failing(failureMessages.updatePostVisibility),
      admin,
      jsonBody(),
      async (ctx) => {
        const { hidden } = parseBody(ctx, visibilitySchema);
        ctx.body = await save(ctx, setVisibility(idOf(ctx), hidden));
      },
    );
};
