import * as v from 'valibot';
import { IMPORT_MAX_FILES, IMPORT_MAX_LINKS, IMPORT_MAX_PHOTOS } from '../limits.ts';
import { FIELD, list, record, text } from '../fields/schema.ts';

const index = v.config(v.pipe(v.number(), v.integer(), v.minValue(0)), {
  message: `${FIELD} must be the index of an entry`,
});

const link = record({
  /** The index of its file in the form. */
  file: index,
  /** The URL in the text. */
  address: text(),
  /** The index of the photo that it shows. */
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
