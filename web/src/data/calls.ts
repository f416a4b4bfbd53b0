import type {
  ChecklistResponse,
  CommitAtResponse,
  CommitResponse,
  ContentPatch,
  ContentPatchResponse,
  EndPreviewRequest,
  ContentHeadingsResponse,
  ContentSummaryResponse,
  Credentials,
  Experience,
  ExperienceResponse,
  FrontMatterResponse,
  HistoryResponse,
  PostHeading,
  PostIds,
  PostPageResponse,
  PostRequest,
  PostSource,
  PreviewRequest,
  PreviewResponse,
  Profile,
  ProfileResponse,
  RestoreRequest,
  RestoreResponse,
  RevisionResponse,
  SavedPost,
  StoreResponse,
  Sections,
  SectionsResponse,
  Site,
  SiteVersionResponse,
  UndoRequest,
  UndoResponse,
  UnfinishedPost,
  User,
  VisibilityRequest,
} from 'content-schema';

/** The API's calls by method and path, each with the type of its request body and of its answer. */
export interface Calls {
  /**
   * The answer is undefined (status 204) when the content still has the revision in the request.
   */
  'GET /content?posts=headings': {
    body?: undefined;
    response: ContentHeadingsResponse | undefined;
  };
  'GET /content?posts=summary': { body?: undefined; answer: ContentSummaryResponse };
  'PATCH /content': { body: ContentPatch; answer: ContentPatchResponse };
  'PUT /site': { body: Site; answer: Site };
  'PUT /profile': { body: Profile; answer: ProfileResponse };
  'PUT /experiences': { body: readonly Experience[]; answer: ExperienceResponse[] };
  'PUT /sections': { body: Sections; answer: SectionsResponse };
  'GET /posts/{id}': { body?: undefined; answer: PostPageResponse };
  'POST /admin/posts/front-matter': { body: UnfinishedPost; answer: FrontMatterResponse };
  'GET /posts/{id}?posts=markdown': { body?: undefined; answer: PostSource };
  'PUT /posts/{id}?posts=markdown': { body: PostRequest; answer: SavedPost<PostSource> };
  'POST /admin/posts/visibility': { body: VisibilityRequest; answer: PostHeading[] };
  'POST /admin/posts/repair': { body: PostIds; answer: PostHeading[] };
  'POST /admin/posts/delete': { body: PostIds; answer: PostIds };
  'GET /admin/checklist': { body?: undefined; answer: ChecklistResponse };
  'GET /admin/store': { body?: undefined; answer: StoreResponse };
  'GET /admin/posts/search': { body?: undefined; answer: PostIds };
  'POST /reset': { body?: undefined; answer: ContentHeadingsResponse };
  'GET /revision': { body?: undefined; answer: RevisionResponse };
  'GET /history': { body?: undefined; answer: HistoryResponse };
  'GET /history/{commit}': { body?: undefined; answer: CommitResponse };
  'GET /history/at': { body?: undefined; answer: CommitAtResponse };
  'GET /history/{commit}/site': { body?: undefined; answer: SiteVersionResponse };
  'POST /history/{commit}/site/restore': { body?: undefined; answer: RestoreResponse };
  'POST /history/{commit}/undo': { body: UndoRequest; answer: UndoResponse };
  'POST /history/{commit}/restore': { body: RestoreRequest; answer: RestoreResponse };
  'POST /admin/previews': { body: PreviewRequest; answer: PreviewResponse };
  'POST /admin/previews/end': { body: EndPreviewRequest; answer: undefined };
  'DELETE /admin/previews': { body?: undefined; answer: undefined };
  'POST /auth/login': { body: Credentials; answer: User };
  'POST /auth/logout': { body?: undefined; answer: undefined };
  'GET /auth/me': { body?: undefined; answer: User };
}

export type CallName = keyof Calls;

/** The calls whose responses hold content, and name the commit it is from. */
export const CONTENT_CALLS = [
  'GET /content?posts=headings',
  'GET /content?posts=summary',
  'PATCH /content',
  'PUT /site',
  'PUT /profile',
  'PUT /experiences',
  'PUT /sections',
  'GET /posts/{id}?posts=markdown',
  'PUT /posts/{id}?posts=markdown',
  'POST /admin/posts/visibility',
  'POST /admin/posts/repair',
  'POST /admin/posts/delete',
  'POST /reset',
] as const satisfies readonly CallName[];

export type ContentCall = (typeof CONTENT_CALLS)[number];
