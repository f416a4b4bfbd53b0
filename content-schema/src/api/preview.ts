import * as v from 'valibot';
import { record, text, trimmedText } from '../fields/schema.ts';
import type { Call } from './call.ts';

/** The targets of preview links: a hidden post, or the whole site at a version. */
export const PREVIEW_KINDS = ['post', 'commit', 'branch', 'pull'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

const HOURS_MAX = 90 * 24;
/** More than the name of a file or of a branch may have. */
const NAME_MAX_LENGTH = 255;

export const previewSchema = record({
  of: v.picklist(PREVIEW_KINDS, 'Choose what the link shows'),
  /** The id of the post, of the commit, the name of the branch or the number of the pull request. */
  name: v.pipe(
    trimmedText(),
    v.nonEmpty('Say which one the link shows'),
    v.maxLength(NAME_MAX_LENGTH, 'This name is too long'),
  ),
  /** The commit of a pull request that the administrator saw; its newest one if absent. */
  head: v.optional(text()),
  hours: v.pipe(
    v.config(v.pipe(v.number(), v.integer(), v.minValue(1)), {
      message: 'Choose how long the link works',
    }),
    v.maxValue(HOURS_MAX, 'A link works for 90 days at most'),
  ),
});

export interface PreviewResponse {
  /** An absolute URL that works without a session. */
  readonly url: string;
  /** The ISO date when it expires. */
  readonly expires: string;
}

export interface PreviewCalls {
  'POST /admin/previews': Call<PreviewResponse, v.InferInput<typeof previewSchema>>;
  'DELETE /admin/previews': Call<undefined>;
}
