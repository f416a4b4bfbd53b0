import Router from '@koa/router';
import type { Context } from 'koa';
import type { ContentReader } from '../content/reading/reader.ts';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import { etagOf } from '../http/caching/etag-of.ts';
import { markCacheable } from '../http/caching/cacheable-response.ts';
import { postsFor, type ContentPresenter } from '../http/presenters/content-presenter.ts';
import { sendPublicly, type PublicResponse } from '../http/caching/public-response.ts';
import { createMemo } from '../memo.ts';
import { atomFeed, jsonFeed, type FeedContent } from './feed.ts';
import { robots, sitemap } from './sitemap.ts';

interface Options {
  readonly reader: ContentReader;
  readonly present: ContentPresenter;
  /** The canonical origin. */
  readonly origin: string;
}

/** Posts in a feed; whoever wants older ones finds them on the site. */
const FEED_POSTS_MAX = 20;

/** `GET /feed.xml`, `/feed.json`, `/sitemap.xml` and `/robots.txt`, the same for everybody */
export const feedRoutes = ({ reader, present, origin }: Options): Router => {
  const remember = createMemo<PublicResponse>();

  const send = async (
    ctx: Context,
    type: string,
    write: (snapshot: ContentSnapshot) => Promise<string>,
  ): Promise<void> => {
    const snapshot = await reader.current();
    const answer = await remember(snapshot, type, async () => {
      const body = Buffer.from(await write(snapshot));
      return { status: 200, type, body, etag: etagOf(body) };
    });
    markCacheable(ctx, snapshot);
    sendPublicly(ctx, answer);
  };

  const feedContent = async (snapshot: ContentSnapshot): Promise<FeedContent> => ({
    origin,
    frame: await present.frame(snapshot, 'visitor'),
    posts: await present.posts(postsFor(snapshot, 'visitor').slice(0, FEED_POSTS_MAX), 'whole'),
  });

  return new Router()
    .get('/feed.xml', (ctx) =>
      send(ctx, 'application/atom+xml; charset=utf-8', async (snapshot) =>
        atomFeed(await feedContent(snapshot)),
      ),
    )
    .get('/feed.json', (ctx) =>
      send(ctx, 'application/feed+json; charset=utf-8', async (snapshot) =>
        jsonFeed(await feedContent(snapshot)),
      ),
    )
    .get('/sitemap.xml', (ctx) =>
      send(ctx, 'application/xml; charset=utf-8', (snapshot) =>
        Promise.resolve(sitemap(origin, postsFor(snapshot, 'visitor'))),
      ),
    )
    .get('/robots.txt', (ctx) => {
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = robots(origin);
    });
};
