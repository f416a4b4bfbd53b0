import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type * as schema from 'content-schema';

interface Call<Data, Body = undefined> {
  readonly response: Data;
  readonly body: Body;
}

/** The calls whose responses hold content, and name the commit it is from. */
interface ContentCalls {
  /**
   * The response is undefined (status 204) when the content still has the revision in the request.
   */
  'GET /content?posts=headings': Call<schema.ContentHeadingsResponse | undefined>;
  'GET /content?posts=summary': Call<schema.ContentSummaryResponse>;
  'PATCH /content': Call<schema.ContentPatchResponse, schema.ContentPatch>;
  'PUT /site': Call<schema.Site, schema.Site>;
  'PUT /profile': Call<schema.ProfileResponse, schema.Profile>;
  'PUT /experiences': Call<schema.ExperienceResponse[], readonly schema.Experience[]>;
  'PUT /sections': Call<schema.SectionsResponse, schema.Sections>;
  'GET /posts/{id}?posts=markdown': Call<schema.PostSource>;
  'PUT /posts/{id}?posts=markdown': Call<schema.SavedPost<schema.PostSource>, schema.PostRequest>;
  'PATCH /posts/{id}/visibility?posts=headings': Call<
    schema.PostHeading[],
    { readonly hidden: boolean }
  >;
  'DELETE /posts/{id}?posts=headings': Call<schema.PostHeading[]>;
  'POST /admin/posts/visibility': Call<
    schema.PostHeading[],
    schema.PostIds & { readonly hidden: boolean }
  >;
  'POST /admin/posts/aliases': Call<schema.PostHeading[], schema.AliasRequest>;
  'POST /admin/posts/{id}/address': Call<schema.PostSource, schema.PostAddress>;
  'POST /admin/posts/repair': Call<schema.PostHeading[], schema.PostIds>;
  'POST /admin/posts/delete': Call<schema.PostIds, schema.PostIds>;
  'POST /admin/tags/rename': Call<schema.RenameTagResponse, schema.RenameTagRequest>;
  'POST /reset': Call<schema.ContentHeadingsResponse>;
}

/** The API's calls by method and path, each with the types of its response and its request body. */
export interface Calls extends ContentCalls {
  'GET /posts/{id}': Call<schema.PostPageResponse>;
  'POST /admin/posts/front-matter': Call<schema.FrontMatterResponse, schema.PostRequest>;
  'GET /admin/checklist': Call<schema.ChecklistResponse>;
  'GET /admin/connection': Call<schema.ConnectionResponse>;
  'POST /admin/connection/app': Call<undefined, schema.AppCodeRequest>;
  'POST /admin/connection/plan': Call<schema.ConnectionPlan, schema.PlanConnectionRequest>;
  'PUT /admin/connection': Call<schema.ConnectedResponse, schema.ConnectRequest>;
  'DELETE /admin/connection': Call<schema.DisconnectedResponse, schema.PasswordRequest>;
  'GET /admin/store': Call<schema.StoreResponse>;
  'GET /admin/posts/search': Call<schema.PostIds>;
  'GET /admin/uploads': Call<schema.UploadsResponse>;
  'POST /admin/uploads': Call<schema.UploadsResponse, schema.StagedUploadsRequest>;
  'PATCH /admin/uploads/{id}': Call<schema.Upload, schema.UploadPatch>;
  'DELETE /admin/uploads/{id}': Call<undefined>;
  'POST /admin/uploads/delete': Call<schema.DeleteUploadsResponse, schema.PostIds>;
  'GET /revision': Call<schema.RevisionResponse>;
  'GET /compare': Call<schema.CompareResponse>;
  'GET /history': Call<schema.HistoryResponse>;
  'GET /history/{commit}': Call<schema.CommitResponse>;
  'GET /history/{commit}/site': Call<schema.SiteVersionResponse>;
  'POST /history/{commit}/site/restore': Call<schema.RevisionResponse>;
  'POST /history/{commit}/undo': Call<schema.RevisionResponse, schema.UndoRequest>;
  'POST /history/{commit}/restore': Call<schema.RevisionResponse, schema.RestoreRequest>;
  'GET /proposals': Call<schema.ProposalsResponse>;
  'GET /proposals/{id}': Call<schema.ProposalResponse>;
  'POST /proposals/{id}/publish': Call<schema.RevisionResponse, schema.PublishRequest>;
  'POST /admin/previews': Call<schema.PreviewResponse, schema.PreviewRequest>;
  'DELETE /admin/previews': Call<undefined>;
  'POST /auth/login': Call<schema.User, schema.Credentials>;
  'POST /auth/logout': Call<undefined>;
  'GET /auth/me': Call<schema.User>;
  /** The response is undefined (status 204) if the site has no passkey. */
  'POST /auth/passkeys/options': Call<PublicKeyCredentialRequestOptionsJSON | undefined>;
  'POST /auth/passkeys/login': Call<schema.User, AuthenticationResponseJSON>;
  'POST /auth/link': Call<schema.User, { readonly token: string }>;
  'GET /auth/account': Call<schema.AccountResponse>;
  'PUT /auth/password': Call<
    undefined,
    { readonly password: string; readonly newPassword: string }
  >;
  'POST /auth/passkeys/new': Call<PublicKeyCredentialCreationOptionsJSON, schema.NewPasskeyRequest>;
  'POST /auth/passkeys': Call<
    undefined,
    { readonly name: string; readonly passkey: RegistrationResponseJSON }
  >;
  'PATCH /auth/passkeys/{id}': Call<undefined, { readonly name: string }>;
  'DELETE /auth/passkeys/{id}': Call<undefined, schema.PasswordRequest>;
}

export type CallName = keyof Calls;

export type ContentCall = keyof ContentCalls;
