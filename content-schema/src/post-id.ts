import { NEW_ID } from './post.ts';

const SLUG_MAX_LENGTH = 60;
const SUFFIX_LENGTH = 4;
/** Without vowels and look-alikes, so that no word and no mistake comes of it. */
const SUFFIX_LETTERS = 'bcdfghjkmnpqrstvwxz23456789';

/** Readable letters and digits of a text; empty when it has none of the Latin alphabet. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-+|-+$/g, '');

/** An id that says what the title says, with four letters that follow from the bytes. */
export const idFrom = (title: string, bytes: Uint8Array): string => {
  const suffix = Array.from(
    bytes.subarray(0, SUFFIX_LENGTH),
    (byte) => SUFFIX_LETTERS[byte % SUFFIX_LETTERS.length],
  );
  return `${slugOf(title) || 'post'}-${suffix.join('')}`;
};

/** Ids in use; two that differ by case only would be one file on some systems. */
export const createIdSet = (ids: Iterable<string>) => {
  const taken = new Set([...ids].map((id) => id.toLowerCase()));
  const isTaken = (id: string): boolean => taken.has(id.toLowerCase());
  /** Whether a new post may have this id. */
  const isFree = (id: string): boolean => NEW_ID.test(id) && !isTaken(id);
  const take = (id: string): string => {
    taken.add(id.toLowerCase());
    return id;
  };
  /** A new id that says what the title says. */
  const takeNew = (title: string): string => {
    for (;;) {
      const id = idFrom(title, crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH)));
      if (isFree(id)) return take(id);
    }
  };
  return { isTaken, isFree, take, takeNew };
};

export type IdSet = ReturnType<typeof createIdSet>;
