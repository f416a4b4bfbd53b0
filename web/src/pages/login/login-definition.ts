import { LOGIN } from '../../paths.ts';
import type { SitePage } from '../../site/define-page.tsx';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** What the server needs to know of the login page, which says the site's name and nothing else of it. */
export const loginPage: SitePage = {
  path: LOGIN,
  paged: false,
  sitemap: () => [],
  card: () => undefined,
  select: () => ({ posts: [] }),
  // Visitors never load its code.
  Component: lazyPage(() => import('./login-page.tsx')),
};
