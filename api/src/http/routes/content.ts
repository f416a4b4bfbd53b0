import Router from '@koa/router';
import { failureMessages } from 'content-schema';
import type { Sessions } from '../../auth/sessions.ts';
import { resetContent } from '../../content/saving/restore.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import { audienceOf } from '../requests/audience.ts';
import { failing } from '../errors/send-errors.ts';
import { checkSession, requireSession } from '../requests/require-session.ts';
import { postDetailOf } from '../presenters/post-detail.ts';
import type { BodyCache } from '../caching/body-cache.ts';
import type { ContentPresenter } from '../presenters/content-presenter.ts';
import { setRevisionHeader } from '../requests/revision.ts';

interface Options {
  readonly reader: ContentReader;
  readonly saves: SaveQueue;
  readonly present: ContentPresenter;
  readonly answers: BodyCache;
  readonly sessions: Sessions;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** `GET /api/content`, also with `?posts=summary` or `?posts=markdown`, and `POST /api/reset` */
export const contentRoutes = (parts: Options): Router => {
  const { reader, saves, present, answers, sessions, defaultContent } = parts;
  return new Router()
    .get('/content', failing(failureMessages.loadContent), async (ctx) => {
      const detail = postDetailOf(ctx);
      // It is what forms are filled with: saved back, the visitors' view would erase what is hidden.
      if (detail === 'markdown') checkSession(ctx, sessions);
      const snapshot = await reader.current();
      const audience = audienceOf(ctx, sessions);
      setRevisionHeader(ctx, snapshot);
      await answers.send(ctx, snapshot, `${detail} for ${audience}`, () =>
        present.content(snapshot, audience, detail),
      );
    })
    .post(
      '/reset',
      failing(failureMessages.resetContent),
      requireSession(sessions),
      async (ctx) => {
        const snapshot = await saves.save(resetContent(await defaultContent()));
        setRevisionHeader(ctx, snapshot);
        ctx.body = await present.content(snapshot, 'administrator', 'whole');
      },
    );
};
