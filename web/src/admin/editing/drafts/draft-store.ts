import type { Versioned } from '../../../data/request.ts';

/** What was typed and not saved, kept in the browser's own database. */
export interface Draft {
  readonly id: string;
  /** What is edited, e.g. `profile`. */
  readonly name: string;
  /** What the edits began from. */
  readonly base: Versioned<unknown>;
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

const DATABASE = 'drafts';
/** To be raised when a form's values change their shape: older drafts are dropped. */
const VERSION = 1;
const STORE = 'drafts';
const BY_NAME = 'by-name';

const finished = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no drafts'));
  });

const openDatabase = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => {
    const database = opening.result;
    if (database.objectStoreNames.contains(STORE)) database.deleteObjectStore(STORE);
    database.createObjectStore(STORE, { keyPath: 'id' }).createIndex(BY_NAME, 'name');
  };
  return finished(opening);
};

const inStore = async <Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  const database = await openDatabase();
  try {
    // On the disk when it is done, so that a draft outlives a crash of the whole machine.
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    return await finished(act(transaction.objectStore(STORE)));
  } finally {
    database.close();
  }
};

/** Keeps a draft in place of an earlier one of its id. Rejects where the browser keeps none. */
export const keepDraft = async (draft: Draft): Promise<void> => {
  await inStore('readwrite', (store) => store.put(draft));
};

/** Nothing happens without such a draft. */
export const dropDraft = async (id: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(id));
};

/** All drafts of what is called `name`, newest first. */
export const draftsOf = async (name: string): Promise<readonly Draft[]> => {
  const found = await inStore<unknown[]>('readonly', (store) => store.index(BY_NAME).getAll(name));
  return (found as Draft[]).toSorted((one, other) => other.keptAt - one.keptAt);
};
