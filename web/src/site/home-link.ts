import { firstName } from 'content-schema';
import type { PageFrame } from '../data/page-data.ts';

/** What the link to the landing page says: the site's title in lower case, else the first name. */
export const homeLinkText = ({ site, profile }: PageFrame): string =>
  site.title.trim().toLowerCase() || firstName(profile) || 'home';

/** Whose site it is: its owner's name, else its title. Never empty. */
export const ownerName = ({ site, profile }: PageFrame): string =>
  profile.name || site.title || 'Portfolio';

/** What the site is called: its title, else its owner's name. Never empty. */
export const siteName = ({ site, profile }: PageFrame): string =>
  site.title || profile.name || 'Portfolio';
