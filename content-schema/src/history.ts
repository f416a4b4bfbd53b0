import * as v from 'valibot';
import { hasHistory, isContentPath } from './repository-layout.ts';
import { wholeNumber } from './query.ts';
import { FIELD, list, record, text } from './schema.ts';

/** Pages that a list of changes can have: no more are ever read. */
const PAGES_MAX = 10_000;

export const historyMessages = {
  path: 'Choose a file of the content: a JSON file, a post, a photo or the logo',
} as const;

/** The path of a file whose versions can be listed and brought back. */
const contentPath = v.pipe(text(), v.check(isContentPath, historyMessages.path));

const SEARCH_MAX_LENGTH = 200;

/** Which changes are meant; of those that leave nothing out, all. */
const filter = {
  /** Of a file or a folder of the content; a photo with what is known of it is in the folder of its id. */
  path: v.optional(v.pipe(text(), v.check(hasHistory, historyMessages.path))),
  /** Of a list of entries, one by its name, e.g. `Engineer, Acme`; of the sections, one by its key. */
  part: v.optional(text()),
  /** Words that are all in the subject or the author's name. */
  q: v.optional(
    v.pipe(
      text(),
      v.trim(),
      v.maxLength(SEARCH_MAX_LENGTH, `q must be ${SEARCH_MAX_LENGTH} characters or fewer`),
    ),
  ),
};

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
};

const date = () => v.optional(v.pipe(text(), v.isoTimestamp(`${FIELD} must be an ISO date`)));

/** The query of `GET /api/history`. */
export const historyQuerySchema = record({
  ...filter,
  since: date(),
  until: date(),
  page: wholeNumber(1, PAGES_MAX, 1),
});

/** The query of `GET /api/history/days`. */
export const historyDaysQuerySchema = record({
  ...filter,
  timeZone: v.pipe(text(), v.check(isTimeZone, 'Choose a time zone, such as Europe/Berlin')),
});

/** `POST /api/history/{commit}/restore`, and the query of `GET /api/history/{commit}/file`. */
export const restoreSchema = record({ path: contentPath });

/** The query of `GET /api/history/at`: an ISO date. */
export const dateQuerySchema = record({ date: v.pipe(text(), v.isoTimestamp('Choose a date')) });

/** What is to stand where undoing a change and a later one overlap. */
const decision = record({
  /** As the conflict names them. */
  file: text(),
  field: text(),
  /** What one of the sides has there; in place of a text, or a list of texts, also another one. */
  value: v.unknown(),
});

/** `POST /api/history/{commit}/undo`. */
export const undoSchema = record({ decisions: list('Decisions', decision) });

export type UndoRequest = v.InferInput<typeof undoSchema>;
export type Decision = v.InferOutput<typeof decision>;

export type RestoreRequest = v.InferOutput<typeof restoreSchema>;
