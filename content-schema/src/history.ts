import * as v from 'valibot';
import { isContentPath } from './repository-layout.ts';
import { wholeNumber } from './query.ts';
import { record, text } from './schema.ts';

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

/** `POST /api/history/{commit}/restore`. */
export const restoreSchema = record({ path: contentPath });

export type RestoreRequest = v.InferOutput<typeof restoreSchema>;
