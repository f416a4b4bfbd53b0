import Router from '@koa/router';
import {
  hasTag,
  headingOf,
  SEARCH_POSTS_MAX,
  tagKey,
  visibleContacts,
  withoutPages,
} from 'content-schema';
import { toJsonResume } from 'content-schema/cv';
import { SEARCH_INDEX_PATH } from 'content-schema/search-index';
import type { Context } from 'koa';
import { addressOf, hasPublicPage } from '../../core/reading/addresses.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import { atomFeed, jsonFeed, type FeedContent } from './feed.ts';
import { llmsTxt, postMarkdown } from './markdown-files.ts';
import { writeSearchIndex } from './search-index.ts';
import { securityContact } from './security-contact.ts';
import { robots, sitemap } from './sitemap.ts';
import { allowSharedCaches } from '../../core/http/caching/cache-control.ts';
import { prepareResponse, sendPrepared } from '../../core/http/caching/prepared-response.ts';
import { POST_TEXT, redirectRenamedPost } from '../../core/http/pages/old-addresses.ts';
import { pageSiteOf } from '../../core/http/pages/public-content.ts';
import { HttpError } from '../../core/http/errors/http-errors.ts';
import { postsFor } from '../../core/presenters/content-presenter.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';

/** Older posts are only on the site. */
const FEED_POSTS_MAX = 20;

const FEEDS = {
  '/feed.xml': { type: 'application/atom+xml; charset=utf-8', write: atomFeed },
  '/feed.json': { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
};
const MARKDOWN = 'text/markdown; charset=utf-8';

/** `GET /feed.xml`, `/blogs/{id}.md`, `/sitemap.xml` etc.: what programs read of the public site */
const feedRoutes = (deps: RouteDeps): Router => {
  const { reader, renamedPosts, prepared, present, web, origin } = deps;
  const send = async (
    ctx: Context,
    type: string,
    write: (snapshot: ContentSnapshot) => Promise<string>,
    key = type,
  ): Promise<void> => {
    const snapshot = await reader.current();
    const response = await prepared(snapshot, key, async () =>
      prepareResponse(type, await write(snapshot)),
    );
    sendPrepared(ctx, snapshot, response);
    allowSharedCaches(ctx);
  };

  const feedContent = async (snapshot: ContentSnapshot, tag?: string): Promise<FeedContent> => {
    const all = postsFor(snapshot, 'visitor');
    const tagged = tag === undefined ? all : all.filter((post) => hasTag(post, tag));
    if (tag !== undefined && tagged.length === 0) throw new HttpError('NoSuchRoute', 'Not found');
    const entries = tagged.slice(0, FEED_POSTS_MAX);
    const summaries = await present.posts(snapshot, entries, 'summary');
    const excerpts = new Map(summaries.map(({ id, excerpt }) => [id, excerpt]));
    const firstIds = new Map<string, string>();
    for (const post of entries) firstIds.set(await renamedPosts.firstId(snapshot, post), post.id);
    const firstIdOf = new Map([...firstIds].map(([first, id]) => [id, first]));
    const posts = await present.posts(snapshot, entries, 'whole');
    return {
      origin,
      tag: entries[0]?.tags.find((own) => tag !== undefined && tagKey(own) === tagKey(tag)),
      shell: await present.shell(snapshot, 'visitor', pageSiteOf(snapshot)),
      posts: posts.map((post) => ({
        ...post,
        excerpt: excerpts.get(post.id) ?? '',
        firstId: firstIdOf.get(post.id) ?? post.id,
      })),
    };
  };

  const searchIndex = async (snapshot: ContentSnapshot): Promise<string> => {
    const entries = publicPosts(snapshot).slice(0, SEARCH_POSTS_MAX);
    return writeSearchIndex(await present.posts(snapshot, entries, 'summary'));
  };

  const writeSitemap = async (snapshot: ContentSnapshot): Promise<string> => {
    const posts = publicPosts(snapshot).map(headingOf);
    return sitemap(origin, (await web.renderer()).sitemap(posts));
  };

  const writeLlmsTxt = async (snapshot: ContentSnapshot): Promise<string> => {
    const shell = await present.shell(snapshot, 'visitor', pageSiteOf(snapshot));
    const all = publicPosts(snapshot).map(headingOf);
    return llmsTxt(origin, shell, withoutPages(all), (await web.renderer()).sitemap(all));
  };

  const router = new Router();
  for (const [file, { type, write }] of Object.entries(FEEDS)) {
    const sendFeed = (ctx: Context, tag?: string) => {
      const key = tag === undefined ? type : `${type} ${tagKey(tag)}`;
      return send(ctx, type, async (snapshot) => write(await feedContent(snapshot, tag)), key);
    };
    router.get(file, (ctx) => sendFeed(ctx));
    router.get(`/blogs/tags/:tag${file}`, (ctx) => sendFeed(ctx, ctx.params['tag']));
  }

  return router
    .get('/blogs/:id.md', async (ctx, next) => {
      const snapshot = await reader.current();
      const { id = '' } = ctx.params;
      // The file of a post may be called `a.md.md`.
      const isPage = hasPublicPage(snapshot, `${id}.md`);
      const post = isPage ? undefined : await present.post(snapshot, id, 'visitor', 'markdown');
      if (post) {
        ctx.set('Link', `<${origin}${addressOf(id)}>; rel="canonical"`);
        sendPrepared(ctx, snapshot, prepareResponse(MARKDOWN, postMarkdown(post)));
        allowSharedCaches(ctx);
      } else if (redirectRenamedPost(deps, ctx, snapshot, POST_TEXT) !== 'redirected') {
        await next();
      }
    })
    .get('/llms.txt', (ctx) => send(ctx, 'text/plain; charset=utf-8', writeLlmsTxt))
    .get(SEARCH_INDEX_PATH, (ctx) => send(ctx, 'json', searchIndex))
    .get('/resume.json', (ctx) =>
      send(ctx, 'application/json; charset=utf-8', async (snapshot) =>
        toJsonResume(await present.shell(snapshot, 'visitor', pageSiteOf(snapshot)), origin),
      ),
    )
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

export const feedsFeature: CreateFeature = (deps) => ({ publicRoutes: [feedRoutes(deps)] });
