import * as v from 'valibot';
import { hasHistory, isContentPath } from '../repository-layout.ts';
import { FIELD, list, record, text, wholeNumber } from '../fields/schema.ts';

/** The highest page number of a list of changes. */
const PAGES_MAX = 10_000;

export const historyMessages = {
  path: 'Choose a file of the content: a JSON file, a post, a photo or the logo',
} as const;

/** The path of a file whose versions can be listed and restored. */
const contentPath = v.pipe(text(), v.check(isContentPath, historyMessages.path));

const SEARCH_MAX_LENGTH = 200;

/** Filters for changes; an absent one matches all. */
const filter = {
  /** A file or folder of the content; that of a photo's id also contains its metadata. */
  path: v.optional(v.pipe(text(), v.check(hasHistory, historyMessages.path))),
  /** An entry of a list by its name, e.g. `Engineer, Acme`, or a section by its key. */
  part: v.optional(text()),
  /** Words that must all occur in the subject or the author's name. */
  q: v.optional(
    v.pipe(
      text(),
      v.trim(),
      v.maxLength(SEARCH_MAX_LENGTH, `q must be ${SEARCH_MAX_LENGTH} characters or fewer`),
    ),
  ),
};

const date = () => v.optional(v.pipe(text(), v.isoTimestamp(`${FIELD} must be an ISO date`)));

/** The query of `GET /api/history`. */
export const historyQuerySchema = record({
  ...filter,
  since: date(),
  until: date(),
  page: wholeNumber(1, PAGES_MAX, 1),
});

/** `POST /api/history/{commit}/restore`, and the query of `GET /api/history/{commit}/file`. */
export const restoreSchema = record({ path: contentPath });

/** The query of `GET /api/history/at`: an ISO date. */
export const dateQuerySchema = record({ date: v.pipe(text(), v.isoTimestamp('Choose a date')) });

/** A choice where an undone change and a later one overlap. */
export const decisionSchema = record({
  /** File and field as in the conflict. */
  file: text(),
  field: text(),
  /** The value of one of the sides; for a text or a list of texts, it may also be a new one. */
  value: v.unknown(),
});

/** `POST /api/history/{commit}/undo`. */
export const undoSchema = record({ decisions: list('Decisions', decisionSchema) });

export type UndoRequest = v.InferInput<typeof undoSchema>;
export type Decision = v.InferOutput<typeof decisionSchema>;

export type RestoreRequest = v.InferOutput<typeof restoreSchema>;
