import type { RevisionResponse } from 'content-schema';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { AuthState } from '../auth/auth-state.ts';
import type { Credentials } from '../auth/credentials.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { LastBackup } from '../last-backup.ts';
import type { CacheRegistry } from '../cache.ts';
import type { Config } from '../config.ts';
import type { Content } from '../content.ts';
import { createMissedAddresses } from '../reading/addresses.ts';
import type { Command } from '../saving/save-command.ts';
import { storeId, type GitStore } from '../git-store/git-store.ts';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { Outside } from '../photos/fetch-photo.ts';
import type { ImageCache } from '../photos/image-cache.ts';
import { createMediaLinks } from '../photos/media-links.ts';
import type { SizedImages } from '../photos/sized-images.ts';
import { createStagedPhotos } from '../photos/staged-photos.ts';
import type { SvgCleaner } from '../photos/clean-image.ts';
import { createContentPresenter } from '../presenters/content-presenter.ts';
import { createUploadPresenter } from '../presenters/upload-presenter.ts';
import type { createWorkers, Workers } from '../workers/workers.ts';
import { createPreparedCache } from './caching/prepared-response.ts';
import { createPreviewLinks } from '../auth/preview-links.ts';
import type { WebApp } from './pages/web-app.ts';
import type { EditedContent, Feature } from './feature.ts';
import { createCredentialChecks } from './requests/credential-check.ts';
import { createEditedContent, createSave } from './requests/revision.ts';

/** The settings of the webhook at GitHub. */
export interface Webhook {
  readonly secret: string;
  /** The branch of the site; pushes to other branches are ignored. */
  readonly branch: string;
}

export interface SiteAccess {
  readonly config: Config;
  /** The content on the local disk. */
  readonly local: { readonly dir: string; readonly branch: string };
  readonly credentials: Credentials;
  readonly store: GitStore;
  readonly openContent: (store: GitStore) => Content;
  /**
   * Does `work` while nothing is saved, and then serves the site as its stored secrets say. Rejects
   * if either fails; the site then stays as it is.
   */
  readonly reopen: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The application's dependencies, which `site.ts` creates. */
export interface AppDeps extends Omit<Credentials, 'newPassword'> {
  readonly content: Content;
  readonly html: HtmlRenderer;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly authState: AuthState;
  readonly sessions: Sessions;
  readonly lastBackup: LastBackup;
  readonly sizedImages: SizedImages;
  readonly cleanSvg: SvgCleaner;
  /** Absent for the internet. */
  readonly outside?: Outside | undefined;
  /** Images that are made on request. */
  readonly images: ImageCache;
  /** Keeps such images for later processes; absent means they are not kept. */
  readonly imageFiles?: FileCache | undefined;
  /** Opens worker threads that end with the site. */
  readonly openWorkers: typeof createWorkers;
  /** Compares passwords in separate workers, so that signing in need not wait for other work. */
  readonly passwords: Workers;
  readonly webhook?: Webhook | undefined;
  readonly log: Logger;
  /** Aborted when the server shuts down, which ends long polling. */
  readonly ending?: AbortSignal;
  readonly publicUrl: string;
  /** Where another generator publishes the content; '' if that is unknown. */
  readonly publishedAt?: string | undefined;
  /** The only origin of changes; absent means the one that the `Host` of a request names. */
  readonly allowedOrigin?: string | undefined;
  readonly trustedProxies: number;
  readonly web: WebApp;
  readonly caches: CacheRegistry;
  readonly site: SiteAccess;
  /** The content of the repository that was last looked at to be connected. */
  readonly candidate?: () => Content | undefined;
}

/** What routes use: the application's dependencies, the content, and what several routes share. */
export type RouteDeps = ReturnType<typeof createRouteDeps>;

export type CreateFeature = (deps: RouteDeps) => Feature;

export const createRouteDeps = (deps: AppDeps, features: readonly Feature[]) => {
  const { content, html, authState, sessionSecrets } = deps;
  const { publicUrl: origin } = deps;
  const mediaLinks = createMediaLinks(sessionSecrets);
  const siteContent: EditedContent = { ...content.reader, save: content.saves.save };
  const editedContent = createEditedContent(siteContent, features);
  const save = createSave(siteContent, editedContent);
  return {
    ...deps,
    ...content,
    features,
    origin,
    host: new URL(origin).host,
    present: createContentPresenter({ ...content, html }),
    /** Presents old content, with separate caches. */
    presentPast: createContentPresenter({
      ...{ ...content, html, ...content.past },
      blobs: content.photos,
    }),
    presentUpload: createUploadPresenter(mediaLinks, content.photoFacts, content.reader),
    prepared: createPreparedCache(deps.caches, content.photoFacts),
    missedAddresses: createMissedAddresses(),
    ...createCredentialChecks(deps),
    mediaLinks,
    stagedPhotos: createStagedPhotos(sessionSecrets, storeId(content.info)),
    previewLinks: createPreviewLinks(sessionSecrets, authState),
    /** For calls that change the site, and nothing else. */
    siteContent,
    editedContent,
    save,
    /** Saves what undoes or restores something: it must be true of the newest content. */
    saveOnHead: async (ctx: Context, command: Command): Promise<RevisionResponse> => {
      const { content: saved } = await save(ctx, command, { onHead: true, isLong: true });
      return { revision: saved.revision };
    },
  };
};
