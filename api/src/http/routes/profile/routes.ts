import Router from '@koa/router';
import { REVISION_HEADER, profileSchema } from 'content-schema';
import { profileAnswer } from 'content-schema/content-answer';
import type { Sessions } from '../../../auth/sessions.ts';
import { saveProfile } from '../../../content/commands/save-json-entity.ts';
import type { SaveQueue } from '../../../content/save-queue.ts';
import { jsonBody } from '../../middleware/json-body.ts';
import { requireSession } from '../../middleware/require-session.ts';
import { parseBody } from '../../parse-body.ts';

interface Parts {
  readonly saves: SaveQueue;
  readonly sessions: Sessions;
}

/** `PUT /api/profile` */
export const profileRoutes = ({ saves, sessions }: Parts): Router =>
  new Router().put('/profile', requireSession(sessions), jsonBody(), async (ctx) => {
    const snapshot = await saves.save(saveProfile(parseBody(ctx, profileSchema)));
    ctx.set(REVISION_HEADER, snapshot.revision);
    ctx.body = profileAnswer(snapshot.profile);
  });
