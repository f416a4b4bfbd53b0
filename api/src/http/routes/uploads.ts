import Router from '@koa/router';
import {
  UPLOAD_MAX_BYTES,
  deletedPhotosSchema,
  failureMessages,
  photoPatchSchema,
  stagedPhotosSchema,
  uploadMessages,
  uploadsQuerySchema,
  type DeleteUploadsResponse,
  type StagedUploadResponse,
  type UploadsResponse,
} from 'content-schema';
import type { Context } from 'koa';
import { ulid } from 'ulid';
import pLimit from 'p-limit';
import type { Sessions } from '../../auth/sessions.ts';
import type { Content } from '../../content/content.ts';
import { EntityNotFound, InvalidInput } from '../../content/errors.ts';
import { namesOf, usesOf } from '../../content/reading/photo-uses.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import {
  addPhotos,
  changePhoto,
  deletePhotos,
  type NewPhoto,
} from '../../content/saving/photo-commands.ts';
import type { Command } from '../../content/saving/save-command.ts';
import { cleanImage, type CleanImage } from '../../photos/clean-image.ts';
import { photoFilename } from '../../photos/file-name.ts';
import { extensionOf } from '../../photos/image-types.ts';
import { measureImage } from '../../photos/measure-picture.ts';
import type { Photo } from '../../photos/photo.ts';
import type { StagedPhotos } from '../../photos/staged-photos.ts';
import type { SvgCleaner } from '../../photos/svg-cleaner.ts';
import { HttpError } from '../errors/http-errors.ts';
import { requireSession } from '../requests/access.ts';
import {
  addedPhotos,
  presentNewUpload,
  type UploadPresenter,
} from '../../presenters/upload-presenter.ts';
import { findStaged } from '../requests/find-staged.ts';
import { jsonBody, parseBody, parseQuery } from '../requests/parse-request.ts';
import { readForm } from '../requests/read-form.ts';
import { readSaveOptions, setRevisionHeader, setSavedHeaders } from '../requests/revision.ts';
import { createSavePolicy, noBody } from '../requests/save-policy.ts';

interface Options extends Pick<Content, 'reader' | 'saves' | 'stagePhoto' | 'photoFacts'> {
  readonly present: UploadPresenter;
  readonly staged: StagedPhotos;
  readonly cleanSvg: SvgCleaner;
  readonly sessions: Sessions;
}

const ONE_PHOTO = {
  field: 'file',
  maxFiles: 1,
  maxFileBytes: UPLOAD_MAX_BYTES,
  maxTotalBytes: UPLOAD_MAX_BYTES,
};

interface SentPhoto {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether to keep the pixels unchanged. */
  readonly original: boolean;
}

const readPhoto = async (ctx: Context): Promise<SentPhoto> => {
  const { files, fields } = await readForm(ctx, ONE_PHOTO);
  const [file] = files;
  if (!file) throw new InvalidInput([{ path: 'file', message: uploadMessages.required }]);
  const { name, bytes } = file;
  if (!bytes) throw new HttpError('BodyTooLarge', uploadMessages.size);
  return { name, bytes, original: fields.get('original') === 'true' };
};

/** libvips uses libuv's four threads, which file access needs, too. */
const CLEANED_AT_A_TIME = 2;

/** The calls of the photo screens: `api/README.md` lists them. */
export const uploadsRoutes = (options: Options): Router => {
  const { reader, saves, stagePhoto, photoFacts, present, staged, cleanSvg, sessions } = options;
  const admin = requireSession(sessions);
  const savePolicy = createSavePolicy(sessions);
  const limitCleaning = pLimit(CLEANED_AT_A_TIME);

  const clean = ({ bytes, original }: SentPhoto): Promise<CleanImage> =>
    limitCleaning(() => cleanImage(bytes, cleanSvg, { original }));

  /** Saves new photos, and returns them, also those that an earlier request has saved. */
  const add = async (ctx: Context, photos: readonly NewPhoto[]) => {
    const saved = await saves.save(addPhotos(photos), readSaveOptions(ctx));
    const { content } = saved;
    const added = addedPhotos(saved, photos);
    if (added.length === 0) throw new EntityNotFound('The photo was deleted meanwhile');
    setSavedHeaders(ctx, saved);
    ctx.status = 201;
    return { content, added };
  };

  const remove = async (ctx: Context, command: Command): Promise<ContentSnapshot> => {
    const saved = await saves.save(command, readSaveOptions(ctx));
    setSavedHeaders(ctx, saved);
    return saved.content;
  };

  return new Router()
    .post('/uploads', savePolicy(failureMessages.upload, noBody), async (ctx) => {
      const sent = await readPhoto(ctx);
      const { type, bytes } = await clean(sent);
      const details = (await limitCleaning(() => measureImage(bytes))) ?? {};
      const photo = { id: ulid(), sentName: sent.name, type, content: bytes, details };
      const { added } = await add(ctx, [photo]);
      ctx.body = added.map(presentNewUpload)[0];
    })
    .post('/admin/uploads/staged', savePolicy(failureMessages.upload, noBody), async (ctx) => {
      const sent = await readPhoto(ctx);
      const { type, bytes } = await clean(sent);
      const blob = await stagePhoto(bytes);
      const facts = (await photoFacts.measure(blob.sha, bytes)) ?? {};
      ctx.status = 201;
      ctx.body = {
        staged: staged.nameOf({ blob, sentName: sent.name, type, ...facts }),
        filename: photoFilename(sent.name, extensionOf(type), []),
        mimetype: type,
        size: blob.size,
        ...facts,
      } satisfies StagedUploadResponse;
    })
    .post('/admin/uploads', savePolicy(failureMessages.upload), async (ctx) => {
      const { photos } = parseBody(ctx, stagedPhotosSchema);
      const result = findStaged(staged, photos, (index) => `photos.${index}.staged`);
      const { content, added } = await add(ctx, result);
      ctx.body = {
        uploads: added.map((photo) => present(photo, content)),
      } satisfies UploadsResponse;
    })
    .post('/admin/uploads/delete', admin, jsonBody(), async (ctx) => {
      const { ids } = parseBody(ctx, deletedPhotosSchema);
      let deleted: readonly Photo[] = [];
      const content = await remove(
        ctx,
        deletePhotos(ids, (photos) => (deleted = photos)),
      );
      ctx.body = {
        deleted: deleted.map((photo) => ({
          id: photo.id,
          filename: photo.filename,
          usedIn: usesOf(namesOf(photo), content),
        })),
      } satisfies DeleteUploadsResponse;
    })
    .get('/admin/uploads', admin, async (ctx) => {
      const { limit } = parseQuery(ctx, uploadsQuerySchema);
      const snapshot = await reader.current();
      setRevisionHeader(ctx, snapshot);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = {
        uploads: snapshot.photos.slice(0, limit).map((photo) => present(photo, snapshot)),
      } satisfies UploadsResponse;
    })
    .patch('/admin/uploads/:id', admin, jsonBody(), async (ctx) => {
      const id = ctx.params['id'] ?? '';
      const command = changePhoto(id, parseBody(ctx, photoPatchSchema));
      const saved = await saves.save(command, readSaveOptions(ctx));
      const photo = saved.content.photos.find((it) => it.id === id);
      if (!photo) throw new EntityNotFound('The photo was deleted meanwhile');
      setSavedHeaders(ctx, saved);
      ctx.body = present(photo, saved.content);
    })
    .delete('/admin/uploads/:id', admin, async (ctx) => {
      await remove(ctx, deletePhotos([ctx.params['id'] ?? '']));
      ctx.status = 204;
    });
};
