import { UPLOADS_LIST_LIMIT, UPLOADS_LIST_MAX } from './limits.ts';
import { wholeNumber } from './query.ts';
import { record } from './schema.ts';

/** The query of `GET /api/admin/uploads`. */
export const uploadsQuerySchema = record({
  limit: wholeNumber(1, UPLOADS_LIST_MAX, UPLOADS_LIST_LIMIT),
});
