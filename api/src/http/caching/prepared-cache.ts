import { createCache, type CacheRegistry } from '../../cache.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { PhotoFacts } from '../../photos/photo-facts.ts';
import type { PreparedResponse } from './prepared-response.ts';

/**
 * Caches responses that depend only on a snapshot and the facts of its photos. Returns the cached
 * response with the key, or makes it; see `Cache.load`.
 */
export type LoadPrepared = (
  snapshot: ContentSnapshot,
  key: string,
  make: (signal: AbortSignal) => Promise<PreparedResponse>,
  left?: AbortSignal,
) => Promise<PreparedResponse>;

/** A response without the data that the store failed to return is made again after this time. */
const FAILED_MS = 1_000;

export const createPreparedCache = (
  caches: CacheRegistry,
  photosVersion: PhotoFacts['version'],
): LoadPrepared => {
  const cache = createCache<PreparedResponse>(caches, {
    name: 'pages',
    share: 1 / 8,
    // The compressed body is kept as well.
    sizeOf: ({ body }) => 2 * body.byteLength + 200,
    ttlMsOf: ({ status }) => (status >= 500 ? FAILED_MS : undefined),
  });
  return (snapshot, key, make, left) =>
    cache.load(`${snapshot.revision} ${photosVersion()} ${key}`, make, left);
};
