import { createBrowserStore } from '../edit/browser-store.ts';
import { deleteDraft, draftsText } from '../edit/drafts.ts';
import type { Draft } from '../edit/edit-state.ts';

/**
 * Stores in IndexedDB the files of the photos in unsaved texts, so that a restored draft can send
 * them. Without IndexedDB, they are lost when the page closes.
 */
interface UnsavedPhoto {
  readonly id: string;
  readonly name: string;
  /** Undefined if there was no space for the file, or if it was deleted after `KEEP_MS`. */
  readonly file?: File;
  /** Milliseconds since 1970; undefined without a file. */
  readonly storedAt?: number;
}

const KEEP_MS = 30 * 24 * 3_600_000;

const runInStore = createBrowserStore('unsaved-photos');

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

export const deleteUnsavedPhotos = async (ids: readonly string[]): Promise<void> => {
  await Promise.all(
    ids.map((id) => runInStore('readwrite', (store) => store.delete(id)).catch(ignore)),
  );
};

/**
 * Deletes the photos that no draft has: those of a `discarded` text at once, others after `KEEP_MS`.
 * Then photos in drafts keep only their names.
 */
export const deleteUnusedPhotos = async (discarded = ''): Promise<void> => {
  const drafts = await draftsText();
  const photos = await runInStore<unknown[]>('readonly', (store) => store.getAll());
  for (const { id, name, storedAt = 0 } of photos as UnsavedPhoto[]) {
    const isOld = storedAt < Date.now() - KEEP_MS;
    if (drafts.includes(id) && isOld) await put({ id, name });
    else if (!drafts.includes(id) && (isOld || discarded.includes(id)))
      await deleteUnsavedPhotos([id]);
  }
};

/** Deletes a draft, and its photos unless another draft has them. */
export const discardDraft = async ({ id, value }: Draft): Promise<void> => {
  await deleteDraft(id);
  await deleteUnusedPhotos(JSON.stringify(value)).catch(ignore);
};
