import { addressKey, type MissedAddress } from 'content-schema';
import type { ContentSnapshot } from './snapshot.ts';
import { postAt, RESERVED } from './addresses.ts';

const COUNTED_MAX = 500;
const LISTED_MAX = 20;
const LENGTH_MAX = 200;

/** Files, secret ones, other software, and email addresses. */
const NO_POST = /\.\w+$|\/\.|\bwp-|php|cgi-|@|\p{Cc}/u;

/** Counts the requests for paths that may have been addresses of posts, and nothing else of them. */
export const createMissedAddresses = () => {
  /** The last one counted is the last one. */
  const counts = new Map<string, number>();
  return {
    add: (requested: string): void => {
      const path = addressKey(requested) ?? '';
      if (path.length > LENGTH_MAX || NO_POST.test(path) || RESERVED.test(path)) return;
      const count = (counts.get(path) ?? 0) + 1;
      counts.delete(path);
      if (counts.size === COUNTED_MAX) counts.delete([...counts.keys()][0] ?? '');
      counts.set(path, count);
    },
    /** The paths that still lead nowhere, the most requested first. */
    list: (snapshot: ContentSnapshot): readonly MissedAddress[] =>
      [...counts]
        .reverse()
        .flatMap(([path, count]) => (postAt(snapshot, path) ? [] : { path, count }))
        .sort((one, other) => other.count - one.count)
        .slice(0, LISTED_MAX),
  };
};
