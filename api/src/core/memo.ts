/** Memoizes `make` by the identity of its argument; drops a promise that rejects. */
export const memoizeByIdentity = <Source extends object, Result>(
  make: (source: Source) => Result,
): ((source: Source) => Result) => {
  const results = new WeakMap<Source, Result>();
  return (source) => {
    const cached = results.get(source);
    if (cached !== undefined) return cached;
    const result = make(source);
    results.set(source, result);
    if (result instanceof Promise) result.catch(() => results.delete(source));
    return result;
  };
};
