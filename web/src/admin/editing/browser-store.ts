/**
 * What one kind of thing is kept in, in the browser's own database. It rejects where the browser
 * keeps no such database.
 */
type BrowserStore = <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
) => Promise<Result>;

const finished = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no such data'));
  });

/**
 * Things with an `id` each, in a database of their own.
 *
 * @param name of the database and its store
 * @param indexed the field that they are also found by, through the index `by-<field>`
 */
export const createBrowserStore = (name: string, indexed: string): BrowserStore => {
  const open = (): Promise<IDBDatabase> => {
    // Without a version, so that it opens whatever is there.
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore(name, { keyPath: 'id' });
      store.createIndex(`by-${indexed}`, indexed);
    };
    return finished(opening);
  };

  let connection: Promise<IDBDatabase> | undefined;

  /** The open database: what is kept as its page closes has no time to open one. */
  const connect = (): Promise<IDBDatabase> => {
    const forget = () => {
      connection = undefined;
    };
    connection ??= open().then(
      (database) => {
        database.onclose = forget;
        database.onversionchange = () => {
          forget();
          database.close();
        };
        return database;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return connection;
  };

  return async (mode, act) => {
    const database = await connect();
    // On the disk when it is done, so that it outlives a crash of the whole machine.
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(name));
    // At once: one that waits for the request to be done is dropped when the page closes meanwhile.
    transaction.commit();
    return finished(request);
  };
};
