/** The web app as the API loads it, to answer visitors with whole pages. */
import type { SiteRenderer } from 'content-schema';
import { matchPath, parsePath } from 'react-router-dom';
import { document } from 'virtual:document';
import { APPLICATION_PATHS, pageLocationAt } from './data/page-location.ts';
import { renderPage } from './rendering/render-page.tsx';

const isReadable = (pathname: string): boolean => {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
};

const isApplication = (pathname: string): boolean =>
  Object.values(APPLICATION_PATHS).some((path) => matchPath(path, pathname) !== null);

const find: SiteRenderer['find'] = (address) => {
  const { pathname = '' } = parsePath(address);
  // The router would say on the console that it can't read it.
  if (!isReadable(pathname)) return undefined;
  const place = pageLocationAt(address);
  if (place) return { kind: 'page', address: place.address };
  return isApplication(pathname) ? { kind: 'application' } : undefined;
};

const render: SiteRenderer['render'] = async (address, content, surroundings) => {
  const place = pageLocationAt(address);
  if (!place) throw new Error(`The site has no page at ${address}`);
  return renderPage(document, place, content, surroundings);
};

/** Loaded by this name. */
export const siteRenderer: SiteRenderer = { document, find, render };
