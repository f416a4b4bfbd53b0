import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { LoginThrottle } from '../auth/login-throttle.ts';
import type { Credentials } from '../auth/credentials.ts';
import type { Passkeys } from '../auth/passkeys.ts';
import type { Administrator } from '../auth/password.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { SingleUseTokens } from '../auth/sign-in-links.ts';
import type { LastBackup } from '../backup/last-backup.ts';
import type { CacheRegistry } from '../cache.ts';
import type { Connection } from '../connection.ts';
import type { Content } from '../content/content.ts';
import { createMissedAddresses } from '../content/posts/missed-addresses.ts';
import { createChecklist } from '../content/reading/checklist.ts';
import type { Drawings } from '../drawing/drawings.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { Metrics } from '../metrics.ts';
import type { MediaLinks } from '../photos/media-links.ts';
import type { SizedImages } from '../photos/sized-images.ts';
import type { StagedPhotos } from '../photos/staged-photos.ts';
import type { SvgCleaner } from '../photos/svg-cleaner.ts';
import { createContentPresenter } from '../presenters/content-presenter.ts';
import { createUploadPresenter } from '../presenters/upload-presenter.ts';
import type { Workers } from '../workers/workers.ts';
import { createPreparedCache } from './caching/prepared-response.ts';
import type { PreviewLinks } from './pages/preview-links.ts';
import type { WebApp } from './pages/web-app.ts';
import { withFailureMessage } from './errors/send-errors.ts';
import { requireSession } from './requests/access.ts';
import { createCredentialChecks } from './requests/credential-check.ts';
import { createSave } from './requests/revision.ts';
import { createSourceLimits } from './requests/source-limits.ts';

/** The settings of the webhook at GitHub. */
export interface Webhook {
  /** The secret with which GitHub signs deliveries. */
  readonly secret: string;
  /** The branch of the site; pushes to other branches are ignored. */
  readonly branch: string;
}

/** The application's dependencies, which `site.ts` creates. */
export interface AppDeps {
  readonly content: Content;
  readonly html: HtmlRenderer;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly administrator: Administrator;
  /** Stores the hash of another password; absent if a variable sets it. */
  readonly changePassword?: Credentials['changePassword'];
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly signInLinks: SingleUseTokens;
  readonly lastBackup: LastBackup;
  readonly mediaLinks: MediaLinks;
  readonly stagedPhotos: StagedPhotos;
  readonly previewLinks: PreviewLinks;
  readonly pictures: SizedImages;
  /** The most photos to read from a remote store within an hour for one source. */
  readonly photosPerSource?: number | undefined;
  readonly cleanSvg: SvgCleaner;
  readonly drawings: Drawings;
  readonly throttle: LoginThrottle;
  /** Compares passwords in separate workers, so that signing in need not wait for other work. */
  readonly passwords: Workers;
  /** Absent if there is no webhook. */
  readonly webhook?: Webhook;
  /** Absent if there are no metrics; `token` is the bearer token that requests must send. */
  readonly metrics?: { readonly metrics: Metrics; readonly token: string };
  readonly log: Logger;
  /** Aborted when the server shuts down, which ends long polling. */
  readonly ending?: AbortSignal;
  /** The canonical origin. */
  readonly publicUrl: string;
  readonly trustedProxies: number;
  readonly web: WebApp;
  readonly caches: CacheRegistry;
  readonly connection: () => Promise<Connection>;
  /** The content of the repository that was last looked at to be connected. */
  readonly candidate?: () => Content | undefined;
}

/** What routes use: the application's dependencies, the content, and what several routes share. */
export type RouteDeps = ReturnType<typeof createRouteDeps>;

export const createRouteDeps = (deps: AppDeps) => {
  const { content, html, sessions, publicUrl: origin } = deps;
  const missedAddresses = createMissedAddresses(deps.caches);
  const admin = requireSession(sessions);
  return {
    ...deps,
    ...content,
    origin,
    host: new URL(origin).host,
    present: createContentPresenter({ ...content, html }),
    /** Presents old content, with separate caches. */
    presentPast: createContentPresenter({
      ...{ ...content, html, ...content.past },
      blobs: content.photos,
    }),
    presentUpload: createUploadPresenter(deps.mediaLinks, content.photoFacts),
    prepared: createPreparedCache(deps.caches, content.photoFacts.version),
    limitOf: createSourceLimits(deps.photosPerSource),
    missedAddresses,
    checklist: createChecklist({
      defaultContent: deps.defaultContent,
      lastBackup: content.info.kind === 'local' ? deps.lastBackup : undefined,
      info: content.info,
      renamedPosts: content.renamedPosts,
      missedAddresses,
    }),
    admin,
    ...createCredentialChecks(deps),
    /** Like `admin`; unexpected errors get the message. */
    adminCall: (message: string): Middleware => {
      const named = withFailureMessage(message);
      return (ctx, next) => named(ctx, () => admin(ctx, next));
    },
    save: createSave({ ...content, origin }),
  };
};
