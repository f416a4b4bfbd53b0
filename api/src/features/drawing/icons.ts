import Router from '@koa/router';
import { mainColours } from 'content-schema/palette';
import type { Context } from 'koa';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import type { Icons } from './icon-task.ts';
import { logoEntry } from '../../core/http/pages/public-content.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { IMAGE_CSP } from '../../core/http/requests/security-headers.ts';
import { waiterOf } from '../../core/http/requests/source-limits.ts';
import type { DrawingDeps } from './drawings.ts';

/** Browsers request icons with every page; a new logo may show a little late. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

/** Returns the first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
};

/** Returns the web app manifest, for installing the site on a device. */
const manifestOf = ({ site, profile }: ContentSnapshot) => {
  const name = site.title || profile.name || 'Portfolio';
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/icons/${file}`,
    type: 'image/png',
    sizes,
    purpose,
  });
  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: mainColours(site.hue).bg[0],
    theme_color: mainColours(site.hue).bg[0],
    icons: [
      icon('192.png', '192x192', 'any'),
      icon('512.png', '512x512', 'any'),
      icon('maskable.png', '512x512', 'maskable'),
    ],
  };
};

/** `GET /favicon.svg`, `/site.webmanifest` etc.: icons with the logo or the owner's initials */
export const iconRoutes = ({ reader, blobs, drawings }: DrawingDeps): Router => {
  const logoOf = async (snapshot: ContentSnapshot) => {
    const entry = logoEntry(snapshot);
    const result = entry && (await blobs.read([entry.sha])).get(entry.sha);
    return result && { bytes: result, type: snapshot.site.logo?.type ?? '' };
  };

  const send = async (ctx: Context, name: string): Promise<void> => {
    const snapshot = await reader.current();
    const { site, profile } = snapshot;
    const initials = initialsOf(profile.name || site.title);
    const logo = await logoOf(snapshot);
    const icons: Icons = await drawings.icons({ initials, logo, hue: site.hue }, waiterOf(ctx));
    const icon = new Map(Object.entries(icons)).get(name);
    if (!icon) throw new EntityNotFound('Icon not found');
    ctx.set('Content-Security-Policy', IMAGE_CSP);
    ctx.set('Cache-Control', CACHE_CONTROL);
    ctx.type = name;
    ctx.body = Buffer.from(icon.buffer, icon.byteOffset, icon.byteLength);
  };

  return new Router()
    .get('/favicon.svg', (ctx) => send(ctx, 'favicon.svg'))
    .get('/favicon.ico', (ctx) => send(ctx, 'favicon.ico'))
    .get('/apple-touch-icon.png', (ctx) => send(ctx, 'apple-touch-icon.png'))
    .get('/icons/:name', (ctx) => send(ctx, ctx.params['name'] ?? ''))
    .get('/site.webmanifest', async (ctx) => {
      ctx.set('Cache-Control', CACHE_CONTROL);
      ctx.type = 'application/manifest+json; charset=utf-8';
      ctx.body = JSON.stringify(manifestOf(await reader.current()));
    });
};
