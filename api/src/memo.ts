/**
 * Memoizes `make` by the identity of its argument, as long as that is in use. A promise that
 * rejects is not kept.
 */
export const memoizeByIdentity = <Source extends object, Result>(
  make: (source: Source) => Result,
): ((source: Source) => Result) => {
  const results = new WeakMap<Source, Result>();
  return (source) => {
    const known = results.get(source);
    if (known !== undefined) return known;
    const result = make(source);
    results.set(source, result);
    if (result instanceof Promise) result.catch(() => results.delete(source));
    return result;
  };
};

/**
 * Memoizes several results per object, by key, as long as the object is in use. `make` is called
 * once for each key; a promise that rejects is not kept. The number of keys is not limited, so they
 * must not come from requests. If results depend on more than the object, `version` must change
 * with it; results of earlier versions are dropped.
 */
export const createMemo = <Result>(version: () => number = () => 0) => {
  const resultsOf = memoizeByIdentity((_: object) => ({
    of: version(),
    results: new Map<string, Promise<Result>>(),
  }));
  return (source: object, key: string, make: () => Promise<Result>): Promise<Result> => {
    const kept = resultsOf(source);
    if (kept.of !== version()) {
      kept.of = version();
      kept.results = new Map();
    }
    const { results } = kept;
    const known = results.get(key);
    if (known) return known;
    const result = make();
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
};
