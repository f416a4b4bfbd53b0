import type { ContentSnapshot } from './snapshot.ts';

/**
 * Gives what `make` made of the snapshot under the key, and asks it only once for as long as the
 * snapshot is in use. A failure is not remembered.
 */
export type SnapshotMemo<Value> = (
  snapshot: ContentSnapshot,
  key: string,
  make: () => Promise<Value>,
) => Promise<Value>;

export const createSnapshotMemo = <Value>(): SnapshotMemo<Value> => {
  const bySnapshot = new WeakMap<ContentSnapshot, Map<string, Promise<Value>>>();

  const valuesOf = (snapshot: ContentSnapshot): Map<string, Promise<Value>> => {
    const known = bySnapshot.get(snapshot);
    if (known) return known;
    const values = new Map<string, Promise<Value>>();
    bySnapshot.set(snapshot, values);
    return values;
  };

  return (snapshot, key, make) => {
    const values = valuesOf(snapshot);
    const known = values.get(key);
    if (known) return known;
    const flight = make();
    values.set(key, flight);
    flight.catch(() => values.delete(key));
    return flight;
  };
};
