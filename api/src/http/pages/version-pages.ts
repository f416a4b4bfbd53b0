import { decodeAddress } from 'content-schema';
import type { Context } from 'koa';
import { EntityNotFound } from '../../content/errors.ts';
import type { BlobCache } from '../../content/reading/blob-cache.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { Photo } from '../../photos/photo.ts';
import type { ContentPresenter } from '../../presenters/content-presenter.ts';
import { keepOutOfCaches } from '../caching/no-store.ts';
import { sendImage } from '../caching/send-image.ts';
import { allowInline, IMAGE_CSP, inlineSourcesOf } from '../requests/security-headers.ts';
import type { SourceLimits } from '../requests/source-limits.ts';
import { logoEntry, publicContentOf } from './public-content.ts';
import { rebaseHtml } from './rebase-html.ts';
import type { WebApp } from './web-app.ts';

/** A version of the site other than the public one. */
interface SiteVersion {
  readonly snapshot: ContentSnapshot;
  /** The path prefix of the version's pages, without a trailing slash. */
  readonly base: string;
  readonly year: number;
  /** The notice to show on each page. */
  readonly notice?: string;
}

export interface VersionPages {
  /**
   * Sends the version's page or file at `address`, a path with a query. The response is not cached.
   */
  send(ctx: Context, version: SiteVersion, address: string): Promise<void>;
}

interface Options {
  /** Also has the files of old commits. */
  readonly photos: BlobCache;
  readonly present: ContentPresenter;
  readonly reader: Pick<ContentReader, 'current'>;
  readonly web: WebApp;
  readonly origin: string;
  readonly limitOf: SourceLimits;
}

const POLICY = 'Content-Security-Policy';
const PHOTO = /^\/(photos|uploads)\/([^/?]+)/;
const LOGO = /^\/logo\//;

export const createVersionPages = (options: Options): VersionPages => {
  const { photos, present, reader, web, origin, limitOf } = options;

  const isPresent = async (photo: Photo): Promise<boolean> =>
    (await reader.current()).photos.some(({ id, blob }) => id === photo.id && blob === photo.blob);

  /** Sends a current photo in the requested size; a deleted one as it is stored. */
  const sendPhoto = async (ctx: Context, photo: Photo | undefined): Promise<void> => {
    if (!photo) throw new EntityNotFound('Photo not found');
    if (await isPresent(photo)) {
      ctx.redirect(`/photos/${encodeURIComponent(photo.id)}${ctx.search}`);
      return;
    }
    const { blob } = photo;
    const read = async () => (await photos.read([blob], limitOf(ctx))).get(blob);
    await sendImage(ctx, blob, read);
  };

  const sendLogo = async (ctx: Context, snapshot: ContentSnapshot): Promise<void> => {
    const entry = logoEntry(snapshot);
    if (!entry) throw new EntityNotFound('The site has no logo');
    ctx.set(POLICY, IMAGE_CSP);
    ctx.type = snapshot.site.logo?.type ?? '';
    ctx.body = Buffer.from((await photos.read([entry.sha])).get(entry.sha) ?? []);
  };

  const sendPage = async (ctx: Context, version: SiteVersion, address: string): Promise<void> => {
    const { snapshot, base, year, notice } = version;
    const renderer = await web.renderer();
    const result = renderer.find(address);
    if (result?.kind !== 'page') {
      ctx.redirect(`${base}/`);
      return;
    }
    const visible = await publicContentOf(present, snapshot, origin);
    // These pages are not meant to be shared.
    const content = { ...visible, cardAddress: () => undefined };
    const context = { origin, year, base, notice };
    const { status, html, document } = await renderer.render(result.address, content, context);
    allowInline(ctx, inlineSourcesOf(document));
    ctx.status = status;
    ctx.type = 'html';
    ctx.body = rebaseHtml(html, base);
  };

  return {
    send: async (ctx, version, address) => {
      const { snapshot } = version;
      keepOutOfCaches(ctx);
      const [, kind, name = ''] = PHOTO.exec(address) ?? [];
      const named = decodeAddress(name);
      if (kind === 'photos')
        await sendPhoto(
          ctx,
          snapshot.photos.find(({ id }) => id === named),
        );
      else if (kind === 'uploads') {
        await sendPhoto(
          ctx,
          snapshot.photos.find(({ filename }) => filename === named),
        );
      } else if (LOGO.test(address)) await sendLogo(ctx, snapshot);
      else await sendPage(ctx, version, address);
    },
  };
};
