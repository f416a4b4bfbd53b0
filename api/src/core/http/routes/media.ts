import Router from '@koa/router';
import type { PhotoWidth } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { EntityNotFound } from '../../reading/errors.ts';
import { detailsOf } from '../../reading/stored-photos.ts';
import { typeOfName } from '../../photos/image-types.ts';
import type { Photo } from '../../photos/photo.ts';
import { sizedTypesOf } from '../../photos/resize-image.ts';
import { nameOf, photoWidthFor, type SizedImage } from '../../photos/sized-images.ts';
import { cacheVersion } from '../caching/cache-control.ts';
import { sendImage } from '../caching/send-image.ts';
import { HttpError } from '../errors/http-errors.ts';
import { logoVersion } from '../pages/public-content.ts';
import { sendLogo } from '../pages/version-pages.ts';
import { waiterOf } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

/** Allows embedding by other sites, since web-based feed readers show posts with their photos. */
const allowEmbedding: Middleware = async (ctx, next) => {
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  await next();
};

const DAY_SECONDS = 24 * 60 * 60;
/** The longest time that a deleted or replaced photo is served from caches of the redirect. */
const REDIRECT_MAX_SECONDS = DAY_SECONDS;
/** The same for bytes in shared caches; browsers keep them as long as the link is valid. */
const SHARED_MAX_SECONDS = DAY_SECONDS;
/**
 * Browsers revalidate the image after a day. Shared caches must not keep it: many ignore Vary, and
 * would serve a format that some browsers don't support.
 */
const SIZED_CACHING = `private, max-age=${DAY_SECONDS}, stale-while-revalidate=${30 * DAY_SECONDS}`;

/** Returns the requested width, rounded up to a supported one. */
const requestedWidth = (ctx: Context): PhotoWidth | undefined => {
  const pixels = Number(ctx.query['w']);
  return pixels > 0 ? photoWidthFor(pixels) : undefined;
};

/** `GET /photos/{id}`, `GET /uploads/{filename}`, `GET /media/{key}`: photos, without a session */
export const mediaRoutes = (deps: RouteDeps): Router => {
  const { reader, photos, photoFacts, sizedImages, mediaLinks } = deps;

  const findPhoto = async (is: (photo: Photo) => boolean): Promise<Photo> => {
    const photo = (await reader.current()).photos.find(is);
    if (!photo) throw new EntityNotFound('Photo not found');
    return photo;
  };

  /** Chooses the format and width of a photo for the client; undefined means the stored file. */
  const negotiate = (ctx: Context, photo: Photo, requested: PhotoWidth): SizedImage | undefined => {
    const stored = typeOfName(photo.filename);
    if (!stored || stored === 'image/svg+xml') return undefined;
    const types = sizedTypesOf(stored);
    ctx.vary('Accept');
    // `*/*` doesn't mean that the client supports newer formats.
    const accepted: readonly string[] = ctx.accepts();
    const type = types.find((each) => accepted.includes(each)) ?? types.at(-1) ?? stored;
    const own = detailsOf(photo, photoFacts).width ?? requested;
    return { blob: photo.blob, width: photoWidthFor(Math.min(requested, own)), type };
  };

  const redirect = (ctx: Context, photo: Photo): void => {
    const { url, stableSeconds } = mediaLinks.link(photo);
    const maxAge = Math.min(stableSeconds, REDIRECT_MAX_SECONDS);
    ctx.set('Cache-Control', `public, max-age=${maxAge}`);
    ctx.redirect(url);
  };

  const readOriginal = async ({ blob, details }: Photo): Promise<Uint8Array> => {
    const bytes = (await photos.read([blob], 'visitor')).get(blob) ?? new Uint8Array();
    if (details.width === undefined) void photoFacts.measure(blob, bytes);
    return bytes;
  };

  const sendOriginal = (ctx: Context, photo: Photo): Promise<void> =>
    sendImage(ctx, photo.blob, () => readOriginal(photo));

  /** Sends a resized photo directly, since a page waits for it; otherwise redirects to a link. */
  const showPhoto = async (ctx: Context, is: (photo: Photo) => boolean): Promise<void> => {
    const photo = await findPhoto(is);
    const requested = requestedWidth(ctx);
    if (requested === undefined) {
      redirect(ctx, photo);
      return;
    }
    ctx.set('Cache-Control', SIZED_CACHING);
    const image = negotiate(ctx, photo, requested);
    if (!image) return sendOriginal(ctx, photo);
    const original = () => readOriginal(photo);
    await sendImage(ctx, nameOf(image), () => sizedImages.read(image, original, waiterOf(ctx)));
  };

  return new Router()
    .use(allowEmbedding)
    .get('/photos/:id', async (ctx) => {
      const { id } = ctx.params;
      await showPhoto(ctx, (photo) => photo.id === id);
    })
    .get('/uploads/:filename', async (ctx) => {
      const { filename } = ctx.params;
      await showPhoto(ctx, (photo) => photo.filename === filename);
    })
    .get('/media/*key', async (ctx) => {
      const opened = mediaLinks.open(ctx.params['key'] ?? '', ctx.query);
      if (!opened) throw new HttpError('LinkRefused', 'This link is no longer valid');
      const { id, version, secondsLeft } = opened;
      const photo = await findPhoto((each) => each.id === id && each.blob.startsWith(version));
      const shared = Math.min(secondsLeft, SHARED_MAX_SECONDS);
      ctx.set('Cache-Control', `public, max-age=${secondsLeft}, s-maxage=${shared}, immutable`);
      await sendOriginal(ctx, photo);
    });
};

/** `GET /logo/{version}`: the current logo, also for older versions */
export const logoRoutes = ({ reader, blobs }: RouteDeps): Router =>
  new Router().get('/logo/:version', async (ctx) => {
    const snapshot = await reader.current();
    const entry = await sendLogo(blobs, ctx, snapshot);
    cacheVersion(ctx, ctx.params['version'] === logoVersion(entry));
    ctx.etag = entry.sha;
  });
