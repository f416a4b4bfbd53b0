import type Router from '@koa/router';
import type { CallRouter } from './calls.ts';
import type { ProposedResponse } from 'content-schema';
import type { Context, Middleware } from 'koa';
import type { Command } from '../saving/save-command.ts';
import type { SaveOptions } from '../saving/save-queue.ts';

/** What a feature adds to the application. `features.ts` lists all features. */
export interface Feature {
  /** Routes whose responses are the same for all clients; they read no session. */
  readonly publicRoutes?: readonly Router[];
  /** Routes below `/api`. */
  readonly calls?: CallRouter;
  /** Pages beside the site's, for anyone who has their address. */
  readonly pages?: Middleware;
  /** Pages for the administrator. */
  readonly adminPages?: Middleware;
  /** Saves a command elsewhere than in the content, if the request asks for it. */
  readonly saveElsewhere?: (
    ctx: Context,
    command: Command,
    options: SaveOptions,
  ) => Promise<ProposedResponse | undefined>;
  /** Called with the event of each delivery of the webhook, and its body if that is read. */
  readonly onDelivery?: (event: string, body: () => unknown) => Promise<void>;
}
