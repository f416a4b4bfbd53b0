/** `make` with its results kept for as long as what they were made from is in use. */
export const memoizeByIdentity = <Source extends object, Result>(
  make: (source: Source) => Result,
): ((source: Source) => Result) => {
  const results = new WeakMap<Source, Result>();
  return (source) => {
    const known = results.get(source);
    if (known !== undefined) return known;
    const result = make(source);
    results.set(source, result);
    return result;
  };
};
