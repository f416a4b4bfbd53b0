import Router from '@koa/router';
import { fontPath, photoWidthFor, sizedPhotoAddress, STYLE_PATH } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { EntityNotFound } from '../../reading/errors.ts';
import { detailsOf } from '../../reading/stored-photos.ts';
import { isRaster, typeOfName } from '../../photos/image-types.ts';
import { sizedPhotoOf, versionOf, type Photo } from '../../photos/photo.ts';
import { nameOf } from '../../photos/sized-images.ts';
import { cacheVersion } from '../caching/cache-control.ts';
import { sendImage } from '../caching/send-image.ts';
import { HttpError } from '../errors/http-errors.ts';
import { styleAddress } from '../pages/public-content.ts';
import { sendAsset } from '../pages/version-pages.ts';
import { waiterOf } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

/** Allows embedding by other sites, since web-based feed readers show posts with their photos. */
const allowEmbedding: Middleware = async (ctx, next) => {
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  await next();
};

/** For a day, which is the longest time that caches show a deleted or replaced photo. */
const REDIRECT_CACHING = `public, max-age=${24 * 60 * 60}`;

/** `GET /photos/{id}`, `GET /uploads/{filename}`, `GET /media/{key}`: photos, without a session */
export const mediaRoutes = (deps: RouteDeps): Router => {
  const { reader, photos, photoFacts, sizedImages, mediaLinks } = deps;

  const findPhoto = async (is: (photo: Photo) => boolean): Promise<Photo> => {
    const photo = (await reader.current()).photos.find(is);
    if (!photo) throw new EntityNotFound('Photo not found');
    return photo;
  };

  const redirect = (ctx: Context, photo: Photo): void => {
    ctx.set('Cache-Control', REDIRECT_CACHING);
    ctx.redirect(mediaLinks.link(photo));
  };

  const readOriginal = async ({ blob, details }: Photo): Promise<Uint8Array> => {
    const bytes = (await photos.read([blob], 'visitor')).get(blob) ?? new Uint8Array();
    if (details.width === undefined) void photoFacts.measure(blob, bytes);
    return bytes;
  };

  const sendOriginal = (ctx: Context, photo: Photo): Promise<void> =>
    sendImage(ctx, photo.blob, () => readOriginal(photo));

  /** Sends a photo in the next supported width, in a format in which it is sent: any browser's by default. */
  const sendSized = (ctx: Context, photo: Photo, pixels: number, format = ''): Promise<void> => {
    const sized = sizedPhotoOf(photo);
    const width = photoWidthFor(pixels);
    const address = sizedPhotoAddress(
      sized,
      width,
      sized.formats.find((each) => each === format),
    );
    cacheVersion(ctx, ctx.path === address);
    const type = typeOfName(address);
    if (!isRaster(type)) return sendOriginal(ctx, photo);
    const own = detailsOf(photo, photoFacts).width ?? width;
    const image = { blob: photo.blob, width: photoWidthFor(Math.min(width, own)), type };
    const original = () => readOriginal(photo);
    return sendImage(ctx, nameOf(image), async () => {
      const resized = await sizedImages.read(image, original, waiterOf(ctx));
      if (resized) return resized;
      // No cache may keep the original in the place of what may be made later.
      cacheVersion(ctx, false);
      ctx.etag = photo.blob;
      return original();
    });
  };

  const showPhoto = async (
    ctx: Context,
    is: (photo: Photo) => boolean,
    width: unknown,
    format?: string,
  ): Promise<void> => {
    const photo = await findPhoto(is);
    const pixels = Number(width);
    if (pixels > 0) await sendSized(ctx, photo, pixels, format);
    else redirect(ctx, photo);
  };

  return (
    new Router()
      .use(allowEmbedding)
      // Texts may contain URLs with `?w=`.
      .get('/photos/:id', async (ctx) => {
        const { id } = ctx.params;
        await showPhoto(ctx, (photo) => photo.id === id, ctx.query['w']);
      })
      .get('/photos/:id/:version-:w.:ext', async (ctx) => {
        const { id, w, ext } = ctx.params;
        await showPhoto(ctx, (photo) => photo.id === id, w, ext);
      })
      .get('/uploads/:filename', async (ctx) => {
        const { filename } = ctx.params;
        await showPhoto(ctx, (photo) => photo.filename === filename, ctx.query['w']);
      })
      .get('/media/*key', async (ctx) => {
        const opened = mediaLinks.open(ctx.params['key'] ?? '', ctx.query);
        if (!opened) throw new HttpError('LinkRefused', 'This link is no longer valid');
        const { id, version, expires } = opened;
        const photo = await findPhoto((each) => each.id === id && each.blob.startsWith(version));
        cacheVersion(ctx, true, expires);
        await sendOriginal(ctx, photo);
      })
  );
};

/** `GET /logo/{version}`: the current logo, also for older versions */
export const logoRoutes = ({ reader, blobs }: RouteDeps): Router =>
  new Router()
    .get('/logo/:version', async (ctx) => {
      const snapshot = await reader.current();
      const entry = await sendAsset(blobs, ctx, snapshot);
      cacheVersion(ctx, ctx.params['version'] === versionOf(entry.sha));
      ctx.etag = entry.sha;
    })
    // The CSS of the owner's own, and the fonts that it refers to.
    .get(['/assets/:version/style.css', '/assets/:version/fonts/:font'], async (ctx) => {
      const { version = '', font } = ctx.params;
      const snapshot = await reader.current();
      const path = font === undefined ? STYLE_PATH : fontPath(font);
      const entry = await sendAsset(blobs, ctx, snapshot, path);
      cacheVersion(ctx, styleAddress(snapshot)?.startsWith(`/assets/${version}/`) ?? false);
      ctx.etag = entry.sha;
    });
