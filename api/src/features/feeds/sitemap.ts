import type { SitemapEntry } from 'content-schema';
import { escapeXml } from '../../core/http/xml-text.ts';

/** The limit of the format: https://www.sitemaps.org/protocol.html */
const ADDRESSES_MAX = 50_000;

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;

const urlElement = (origin: string, { path, changed }: SitemapEntry): string => {
  const lastmod =
    changed === undefined ? '' : `<lastmod>${escapeXml(changed.slice(0, LENGTH_OF_DAY))}</lastmod>`;
  return `<url><loc>${escapeXml(`${origin}${path}`)}</loc>${lastmod}</url>`;
};

export const sitemap = (origin: string, pages: readonly SitemapEntry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.slice(0, ADDRESSES_MAX).map((page) => urlElement(origin, page)),
    '</urlset>',
    '',
  ].join('\n');

/** Returns robots.txt, which excludes the admin area and the API. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
