import * as v from 'valibot';
import {
  ALT_MAX_LENGTH,
  CAPTION_MAX_LENGTH,
  PHOTOS_BATCH_MAX,
  UPLOADS_LIST_LIMIT,
  UPLOADS_LIST_MAX,
} from './limits.ts';
import { wholeNumber } from './query.ts';
import { FIELD, list, record, text } from './schema.ts';

/** The query of `GET /api/admin/uploads`. */
export const uploadsQuerySchema = record({
  limit: wholeNumber(1, UPLOADS_LIST_MAX, UPLOADS_LIST_LIMIT),
});

/** A trimmed text of a photo's metadata. */
const line = (label: string, most: number) =>
  v.pipe(text(), v.trim(), v.maxLength(most, `${label} must be ${most} characters or fewer`));
const altText = line('Alt text', ALT_MAX_LENGTH);
const caption = line('Caption', CAPTION_MAX_LENGTH);

const SHARE = `${FIELD} must be a number from 0 to 1`;
const share = v.pipe(v.number(SHARE), v.minValue(0, SHARE), v.maxValue(1, SHARE));

const photoPatch = record({
  filename: v.optional(
    v.pipe(text(), v.trim(), v.nonEmpty('Please enter a file name'), v.maxLength(200)),
  ),
  alt: v.optional(altText),
  caption: v.optional(caption),
  focus: v.optional(v.nullable(record({ x: share, y: share }))),
});

/** `PATCH /api/admin/uploads/{id}`; a focus of null removes it. */
export const photoPatchSchema = v.pipe(
  photoPatch,
  v.check(
    (patch) => Object.values(patch).some((value) => value !== undefined),
    'Send filename, alt, caption or focus',
  ),
);

const stagedPhoto = record({
  staged: text(),
  alt: v.optional(altText),
  caption: v.optional(caption),
});

const oneOrMore = 'Please choose a photo';

/** `POST /api/admin/uploads` */
export const stagedPhotosSchema = record({
  photos: v.pipe(list('Photos', stagedPhoto, PHOTOS_BATCH_MAX), v.minLength(1, oneOrMore)),
});

/** `POST /api/admin/uploads/delete` */
export const deletedPhotosSchema = record({
  ids: v.pipe(list('Photos', text(), PHOTOS_BATCH_MAX), v.minLength(1, oneOrMore)),
});
