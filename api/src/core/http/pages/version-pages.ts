import { decodeAddress, isFontPath, photoAddress, STYLE_PATH } from 'content-schema';
import type { Context } from 'koa';
import { EntityNotFound } from '../../reading/errors.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import type { TreeEntry } from '../../git-store/git-store.ts';
import type { Photo } from '../../photos/photo.ts';
import { keepOutOfCaches } from '../caching/cache-control.ts';
import { sendImage } from '../caching/send-image.ts';
import type { RouteDeps } from '../deps.ts';
import { allowInline, IMAGE_CSP, inlineSourcesOf } from '../requests/security-headers.ts';
import { isMissingPage, publicContentOf } from './public-content.ts';
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
const STYLE = /^\/assets\/[^/]+\/([^?]+)/;

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

/** By the first bytes of the file. */
const FONT_TYPES: Record<string, string> = { wOF2: 'font/woff2', wOFF: 'font/woff' };

/**
 * Sends the logo, the owner's CSS or a font for it, and returns its tree entry. Throws
 * `EntityNotFound` if there is none at the path, by default that of the logo.
 */
export const sendAsset = async (
  blobs: Pick<RouteDeps['blobs'], 'read'>,
  ctx: Context,
  { site: { logo }, tree }: ContentSnapshot,
  path = logo?.path ?? '',
): Promise<TreeEntry> => {
  const entry = tree.get(path);
  const bytes = Buffer.from((entry && (await blobs.read([entry.sha])).get(entry.sha)) ?? []);
  const start = bytes.toString('latin1', 0, 4);
  const styleType = path === STYLE_PATH ? 'css' : isFontPath(path) && FONT_TYPES[start];
  const type = path === logo?.path ? logo.type : styleType;
  if (!entry || !type) throw new EntityNotFound(`The site has no ${path || 'logo'}`);
  ctx.set('Content-Security-Policy', IMAGE_CSP);
  ctx.type = type;
  ctx.body = bytes;
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
  const [, file] = STYLE.exec(address) ?? [];
  if (kind !== undefined) {
    const key = kind === 'photos' ? 'id' : 'filename';
    const photo = photos.find((each) => each[key] === decodeAddress(name));
    await sendPhoto(deps, ctx, photo, size);
  } else if (LOGO.test(address)) await sendAsset(deps.photos, ctx, version.snapshot);
  else if (file !== undefined)
    await sendAsset(deps.photos, ctx, version.snapshot, `assets/${decodeAddress(file)}`);
  else await sendPage(deps, ctx, version, address);
};
