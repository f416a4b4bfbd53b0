/** The web app as the API loads it, to answer visitors with whole pages. */
import type { SiteRenderer } from 'content-schema';
import { matchPath, parsePath } from 'react-router-dom';
import { document } from 'virtual:document';
import { APPLICATION_PATHS, pagePlaceAt } from './data/page-place.ts';
import { renderPage } from './rendering/render-page.tsx';

const isApplication = (address: string): boolean => {
  const { pathname = '' } = parsePath(address);
  return Object.values(APPLICATION_PATHS).some((path) => matchPath(path, pathname) !== null);
};

const find: SiteRenderer['find'] = (address) => {
  const place = pagePlaceAt(address);
  if (place) return { kind: 'page', address: place.address };
  return isApplication(address) ? { kind: 'application' } : undefined;
};

const render: SiteRenderer['render'] = async (address, content, surroundings) => {
  const place = pagePlaceAt(address);
  if (!place) throw new Error(`The site has no page at ${address}`);
  return renderPage(document, place, content, surroundings);
};

/** Loaded by this name. */
export const siteRenderer: SiteRenderer = { document, find, render };
