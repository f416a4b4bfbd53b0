import type { ExperienceResponse } from './experience.ts';
import type { Issue } from './fields.ts';
import type { FileProblem } from './file-problem.ts';
import type { FieldConflict } from './merge/conflict.ts';
import type {
  Neighbours,
  Post,
  PostHeading,
  PostInput,
  PostLink,
  PostSummary,
  PostSource,
} from './post.ts';
import type { PhotoDetails, FocalPoint } from './photo.ts';
import type { ProfileResponse } from './profile.ts';
import type { SectionsResponse } from './sections.ts';
import type { Site } from './site.ts';
import type { Upload } from './upload.ts';

/**
 * The requests and answers of every call under `/api`. Markdown texts travel as written, with
 * their sanitised HTML beside them in a field named `<field>Html`; the HTML is derived, and
 * ignored in a request.
 */

/** Everything around the posts. */
export interface SiteShell {
  readonly site: Site;
  readonly profile: ProfileResponse;
  readonly experiences: ExperienceResponse[];
  readonly sections: SectionsResponse;
}

/** All content, with as much of each post as was asked for. */
export interface ContentOf<P extends PostHeading> extends SiteShell {
  readonly posts: P[];
  /** For the administrator only: what in the files is not as it was meant. */
  readonly problems?: Problem[];
}

/** `GET /api/content` and `POST /api/reset`. */
export type ContentResponse = ContentOf<Post>;

/** `GET /api/content?posts=summary`. */
export type ContentSummaryResponse = ContentOf<PostSummary>;

/** `GET /api/content?posts=markdown`. */
export type ContentSourceResponse = ContentOf<PostSource>;

/** `GET /api/content?posts=headings`. */
export type ContentHeadingsResponse = ContentOf<PostHeading>;

/** `GET /api/posts/{id}`: all that the page of a post shows. */
export interface PostPageResponse extends Post, PostSummary {
  readonly neighbours: Neighbours;
  /** How often it was revised; absent where revisions are switched off, or not known yet. */
  readonly revised?: number;
}

/** `PUT /api/posts/{id}`; what is absent stays as it is stored, the id as it is in the path. */
export type PostRequest = Partial<PostInput>;

type OptionalField = 'content' | 'description';

/** `PUT /api/posts`; a post that is stored may come without its content, which then stays. */
export type PostsRequest = (Omit<PostInput, OptionalField> &
  Partial<Pick<PostInput, OptionalField>>)[];

/** The response to `PUT /api/posts`, for each post, and to `PUT /api/posts/{id}`. */
export type SavedPost<P extends PostHeading = PostHeading> = P & {
  /** The fields that were taken over from front matter at the start of the content that was sent. */
  readonly lifted?: readonly LiftedField[];
};

export type LiftedField = 'title' | 'tags' | 'description' | 'hidden' | 'createdAt';
export type LiftedValues = Partial<Pick<Post, LiftedField>>;

/** `POST /api/admin/posts/front-matter`, with the fields of a form. */
export type UnfinishedPost = Pick<Post, 'title' | 'content' | 'tags' | 'description' | 'hidden'> & {
  readonly id?: string | undefined;
};

/** What a save would take over from a post's content. */
export interface FrontMatterResponse {
  /** Empty where nothing is taken over. */
  readonly fields: LiftedValues;
  /** Where the content begins that stays, in UTF-16 units. */
  readonly contentStart: number;
}

/**
 * `POST /api/admin/posts/delete`, and its response: those that it deleted. The response to
 * `GET /api/admin/posts/search`: those that were found, newest first.
 */
export interface PostIds {
  readonly ids: readonly string[];
}

/** `POST /api/admin/posts/visibility`. */
export interface VisibilityRequest extends PostIds {
  readonly hidden: boolean;
}

/** `POST /api/auth/login` and `GET /api/auth/me`. */
export interface User {
  readonly email: string;
}

export interface FileMessage {
  /** The file's name. */
  readonly file: string;
  readonly message: string;
}

/** A file that is a post already, as it was imported. */
export interface ImportedBefore extends FileMessage {
  /** Of the post that the file is. */
  readonly id: string;
}

/** `POST /api/admin/posts/upload`. */
export interface ImportResponse<P extends PostHeading = Post> {
  readonly count: number;
  /** As much of each as the form's field `posts` asks for: all, or with `headings` no texts. */
  readonly saved: P[];
  readonly errors: FileMessage[];
  /** What is not as it was meant in files that were imported. */
  readonly warnings: FileMessage[];
  /** Files that were imported before, and whose posts are as they were then. */
  readonly already: ImportedBefore[];
  readonly message: string;
}

/** The post that a file would become. */
export interface PreviewedPost {
  /** The file's name. */
  readonly file: string;
  readonly post: PostHeading;
  /** The addresses in its text, each once. */
  readonly links: readonly string[];
  /** The images in its front matter; the first one available is put above its text. */
  readonly covers: readonly string[];
  /** What in the file is not as it was meant. */
  readonly warnings: readonly string[];
}

/** `POST /api/admin/posts/import-preview`: what an import makes of each file, in their order. */
export interface ImportPreviewResponse {
  readonly files: readonly (PreviewedPost | ImportedBefore | FileMessage)[];
}

/** `POST /api/uploads`. */
export type UploadResponse = Pick<Upload, 'id' | 'key' | 'filename' | 'mimetype' | 'size'>;

/** `GET /api/admin/uploads`. */
export interface UploadsResponse {
  readonly uploads: Upload[];
}

/**
 * `POST /api/admin/uploads/staged`: a photo that is stored but in no commit yet. Its field `original`
 * with `true` keeps its pixels as they are, as in `POST /api/uploads`.
 */
export interface StagedUploadResponse
  extends
    Pick<Upload, 'filename' | 'mimetype' | 'size'>,
    Pick<PhotoDetails, 'width' | 'height' | 'colour'> {
  /** Names it in `StagedUploadsRequest`, for a day. */
  readonly staged: string;
}

/** `POST /api/admin/uploads`: adds staged photos by one commit; the response lists them in this order. */
export interface StagedUploadsRequest {
  readonly photos: readonly {
    readonly staged: string;
    readonly alt?: string;
    readonly caption?: string;
  }[];
}

/** `PATCH /api/admin/uploads/{id}`, answered by the `Upload`. What is not sent stays. */
export interface UploadPatch {
  readonly filename?: string;
  readonly alt?: string;
  readonly caption?: string;
  readonly focus?: FocalPoint | null;
}

/** `POST /api/admin/uploads/delete`: deletes photos by one commit. */
export interface DeleteUploadsRequest {
  readonly ids: readonly string[];
}

/** The photos that were deleted, each with the posts that show it. */
export interface DeleteUploadsResponse {
  readonly deleted: Pick<Upload, 'id' | 'filename' | 'usedIn'>[];
}

/** A change of the content, as a list of changes shows it. */
export interface CommitSummary {
  readonly sha: string;
  /** The first line of the commit's message. */
  readonly subject: string;
  readonly author: { readonly name: string; readonly email: string };
  /** ISO date. */
  readonly date: string;
  /** Where it was made: by a save of this site, by an edit or a merge at GitHub, or by a push. */
  readonly origin: 'site' | 'github' | 'push';
  /** The page at GitHub that shows it; absent where the content is not there. */
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
  /** Of one file: its pages at GitHub; absent where the content is not there, or the file is gone. */
  readonly file?: { readonly url: string; readonly blame: string };
}

/** `GET /api/history/days`: on which days of the past year how much was changed. */
export interface HistoryDaysResponse {
  /** Without those on which nothing was; dates such as `2026-01-31`. */
  readonly days: { readonly date: string; readonly changes: number }[];
  /** The first day that was counted. */
  readonly since: string;
}

/** What a commit did to one file. */
export interface FileChange {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Bytes before and after; absent where there was no file. */
  readonly sizeBefore?: number;
  readonly sizeAfter?: number;
  /** Text files only: the hunks of a unified diff; absent for a diff that is too large to show. */
  readonly diff?: string;
  readonly binary: boolean;
  /** JSON files and posts that can be read: their fields, as forms edit them; null for no file. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The page at GitHub that shows it then, or before it was deleted; absent where it is not there. */
  readonly url?: string;
}

/** `GET /api/history/{commit}`. */
export interface CommitResponse extends CommitSummary {
  /** The commit before it, of a merge on the branch; null for the first. */
  readonly parent: string | null;
  /** The whole message. */
  readonly message: string;
  readonly files: FileChange[];
}

/** How a part of the site differs from what it was: `added` is what has come since. */
export type SiteChange =
  | {
      readonly kind: 'post';
      readonly status: 'added' | 'changed' | 'removed';
      readonly id: string;
      readonly title: string;
    }
  | {
      readonly kind: 'photo';
      readonly status: 'added' | 'changed' | 'removed';
      readonly id: string;
      readonly filename: string;
    }
  | { readonly kind: 'site' | 'profile' | 'experiences' | 'sections' };

/** `GET /api/history/{commit}/site`: the whole site as a commit left it. */
export interface SiteVersionResponse {
  readonly commit: CommitSummary;
  /** Where its pages are. */
  readonly address: string;
  /** The same of the present site. */
  readonly present: string;
  /** The nearest commits that changed something that visitors see; null where there is none. */
  readonly older: CommitSummary | null;
  readonly newer: CommitSummary | null;
  /** ISO dates of the first commit and of the newest. */
  readonly began: string;
  readonly latest: string;
  /** What visitors see otherwise today. */
  readonly changes: SiteChange[];
}

/** `GET /api/history/at?date=`: the newest commit that is no younger. */
export type CommitAtResponse = CommitSummary;

/** `POST /api/history/{commit}/restore`. */
export interface RestoreResponse {
  /** The commit that is served now. */
  readonly revision: string;
}

/** `POST /api/history/{commit}/undo`. */
export interface UndoResponse {
  /** The commit that is served now. */
  readonly revision: string;
}

/** `POST /api/admin/previews`. */
export interface PreviewResponse {
  /** A whole address, for somebody without an account. */
  readonly url: string;
  /** ISO date until which it works. */
  readonly expires: string;
}

/** `GET /api/revision`. */
export interface RevisionResponse {
  /** The commit that is served now. */
  readonly revision: string;
}

/** `GET /healthz`. */
export interface HealthResponse {
  readonly status: 'ok' | 'stale' | 'unavailable';
  readonly store: 'local' | 'github';
  /** The commit that is served; absent while there is none. */
  readonly revision?: string;
  /** While the last attempt to save failed because of the store, with why. */
  readonly saves?: 'failing';
  readonly reason?: string;
}

/** `GET /api/admin/checklist`: what is left to do until the site is its owner's and complete. */
export interface ChecklistResponse {
  readonly items: readonly ChecklistItem[];
}

export interface ChecklistItem {
  readonly kind: ChecklistKind;
  /** How many there are; 1 where there can be but one. */
  readonly count: number;
  /** The posts that it is about, at most ten. */
  readonly posts: readonly PostLink[];
  /** The fields of the form that it is about, as their entity and name, e.g. `profile-tagline`. */
  readonly fields?: readonly string[];
}

export type ChecklistKind =
  | 'sample-title'
  | 'sample-name'
  /** The other texts that the dashboard edits. */
  | 'sample-texts'
  | 'sample-logo'
  | 'sample-experiences'
  /** Education, languages and achievements. */
  | 'sample-sections'
  | 'sample-posts'
  | 'undescribed-pictures'
  | 'dead-links'
  /** The content is on one disk only, and no backup was ever downloaded. */
  | 'local-only'
  /** The last backup is over 30 days old, and the content has changed since. */
  | 'old-backup';

/** `GET /api/admin/store`: where the content is, and how that goes. */
export interface StoreResponse {
  readonly kind: 'local' | 'github';
  /** The absolute path of the local repository, or `owner/name` at GitHub. */
  readonly repository: string;
  readonly branch: string;
  /** Their pages at GitHub; absent where the content is not there. */
  readonly pages?: { readonly repository: string; readonly branch: string };
  /** The last check of the branch failed: it may be further than what is served. */
  readonly stale: boolean;
  /** Absent where the store fails. */
  readonly lastChange?: CommitSummary;
  /** The newest of the last 30 changes that was pushed, or made at GitHub; absent where none was. */
  readonly lastPush?: CommitSummary;
  /** What GitHub's responses said last is left of the hour's requests; absent while it is not known. */
  readonly requestsLeft?: number;
  /** When a local repository was last downloaded; absent if it never was. */
  readonly lastBackup?: string;
}

/** A field, or lines of a text, that was changed on both sides since `base`. */
export interface Conflict extends FieldConflict {
  readonly file: string;
}

/** What is wrong with a file of the repository. */
export interface Problem extends FileProblem {
  readonly path: string;
  /** The page at GitHub that shows the file; absent where the content is not there. */
  readonly url?: string;
}

/** Names the kind of an error, for programs. */
export type ErrorCode =
  | 'BodyTooLarge'
  | 'EntityNotFound'
  | 'ExpectationFailed'
  | 'ForeignOrigin'
  | 'HeadersTooLarge'
  | 'InvalidInput'
  | 'InvalidSignature'
  | 'LinkRefused'
  | 'LoginThrottled'
  | 'MalformedBody'
  | 'MalformedRequest'
  | 'MergeConflict'
  | 'MethodNotAllowed'
  | 'MethodNotImplemented'
  | 'NoSuchRoute'
  | 'NotAuthenticated'
  | 'NotFound'
  | 'PermissionDenied'
  | 'PicturesBusy'
  | 'RangeNotSatisfiable'
  | 'RateLimited'
  | 'RepositoryMissing'
  | 'RequestTimeout'
  | 'StaleHead'
  | 'StoreRefused'
  | 'StoreUnavailable'
  | 'UnexpectedFailure'
  | 'UnreadableFile'
  | 'UnsupportedImage'
  | 'UnsupportedMediaType'
  | 'UnusableImage'
  | 'WrongCredentials';

/** The body of every response that is not a success. */
export interface ErrorResponseBody {
  /** For programs, which never look at the message. */
  readonly code: ErrorCode;
  /** For a person to read. */
  readonly message: string;
  /** All that is wrong in the request; the first is `message`. */
  readonly issues?: Issue[];
  readonly conflicts?: Conflict[];
  /** Why a file can't be saved. */
  readonly problem?: Problem;
  /** With conflicts: the commit they were found against. */
  readonly revision?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Names the commit that an answer's content is from, and in a request the one it was edited from. */
export const REVISION_HEADER = 'Content-Revision';

/** In the answer to a save that was stored: the commit that it was stored upon. */
export const PREVIOUS_REVISION_HEADER = 'Content-Previous-Revision';

/** In the response to a save: the commit that it made; absent where nothing had changed. */
export const SAVED_COMMIT_HEADER = 'Saved-Commit';

/** Unique to a save and the same whenever it is repeated, which then writes nothing more. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The one failure message that visitors may see; the others would only lengthen their download. */
export const LOAD_FAILED = 'Failed to load content';
