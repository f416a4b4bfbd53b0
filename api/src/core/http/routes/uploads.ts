import {
  UPLOAD_MAX_BYTES,
  VIDEO_MAX_BYTES,
  decodeAddress,
  deletedPhotosSchema,
  failureMessages,
  fetchedPhotoSchema,
  photoPatchSchema,
  stagedPhotosSchema,
  uploadMessages,
  uploadsQuerySchema,
  withoutSize,
  type StagedUploadResponse,
} from 'content-schema';
import type { Context } from 'koa';
import { ulid } from 'ulid';
import pLimit from 'p-limit';
import { EntityNotFound, invalidInput } from '../../reading/errors.ts';
import { namesOf, usesOf } from '../../reading/photo-uses.ts';
import {
  addPhotos,
  changePhoto,
  deletePhotos,
  type NewPhoto,
} from '../../saving/photo-commands.ts';
import { cleanImage } from '../../photos/clean-image.ts';
import { createPhotoFetcher } from '../../photos/fetch-photo.ts';
import { photoFilename } from '../../photos/file-name.ts';
import { extensionOf, isVideo, sniffType, typeOfName } from '../../photos/image-types.ts';
import { measureImage } from '../../photos/measure-image.ts';
import type { Photo } from '../../photos/photo.ts';
import { adminOnly, createCalls, type CallRouter } from '../calls.ts';
import { HttpError } from '../errors/http-errors.ts';
import { addedPhotos, presentNewUpload } from '../../presenters/upload-presenter.ts';
import { findStaged } from '../requests/find-staged.ts';
import { parseQuery } from '../requests/parse-request.ts';
import type { Form } from '../requests/read-form.ts';
import { setRevisionHeader } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

const ONE_PHOTO = {
  field: 'file',
  maxFiles: 1,
  maxFileBytes: VIDEO_MAX_BYTES,
  maxTotalBytes: VIDEO_MAX_BYTES,
};

/** libvips uses libuv's four threads, which file access needs, too. */
const CLEANED_AT_A_TIME = 2;

/** The calls of the photo screens: `api/README.md` lists them. */
export const uploadsRoutes = (deps: RouteDeps): CallRouter => {
  const { save, photoFacts, stagedPhotos, presentUpload, editedContent } = deps;
  const limitCleaning = pLimit(CLEANED_AT_A_TIME);
  const fetchPhoto = createPhotoFetcher(deps.outside);
  const admin = adminOnly();
  const uploading = adminOnly(failureMessages.upload);

  /** Cleans the photo of a form; the field `original` keeps its pixels unchanged. */
  const readPhoto = async ({ files, fields }: Form) => {
    const [file] = files;
    if (!file) throw invalidInput('file', uploadMessages.required);
    const { name: sentName, bytes } = file;
    const isClip = isVideo(bytes ? sniffType(bytes) : typeOfName(sentName));
    if (!bytes || (bytes.byteLength > UPLOAD_MAX_BYTES && !isClip))
      throw new HttpError('BodyTooLarge', uploadMessages[isClip ? 'videoSize' : 'size']);
    const original = fields.get('original') === 'true';
    const image = await limitCleaning(() => cleanImage(bytes, deps.cleanSvg, { original }));
    return { sentName, ...image };
  };

  const fetchAndClean = async (url: string, hosts: readonly string[]) => {
    const name = decodeAddress(url.replace(/[?#].*$/, ''));
    const bytes = await fetchPhoto(url, hosts);
    return readPhoto({ files: [{ name, bytes }], fields: new Map() });
  };

  type CleanPhoto = ReturnType<typeof readPhoto>;

  const stage = async (ctx: Context, photo: CleanPhoto): Promise<StagedUploadResponse> => {
    const { sentName, type, bytes } = await photo;
    const blob = await deps.stagePhoto(bytes);
    const facts = (await photoFacts.measure(blob.sha, bytes)) ?? {};
    ctx.status = 201;
    return {
      staged: stagedPhotos.nameOf({ blob, sentName, type, ...facts }),
      filename: photoFilename(sentName, extensionOf(type), []),
      mimetype: type,
      size: blob.size,
      ...facts,
    };
  };

  /** Saves new photos, and returns them, also those that an earlier request has saved. */
  const add = async (ctx: Context, photos: readonly NewPhoto[]) => {
    const saved = await save(ctx, addPhotos(photos));
    const added = addedPhotos(saved, photos);
    if (added.length === 0) throw new EntityNotFound('The photo was deleted meanwhile');
    ctx.status = 201;
    return { content: saved.content, added };
  };

  return createCalls(deps)
    .post('/uploads', uploading.form(ONE_PHOTO), async (ctx, form) => {
      const { sentName, type, bytes } = await readPhoto(form);
      const details = (await limitCleaning(() => measureImage(bytes))) ?? {};
      const photo = { id: ulid(), sentName, type, content: bytes, details };
      const { added } = await add(ctx, [photo]);
      return added.map(presentNewUpload)[0];
    })
    .post('/admin/uploads/staged', uploading.form(ONE_PHOTO), (ctx, form) =>
      stage(ctx, readPhoto(form)),
    )
    .post('/admin/uploads/fetch', uploading.json(fetchedPhotoSchema), (ctx, { url, hosts }) => {
      const original = withoutSize(url);
      const photo = fetchAndClean(original, hosts);
      return stage(ctx, original === url ? photo : photo.catch(() => fetchAndClean(url, hosts)));
    })
    .post('/admin/uploads', uploading.json(stagedPhotosSchema), async (ctx, { photos }) => {
      const result = findStaged(stagedPhotos, photos, (index) => `photos.${index}.staged`);
      const { content, added } = await add(ctx, result);
      return { uploads: added.map((photo) => presentUpload(photo, content)) };
    })
    .post('/admin/uploads/delete', admin.json(deletedPhotosSchema), async (ctx, { ids }) => {
      let deleted: readonly Photo[] = [];
      const command = deletePhotos(ids, (photos) => (deleted = photos));
      const { content } = await save(ctx, command);
      return {
        deleted: deleted.map((photo) => ({
          id: photo.id,
          filename: photo.filename,
          usedIn: usesOf(namesOf(photo), content),
        })),
      };
    })
    .get('/admin/uploads', admin, async (ctx) => {
      const { limit } = parseQuery(ctx, uploadsQuerySchema);
      const snapshot = await (await editedContent(ctx)).current();
      setRevisionHeader(ctx, snapshot);
      return {
        uploads: snapshot.photos.slice(0, limit).map((photo) => presentUpload(photo, snapshot)),
      };
    })
    .patch('/admin/uploads/{id}', admin.json(photoPatchSchema), async (ctx, patch) => {
      const { id } = ctx.params;
      const { content } = await save(ctx, changePhoto(id, patch));
      const photo = content.photos.find((each) => each.id === id);
      if (!photo) throw new EntityNotFound('The photo was deleted meanwhile');
      return presentUpload(photo, content);
    })
    .delete('/admin/uploads/{id}', admin, async (ctx) => {
      await save(ctx, deletePhotos([ctx.params.id]));
    });
};
