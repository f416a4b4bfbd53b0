import type { PAGE_PREFIX } from './page.ts';
import { newIdProblem } from './post.ts';

const SLUG_MAX_LENGTH = 60;
export const SUFFIX_LENGTH = 4;
/** Without vowels and similar characters, to avoid words and mistakes. */
const SUFFIX_LETTERS = 'bcdfghjkmnpqrstvwxz23456789';

/** Returns the Latin letters and digits of a text as a slug; may be empty. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-+|-+$/g, '');

/** Returns an id of the title's words and four letters derived from the bytes. */
export const idFrom = (title: string, bytes: Uint8Array): string => {
  const suffix = Array.from(
    bytes.subarray(0, SUFFIX_LENGTH),
    (byte) => SUFFIX_LETTERS[byte % SUFFIX_LETTERS.length],
  );
  return `${slugOf(title) || 'post'}-${suffix.join('')}`;
};

/** Tracks ids in use, ignoring case, since some file systems do. */
export const createIdSet = (ids: Iterable<string>) => {
  const taken = new Set([...ids].map((id) => id.toLowerCase()));
  const isTaken = (id: string): boolean => taken.has(id.toLowerCase());
  /** Whether a new post may have this id. */
  const isFree = (id: string): boolean => newIdProblem(id) === undefined && !isTaken(id);
  const take = (id: string): string => {
    taken.add(id.toLowerCase());
    return id;
  };
  /** Returns an id of the title's words, also for a page; undefined if that is not free. */
  const freeSlug = (title: string, prefix: '' | typeof PAGE_PREFIX = ''): string | undefined => {
    const slug = prefix + slugOf(title);
    // A number is also the address of a post by its position.
    return isFree(slug) && !/^\d+$/.test(slug) ? slug : undefined;
  };
  /** Reserves and returns a new id of the title's words, with a suffix if that is taken. */
  const takeNew = (title: string): string => {
    const slug = freeSlug(title);
    if (slug !== undefined) return take(slug);
    for (;;) {
      const id = idFrom(title, crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH)));
      if (isFree(id)) return take(id);
    }
  };
  return { isTaken, isFree, freeSlug, take, takeNew };
};

export type IdSet = ReturnType<typeof createIdSet>;
