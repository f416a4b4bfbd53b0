import { blogsPage } from './blogs/blogs-page.tsx';
import { experiencesPage } from './experiences/experiences-page.tsx';
import { landingPage } from './landing/landing-page.tsx';
import { postPage } from './post/post-page.tsx';
import { revisionsPage } from './revisions/revisions-page.tsx';
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
  revisionsPage,
];
