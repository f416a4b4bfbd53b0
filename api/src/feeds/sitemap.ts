import type { PostHeading } from 'content-schema';
import { escapeXml } from './xml-text.ts';

/** The most that a sitemap may list: https://www.sitemaps.org/protocol.html */
const ADDRESSES_MAX = 50_000;

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;
const PAGES = ['/', '/blogs', '/experiences'];

const entry = (address: string, changed?: string): string => {
  const lastmod =
    changed === undefined ? '' : `<lastmod>${escapeXml(changed.slice(0, LENGTH_OF_DAY))}</lastmod>`;
  return `<url><loc>${escapeXml(address)}</loc>${lastmod}</url>`;
};

/** All public pages but those of tags, which repeat what the others hold. */
export const sitemap = (origin: string, posts: readonly PostHeading[]): string => {
  const pages = PAGES.map((path) => entry(`${origin}${path}`));
  const ofPosts = posts.map(({ id, createdAt, updatedAt }) =>
    entry(`${origin}/blogs/${encodeURIComponent(id)}`, updatedAt ?? createdAt),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...pages, ...ofPosts].slice(0, ADDRESSES_MAX),
    '</urlset>',
    '',
  ].join('\n');
};

/** What crawlers may read: everything but the admin area and the API. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
