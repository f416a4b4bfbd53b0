import { LOGIN } from '../../paths.ts';
import type { SitePage } from '../../site/define-page.tsx';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** The server's definition of the login page, which shows only the site's name. */
export const loginPage: SitePage = {
  path: LOGIN,
  paged: false,
  sitemap: () => [],
  card: () => undefined,
  select: () => ({ posts: [] }),
  // Visitors never load this code.
  Component: lazyPage(() => import('./login-page.tsx')),
};
