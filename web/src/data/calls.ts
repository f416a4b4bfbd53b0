import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type {
  AccountResponse,
  AliasRequest,
  AppCodeRequest,
  ChecklistResponse,
  CommitSummary,
  CommitResponse,
  ConnectRequest,
  ConnectedResponse,
  ConnectionPlan,
  ConnectionResponse,
  ContentPatch,
  ContentPatchResponse,
  EndPreviewRequest,
  ContentHeadingsResponse,
  ContentSummaryResponse,
  Credentials,
  DisconnectedResponse,
  Experience,
  ExperienceResponse,
  FrontMatterResponse,
  HistoryResponse,
  NewPasskeyRequest,
  PostHeading,
  PlanConnectionRequest,
  PostAddress,
  PostIds,
  PostPageResponse,
  PostRequest,
  PostSource,
  PreviewRequest,
  PreviewResponse,
  Profile,
  ProfileResponse,
  ProposalResponse,
  ProposalsResponse,
  PublishRequest,
  ProposedResponse,
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

interface Call<Data, Body = undefined> {
  readonly response: Data;
  readonly body: Body;
}

/** The calls whose responses hold content, and name the commit it is from. */
interface ContentCalls {
  /**
   * The response is undefined (status 204) when the content still has the revision in the request.
   */
  'GET /content?posts=headings': Call<ContentHeadingsResponse | undefined>;
  'GET /content?posts=summary': Call<ContentSummaryResponse>;
  'PATCH /content': Call<ContentPatchResponse, ContentPatch>;
  'PUT /site': Call<Site, Site>;
  'PUT /profile': Call<ProfileResponse, Profile>;
  'PUT /experiences': Call<ExperienceResponse[], readonly Experience[]>;
  'PUT /sections': Call<SectionsResponse, Sections>;
  'GET /posts/{id}?posts=markdown': Call<PostSource>;
  'PUT /posts/{id}?posts=markdown': Call<SavedPost<PostSource>, PostRequest>;
  'PATCH /posts/{id}/visibility?posts=headings': Call<PostHeading[], { readonly hidden: boolean }>;
  'DELETE /posts/{id}?posts=headings': Call<PostHeading[]>;
  'POST /admin/posts/visibility': Call<PostHeading[], PostIds & { readonly hidden: boolean }>;
  'POST /admin/posts/aliases': Call<PostHeading[], AliasRequest>;
  'POST /admin/posts/{id}/address': Call<PostSource, PostAddress>;
  'POST /admin/posts/repair': Call<PostHeading[], PostIds>;
  'POST /admin/posts/delete': Call<PostIds, PostIds>;
  'POST /admin/tags/rename': Call<RenameTagResponse, RenameTagRequest>;
  'POST /reset': Call<ContentHeadingsResponse>;
}

/** The API's calls by method and path, each with the types of its response and its request body. */
export interface Calls extends ContentCalls {
  'PATCH /content?proposal={proposal}': Call<ProposedResponse, ContentPatch>;
  'GET /posts/{id}': Call<PostPageResponse>;
  'POST /admin/posts/front-matter': Call<FrontMatterResponse, UnfinishedPost>;
  'GET /admin/checklist': Call<ChecklistResponse>;
  'GET /admin/connection': { body?: undefined; response: ConnectionResponse };
  'POST /admin/connection/app': { body: AppCodeRequest; response: undefined };
  'POST /admin/connection/plan': { body: PlanConnectionRequest; response: ConnectionPlan };
  'PUT /admin/connection': { body: ConnectRequest; response: ConnectedResponse };
  'DELETE /admin/connection': { body?: undefined; response: DisconnectedResponse };
  'GET /admin/store': Call<StoreResponse>;
  'GET /admin/posts/search': Call<PostIds>;
  'GET /revision': Call<RevisionResponse>;
  'GET /history': Call<HistoryResponse>;
  'GET /history/{commit}': Call<CommitResponse>;
  'GET /history/at': Call<CommitSummary>;
  'GET /history/{commit}/site': Call<SiteVersionResponse>;
  'POST /history/{commit}/site/restore': Call<RevisionResponse>;
  'POST /history/{commit}/undo': Call<RevisionResponse, UndoRequest>;
  'POST /history/{commit}/restore': Call<RevisionResponse, RestoreRequest>;
  'GET /proposals': Call<ProposalsResponse>;
  'GET /proposals/{id}': Call<ProposalResponse>;
  'POST /proposals/{id}/publish': Call<RevisionResponse, PublishRequest>;
  'POST /admin/previews': Call<PreviewResponse, PreviewRequest>;
  'POST /admin/previews/end': Call<undefined, EndPreviewRequest>;
  'DELETE /admin/previews': Call<undefined>;
  'POST /auth/login': Call<User, Credentials>;
  'POST /auth/logout': Call<undefined>;
  'GET /auth/me': Call<User>;
  /** The response is undefined (status 204) if the site has no passkey. */
  'POST /auth/passkeys/options': Call<PublicKeyCredentialRequestOptionsJSON | undefined>;
  'POST /auth/passkeys/login': Call<User, AuthenticationResponseJSON>;
  'POST /auth/link': Call<User, { readonly token: string }>;
  'GET /auth/account': Call<AccountResponse>;
  'PUT /auth/password': Call<
    undefined,
    { readonly password: string; readonly newPassword: string }
  >;
  'DELETE /auth/sessions/{id}': Call<undefined>;
  'POST /auth/passkeys/new': Call<PublicKeyCredentialCreationOptionsJSON, NewPasskeyRequest>;
  'POST /auth/passkeys': Call<
    undefined,
    { readonly name: string; readonly passkey: RegistrationResponseJSON }
  >;
  'PATCH /auth/passkeys/{id}': Call<undefined, { readonly name: string }>;
  'DELETE /auth/passkeys/{id}': Call<undefined>;
}

export type CallName = keyof Calls;

export type ContentCall = keyof ContentCalls;
