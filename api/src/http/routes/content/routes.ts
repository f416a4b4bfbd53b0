import Router from '@koa/router';
import { REVISION_HEADER } from 'content-schema';
import type { Sessions } from '../../../auth/sessions.ts';
import type { ContentReader } from '../../../content/reader.ts';
import type { ContentPresenter } from './present.ts';

interface Parts {
  readonly reader: ContentReader;
  readonly present: ContentPresenter;
  readonly sessions: Sessions;
}

/** `GET /api/content` */
export const contentRoutes = ({ reader, present, sessions }: Parts): Router =>
  new Router().get('/content', async (ctx) => {
    const snapshot = await reader.current();
    const audience = sessions.isSignedIn(ctx) ? 'administrator' : 'visitor';
    ctx.vary('Cookie');
    ctx.set('Cache-Control', 'no-cache');
    ctx.set(REVISION_HEADER, snapshot.revision);
    ctx.body = await present.content(snapshot, audience);
  });
