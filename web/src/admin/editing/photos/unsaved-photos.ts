import { createBrowserStore } from '../edit/browser-store.ts';

/**
 * Stores in IndexedDB the files of the photos in unsaved texts, so that a restored draft can send
 * them. Without IndexedDB, they are lost when the page closes.
 */
interface UnsavedPhoto {
  /** The photo's id. */
  readonly id: string;
  /** The file's name. */
  readonly name: string;
  /** Undefined if there was no space for the file, or if it was deleted after `KEEP_MS`. */
  readonly file?: File;
  /** Milliseconds since 1970; undefined without a file. */
  readonly storedAt?: number;
}

const KEEP_MS = 30 * 24 * 3_600_000;

const runInStore = createBrowserStore('unsaved-photos', 'storedAt');

const put = async (photo: UnsavedPhoto): Promise<void> => {
  await runInStore('readwrite', (store) => store.put(photo));
};

const ignore = () => undefined;

export const storeUnsavedPhoto = async (id: string, file: File): Promise<void> => {
  const { name } = file;
  await put({ id, name, file, storedAt: Date.now() }).catch(() => put({ id, name }).catch(ignore));
};

/** Resolves to undefined if there is no unsaved photo with the id. */
export const findUnsavedPhoto = (id: string): Promise<UnsavedPhoto | undefined> =>
  runInStore<unknown>('readonly', (store) => store.get(id)).then(
    (photo) => photo as UnsavedPhoto | undefined,
    ignore,
  );

/** Called when photos are saved. */
export const deleteUnsavedPhotos = async (ids: readonly string[]): Promise<void> => {
  await Promise.all(
    ids.map((id) => runInStore('readwrite', (store) => store.delete(id)).catch(ignore)),
  );
};

/** Deletes files that no save has asked for in a month, but not the names of their photos. */
export const deleteOldFiles = async (): Promise<void> => {
  const old = IDBKeyRange.upperBound(Date.now() - KEEP_MS);
  const photos = await runInStore<unknown[]>('readonly', (store) =>
    store.index('by-storedAt').getAll(old),
  );
  await Promise.all((photos as UnsavedPhoto[]).map(({ id, name }) => put({ id, name })));
};
