import * as v from 'valibot';
import { isContentPath } from './repository-layout.ts';
import { wholeNumber } from './query.ts';
import { list, record, text } from './schema.ts';

/** Pages that a list of changes can have: no more are ever read. */
const PAGES_MAX = 10_000;

export const historyMessages = {
  path: 'Choose a file of the content: a JSON file, a post, a photo or the logo',
} as const;

/** The path of a file whose versions can be listed and brought back. */
const contentPath = v.pipe(text(), v.check(isContentPath, historyMessages.path));

/** The query of `GET /api/history`. */
export const historyQuerySchema = record({
  path: v.optional(contentPath),
  page: wholeNumber(1, PAGES_MAX, 1),
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
