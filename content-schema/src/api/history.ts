import * as v from 'valibot';
import { hasHistory, isContentPath } from '../repository-layout.ts';
import { FIELD, line, list, record, text, wholeNumber } from '../fields/schema.ts';

/** The highest page number of a list of changes. */
const PAGES_MAX = 10_000;

const NO_CONTENT = 'Choose a file of the content: a JSON file, a post, a photo or the logo';

const SEARCH_MAX_LENGTH = 200;

const date = () => v.optional(v.pipe(text(), v.isoTimestamp(`${FIELD} must be an ISO date`)));

/** The query of `GET /api/history`; an absent filter matches all changes. */
export const historyQuerySchema = record({
  /** A file or folder of the content; that of a photo's id also contains its metadata. */
  path: v.optional(v.pipe(text(), v.check(hasHistory, NO_CONTENT))),
  /** An entry of a list by its name, e.g. `Engineer, Acme`, or a section by its key. */
  part: v.optional(text()),
  /** Words that must all occur in the subject or the author's name. */
  q: v.optional(line('q', SEARCH_MAX_LENGTH)),
  until: date(),
  page: wholeNumber(1, PAGES_MAX, 1),
});

/** `POST /api/history/{commit}/restore`, and the query of `GET /api/history/{commit}/file`. */
export const restoreSchema = record({
  path: v.pipe(text(), v.check(isContentPath, NO_CONTENT)),
});

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
