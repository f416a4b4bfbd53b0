/** Runs one IndexedDB request in a transaction. Rejects where the browser has no IndexedDB. */
type BrowserStore = <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
) => Promise<Result>;

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed without an error'));
  });

/** Creates a store of this name for objects with an `id`, in a database of the same name. */
export const createBrowserStore = (name: string): BrowserStore => {
  let connection: Promise<IDBDatabase> | undefined;
  const forget = () => {
    connection = undefined;
  };

  const open = async (): Promise<IDBDatabase> => {
    // Without a version, so that it opens any existing version.
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(name, { keyPath: 'id' });
    const database = await resultOf(opening);
    database.onclose = forget;
    database.onversionchange = () => {
      forget();
      database.close();
    };
    return database;
  };

  return async (mode, act) => {
    // It stays open because there is no time to open it while the page closes.
    connection ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    const database = await connection;
    // Strict durability: the promise resolves once the data is on disk, so a crash of the machine
    // can't lose it.
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(name));
    // Commit explicitly. The browser drops a transaction that is still waiting when the page
    // closes.
    transaction.commit();
    return resultOf(request);
  };
};
