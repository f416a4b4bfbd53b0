import { firstName } from 'content-schema';
import type { PageFrame } from '../data/page-data.ts';

/** The text of the home link: the site's title in lower case, or else the owner's first name. */
export const homeLinkText = ({ site, profile }: PageFrame): string =>
  site.title.trim().toLowerCase() || firstName(profile) || 'home';

/** The owner's name, or else the site's title. Never empty. */
export const ownerName = ({ site, profile }: PageFrame): string =>
  profile.name || site.title || 'Portfolio';

/** The site's title, or else the owner's name. Never empty. */
export const siteName = ({ site, profile }: PageFrame): string =>
  site.title || profile.name || 'Portfolio';

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of an ISO date, e.g. `2025-10-21`. */
export const dayOf = (isoDate: string): string => isoDate.slice(0, LENGTH_OF_DAY);

/** The day of an ISO date in words, e.g. `21 October 2025`. Invalid dates stay unchanged. */
export const dayInWords = (isoDate: string): string => {
  const day = new Date(`${dayOf(isoDate)}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? isoDate : inWords.format(day);
};

export const tagHeading = (tag: string): string => `Posts tagged “${tag}”`;

/** A web address without its scheme, `www.`, query and trailing slash. */
export const shortAddress = (address: string): string =>
  address.replace(/^(https?:\/\/)?(www\.)?|\/*([?#].*)?$/gi, '');
