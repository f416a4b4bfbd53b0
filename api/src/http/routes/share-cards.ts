import Router from '@koa/router';
import type { ShareCard } from 'content-schema';
import type { Context } from 'koa';
import { EntityNotFound } from '../../content/errors.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { CardInput } from '../../drawing/card-task.ts';
import { UnreadableObject } from '../../git-store/errors.ts';
import type { ReadLimit } from '../../git-store/read-limit.ts';
import { cardKey, pageOfCard } from '../pages/public-content.ts';
import { queryText } from '../requests/parse-request.ts';
import { waiterOf } from '../requests/source-limits.ts';
import type { RouteDeps } from '../deps.ts';

const ONE_YEAR_SECONDS = 31_536_000;

const CARD = /^\/og\/([\w-]+)(\/.+)\.png$/;

/** Creates a function that draws share cards from a snapshot. */
const createCardSender = ({ photos, drawings, origin }: RouteDeps) => {
  const { host } = new URL(origin);

  const inputOf = async (
    snapshot: ContentSnapshot,
    card: ShareCard,
    limit?: ReadLimit,
  ): Promise<CardInput> => {
    const { photo: id, ...texts } = card;
    const photo = snapshot.photos.find((it) => it.id === id);
    const bytes = photo && (await photos.read([photo.blob], limit)).get(photo.blob);
    return { ...texts, host, focus: photo?.details.focus, photo: bytes };
  };

  /** Sends a card; `limit` limits the reads of photos. */
  const send = async (
    ctx: Context,
    snapshot: ContentSnapshot,
    card: ShareCard,
    limit?: ReadLimit,
  ): Promise<void> => {
    const key = cardKey(snapshot, card, host);
    ctx.status = 200;
    ctx.etag = key;
    ctx.type = 'png';
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    try {
      const read = () => inputOf(snapshot, card, limit);
      ctx.body = await drawings.card(key, read, waiterOf(ctx));
    } catch (error) {
      if (!(error instanceof UnreadableObject) || card.photo === undefined) throw error;
      // The card lacks a damaged photo. It must not be cached, since the photo may be repaired.
      ctx.set('Cache-Control', 'no-cache');
      await send(ctx, snapshot, { ...card, photo: undefined });
    }
  };

  return {
    send,
    keyOf: (snapshot: ContentSnapshot, card: ShareCard) => cardKey(snapshot, card, host),
  };
};

/** `GET /og/{version}/{page}.png`: a page's preview image for sites that link to it */
export const shareCardRoutes = (deps: RouteDeps): Router => {
  const { reader, web, pages, limitOf } = deps;
  const { send, keyOf } = createCardSender(deps);

  const find = async (snapshot: ContentSnapshot, path: string): Promise<ShareCard | undefined> => {
    const renderer = await web.renderer();
    const destination = renderer.find(pageOfCard(path));
    if (destination?.kind !== 'page') return undefined;
    return pages.card(renderer, snapshot, destination.address);
  };

  return new Router().get('/og/*card', async (ctx) => {
    const snapshot = await reader.current();
    const [, version, path] = CARD.exec(ctx.path) ?? [];
    const card = path === undefined ? undefined : await find(snapshot, path);
    if (!card) throw new EntityNotFound('Share card not found');
    const isPresent = version === keyOf(snapshot, card);
    ctx.set(
      'Cache-Control',
      isPresent ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache',
    );
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    await send(ctx, snapshot, card, limitOf(ctx));
  });
};

/** `GET /api/admin/share-card`: the card of an unsaved post */
export const shareCardPreview = (deps: RouteDeps): Router => {
  const { send } = createCardSender(deps);
  return new Router().get('/admin/share-card', deps.admin, async (ctx) => {
    ctx.set('Cache-Control', 'private, no-cache');
    const snapshot = await deps.reader.current();
    const { profile, site } = snapshot;
    await send(ctx, snapshot, {
      title: queryText(ctx, 'title'),
      note: '',
      name: profile.name || site.title,
      date: queryText(ctx, 'date'),
      photo: queryText(ctx, 'photo'),
    });
  });
};
