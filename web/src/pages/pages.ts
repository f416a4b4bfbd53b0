import { LOGIN } from '../paths.ts';
import { lazyPage } from '../routing/lazy-page.tsx';
import type { SitePage } from '../site/define-page.tsx';
import { blogsPage } from './blogs/blogs-page.tsx';
import { experiencesPage } from './experiences/experiences-page.tsx';
import { landingPage } from './landing/landing-page.tsx';
import { pagePage, postPage, projectPage } from './post/post-page.tsx';
import { tagsPage } from './tags/tags-page.tsx';
import { tagPage } from './tag/tag-page.tsx';

/** All public pages, in the order of the sitemap. */
export const PAGES = [
  landingPage,
  blogsPage,
  experiencesPage,
  tagsPage,
  tagPage,
  postPage,
  projectPage,
  pagePage,
];

/** The login page. The server renders only the site's name, and visitors never load its code. */
const loginPage: SitePage = {
  path: LOGIN,
  sitemap: () => [],
  select: () => ({ posts: [] }),
  Component: lazyPage(() => import('./login/login-page.tsx')),
};

export const SERVED_PAGES = [...PAGES, loginPage];
