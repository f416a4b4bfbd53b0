import * as v from 'valibot';
import {
  ALT_MAX_LENGTH,
  CAPTION_MAX_LENGTH,
  IMPORT_MAX_FILES,
  IMPORT_MAX_LINKS,
  IMPORT_MAX_PHOTOS,
  PHOTOS_BATCH_MAX,
  POSTS_MAX_LENGTH,
  UPLOADS_LIST_LIMIT,
  UPLOADS_LIST_MAX,
} from '../limits.ts';
import {
  FIELD,
  line,
  list,
  listOf,
  record,
  text,
  trimmedText,
  wholeNumber,
} from '../fields/schema.ts';

/** The query of `GET /api/admin/uploads`. */
export const uploadsQuerySchema = record({
  limit: wholeNumber(1, UPLOADS_LIST_MAX, UPLOADS_LIST_LIMIT),
});

const altText = line('Alt text', ALT_MAX_LENGTH);
const caption = line('Caption', CAPTION_MAX_LENGTH);

const share = v.config(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), {
  message: `${FIELD} must be a number from 0 to 1`,
});

const photoPatch = record({
  filename: v.optional(
    v.pipe(trimmedText(), v.nonEmpty('Please enter a file name'), v.maxLength(200)),
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

/** The id of a new photo, chosen by the client: a ULID, which contains the photo's date. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

const stagedPhoto = record({
  id: v.optional(v.pipe(text(), v.regex(ULID, 'The id of a photo must be a ULID'))),
  staged: text(),
  alt: v.optional(altText),
  caption: v.optional(caption),
});

export type UploadPatch = v.InferInput<typeof photoPatch>;

export interface StagedUploadsRequest {
  readonly photos: readonly v.InferInput<typeof stagedPhoto>[];
}

/** `POST /api/admin/uploads/fetch`: the URL of a picture, and the hosts that may be asked. */
export const fetchedPhotoSchema = record({
  url: line('URL', 2000),
  hosts: list('Hosts', text(), IMPORT_MAX_LINKS),
});

export type FetchedPhoto = v.InferOutput<typeof fetchedPhotoSchema>;

const oneOrMore = 'Please choose a photo';

const stagedPhotos = v.pipe(
  list('Photos', stagedPhoto, PHOTOS_BATCH_MAX),
  v.minLength(1, oneOrMore),
);

export const stagedPhotosSchema = record({ photos: stagedPhotos });

/** `PATCH /api/content`; entities and posts are validated by their saves. */
export const contentPatchSchema = v.pipe(
  record({
    site: v.optional(v.unknown()),
    profile: v.optional(v.unknown()),
    experiences: v.optional(v.unknown()),
    sections: v.optional(v.unknown()),
    posts: v.optional(
      record({
        changed: v.optional(listOf('Posts', POSTS_MAX_LENGTH)),
        deleted: v.optional(list('Posts', text(), POSTS_MAX_LENGTH)),
      }),
    ),
    photos: v.optional(stagedPhotos),
  }),
  v.check(
    (patch) => Object.values(patch).some((part) => part !== undefined),
    'Send site, profile, experiences, sections, posts or photos',
  ),
);

export const deletedPhotosSchema = record({
  ids: v.pipe(list('Photos', text(), PHOTOS_BATCH_MAX), v.minLength(1, oneOrMore)),
});

const index = v.config(v.pipe(v.number(), v.integer(), v.minValue(0)), {
  message: `${FIELD} must be the index of an entry`,
});

const link = record({
  file: index,
  /** The URL in the text. */
  address: text(),
  photo: v.optional(index),
  /** The new URL. */
  to: v.optional(text()),
});

/** The field `links` of `POST /api/admin/posts/upload`: photos and rewritten URLs, as JSON. */
export const importLinksSchema = record({
  /** The names of the staged photos, in the order of their indexes. */
  photos: list('Photos', text(), IMPORT_MAX_PHOTOS),
  links: list('Links', link, IMPORT_MAX_LINKS),
});

export type ImportLinks = v.InferOutput<typeof importLinksSchema>;

/**
 * The field `paths` of both import calls, as JSON: the path of each file in its folder or archive,
 * which dates the post and names the file in messages.
 */
export const importPathsSchema = list('Paths', text(), IMPORT_MAX_FILES);

/**
 * The field `details` of both import calls, as JSON: what the chosen files say together of each, in
 * their order. Without a kind, a page with a date or tags is a post.
 */
export const importDetailsSchema = list(
  'Details',
  record({
    kind: v.optional(v.picklist(['post', 'page'])),
    lang: v.optional(text()),
    translationKey: v.optional(text()),
    /** Old addresses that are to lead to it. */
    aliases: v.optional(list('Aliases', text())),
  }),
  IMPORT_MAX_FILES,
);

export type ImportDetails = v.InferOutput<typeof importDetailsSchema>[number];
