import Router from '@koa/router';
import { idAt, timeOf, withoutPages, type ShareCard } from 'content-schema';
import type { Context } from 'koa';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import type { CardInput } from './card-task.ts';
import { UnreadableObject } from '../../core/git-store/errors.ts';
import type { ReadLimit } from '../../core/git-store/read-limit.ts';
import { cardKey, pageOfCard, publicContentOf } from '../../core/http/pages/public-content.ts';
import { cacheVersion } from '../../core/http/caching/cache-control.ts';
import { queryText } from '../../core/http/requests/parse-request.ts';
import { waiterOf } from '../../core/http/requests/source-limits.ts';
import type { DrawingDeps } from './drawings.ts';

const CARD = /^\/og\/([\w-]+)(\/.+)\.png$/;

/** Sends a card that is drawn from a snapshot; `limit` limits the reads of photos. */
const sendCard = async (
  deps: DrawingDeps,
  ctx: Context,
  snapshot: ContentSnapshot,
  card: ShareCard,
  limit?: ReadLimit,
): Promise<void> => {
  const { photos, drawings, host } = deps;
  const inputOf = async (): Promise<CardInput> => {
    const { photo: id, ...texts } = card;
    const photo = snapshot.photos.find((each) => each.id === id);
    const bytes = photo && (await photos.read([photo.blob], limit)).get(photo.blob);
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
export const shareCardRoutes = (deps: DrawingDeps): Router => {
  const { reader, web, limitOf, host, origin, present } = deps;

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
    await sendCard(deps, ctx, snapshot, card, limitOf(ctx));
  });
};

/** `GET /api/admin/share-card`: the card of an unsaved post */
export const shareCardPreview = (deps: DrawingDeps): Router => {
  return new Router().get('/admin/share-card', deps.admin, async (ctx) => {
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
};
