import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import parseRange from 'range-parser';
import type { BlobCache } from '../../content/reading/blob-cache.ts';
import { EntityNotFound } from '../../content/errors.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import { sniffImageType } from '../../photos/image-types.ts';
import type { BlobSha } from '../../git-store/git-store.ts';
import type { MediaLinks } from '../../photos/media-links.ts';
import type { Photo } from '../../photos/photo.ts';
import { LinkRefused, RangeNotSatisfiable } from '../errors/http-errors.ts';
import { IMAGE_CSP } from '../requests/security-headers.ts';

interface Options {
  readonly reader: ContentReader;
  readonly photos: BlobCache;
  readonly links: MediaLinks;
}

interface Part {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/** The compressed response has other bytes than the file, so a range of the file is not in it. */
const COMPRESSED_ON_THE_WAY = 'image/svg+xml';

/** The one part that was asked for; undefined stands for the whole. */
const requestedPart = (ctx: Context, size: number): Part | undefined => {
  const condition = ctx.get('If-Range');
  if (ctx.method !== 'GET' || (condition !== '' && condition !== ctx.response.etag)) {
    return undefined;
  }
  const ranges = parseRange(size, ctx.get('Range'));
  if (ranges === -1) {
    ctx.set('Content-Range', `bytes */${size}`);
    throw new RangeNotSatisfiable(`The file has ${size} bytes`);
  }
  // Several ranges in one response are of no use for images.
  const isOnePart = ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1;
  return isOnePart ? ranges[0] : undefined;
};

/**
 * Sends the bytes, or the range of them that was asked for. The entity tag must be set
 * before. Throws `RangeNotSatisfiable`.
 */
const sendBytes = (ctx: Context, bytes: Uint8Array, type: string): void => {
  const size = bytes.byteLength;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, size);
  const inParts = type !== COMPRESSED_ON_THE_WAY;
  const part = inParts ? requestedPart(ctx, size) : undefined;
  ctx.set('Accept-Ranges', inParts ? 'bytes' : 'none');
  ctx.type = type;
  ctx.body = part ? body.subarray(part.start, part.end + 1) : body;
  if (!part) return;
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
};

/** A picture, or a download of what is none; a condition is answered without reading it. */
export const sendPicture = async (
  ctx: Context,
  blob: BlobSha,
  read: BlobCache['read'],
): Promise<void> => {
  ctx.status = 200;
  ctx.etag = blob;
  ctx.set('Content-Security-Policy', IMAGE_CSP);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const bytes = (await read([blob])).get(blob) ?? new Uint8Array();
  const type = sniffImageType(bytes);
  if (type === undefined) ctx.set('Content-Disposition', 'attachment');
  sendBytes(ctx, bytes, type ?? 'application/octet-stream');
};

/** Feed readers show posts on their own sites, and the photos of posts with them. */
const openToOtherSites: Middleware = async (ctx, next) => {
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  await next();
};

const queryText = (ctx: Context, name: string): string => {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : '';
};

/** `GET /photos/{id}`, `GET /uploads/{filename}`, `GET /media/{key}`: photos, for everybody */
export const mediaRoutes = ({ reader, photos, links }: Options): Router => {
  const findPhoto = async (is: (photo: Photo) => boolean): Promise<Photo> => {
    const photo = (await reader.current()).photos.find(is);
    if (!photo) throw new EntityNotFound('Photo not found');
    return photo;
  };

  const redirect = (ctx: Context, { key }: Photo): void => {
    const { url, stableSeconds } = links.link(key);
    ctx.set('Cache-Control', `public, max-age=${stableSeconds}`);
    ctx.redirect(url);
  };

  return new Router()
    .use(openToOtherSites)
    .get('/photos/:id', async (ctx) => {
      const { id } = ctx.params;
      redirect(ctx, await findPhoto((photo) => photo.id === id));
    })
    .get('/uploads/:filename', async (ctx) => {
      const { filename } = ctx.params;
      redirect(ctx, await findPhoto((photo) => photo.filename === filename));
    })
    .get('/media/*key', async (ctx) => {
      const key = ctx.params['key'] ?? '';
      const expires = queryText(ctx, 'expires');
      if (!links.allows(key, expires, queryText(ctx, 'signature'))) {
        throw new LinkRefused('This link is no longer valid');
      }
      const photo = await findPhoto((it) => it.key === key);
      const maxAge = Number(expires) - Math.floor(Date.now() / 1000);
      ctx.set('Cache-Control', `public, max-age=${maxAge}, immutable`);
      await sendPicture(ctx, photo.blob, (blobs) => photos.read(blobs));
    });
};
