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

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
  settled: boolean;
}

/**
 * Memoizes several results per object, by key, as long as the object is in use. `make` is called
 * once for each key; a promise that rejects is not kept. The number of keys is not limited, so they
 * must not come from requests. If results depend on more than the object, `version` must change
 * with it; results of earlier versions are dropped. The signal of `make` aborts once the signals of
 * all who wait for the result have.
 */
export const createMemo = <Result>(version: () => number = () => 0) => {
  const resultsOf = memoizeByIdentity((_: object) => ({
    of: version(),
    results: new Map<string, Flight<Result>>(),
  }));

  const begin = (make: (signal: AbortSignal) => Promise<Result>, forget: () => void) => {
    const controller = new AbortController();
    const result = make(controller.signal);
    const flight: Flight<Result> = { result, controller, waiting: 0, settled: false };
    const settle = (): void => {
      flight.settled = true;
    };
    result.then(settle, () => {
      settle();
      forget();
    });
    return flight;
  };

  return (
    source: object,
    key: string,
    make: (signal: AbortSignal) => Promise<Result>,
    left?: AbortSignal,
  ): Promise<Result> => {
    const kept = resultsOf(source);
    if (kept.of !== version()) {
      kept.of = version();
      kept.results = new Map();
    }
    const { results } = kept;
    const forget = (): void => {
      if (results.get(key) === flight) results.delete(key);
    };
    const flight = results.get(key) ?? begin(make, () => forget());
    results.set(key, flight);
    flight.waiting += 1;
    left?.addEventListener('abort', () => {
      flight.waiting -= 1;
      if (flight.waiting > 0 || flight.settled) return;
      // The next one begins again rather than waiting for what is being aborted.
      forget();
      flight.controller.abort();
    });
    return flight.result;
  };
};
