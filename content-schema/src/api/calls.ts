import type { Experience, ExperienceResponse } from '../entities/experience.ts';
import type { Issue } from '../fields/fields.ts';
import type { PageFacts } from '../import/old-address.ts';
import type { FileProblem } from '../text/file-problem.ts';
import type { FieldConflict } from '../merge/conflict.ts';
import type {
  Neighbours,
  Post,
  PostHeading,
  PostLink,
  PostSummary,
  PostSource,
} from '../entities/post.ts';
import type {
  AliasRequest,
  PostAddress,
  PostInput,
  RenameTagRequest,
} from '../entities/entity-schemas.ts';
import type { ExtractedField } from '../entities/post-fields.ts';
import type { PageLink } from '../entities/page.ts';
import type { PhotoDetails } from '../entities/photo.ts';
import type { Profile, ProfileResponse } from '../entities/profile.ts';
import type { Sections, SectionsResponse } from '../entities/sections.ts';
import type { Site } from '../entities/site.ts';
import type { Style } from '../entities/style.ts';
import type { AccountCalls } from './account.ts';
import type { Call } from './call.ts';
import type { ConnectionCalls } from './connection.ts';
import type { ErrorCode } from './error-status.ts';
import type { CommitSummary, HistoryCalls, RevisionResponse } from './history.ts';
import type { LayoutCalls } from './layout.ts';
import type { PreviewCalls } from './preview.ts';
import type { ProposalCalls } from './proposal.ts';
import type { Upload } from './upload.ts';
import type { FetchedPhoto, StagedUploadsRequest, UploadPatch } from './upload-schemas.ts';

/**
 * The requests and responses of every call under `/api`. Markdown texts are sent as source, with
 * their sanitised HTML in a field named `<field>Html`, which is ignored in requests. URLs of pages
 * at GitHub are absent if the content is not at GitHub.
 */

/** Everything except the posts. */
export interface SiteShell {
  readonly site: Site;
  readonly profile: ProfileResponse;
  readonly experiences: ExperienceResponse[];
  readonly sections: SectionsResponse;
}

/** All content, with the requested detail of each post. */
export interface ContentOf<P extends PostHeading> extends SiteShell {
  readonly posts: P[];
  /** The public pages in their order; absent if there are none. */
  readonly pages?: readonly PageLink[];
  /** The problems of files; for the administrator only. */
  readonly problems?: Problem[];
}

/** `GET /api/content` and `POST /api/reset`. */
export type ContentResponse = ContentOf<Post>;

export type ContentSummaryResponse = ContentOf<PostSummary>;

export type ContentHeadingsResponse = ContentOf<PostHeading>;

/** `GET /api/posts/{id}`: everything that the page of a post shows. */
export interface PostPageResponse extends Post, PostSummary {
  readonly neighbours: Neighbours;
  /** Where readers suggest a correction; absent unless the site offers that. */
  readonly correctionUrl?: string | undefined;
}

/** `PUT /api/posts/{id}`; absent fields keep their stored values. */
export type PostRequest = Partial<PostInput>;

/** The response to `PUT /api/posts`, for each post, and to `PUT /api/posts/{id}`. */
export type SavedPost<P extends PostHeading = PostHeading> = P & {
  /** The fields that were set from front matter at the start of the sent content. */
  readonly extractedFrontMatter?: readonly ExtractedField[];
};

export type ExtractedValues = Partial<Pick<Post, ExtractedField>>;

/** `POST /api/admin/posts/front-matter`: what a save would move from a post's content to its fields. */
export interface FrontMatterResponse {
  /** Empty if there is nothing to move. */
  readonly fields: ExtractedValues;
  /** The offset of the remaining content, in UTF-16 units. */
  readonly contentStart: number;
  /** Why front matter stays in the content, where it is not shown; absent if there is none. */
  readonly reason?: string;
}

/** `PATCH /api/content`: the parts to save by one commit; absent ones are kept. */
export interface ContentPatch {
  readonly site?: Site;
  readonly profile?: Profile;
  readonly experiences?: readonly Experience[];
  readonly sections?: Sections;
  readonly posts?: { readonly changed?: PostRequest[]; readonly deleted?: readonly string[] };
  readonly photos?: StagedUploadsRequest['photos'];
}

/** The saved parts of a `ContentPatch`, in the form of their own calls. */
export interface ContentPatchResponse extends Partial<SiteShell> {
  /** The created and updated posts, newest first. */
  readonly posts?: readonly SavedPost<PostSource>[];
  readonly photos?: readonly Upload[];
}

/** `POST /api/admin/posts/delete` and its response; `GET /api/admin/posts/search`, newest first. */
export interface PostIds {
  readonly ids: readonly string[];
}

export interface RenameTagResponse {
  /** The changed posts, newest first. */
  readonly posts: PostHeading[];
  /** The paths of the files that can't be changed. */
  readonly unreadable: readonly string[];
}

export interface FileMessage {
  readonly file: string;
  readonly message: string;
}

/** A file whose post already exists, unchanged since the import. */
export interface ImportedBefore extends FileMessage {
  readonly id: string;
  /** In a preview: the keys of the other addresses that lead to the post, if there are any. */
  readonly addresses?: readonly string[];
}

export interface ImportResponse<P extends PostHeading = Post> {
  readonly count: number;
  /** In the detail of the form's field `posts`: whole posts, or with `headings` without texts. */
  readonly saved: P[];
  readonly errors: FileMessage[];
  readonly warnings: FileMessage[];
  readonly already: ImportedBefore[];
  readonly message: string;
}

/** The post that a file would become. */
export interface PreviewedPost {
  /** The file's path, else its name. */
  readonly file: string;
  readonly post: PostHeading;
  /** What its front matter says of its address on the site that it comes from. */
  readonly page: PageFacts;
  /** The keys of the addresses that its front matter claims, which lead to it anyway. */
  readonly addresses: readonly string[];
  /** Set if the date comes from the file's path. */
  readonly isDatedByPath?: true;
  /** The URLs in its text, each once. */
  readonly links: readonly string[];
  /** Those of the images in its text. */
  readonly shown: readonly string[];
  /** The images in its front matter; the first one available is put above its text. */
  readonly covers: readonly string[];
  /** Problems of the file that don't prevent the import. */
  readonly warnings: readonly string[];
}

/** `POST /api/admin/posts/import-preview`: the result of importing each file, in their order. */
export interface ImportPreviewResponse {
  readonly files: readonly (PreviewedPost | ImportedBefore | FileMessage)[];
}

export type UploadResponse = Pick<Upload, 'id' | 'key' | 'filename' | 'mimetype' | 'size'>;

export interface UploadsResponse {
  readonly uploads: Upload[];
}

/**
 * `POST /api/admin/uploads/staged`: a photo that is stored as a blob but not committed yet. The
 * field `original` with `true` keeps the pixels unchanged, as in `POST /api/uploads`.
 */
export interface StagedUploadResponse
  extends
    Pick<Upload, 'filename' | 'mimetype' | 'size'>,
    Pick<PhotoDetails, 'width' | 'height' | 'colour'> {
  /** The name for `StagedUploadsRequest`, valid for two days at one repository. */
  readonly staged: string;
}

/** The deleted photos, each with the posts that use it. */
export interface DeleteUploadsResponse {
  readonly deleted: Pick<Upload, 'id' | 'filename' | 'usedIn'>[];
}

export interface FileChange {
  readonly path: string;
  /** Its path before, if a proposal moves it. */
  readonly movedFrom?: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Bytes before and after; absent if the file is. */
  readonly sizeBefore?: number;
  readonly sizeAfter?: number;
  /** For text files: the hunks of a unified diff; absent if it is too long to show. */
  readonly diff?: string;
  readonly binary: boolean;
  /** For readable JSON files and posts: their fields as in forms; null if the file is absent. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The page at GitHub of this version, or of the one before a deletion. */
  readonly url?: string;
}

interface ItemChange<Kind> {
  readonly kind: Kind;
  readonly status: 'added' | 'changed' | 'removed';
  readonly id: string;
  /** The file name of a photo. */
  readonly title: string;
}

/** A difference between two versions that visitors see. */
export type SiteChange =
  | ItemChange<'post'>
  | ItemChange<'photo'>
  | { readonly kind: 'site' | 'profile' | 'experiences' | 'sections' | 'style' };

/**
 * `GET /api/compare`: with `to` alone, the `files` that the commit changed; with `from` alone, the
 * `changes` since; with both, all but those.
 */
export interface CompareResponse {
  /** The parent on the branch is null for the first commit. */
  readonly from: string | null;
  readonly to: string;
  /** If two commits are named, a moved file is one. */
  readonly files?: readonly FileChange[];
  readonly changes?: readonly SiteChange[];
  /** Public pages with their paths: without `before` a new page, without `after` one that ends. */
  readonly pages?: readonly { readonly title: string; before?: string; after?: string }[];
  /** What `to` breaks: problems of files, links to nothing, and addresses that end. */
  readonly problems?: readonly Problem[];
  readonly deadLinks?: readonly (PostLink & { readonly paths: readonly string[] })[];
  readonly endedAddresses?: readonly string[];
}

export type StoreKind = 'local' | 'github';

/** `GET /healthz`. */
export interface HealthResponse {
  readonly status: 'ok' | 'stale' | 'unavailable';
  readonly store: StoreKind;
  /** The served commit; absent while there is none. */
  readonly revision?: string;
  /** Present while saves fail because of the store, with the reason. */
  readonly saves?: 'failing';
  readonly reason?: string;
  /** The number of proxies that forwarded the request, as they say; absent without any. */
  readonly proxies?: number;
}

/** `GET /api/admin/checklist`: open tasks until the site is complete and without sample texts. */
export interface ChecklistResponse {
  readonly items: readonly ChecklistItem[];
}

export interface ChecklistItem {
  readonly kind: ChecklistKind;
  /** The number of occurrences; 1 if there can only be one. */
  readonly count: number;
  /** At most ten, each with at most three paths: those it links to in vain, or that it had. */
  readonly posts: readonly (PostLink & { readonly paths?: readonly string[] })[];
  /** The fields of the form that it is about, as their entity and name, e.g. `profile-tagline`. */
  readonly fields?: readonly string[];
  /** Paths without a page, the most requested first. */
  readonly addresses?: readonly MissedAddress[];
}

export interface MissedAddress {
  readonly path: string;
  /** The number of requests since the start. */
  readonly count: number;
}

export type ChecklistKind =
  /** What was stored about signing in was not trusted, so all sessions were ended lately. */
  | 'sign-in-reset'
  /** Fields and posts that are still the sample's. */
  | 'sample'
  | 'undescribed-pictures'
  | 'dead-links'
  /** Addresses before a rename that are not in the post's file. */
  | 'renamed-posts'
  | 'missed-addresses'
  /** Anyone may read the repository at GitHub, and with it these posts, which visitors don't see. */
  | 'public-repository'
  /** The content is on one disk only, and no backup was ever downloaded. */
  | 'local-only'
  /** The last backup is over 30 days old, and the content has changed since. */
  | 'old-backup';

/** `GET /api/admin/store`: where the content is, and the state of the store. */
export interface StoreResponse {
  readonly kind: StoreKind;
  /** The absolute path of the local repository, or `owner/name` at GitHub. */
  readonly repository: string;
  readonly branch: string;
  /** Its pages at GitHub. */
  readonly pages?: { readonly repository: string; readonly branch: string };
  /** Whether anyone may read the repository, also hidden posts; absent while unknown. */
  readonly isPublic?: boolean;
  /** True if the last check of the branch failed, so that newer commits may exist. */
  readonly stale: boolean;
  /** Absent while the store fails. */
  readonly lastChange?: CommitSummary;
  /** The newest of the last 30 changes that was pushed or made at GitHub, if any. */
  readonly lastPush?: CommitSummary;
  /** The remaining requests of this hour according to GitHub; absent while unknown. */
  readonly requestsLeft?: number;
  /** When a local repository was last downloaded; absent if it never was. */
  readonly lastBackup?: string;
}

/** A field, or lines of a text, that was changed on both sides since `base`. */
export interface Conflict extends FieldConflict {
  readonly file: string;
}

export interface Problem extends FileProblem {
  readonly path: string;
  /** The page of the file at GitHub. */
  readonly url?: string;
}

/** The calls whose responses hold content, and name the commit it is from. */
export interface ContentCalls {
  'GET /content': Call<ContentResponse>;
  'GET /content?posts=summary': Call<ContentSummaryResponse>;
  /** The response is undefined (status 204) if the content still has the revision in the request. */
  'GET /content?posts=headings': Call<ContentHeadingsResponse | undefined>;
  'PATCH /content': Call<ContentPatchResponse, ContentPatch>;
  'PUT /site': Call<Site, Site>;
  'PUT /profile': Call<ProfileResponse, Profile>;
  'PUT /experiences': Call<ExperienceResponse[], readonly Experience[]>;
  'PUT /sections': Call<SectionsResponse, Sections>;
  'PUT /posts': Call<SavedPost[], readonly PostRequest[]>;
  'GET /posts/{id}': Call<PostPageResponse>;
  'GET /posts/{id}?posts=markdown': Call<PostSource>;
  'PUT /posts/{id}': Call<SavedPost<Post>, PostRequest>;
  'PUT /posts/{id}?posts=markdown': Call<SavedPost<PostSource>, PostRequest>;
  'PATCH /posts/{id}/visibility': Call<Post[], Pick<Post, 'hidden'>>;
  'PATCH /posts/{id}/visibility?posts=headings': Call<PostHeading[], Pick<Post, 'hidden'>>;
  'DELETE /posts/{id}': Call<Post[]>;
  'DELETE /posts/{id}?posts=headings': Call<PostHeading[]>;
  'POST /admin/posts/visibility': Call<PostHeading[], PostIds & Pick<Post, 'hidden'>>;
  'POST /admin/posts/aliases': Call<PostHeading[], AliasRequest>;
  'POST /admin/posts/{id}/address': Call<PostSource, PostAddress>;
  'POST /admin/posts/repair': Call<PostHeading[], PostIds>;
  'POST /admin/posts/delete': Call<PostIds, PostIds>;
  'POST /admin/posts/front-matter': Call<FrontMatterResponse, PostRequest>;
  'GET /admin/posts/search': Call<PostIds>;
  'POST /admin/tags/rename': Call<RenameTagResponse, RenameTagRequest>;
  'GET /admin/style': Call<Style>;
  'PUT /admin/style': Call<Style, Style>;
  'POST /reset': Call<ContentResponse>;
}

interface UploadCalls {
  'POST /uploads': Call<UploadResponse>;
  'GET /admin/uploads': Call<UploadsResponse>;
  'POST /admin/uploads': Call<UploadsResponse, StagedUploadsRequest>;
  'POST /admin/uploads/staged': Call<StagedUploadResponse>;
  'POST /admin/uploads/fetch': Call<StagedUploadResponse, FetchedPhoto>;
  'PATCH /admin/uploads/{id}': Call<Upload, UploadPatch>;
  'DELETE /admin/uploads/{id}': Call<undefined>;
  'POST /admin/uploads/delete': Call<DeleteUploadsResponse, PostIds>;
}

/** The calls that answer JSON. One with a query has a response that depends on it. */
export interface Calls
  extends
    ContentCalls,
    UploadCalls,
    AccountCalls,
    ConnectionCalls,
    HistoryCalls,
    LayoutCalls,
    PreviewCalls,
    ProposalCalls {
  'GET /revision': Call<RevisionResponse>;
  'GET /compare': Call<CompareResponse>;
  'GET /admin/store': Call<StoreResponse>;
  'GET /admin/checklist': Call<ChecklistResponse>;
  'POST /admin/start-empty': Call<RevisionResponse>;
  'POST /admin/posts/upload': Call<ImportResponse<PostHeading>>;
  /** From the repository that was last looked at to be connected. */
  'POST /admin/posts/copy': Call<ImportResponse<PostHeading>>;
  'POST /admin/posts/import-preview': Call<ImportPreviewResponse>;
}

export type CallName = keyof Calls;

/** The body of every response that is not a success. */
export interface ErrorResponseBody {
  /** For programs, which must not parse the message. */
  readonly code: ErrorCode;
  readonly message: string;
  /** All issues of the request; `message` is that of the first. */
  readonly issues?: readonly Issue[];
  readonly conflicts?: readonly Conflict[];
  /** Why a file can't be saved. */
  readonly problem?: Problem;
  /** With conflicts: the commit that the request was merged with. */
  readonly revision?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** The commit of a response's content, and in a request the one that was edited. */
export const REVISION_HEADER = 'Content-Revision';

/** In the response to a save: the parent of its commit. */
export const PREVIOUS_REVISION_HEADER = 'Content-Previous-Revision';

export const API_BASE_PATH = '/api';

/** In the response to a save: its commit; absent if nothing had changed. */
export const SAVED_COMMIT_HEADER = 'Saved-Commit';

/** In the response to a save with the query `proposal=`: the id of the proposal that has it. */
export const PROPOSAL_HEADER = 'Saved-Proposal';

/** Identifies a save: repeating it with the same key writes nothing more. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The only failure message for visitors, apart from the others to keep their download small. */
export const LOAD_FAILED = 'Failed to load content';
