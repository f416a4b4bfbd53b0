import type {
  ChecklistResponse,
  CommitAtResponse,
  CommitResponse,
  EndPreviewRequest,
  ContentHeadingsResponse,
  ContentSourceResponse,
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
  PostsRequest,
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
export interface Calls extends SpecifiedPostCalls {
  /**
   * The answer is undefined (status 204) when the content still has the revision in the request.
   */
  'GET /content?posts=headings': { body?: undefined; answer: ContentHeadingsResponse | undefined };
  'GET /content?posts=summary': { body?: undefined; answer: ContentSummaryResponse };
  'PUT /site': { body: Site; answer: Site };
  'PUT /profile': { body: Profile; answer: ProfileResponse };
  'PUT /experiences': { body: Experience[]; answer: ExperienceResponse[] };
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

/** The specification's calls for posts, used where the API doesn't offer the admin calls above. */
interface SpecifiedPostCalls {
  'GET /content?posts=markdown': { body?: undefined; answer: ContentSourceResponse };
  'PUT /posts?posts=markdown': { body: PostsRequest; answer: SavedPost<PostSource>[] };
  'DELETE /posts/{id}?posts=headings': { body?: undefined; answer: PostHeading[] };
  'PATCH /posts/{id}/visibility?posts=headings': {
    body: { readonly hidden: boolean };
    answer: PostHeading[];
  };
}

export type CallName = keyof Calls;
