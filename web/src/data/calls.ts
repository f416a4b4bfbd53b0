import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type {
  AccountResponse,
  AliasRequest,
  ChecklistResponse,
  CommitSummary,
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
  NewPasskeyRequest,
  PostHeading,
  PostAddress,
  PostIds,
  PostPageResponse,
  PostRequest,
  PostSource,
  PreviewRequest,
  PreviewResponse,
  Profile,
  ProfileResponse,
  RenameTagRequest,
  RenameTagResponse,
  RestoreRequest,
  RevisionResponse,
  SavedPost,
  StoreResponse,
  Sections,
  SectionsResponse,
  Site,
  SiteVersionResponse,
  UndoRequest,
  UnfinishedPost,
  User,
} from 'content-schema';

/** The API's calls by method and path, each with the type of its request body and of its response. */
export interface Calls {
  /**
   * The response is undefined (status 204) when the content still has the revision in the request.
   */
  'GET /content?posts=headings': {
    body?: undefined;
    response: ContentHeadingsResponse | undefined;
  };
  'GET /content?posts=summary': { body?: undefined; response: ContentSummaryResponse };
  'PATCH /content': { body: ContentPatch; response: ContentPatchResponse };
  'PUT /site': { body: Site; response: Site };
  'PUT /profile': { body: Profile; response: ProfileResponse };
  'PUT /experiences': { body: readonly Experience[]; response: ExperienceResponse[] };
  'PUT /sections': { body: Sections; response: SectionsResponse };
  'GET /posts/{id}': { body?: undefined; response: PostPageResponse };
  'POST /admin/posts/front-matter': { body: UnfinishedPost; response: FrontMatterResponse };
  'GET /posts/{id}?posts=markdown': { body?: undefined; response: PostSource };
  'PUT /posts/{id}?posts=markdown': { body: PostRequest; response: SavedPost<PostSource> };
  'PATCH /posts/{id}/visibility?posts=headings': {
    body: { readonly hidden: boolean };
    response: PostHeading[];
  };
  'DELETE /posts/{id}?posts=headings': { body?: undefined; response: PostHeading[] };
  'POST /admin/posts/visibility': {
    body: PostIds & { readonly hidden: boolean };
    response: PostHeading[];
  };
  'POST /admin/posts/aliases': { body: AliasRequest; response: PostHeading[] };
  'POST /admin/posts/{id}/address': { body: PostAddress; response: PostSource };
  'POST /admin/posts/repair': { body: PostIds; response: PostHeading[] };
  'POST /admin/posts/delete': { body: PostIds; response: PostIds };
  'POST /admin/tags/rename': { body: RenameTagRequest; response: RenameTagResponse };
  'GET /admin/checklist': { body?: undefined; response: ChecklistResponse };
  'GET /admin/store': { body?: undefined; response: StoreResponse };
  'GET /admin/posts/search': { body?: undefined; response: PostIds };
  'POST /reset': { body?: undefined; response: ContentHeadingsResponse };
  'GET /revision': { body?: undefined; response: RevisionResponse };
  'GET /history': { body?: undefined; response: HistoryResponse };
  'GET /history/{commit}': { body?: undefined; response: CommitResponse };
  'GET /history/at': { body?: undefined; response: CommitSummary };
  'GET /history/{commit}/site': { body?: undefined; response: SiteVersionResponse };
  'POST /history/{commit}/site/restore': { body?: undefined; response: RevisionResponse };
  'POST /history/{commit}/undo': { body: UndoRequest; response: RevisionResponse };
  'POST /history/{commit}/restore': { body: RestoreRequest; response: RevisionResponse };
  'POST /admin/previews': { body: PreviewRequest; response: PreviewResponse };
  'POST /admin/previews/end': { body: EndPreviewRequest; response: undefined };
  'DELETE /admin/previews': { body?: undefined; response: undefined };
  'POST /auth/login': { body: Credentials; response: User };
  'POST /auth/logout': { body?: undefined; response: undefined };
  'GET /auth/me': { body?: undefined; response: User };
  /** The response is undefined (status 204) if the site has no passkey. */
  'POST /auth/passkeys/options': {
    body?: undefined;
    response: PublicKeyCredentialRequestOptionsJSON | undefined;
  };
  'POST /auth/passkeys/login': { body: AuthenticationResponseJSON; response: User };
  'POST /auth/link': { body: { readonly token: string }; response: User };
  'GET /auth/account': { body?: undefined; response: AccountResponse };
  'PUT /auth/password': {
    body: { readonly password: string; readonly newPassword: string };
    response: undefined;
  };
  'DELETE /auth/sessions/{id}': { body?: undefined; response: undefined };
  'POST /auth/passkeys/new': {
    body: NewPasskeyRequest;
    response: PublicKeyCredentialCreationOptionsJSON;
  };
  'POST /auth/passkeys': {
    body: { readonly name: string; readonly passkey: RegistrationResponseJSON };
    response: undefined;
  };
  'PATCH /auth/passkeys/{id}': { body: { readonly name: string }; response: undefined };
  'DELETE /auth/passkeys/{id}': { body?: undefined; response: undefined };
}

export type CallName = keyof Calls;

/** The calls whose responses hold content, and name the commit it is from. */
export type ContentCall = Extract<
  CallName,
  | 'GET /content?posts=headings'
  | 'GET /content?posts=summary'
  | 'PATCH /content'
  | 'PUT /site'
  | 'PUT /profile'
  | 'PUT /experiences'
  | 'PUT /sections'
  | 'GET /posts/{id}?posts=markdown'
  | 'PUT /posts/{id}?posts=markdown'
  | 'PATCH /posts/{id}/visibility?posts=headings'
  | 'DELETE /posts/{id}?posts=headings'
  | 'POST /admin/posts/visibility'
  | 'POST /admin/posts/aliases'
  | 'POST /admin/posts/{id}/address'
  | 'POST /admin/posts/repair'
  | 'POST /admin/posts/delete'
  | 'POST /admin/tags/rename'
  | 'POST /reset'
>;
