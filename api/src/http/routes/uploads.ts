import Router from '@koa/router';
import {
  UPLOAD_MAX_BYTES,
  failureMessages,
  uploadMessages,
  uploadsQuerySchema,
  type Upload,
  type UploadResponse,
  type UploadsResponse,
} from 'content-schema';
import type { Context } from 'koa';
import { ulid } from 'ulid';
import type { Sessions } from '../../auth/sessions.ts';
import { deletePhoto, uploadPhoto } from '../../content/saving/photo-commands.ts';
import { EntityNotFound, InvalidInput } from '../../content/errors.ts';
import { detailsOf } from '../../content/reading/photo-info.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import { cleanImage } from '../../photos/clean-image.ts';
import type { MediaLinks } from '../../photos/media-links.ts';
import type { PhotoFacts } from '../../photos/photo-facts.ts';
import type { Photo } from '../../photos/photo.ts';
import type { SvgCleaner } from '../../photos/svg-cleaner.ts';
import { BodyTooLarge } from '../errors/http-errors.ts';
import { failing } from '../errors/send-errors.ts';
import { requireSession } from '../requests/access.ts';
import { parseQuery } from '../requests/parse-request.ts';
import { readFiles } from '../requests/read-files.ts';
import { readSaveOptions, setRevisionHeader, setSavedHeaders } from '../requests/revision.ts';

interface Options {
  readonly reader: ContentReader;
  readonly saves: SaveQueue;
  readonly links: MediaLinks;
  readonly photoFacts: PhotoFacts;
  readonly cleanSvg: SvgCleaner;
  readonly sessions: Sessions;
}

const ONE_PHOTO = {
  field: 'file',
  maxFiles: 1,
  maxFileBytes: UPLOAD_MAX_BYTES,
  maxTotalBytes: UPLOAD_MAX_BYTES,
};

const readPhoto = async (ctx: Context): Promise<{ name: string; bytes: Uint8Array }> => {
  const [file] = await readFiles(ctx, ONE_PHOTO);
  if (!file) throw new InvalidInput([{ path: 'file', message: uploadMessages.required }]);
  const { name, bytes } = file;
  if (!bytes) throw new BodyTooLarge(uploadMessages.size);
  return { name, bytes };
};

const presentUpload = ({ id, key, filename, mimetype, size }: Photo): UploadResponse => ({
  id,
  key,
  filename,
  mimetype,
  size,
});

/** A photo in the list, with a link that shows it. */
const presentPhoto = (photo: Photo, links: MediaLinks, facts: PhotoFacts): Upload => ({
  ...presentUpload(photo),
  ...detailsOf(photo, facts),
  created_at: photo.createdAt.toISOString(),
  presignedUrl: links.link(photo).url,
});

/** `POST /api/uploads`, `GET /api/admin/uploads`, `DELETE /api/admin/uploads/{id}` */
export const uploadsRoutes = (options: Options): Router => {
  const { reader, saves, links, photoFacts, cleanSvg, sessions } = options;
  const admin = requireSession(sessions);
  return new Router()
    .post('/uploads', failing(failureMessages.upload), admin, async (ctx) => {
      const { name, bytes } = await readPhoto(ctx);
      const image = await cleanImage(bytes, cleanSvg);
      const command = uploadPhoto({ id: ulid(), sentName: name, image });
      const saved = await saves.save(command, readSaveOptions(ctx));
      const { content, written } = saved;
      const photo = content.photos.find(({ key }) => written.has(key));
      if (!photo) throw new EntityNotFound('The photo was deleted meanwhile');
      setSavedHeaders(ctx, saved);
      ctx.status = 201;
      ctx.body = presentUpload(photo);
    })
    .get('/admin/uploads', admin, async (ctx) => {
      const { limit } = parseQuery(ctx, uploadsQuerySchema);
      const snapshot = await reader.current();
      setRevisionHeader(ctx, snapshot);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = {
        uploads: snapshot.photos
          .slice(0, limit)
          .map((photo) => presentPhoto(photo, links, photoFacts)),
      } satisfies UploadsResponse;
    })
    .delete('/admin/uploads/:id', admin, async (ctx) => {
      const command = deletePhoto(ctx.params['id'] ?? '');
      setSavedHeaders(ctx, await saves.save(command, readSaveOptions(ctx)));
      ctx.status = 204;
    });
};
