/** The web app's server entry, which the API loads to render pages for visitors. */
import { isPage, isSiteName, nameOfId, type SiteRenderer } from 'content-schema';
import { matchPath, parsePath } from 'react-router-dom';
import document from 'virtual:document';
import { PAGES, SERVED_PAGES } from './pages/pages.ts';
import { ADMIN } from './paths.ts';
import { renderMessage, renderPage, shareCard, withLook } from './rendering/render-page.tsx';
import { createPageDocument } from './rendering/page-styles.ts';
import { versionDocumentOf } from './rendering/version-document.ts';
import { findPage } from './routing/page-location.ts';

const pageDocument = createPageDocument(document);
const versionDocument = createPageDocument(versionDocumentOf(document));

const isReadable = (pathname: string): boolean => {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
};

const find: SiteRenderer['find'] = (address) => {
  const { pathname = '' } = parsePath(address);
  // The router would log a warning that it can't decode the path.
  if (!isReadable(pathname)) return undefined;
  const result = findPage(SERVED_PAGES, address);
  const isOther = result?.page.prefix !== undefined && isSiteName(nameOfId(result.location.param));
  if (result && !isOther) return { kind: 'page', address: result.location.address };
  return matchPath(`${ADMIN}/*`, pathname) ? { kind: 'application' } : undefined;
};

const render: SiteRenderer['render'] = async (address, content, surroundings) => {
  const result = findPage(SERVED_PAGES, address);
  if (!result) throw new Error(`The site has no page at ${address}`);
  const documentFor = surroundings.base === undefined ? pageDocument : versionDocument;
  return renderPage(documentFor, result.page, result.location, content, surroundings);
};

const card: SiteRenderer['card'] = async (address, content) => {
  const result = findPage(PAGES, address);
  return result && shareCard(result.page, result.location, content);
};

const sitemap: SiteRenderer['sitemap'] = (posts) =>
  PAGES.flatMap((page) => page.sitemap(posts.filter((post) => isPage(post) === 'prefix' in page)));

/** The API loads this export by its name. */
export const siteRenderer: SiteRenderer = {
  document: (look) => withLook(document, look, true),
  message: (text) => renderMessage(document, text),
  find,
  render,
  card,
  sitemap,
};
