import type Router from '@koa/router';
import type { CallRouter } from './calls.ts';
import type { Context, Middleware } from 'koa';
import type { ContentReader } from '../reading/reader.ts';
import type { SaveQueue } from '../saving/save-queue.ts';

/** What the administrator's calls read and change: the site's content, or another branch's. */
export type EditedContent = Pick<ContentReader, 'current' | 'latest'> & Pick<SaveQueue, 'save'>;

/** What a feature adds to the application. `features.ts` lists all features. */
export interface Feature {
  /** Routes whose responses are the same for all clients; they read no session. */
  readonly publicRoutes?: readonly Router[];
  readonly calls?: CallRouter;
  /** Pages beside the site's, for anyone who has their address. */
  readonly pages?: Middleware;
  readonly adminPages?: Middleware;
  /** The content that a request names in place of the site's. */
  readonly editedContent?: (ctx: Context) => Promise<EditedContent | undefined>;
  /** Called with the event of each delivery of the webhook, and its body if that is read. */
  readonly onDelivery?: (event: string, body: () => unknown) => Promise<void>;
}
