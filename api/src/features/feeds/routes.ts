import Router from '@koa/router';
import {
  hasTag,
  headingOf,
  SEARCH_POSTS_MAX,
  tagKey,
  visibleContacts,
  withoutPages,
  type PostSummary,
  type PostHeading,
  type PostSource,
  type SitemapEntry,
  type SiteShell,
} from 'content-schema';
import { renderedBody } from 'content-schema/rendered-body';
import { toJsonResume } from 'content-schema/resume';
import { SEARCH_INDEX_PATH, SEARCH_INDEX, type SearchDocument } from 'content-schema/search-index';
import type { Context } from 'koa';
import MiniSearch from 'minisearch';
import { addressOf, hasPublicPage } from '../../core/reading/addresses.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import { atomFeed, jsonFeed, type FeedContent } from './feed.ts';
import { allowSharedCaches } from '../../core/http/caching/cache-control.ts';
import { prepareResponse, sendPrepared } from '../../core/http/caching/prepared-response.ts';
import { POST_TEXT, redirectRenamedPost } from '../../core/http/pages/old-addresses.ts';
import { pageSiteOf } from '../../core/http/pages/public-content.ts';
import { HttpError } from '../../core/http/errors/http-errors.ts';
import { postsFor } from '../../core/presenters/content-presenter.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';
import { escapeXml } from '../../core/xml-text.ts';

/** More have titles and tags only: with all excerpts, 10,000 posts are 1.4 MB. */
const EXCERPTS_MAX = 1000;

/** Returns the index of the words of posts and projects in the format of `MiniSearch.loadJSON`. */
const writeSearchIndex = async (posts: readonly PostSummary[]): Promise<string> => {
  const index = new MiniSearch<SearchDocument>(SEARCH_INDEX);
  const documents = posts.map(
    ({ id, title, tags, excerpt, createdAt }, position): SearchDocument => ({
      id,
      title,
      tags: tags.join(' '),
      excerpt: position < EXCERPTS_MAX ? excerpt : '',
      createdAt,
    }),
  );
  await index.addAllAsync(documents, { chunkSize: 50 });
  return JSON.stringify(index);
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Less than a year, as https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5 recommends. */
const GOOD_FOR_DAYS = 180;

/** Returns the content of security.txt, which is the same all day. */
const securityContact = (origin: string, email: string): string => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return [
    // Escaped, so that it can't contain a line break; half a surrogate pair can't be escaped.
    `Contact: mailto:${encodeURI(email.toWellFormed())}`,
    `Expires: ${new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
};

const escaped = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<$]/g, '\\$&');

const postMarkdown = ({ title, content }: PostSource): string =>
  `# ${escaped(title)}\n\n${renderedBody(content).trim()}\n`;

const nameOf = (path: string): string =>
  path === '/' ? 'Home' : path.charAt(1).toUpperCase() + path.slice(2);

const llmsTxt = (
  origin: string,
  { site, profile }: SiteShell,
  posts: readonly PostHeading[],
  pages: readonly SitemapEntry[],
): string => {
  const link = (name: string, path: string) => `- [${escaped(name)}](${origin}${path})`;
  const texts = posts.map(({ id, title }) => link(title, `${addressOf(id)}.md`));
  const others = pages.filter(({ path }) => !path.startsWith('/blogs/'));
  return [
    `# ${escaped(site.title || profile.name || 'Portfolio')}`,
    ...(site.description === '' ? [] : [`> ${escaped(site.description)}`]),
    ...(texts.length === 0 ? [] : ['## Blogs', texts.join('\n')]),
    '## Pages',
    `${others.map(({ path }) => link(nameOf(path), path)).join('\n')}\n`,
  ].join('\n\n');
};

/** The limit of the format: https://www.sitemaps.org/protocol.html */
const ADDRESSES_MAX = 50_000;

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;

const urlElement = (origin: string, { path, changed }: SitemapEntry): string => {
  const lastmod =
    changed === undefined ? '' : `<lastmod>${escapeXml(changed.slice(0, LENGTH_OF_DAY))}</lastmod>`;
  return `<url><loc>${escapeXml(`${origin}${path}`)}</loc>${lastmod}</url>`;
};

export const sitemap = (origin: string, pages: readonly SitemapEntry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.slice(0, ADDRESSES_MAX).map((page) => urlElement(origin, page)),
    '</urlset>',
    '',
  ].join('\n');

export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

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
    const summaries = await present.posts(snapshot, entries, 'summary');
    return writeSearchIndex([...summaries, ...(await present.projectPages(snapshot))]);
  };

  const headingsOf = async (snapshot: ContentSnapshot): Promise<PostHeading[]> =>
    [...publicPosts(snapshot), ...(await present.projectPages(snapshot))].map(headingOf);

  const writeSitemap = async (snapshot: ContentSnapshot): Promise<string> =>
    sitemap(origin, (await web.renderer()).sitemap(await headingsOf(snapshot)));

  const writeLlmsTxt = async (snapshot: ContentSnapshot): Promise<string> => {
    const shell = await present.shell(snapshot, 'visitor', pageSiteOf(snapshot));
    const all = await headingsOf(snapshot);
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
      ctx.body = securityContact(origin, email);
    });
};

export const feedsFeature: CreateFeature = (deps) => ({ publicRoutes: [feedRoutes(deps)] });
