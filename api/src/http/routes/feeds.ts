import Router from '@koa/router';
import { headingOf, SEARCH_POSTS_MAX, visibleContacts } from 'content-schema';
import { SEARCH_INDEX_PATH } from 'content-schema/search-index';
import type { Context } from 'koa';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { atomFeed, jsonFeed, type FeedContent } from '../../feeds/feed.ts';
import { writeSearchIndex } from '../../feeds/search-index.ts';
import { securityContact } from '../../feeds/security-contact.ts';
import { robots, sitemap } from '../../feeds/sitemap.ts';
import { allowSharedCaches } from '../caching/cache-control.ts';
import { prepareResponse, sendPrepared } from '../caching/prepared-response.ts';
import { pageSiteOf } from '../pages/public-content.ts';
import { HttpError } from '../errors/http-errors.ts';
import { postsFor } from '../../presenters/content-presenter.ts';
import type { RouteDeps } from '../deps.ts';

/** Older posts are only on the site. */
const FEED_POSTS_MAX = 20;

/** `GET /feed.xml`, `/feed.json`, `/search-index.json`, `/sitemap.xml`, `/robots.txt` and `/.well-known/security.txt` */
export const feedRoutes = (deps: RouteDeps): Router => {
  const { reader, renamedPosts, prepared, present, web, origin } = deps;
  const send = async (
    ctx: Context,
    type: string,
    write: (snapshot: ContentSnapshot) => Promise<string>,
  ): Promise<void> => {
    const snapshot = await reader.current();
    const response = await prepared(snapshot, type, async () =>
      prepareResponse(type, await write(snapshot)),
    );
    sendPrepared(ctx, snapshot, response);
    allowSharedCaches(ctx, snapshot);
  };

  const feedContent = async (snapshot: ContentSnapshot): Promise<FeedContent> => {
    const entries = postsFor(snapshot, 'visitor').slice(0, FEED_POSTS_MAX);
    const summaries = await present.posts(snapshot, entries, 'summary');
    const excerpts = new Map(summaries.map(({ id, excerpt }) => [id, excerpt]));
    const firstIds = new Map<string, string>();
    for (const post of entries) firstIds.set(await renamedPosts.firstId(snapshot, post), post.id);
    const firstIdOf = new Map([...firstIds].map(([first, id]) => [id, first]));
    const posts = await present.posts(snapshot, entries, 'whole');
    return {
      origin,
      shell: await present.shell(snapshot, 'visitor', pageSiteOf(snapshot)),
      posts: posts.map((post) => ({
        ...post,
        excerpt: excerpts.get(post.id) ?? '',
        firstId: firstIdOf.get(post.id) ?? post.id,
      })),
    };
  };

  const searchIndex = async (snapshot: ContentSnapshot): Promise<string> => {
    const entries = postsFor(snapshot, 'visitor').slice(0, SEARCH_POSTS_MAX);
    return writeSearchIndex(await present.posts(snapshot, entries, 'summary'));
  };

  const writeSitemap = async (snapshot: ContentSnapshot): Promise<string> => {
    const posts = postsFor(snapshot, 'visitor').map(headingOf);
    return sitemap(origin, (await web.renderer()).sitemap(posts));
  };

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
    .get(SEARCH_INDEX_PATH, (ctx) => send(ctx, 'json', searchIndex))
    .get('/sitemap.xml', (ctx) => send(ctx, 'application/xml; charset=utf-8', writeSitemap))
    .get('/robots.txt', (ctx) => {
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = robots(origin);
    })
    .get('/.well-known/security.txt', async (ctx) => {
      const { email } = visibleContacts((await reader.current()).profile);
      if (email === undefined) throw new HttpError('NoSuchRoute', 'Not found');
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = securityContact(origin, email, new Date());
    });
};
