import * as v from 'valibot';
import { IMPORT_MAX_LINKS, IMPORT_MAX_PHOTOS } from './limits.ts';
import { FIELD, list, record, text } from './schema.ts';

const INDEX = `${FIELD} must be the place of an entry`;
const index = v.pipe(v.number(INDEX), v.integer(INDEX), v.minValue(0, INDEX));

const link = record({
  /** The place of its file in the form. */
  file: index,
  /** As it stands in the text. */
  address: text(),
  /** The place of the photo that it shows. */
  photo: v.optional(index),
  /** Where it leads. */
  to: v.optional(text()),
});

/** The field `links` of `POST /api/admin/posts/upload`, as JSON: photos of the texts, and other addresses. */
export const importLinksSchema = record({
  /** Staged, in the order in which they are named. */
  photos: list('Photos', text(), IMPORT_MAX_PHOTOS),
  links: list('Links', link, IMPORT_MAX_LINKS),
});

export type ImportLinks = v.InferOutput<typeof importLinksSchema>;
