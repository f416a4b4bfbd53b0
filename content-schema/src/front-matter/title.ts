import { firstHeading } from '../markdown/first-heading.ts';
import { withoutDate } from './dates.ts';

/** A block between lines of dashes that looks like front matter, but could not be read. */
const UNREAD_HEAD = /^---[^]*?\n---[ \t]*(?=\r?\n|$)/;

/** `2024-01-31-my-first-post` reads as `My first post`. */
const titleOfId = (id: string): string => {
  const words = withoutDate(id)
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
};

/** The title of a post whose front matter has none: its first heading, else its file name. */
export const titleOf = (content: string, id: string): string =>
  firstHeading(content) ?? titleOfId(id);

/** The same for content that begins with front matter which could not be read. */
export const titleBelowUnreadHead = (content: string, id: string): string =>
  titleOf(content.replace(UNREAD_HEAD, ''), id);
