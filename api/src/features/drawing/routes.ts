import Router from '@koa/router';
import { idAt, timeOf, withoutPages, type ShareCard } from 'content-schema';
import { mainColours } from 'content-schema/palette';
import type { Context } from 'koa';
import { createHash } from 'node:crypto';
import { adminOnly, createCalls, type CallRouter } from '../../core/http/calls.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';
import {
  drawingKey,
  cardKey,
  pageOfCard,
  publicContentOf,
  logoEntry,
} from '../../core/http/pages/public-content.ts';
import type { Waiter } from '../../core/limit.ts';
import { createImages } from '../../core/photos/image-cache.ts';
import { isVideo } from '../../core/photos/image-types.ts';
import type { CardInput } from './card-task.ts';
import type { Icons, IconsInput } from './icon-task.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import { UnreadableObject } from '../../core/git-store/errors.ts';
import { cacheVersion } from '../../core/http/caching/cache-control.ts';
import { queryText } from '../../core/http/requests/parse-request.ts';
import { waiterOf } from '../../core/http/requests/revision.ts';
import { IMAGE_CSP } from '../../core/http/requests/security-headers.ts';

/** Each takes up to a second. */
const WAITING_MAX = 20;
/** A share card with a photo of 64 megapixels takes a second. */
const DRAWING_LIMIT_MS = 10_000;

interface DrawingDeps extends RouteDeps {
  readonly drawings: ReturnType<typeof createDrawings>;
}

/** Draws share cards and icons in worker threads, through a bounded cache. */
const createDrawings = ({ openWorkers, images: cache, imageFiles: files }: RouteDeps) => {
  // Separate threads, so that pages don't wait for drawings.
  const workers = openWorkers({ threads: 1, taskMs: DRAWING_LIMIT_MS });
  // One is read while another is drawn.
  const images = createImages({ cache, atOnce: workers.threads + 1, waitingMax: WAITING_MAX });
  return {
    /** `key` identifies what `read` returns. Throws like `createImages`. */
    card: (key: string, read: () => Promise<CardInput>, waiter: Waiter): Promise<Uint8Array> =>
      images(`${key}-card.png`, {
        waiter,
        files,
        create: async () => workers.run('drawCard', await read()),
      }),
    icons: async (input: IconsInput, waiter: Waiter): Promise<Icons> => {
      const logo = input.logo && createHash('sha256').update(input.logo.bytes).digest('base64');
      return images(`icons ${drawingKey(input.initials, logo, input.hue)}`, {
        waiter,
        create: () => workers.run('drawIcons', input),
      });
    },
  };
};

const CARD = /^\/og\/([\w-]+)(\/.+)\.png$/;

/** Sends a card that is drawn from a snapshot. */
const sendCard = async (
  deps: DrawingDeps,
  ctx: Context,
  snapshot: ContentSnapshot,
  card: ShareCard,
  reader?: 'visitor',
): Promise<void> => {
  const { photos, drawings, host } = deps;
  const inputOf = async (): Promise<CardInput> => {
    const { photo: id, ...texts } = card;
    const photo = snapshot.photos.find((each) => each.id === id && !isVideo(each.mimetype));
    const bytes = photo && (await photos.read([photo.blob], reader)).get(photo.blob);
    return { ...texts, host, hue: snapshot.site.hue, focus: photo?.details.focus, photo: bytes };
  };
  const key = cardKey(snapshot, card, host);
  ctx.status = 200;
  ctx.etag = key;
  ctx.type = 'png';
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  try {
    ctx.body = Buffer.from(await drawings.card(key, inputOf, waiterOf(ctx)));
  } catch (error) {
    if (!(error instanceof UnreadableObject) || card.photo === undefined) throw error;
    // The card lacks a damaged photo. It must not be cached, since the photo may be repaired.
    ctx.set('Cache-Control', 'no-cache');
    await sendCard(deps, ctx, snapshot, { ...card, photo: undefined });
  }
};

/** The moment at which the post of a page ceases to be public; Infinity for other pages. */
const expiryOf = (snapshot: ContentSnapshot, address: string): number => {
  const id = idAt(address);
  const posts = publicPosts(snapshot);
  const post = posts.find((each) => each.id === id) ?? withoutPages(posts)[Number(id)];
  return timeOf(post?.expiryDate, Infinity);
};

/** `GET /og/{version}/{page}.png`: a page's preview image for sites that link to it */
const shareCardRoutes = (deps: DrawingDeps): Router => {
  const { reader, web, host, origin, present } = deps;

  const find = async (snapshot: ContentSnapshot, path: string): Promise<ShareCard | undefined> => {
    const renderer = await web.renderer();
    const destination = renderer.find(pageOfCard(path));
    if (destination?.kind !== 'page') return undefined;
    const content = await publicContentOf(present, snapshot, origin);
    return renderer.card(destination.address, content);
  };

  return new Router().get('/og/*card', async (ctx) => {
    const snapshot = await reader.current();
    const [, version, path] = CARD.exec(ctx.path) ?? [];
    const card = path === undefined ? undefined : await find(snapshot, path);
    if (path === undefined || !card) throw new EntityNotFound('Share card not found');
    const isCurrent = version === cardKey(snapshot, card, host);
    cacheVersion(ctx, isCurrent, expiryOf(snapshot, pageOfCard(path)));
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await sendCard(deps, ctx, snapshot, card, 'visitor');
  });
};

/** `GET /api/admin/share-card`: the card of an unsaved post */
const shareCardPreview = (deps: DrawingDeps): CallRouter =>
  createCalls(deps).get('/admin/share-card', adminOnly(), async (ctx) => {
    ctx.set('Cache-Control', 'private, no-cache');
    const snapshot = await deps.reader.current();
    const { profile, site } = snapshot;
    await sendCard(deps, ctx, snapshot, {
      title: queryText(ctx, 'title'),
      note: '',
      name: profile.name || site.title,
      date: queryText(ctx, 'date'),
      photo: queryText(ctx, 'photo'),
    });
  });

/** Browsers request icons with every page; a new logo may show a little late. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

/** Returns the first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
};

const manifestOf = ({ site, profile }: ContentSnapshot) => {
  const name = site.title || profile.name || 'Portfolio';
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/icons/${file}`,
    type: 'image/png',
    sizes,
    purpose,
  });
  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: mainColours(site.hue).bg[0],
    theme_color: mainColours(site.hue).bg[0],
    icons: [
      icon('192.png', '192x192', 'any'),
      icon('512.png', '512x512', 'any'),
      icon('maskable.png', '512x512', 'maskable'),
    ],
  };
};

/** `GET /favicon.svg`, `/site.webmanifest` etc.: icons with the logo or the owner's initials */
const iconRoutes = ({ reader, blobs, drawings }: DrawingDeps): Router => {
  const logoOf = async (snapshot: ContentSnapshot) => {
    const entry = logoEntry(snapshot);
    const result = entry && (await blobs.read([entry.sha])).get(entry.sha);
    return result && { bytes: result, type: snapshot.site.logo?.type ?? '' };
  };

  const send = async (ctx: Context, name: string): Promise<void> => {
    const snapshot = await reader.current();
    const { site, profile } = snapshot;
    const initials = initialsOf(profile.name || site.title);
    const logo = await logoOf(snapshot);
    const icons: Icons = await drawings.icons({ initials, logo, hue: site.hue }, waiterOf(ctx));
    const icon = new Map(Object.entries(icons)).get(name);
    if (!icon) throw new EntityNotFound('Icon not found');
    ctx.set('Content-Security-Policy', IMAGE_CSP);
    ctx.set('Cache-Control', CACHE_CONTROL);
    ctx.type = name;
    ctx.body = Buffer.from(icon.buffer, icon.byteOffset, icon.byteLength);
  };

  return new Router()
    .get('/favicon.svg', (ctx) => send(ctx, 'favicon.svg'))
    .get('/favicon.ico', (ctx) => send(ctx, 'favicon.ico'))
    .get('/apple-touch-icon.png', (ctx) => send(ctx, 'apple-touch-icon.png'))
    .get('/icons/:name', (ctx) => send(ctx, ctx.params['name'] ?? ''))
    .get('/site.webmanifest', async (ctx) => {
      ctx.set('Cache-Control', CACHE_CONTROL);
      ctx.type = 'application/manifest+json; charset=utf-8';
      ctx.body = JSON.stringify(manifestOf(await reader.current()));
    });
};

export const drawingFeature: CreateFeature = (deps) => {
  const options = { ...deps, drawings: createDrawings(deps) };
  return {
    publicRoutes: [iconRoutes(options), shareCardRoutes(options)],
    calls: shareCardPreview(options),
  };
};
