const NAME = 'drafts';

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed without an error'));
  });

let connection: Promise<IDBDatabase> | undefined;
const forget = () => {
  connection = undefined;
};

const open = async (): Promise<IDBDatabase> => {
  // Without a version, so that it opens any existing version.
  const opening = indexedDB.open(NAME);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME, { keyPath: 'id' });
  const database = await resultOf(opening);
  database.onclose = forget;
  database.onversionchange = () => {
    forget();
    database.close();
  };
  return database;
};

/**
 * Runs one request in a transaction of the store of drafts and their photos, by `id`. Rejects where
 * the browser has no IndexedDB.
 */
export const runInStore = async <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  // It stays open because there is no time to open it while the page closes.
  connection ??= open().catch((error: unknown) => {
    forget();
    throw error;
  });
  const database = await connection;
  // Strict durability: the promise resolves once the data is on disk, so that no crash loses it.
  const transaction = database.transaction(NAME, mode, { durability: 'strict' });
  const request = act(transaction.objectStore(NAME));
  // Commit explicitly. The browser drops a transaction that is still waiting when the page closes.
  transaction.commit();
  return resultOf(request);
};
