import Router from '@koa/router';
import type { Sessions } from '../../../auth/sessions.ts';
import { resetContent } from '../../../content/commands/reset-content.ts';
import type { ContentReader } from '../../../content/reader.ts';
import type { SaveQueue } from '../../../content/save-queue.ts';
import { audienceOf } from '../../audience.ts';
import { requireSession } from '../../middleware/require-session.ts';
import { postDetailOf } from '../../post-detail.ts';
import type { AnswerCache } from '../../present/answer-cache.ts';
import type { ContentPresenter } from '../../present/content-presenter.ts';
import { tellRevision } from '../../revision.ts';

interface Parts {
  readonly reader: ContentReader;
  readonly saves: SaveQueue;
  readonly present: ContentPresenter;
  readonly answers: AnswerCache;
  readonly sessions: Sessions;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** `GET /api/content`, also with `?posts=summary` or `?posts=markdown`, and `POST /api/reset` */
export const contentRoutes = (parts: Parts): Router => {
  const { reader, saves, present, answers, sessions, defaultContent } = parts;
  return new Router()
    .get('/content', async (ctx) => {
      const snapshot = await reader.current();
      const audience = audienceOf(ctx, sessions);
      const detail = postDetailOf(ctx);
      tellRevision(ctx, snapshot);
      await answers.send(ctx, snapshot, `${detail} for ${audience}`, () =>
        present.content(snapshot, audience, detail),
      );
    })
    .post('/reset', requireSession(sessions), async (ctx) => {
      const snapshot = await saves.save(resetContent(await defaultContent()));
      tellRevision(ctx, snapshot);
      ctx.body = await present.content(snapshot, 'administrator', 'whole');
    });
};
