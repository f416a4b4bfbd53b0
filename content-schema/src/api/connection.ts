/** The calls that connect the site to a repository at GitHub, under `/api/admin/connection`. */
import * as v from 'valibot';
import { record, text, trimmedText } from '../fields/schema.ts';
import { currentPassword, type PasswordRequest } from './account.ts';
import type { Call } from './call.ts';
import type { RevisionResponse } from './history.ts';
import type { LayoutSummary } from './layout.ts';

export interface ConnectionResponse {
  /** `configured`: variables set the repository, so it can't be changed here. */
  readonly kind: 'local' | 'connected' | 'configured';
  /** `owner/name`; absent for `local`. */
  readonly repository?: string;
  readonly branch?: string;
  /** The repository's page at GitHub. */
  readonly page?: string;
  /** Absent while unknown. */
  readonly isPublic?: boolean;
  /** Set for a repository of another site generator. */
  readonly layout?: LayoutSummary;
  /** Where visitors are led, as the other generator goes on publishing; '' if that is unknown. */
  readonly publishedAt?: string;
  /** Why GitHub can't be read or written to, e.g. because of the credentials. */
  readonly problem?: string;
  /** The GitHub App that was made here. */
  readonly app?: {
    readonly name: string;
    /** Its page at GitHub. */
    readonly url: string;
    /** The page at GitHub to install it on a repository. */
    readonly installUrl: string;
  };
  /** The repositories that the App is installed on; empty if there are none, absent without an App. */
  readonly repositories?: readonly { readonly name: string; readonly isPublic: boolean }[];
  /** Why they could not be listed. */
  readonly appProblem?: string;
  /** The commits of the local history; absent without git, which a move of the history needs. */
  readonly commits?: number;
  /** Whether GitHub can reach `PUBLIC_URL`, to announce pushes. */
  readonly canReceive: boolean;
}

/** `POST /api/admin/connection/plan`: what `PUT /api/admin/connection` would do. */
export type ConnectionPlan =
  | { readonly kind: 'refused'; readonly reason: string }
  /** The repository is empty, or has the beginning of this site's history, and gets the rest. */
  | {
      readonly kind: 'empty';
      readonly branch: string;
      readonly isPublic: boolean;
      /** The commits that would be moved; absent without git: then it is one commit. */
      readonly commits?: number;
      /** Files such as a README that are there, and stay; the content becomes one commit on them. */
      readonly keeps?: readonly string[];
      /** The titles of the open proposals, which become pull requests; without git they stay. */
      readonly proposals: readonly string[];
    }
  /** The repository has content, which this site would show. The present content is kept. */
  | {
      readonly kind: 'content';
      readonly branch: string;
      readonly isPublic: boolean;
      readonly title: string;
      readonly layout?: LayoutSummary;
      /** The number of posts, and the titles of the newest. */
      readonly posts: number;
      readonly newest: readonly string[];
      /** The path of the pages of its newest commit, for a frame. */
      readonly address: string;
      /** The titles of the open proposals, which stay on this disk. */
      readonly proposals: readonly string[];
    };

/** `PUT /api/admin/connection`: the variables for a host without a lasting disk, shown once. */
export interface ConnectedResponse {
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** The titles of proposals that stay on this disk, with reasons. */
  readonly left: readonly string[];
}

export interface DisconnectedResponse {
  /** Whether the local content has the changes that were made at GitHub. */
  readonly hasChanges: boolean;
  /** Why it hasn't. */
  readonly reason?: string;
  /** The titles of proposals that are only at GitHub, with reasons. */
  readonly left: readonly string[];
}

/** Over http only on this machine, and not in production. */
const SITE = /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?$/;

/** The address of GitHub, or of a GitHub Enterprise Server. */
const site = () =>
  v.optional(
    v.pipe(
      trimmedText(),
      v.transform((value) => value.toLowerCase().replace(/\/+$/, '') || 'https://github.com'),
      v.check(
        (value) => SITE.test(value) && URL.canParse(value),
        'The address of GitHub must be like https://github.example.com',
      ),
    ),
    'https://github.com',
  );

/** `GET /api/admin/connection/app?site=&organization=`: the page that makes an App at GitHub. */
export const newAppSchema = record({
  site: site(),
  organization: v.optional(
    v.pipe(
      trimmedText(),
      v.regex(/^[A-Za-z0-9-]{0,39}$/, 'Enter the name of the organization as in its address'),
    ),
    '',
  ),
});

/** `POST /api/admin/connection/app`: what GitHub has added to the address of `/admin/connect`. */
export const appCodeSchema = record({ code: text(), state: text(), password: currentPassword() });

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
/** https://git-scm.com/docs/git-check-ref-format */
const BRANCH =
  /^(?![-./]|(?:@|HEAD)$)(?!.*(?:\.\.|@\{|\/[./]|\.lock(?:\/|$)|[./]$))[^\x00-\x20\x7f~^:?*[\\]*$/;

const target = {
  /** `owner/name`. */
  repository: v.pipe(trimmedText(), v.regex(REPOSITORY, 'Enter the repository as owner/name')),
  /** The repository's default branch if empty. */
  branch: v.optional(v.pipe(trimmedText(), v.regex(BRANCH, 'Git allows no such branch')), ''),
  /** Without a token, the App is used. */
  token: v.optional(v.pipe(trimmedText(), v.regex(/^[\x21-\x7e]+$/, 'The token must be one word'))),
  /** Of the token. */
  site: site(),
};

export const planConnectionSchema = record(target);

/** Of the product, with the workflow that publishes a site. */
export const productSchema = record({ repository: target.repository });

const publishedAt = v.nullable(
  v.pipe(
    trimmedText(),
    v.transform((value) => value.replace(/\/+$/, '')),
    v.regex(/^(?:https?:\/\/[^\s/?#]+[^\s?#]*)?$/, 'Begin the address with https://'),
  ),
);

/** `PATCH /api/admin/connection`: null shows the content here. */
export const publishedAtSchema = record({ publishedAt });

/** `PUT /api/admin/connection`: the same, with the kind of the plan that the administrator saw. */
export const connectSchema = record({
  ...target,
  kind: v.picklist(['empty', 'content'], 'Look first at what will happen'),
  publishedAt: v.optional(publishedAt),
  password: currentPassword(),
});

export type PlanConnectionRequest = v.InferInput<typeof planConnectionSchema>;
export type ConnectRequest = v.InferInput<typeof connectSchema>;

export interface ConnectionCalls {
  'GET /admin/connection': Call<ConnectionResponse>;
  'POST /admin/connection/app': Call<undefined, v.InferInput<typeof appCodeSchema>>;
  'POST /admin/connection/plan': Call<ConnectionPlan, PlanConnectionRequest>;
  'PUT /admin/connection': Call<ConnectedResponse, ConnectRequest>;
  'PATCH /admin/connection': Call<undefined, v.InferInput<typeof publishedAtSchema>>;
  'DELETE /admin/connection': Call<DisconnectedResponse, PasswordRequest>;
  'PUT /admin/static-copy/workflow': Call<RevisionResponse, v.InferInput<typeof productSchema>>;
}
