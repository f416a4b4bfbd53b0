import { addressKey, type MissedAddress } from 'content-schema';
import { createCache, type CacheRegistry } from '../cache.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { postAt, RESERVED } from './addresses.ts';

const COUNTED_MAX = 500;
const LISTED_MAX = 20;
const LENGTH_MAX = 200;

/** Files, secret ones, other software, and email addresses. */
const NO_POST = /\.\w+$|\/\.|\bwp-|php|cgi-|@|\p{Cc}/u;

/** Counts the requests for paths that may have been addresses of posts, and nothing else of them. */
export const createMissedAddresses = (caches: CacheRegistry) => {
  const counts = createCache<MissedAddress>(caches, { name: 'missed-addresses', max: COUNTED_MAX });
  return {
    add: (requested: string): void => {
      const path = addressKey(requested) ?? '';
      if (path.length > LENGTH_MAX || NO_POST.test(path) || RESERVED.test(path)) return;
      counts.set(path, { path, count: (counts.peek(path)?.count ?? 0) + 1 });
    },
    /** The paths that still lead nowhere, the most requested first. */
    list: (snapshot: ContentSnapshot): readonly MissedAddress[] =>
      counts
        .entries()
        .flatMap(([path, missed]) => (postAt(snapshot, path) ? [] : missed))
        .sort((one, other) => other.count - one.count)
        .slice(0, LISTED_MAX),
  };
};
