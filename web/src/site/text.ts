/** How names, dates and addresses are written. */
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

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of an ISO date, as lists show it. */
export const dayOf = (isoDate: string): string => isoDate.slice(0, LENGTH_OF_DAY);

/** The year of an ISO date. */
export const yearOf = (isoDate?: string): string | undefined => isoDate?.slice(0, 4);

/** The same day in words, e.g. `21 October 2025`; a date that is none stays as it is. */
export const dayInWords = (isoDate: string): string => {
  const day = new Date(`${dayOf(isoDate)}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? isoDate : inWords.format(day);
};

export const timesInWords = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** A web address as a person would write it: without scheme, `www.`, query and closing slash. */
export const shortAddress = (address: string): string =>
  address
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
