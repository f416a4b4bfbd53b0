import { decodeAddress, photoAddress } from 'content-schema';
import type { Context } from 'koa';
import { EntityNotFound } from '../../reading/errors.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import type { TreeEntry } from '../../git-store/git-store.ts';
import type { Photo } from '../../photos/photo.ts';
import { keepOutOfCaches } from '../caching/cache-control.ts';
import { sendImage } from '../caching/send-image.ts';
import type { RouteDeps } from '../deps.ts';
import { allowInline, IMAGE_CSP, inlineSourcesOf } from '../requests/security-headers.ts';
import { isMissingPage, logoEntry, publicContentOf } from './public-content.ts';
import { rebaseHtml } from './rebase-html.ts';

/** A version of the site other than the public one. */
interface SiteVersion {
  readonly snapshot: ContentSnapshot;
  /** The path prefix of the version's pages, without a trailing slash. */
  readonly base: string;
  readonly year: number;
  readonly notice?: string;
}

const PHOTO = /^\/(photos|uploads)\/([^/?]+)([^]*)/;
const LOGO = /^\/logo\//;

/** Sends a current photo in the requested `size`, the end of an address; a deleted one as it is stored. */
const sendPhoto = async (
  { photos, reader }: RouteDeps,
  ctx: Context,
  photo: Photo | undefined,
  size: string,
): Promise<void> => {
  if (!photo) throw new EntityNotFound('Photo not found');
  const { id, blob } = photo;
  const current = await reader.current();
  if (current.photos.some((photo) => photo.id === id && photo.blob === blob)) {
    ctx.redirect(photoAddress(id) + size);
    return;
  }
  await sendImage(ctx, blob, async () => (await photos.read([blob], 'visitor')).get(blob));
};

/** Sends the logo, and returns its tree entry. Throws `EntityNotFound` if the site has none. */
export const sendLogo = async (
  blobs: Pick<RouteDeps['blobs'], 'read'>,
  ctx: Context,
  snapshot: ContentSnapshot,
): Promise<TreeEntry> => {
  const entry = logoEntry(snapshot);
  if (!entry) throw new EntityNotFound('The site has no logo');
  ctx.set('Content-Security-Policy', IMAGE_CSP);
  ctx.type = snapshot.site.logo?.type ?? '';
  ctx.body = Buffer.from((await blobs.read([entry.sha])).get(entry.sha) ?? []);
  return entry;
};

const sendPage = async (
  { presentPast, web, origin }: RouteDeps,
  ctx: Context,
  { snapshot, base, year, notice }: SiteVersion,
  address: string,
): Promise<void> => {
  const renderer = await web.renderer();
  const destination = renderer.find(address);
  if (destination?.kind !== 'page' || isMissingPage(snapshot, destination.address)) {
    ctx.redirect(`${base}/`);
    return;
  }
  const visible = await publicContentOf(presentPast, snapshot, origin);
  // These pages are not meant to be shared.
  const content = { ...visible, cardAddress: () => undefined };
  const context = { origin, year, base, notice };
  const { status, html, document } = await renderer.render(destination.address, content, context);
  allowInline(ctx, inlineSourcesOf(document));
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = rebaseHtml(html, base);
};

/** Sends the version's page or file at `address`, a path with a query. No cache keeps it. */
export const sendVersion = async (
  deps: RouteDeps,
  ctx: Context,
  version: SiteVersion,
  address: string,
): Promise<void> => {
  const { photos } = version.snapshot;
  keepOutOfCaches(ctx);
  const [, kind, name = '', size = ''] = PHOTO.exec(address) ?? [];
  if (kind !== undefined) {
    const key = kind === 'photos' ? 'id' : 'filename';
    const photo = photos.find((each) => each[key] === decodeAddress(name));
    await sendPhoto(deps, ctx, photo, size);
  } else if (LOGO.test(address)) await sendLogo(deps.photos, ctx, version.snapshot);
  else await sendPage(deps, ctx, version, address);
};
