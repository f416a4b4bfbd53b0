/** The caches of the process. Each has a bound, and a row in the table of `api/README.md`. */
import { LRUCache } from 'lru-cache';

interface RegisteredCache {
  /** Its share of `CACHE_MAX_MB`; 0 if it doesn't count towards it. */
  readonly share: number;
  /** The bound in words, as in the table of `api/README.md`. */
  readonly limit: string;
}

export interface CacheRegistry {
  /** The limit of all caches with a share together. */
  readonly maxBytes: number;
  readonly caches: Map<string, RegisteredCache>;
}

const MEGABYTE = 1024 * 1024;
const DEFAULT_MAX_BYTES = 64 * MEGABYTE;

export const createCacheRegistry = (maxBytes = DEFAULT_MAX_BYTES): CacheRegistry => ({
  maxBytes,
  caches: new Map(),
});

/** A share of the registry's bytes, a number of bytes besides them, or a number of entries. */
type Bound<Value> =
  | { readonly share: number; readonly sizeOf: (value: Value) => number }
  | { readonly maxBytes: number; readonly sizeOf: (value: Value) => number }
  | { readonly max: number };

type CacheOptions<Value> = Bound<Value> & {
  readonly name: string;
  /** The age at which a value expires; undefined means never. */
  readonly ttlMsOf?: (value: Value) => number | undefined;
  /** Called with each entry that others push out. */
  readonly onEvict?: (key: string, value: Value) => void;
  /** The part of the cache that an entry may take, so that a large one doesn't evict all others. */
  readonly entryMaxPart?: number;
};

interface Flight<Value> {
  readonly result: Promise<Value>;
  readonly controller: AbortController;
  waiting: number;
}

// The bytes of an entry besides its value: key, map slot and list links.
const ENTRY_BYTES = 300;

const limitOf = (bound: Bound<never>): string => {
  if ('share' in bound) return `${bound.share * 32}/32`;
  return 'max' in bound ? bound.max.toLocaleString('en') : `${bound.maxBytes / MEGABYTE} MB`;
};

const boundOf = <Value>(registry: CacheRegistry, options: CacheOptions<Value>) => {
  // With `max`, lru-cache allocates the memory of all entries at once: 2 ms for 20,000.
  if ('max' in options) return { maxSize: options.max, sizeCalculation: () => 1 };
  const { sizeOf, entryMaxPart = 1 } = options;
  const bytes = 'share' in options ? options.share * registry.maxBytes : options.maxBytes;
  const maxSize = Math.max(1, Math.floor(bytes));
  return {
    maxSize,
    maxEntrySize: Math.max(1, Math.floor(maxSize * entryMaxPart)),
    sizeCalculation: (value: Value) => sizeOf(value) + ENTRY_BYTES,
  };
};

type Cacheable = object | string | number | true;

export type Cache<Value extends Cacheable> = ReturnType<typeof createCache<Value>>;

/** Creates a cache, which evicts the least recently used entries, and adds it to the registry. */
export const createCache = <Value extends Cacheable>(
  registry: CacheRegistry,
  options: CacheOptions<Value>,
) => {
  const { name, ttlMsOf, onEvict } = options;
  const share = 'share' in options ? options.share : 0;
  const sizeOf = 'max' in options ? () => 0 : options.sizeOf;
  registry.caches.set(name, { share, limit: limitOf(options) });
  const values = new LRUCache<string, Value>({
    ...boundOf(registry, options),
    ...(onEvict && { dispose: (value, key, reason) => reason === 'evict' && onEvict(key, value) }),
  });
  const flights = new Map<string, Flight<Value>>();

  const set = (key: string, value: Value): void => {
    const ttl = ttlMsOf?.(value);
    values.set(key, value, ttl === undefined ? {} : { ttl });
  };

  const forget = (key: string, flight: Flight<Value>): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };

  const begin = (key: string, make: (signal: AbortSignal) => Promise<Value>): Flight<Value> => {
    const controller = new AbortController();
    const result = make(controller.signal);
    const flight: Flight<Value> = { result, controller, waiting: 0 };
    flights.set(key, flight);
    result.then(
      (value) => {
        if (flights.get(key) === flight) set(key, value);
        forget(key, flight);
      },
      () => forget(key, flight),
    );
    return flight;
  };

  return {
    get: (key: string): Value | undefined => values.get(key),
    /** Like `get`, but doesn't count as a use. */
    peek: (key: string): Value | undefined => values.peek(key),
    has: (key: string): boolean => values.has(key) || flights.has(key),
    set,
    delete: (key: string): void => void values.delete(key),
    clear: (): void => {
      values.clear();
      flights.clear();
    },
    /** The entries, the most recently used first. */
    entries: (): [key: string, value: Value][] => [...values.entries()],
    /** Whether the value can be added without evicting another; only for a cache bounded in bytes. */
    fits: (value: Value): boolean =>
      values.calculatedSize + sizeOf(value) + ENTRY_BYTES <= values.maxSize,
    /**
     * Returns the cached value. Otherwise makes it, once for all who wait for it. A value that can't
     * be made isn't cached. `left` aborts when the caller no longer waits; the signal of `make`
     * aborts once all of them have left.
     */
    load: (
      key: string,
      make: (signal: AbortSignal) => Promise<Value>,
      left?: AbortSignal,
    ): Promise<Value> => {
      const value = values.get(key);
      if (value !== undefined) return Promise.resolve(value);
      const flight = flights.get(key) ?? begin(key, make);
      flight.waiting += 1;
      left?.addEventListener('abort', () => {
        flight.waiting -= 1;
        if (flight.waiting > 0 || flights.get(key) !== flight) return;
        // The next one begins again rather than waiting for what is being aborted.
        forget(key, flight);
        flight.controller.abort();
      });
      return flight.result;
    },
  };
};
