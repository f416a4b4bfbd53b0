import type {
  CommitResponse,
  ContentSourceResponse,
  ContentSummaryResponse,
  Credentials,
  Experience,
  ExperienceResponse,
  FrontMatterResponse,
  HistoryResponse,
  Post,
  PostSource,
  PostsRequest,
  Profile,
  ProfileResponse,
  RestoreRequest,
  RestoreResponse,
  RevisionResponse,
  SavedPost,
  Sections,
  SectionsResponse,
  Site,
  UndoRequest,
  UndoResponse,
  UnfinishedPost,
  User,
} from 'content-schema';

/** The calls of the API by method and path, each with what it takes and what it answers. */
export interface Calls {
  'GET /content?posts=markdown': { body?: undefined; answer: ContentSourceResponse };
  'GET /content?posts=summary': { body?: undefined; answer: ContentSummaryResponse };
  'PUT /site': { body: Site; answer: Site };
  'PUT /profile': { body: Profile; answer: ProfileResponse };
  'PUT /experiences': { body: Experience[]; answer: ExperienceResponse[] };
  'PUT /sections': { body: Sections; answer: SectionsResponse };
  'PUT /posts?posts=markdown': { body: PostsRequest; answer: SavedPost<PostSource>[] };
  'GET /posts/{id}': { body?: undefined; answer: Post };
  'DELETE /posts/{id}?posts=markdown': { body?: undefined; answer: PostSource[] };
  'PATCH /posts/{id}/visibility?posts=markdown': {
    body: { readonly hidden: boolean };
    answer: PostSource[];
  };
  'POST /admin/posts/front-matter': { body: UnfinishedPost; answer: FrontMatterResponse };
  'POST /reset': { body?: undefined; answer: ContentSourceResponse };
  'GET /revision': { body?: undefined; answer: RevisionResponse };
  'GET /history': { body?: undefined; answer: HistoryResponse };
  'GET /history/{commit}': { body?: undefined; answer: CommitResponse };
  'POST /history/{commit}/undo': { body: UndoRequest; answer: UndoResponse };
  'POST /history/{commit}/restore': { body: RestoreRequest; answer: RestoreResponse };
  'POST /auth/login': { body: Credentials; answer: User };
  'POST /auth/logout': { body?: undefined; answer: undefined };
  'GET /auth/me': { body?: undefined; answer: User };
}

export type CallName = keyof Calls;
