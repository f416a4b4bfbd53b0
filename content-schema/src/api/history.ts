import * as v from 'valibot';
import { hasHistory, isContentPath } from '../repository-layout.ts';
import type { Call } from './call.ts';
import { FIELD, line, list, record, text, wholeNumber } from '../fields/schema.ts';

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
export const restoreSchema = record({ path: v.pipe(text(), v.check(isContentPath, NO_CONTENT)) });

/** A choice where an undone change and a later one overlap. */
export const decisionSchema = record({
  /** File and field as in the conflict. */
  file: text(),
  field: text(),
  /** The value of one of the sides; for a text or a list of texts, it may also be a new one. */
  value: v.unknown(),
});

export const undoSchema = record({ decisions: list('Decisions', decisionSchema) });

export type UndoRequest = v.InferInput<typeof undoSchema>;
export type Decision = v.InferOutput<typeof decisionSchema>;

/** What a commit did: `{verb: 'Hide', noun: 'post', name: 'Tides'}`. */
export interface CommitKind {
  /** The first word of its subject. */
  readonly verb: string;
  /** What kind of thing it changed; absent if it changed several. */
  readonly noun?: string;
  /** The name of the thing; of an undo or redo, which has no noun, the subject that it quotes. */
  readonly name?: string;
}

/** A change of the content, as a list of changes shows it. */
export interface CommitSummary {
  readonly sha: string;
  readonly subject: string;
  /** Absent if its message doesn't say so, as in a push or a commit of an earlier version. */
  readonly kind?: CommitKind;
  readonly author: { readonly name: string; readonly email: string };
  /** ISO date. */
  readonly date: string;
  /** Where it was made: by a save of this site, on GitHub's website, or by a push. */
  readonly origin: 'site' | 'github' | 'push';
  /** Its page at GitHub. */
  readonly url?: string;
}

/** `GET /api/history`: newest first. */
export interface HistoryResponse {
  readonly commits: CommitSummary[];
  /** Counted from 1. */
  readonly page: number;
  readonly hasMore: boolean;
  /** Present where a search for words ended before the first commit: the date that it came to. */
  readonly searchedTo?: string;
  /** The pages of the filtered file at GitHub; absent if it was deleted. */
  readonly file?: { readonly url: string; readonly blame: string };
}

export interface CommitResponse extends CommitSummary {
  readonly message: string;
  /** The commit that undid it, unless that was undone; absent if it is not among the newest 100. */
  readonly undone?: Pick<CommitSummary, 'sha' | 'date'>;
}

/** `GET /api/history/{commit}/site`: the whole site at a commit. */
export interface SiteVersionResponse {
  readonly commit: CommitSummary;
  /** The commits before and after it; null if there is none. */
  readonly older: CommitSummary | null;
  readonly newer: CommitSummary | null;
}

/** The commit that is now served: `GET /api/revision`, and after a restore or an undo. */
export interface RevisionResponse {
  readonly revision: string;
}

export interface HistoryCalls {
  'GET /history': Call<HistoryResponse>;
  'GET /history/{commit}': Call<CommitResponse>;
  'GET /history/{commit}/site': Call<SiteVersionResponse>;
  'POST /history/{commit}/site/restore': Call<RevisionResponse>;
  'POST /history/{commit}/undo': Call<RevisionResponse, UndoRequest>;
  'POST /history/{commit}/restore': Call<RevisionResponse, v.InferInput<typeof restoreSchema>>;
}
