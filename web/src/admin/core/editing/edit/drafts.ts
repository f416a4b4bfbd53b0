import { isPlainObject, isSame } from 'content-schema/merge';
import type { Posts } from '../../../../data/posts.ts';
import { runInStore } from './browser-store.ts';
import type { Draft, FormValue } from './edit-state.ts';
import { EMPTY_POST } from './post-form.ts';
import { isFormName, isPostForm, postFormName, postIdOfForm, type FormName } from './targets.ts';

/**
 * Drafts of unsaved edits in IndexedDB, with the files of the photos in their texts, and which of
 * them belong to an open form. Storing and finding drafts rejects where the browser has no IndexedDB.
 */

/** Unique among the browser's tabs. */
const TAB = `${Date.now()}.${Math.random()}`;

/** Unique among all forms in the browser. */
export const newDraftId = (): string => `${TAB}-${Math.random()}`;

/** A stored draft. Another version of the product may have written it. */
export interface StoredDraft extends Draft {
  readonly form: FormName;
}

const readDraft = (record: unknown): StoredDraft[] => {
  if (!isPlainObject(record) || !isPlainObject(record['base'])) return [];
  const { id, form, value, lost, storedAt } = record;
  const { response, revision } = record['base'];
  if (typeof id !== 'string' || !isFormName(form) || typeof storedAt !== 'number') return [];
  if (typeof revision !== 'string') return [];
  const read = (value: unknown): FormValue => (isPlainObject(value) ? value : {});
  const base = { response: read(response), revision };
  const losses: unknown[] = Array.isArray(lost) ? lost : [];
  return [{ id, form, base, value: read(value), lost: losses.map(read), storedAt }];
};

/** Apart from the drafts that have it: a file is not written again with each change of a text. */
interface UnsavedPhoto {
  readonly id: string;
  readonly name: string;
  /** Undefined if there was no space for the file, or if it was deleted after `KEEP_MS`. */
  readonly file?: File;
  /** Milliseconds since 1970; undefined without a file. */
  readonly storedAt?: number;
}

const KEEP_MS = 30 * 24 * 3_600_000;

const ignore = () => undefined;

const put = async (record: StoredDraft | UnsavedPhoto): Promise<void> => {
  await runInStore('readwrite', (store) => store.put(record));
};

const readAll = async () => {
  const records = (await runInStore<unknown[]>('readonly', (store) => store.getAll())) as object[];
  const isDraft = (record: object) => 'value' in record;
  const photos = records.filter((record) => !isDraft(record)) as UnsavedPhoto[];
  return { drafts: records.filter(isDraft), photos };
};

export const storeDraft: (draft: StoredDraft) => Promise<void> = put;

/** Deletes drafts or unsaved photos, if they exist. */
export const deleteStored = async (...ids: readonly string[]): Promise<void> => {
  await Promise.all(
    ids.map((id) => runInStore('readwrite', (store) => store.delete(id)).catch(ignore)),
  );
};

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

/**
 * Deletes the photos that no draft has: those of a `discarded` text at once, others after `KEEP_MS`.
 * Then photos in drafts keep only their names.
 */
export const deleteUnusedPhotos = async (discarded = ''): Promise<void> => {
  const { drafts, photos } = await readAll();
  const texts = JSON.stringify(drafts);
  for (const { id, name, storedAt = 0 } of photos) {
    const isOld = storedAt < Date.now() - KEEP_MS;
    if (texts.includes(id) && isOld) await put({ id, name });
    else if (!texts.includes(id) && (isOld || discarded.includes(id))) await deleteStored(id);
  }
};

/** Deletes a draft, and its photos unless another draft has them. */
export const discardDraft = async ({ id, value }: Draft): Promise<void> => {
  await deleteStored(id);
  await deleteUnusedPhotos(JSON.stringify(value)).catch(ignore);
};

const locks = (): LockManager | undefined => (isSecureContext ? navigator.locks : undefined);
const lockName = (draftId: string): string => `draft ${draftId}`;

/**
 * Marks a draft as belonging to an open form until the returned function is called, by a Web Lock,
 * which ends with the page, even after a crash. Without Web Locks no draft is marked.
 */
export const lockDraft = (draftId: string): (() => void) => {
  const released = Promise.withResolvers<undefined>();
  void locks()?.request(lockName(draftId), () => released.promise);
  return () => released.resolve(undefined);
};

export const isOfNewPost = ({ form, base }: StoredDraft): boolean =>
  isPostForm(form) && isSame(base.response, { post: EMPTY_POST });

/** The drafts that belong to no open form, newest first. Those of a moved post have its new name. */
export const abandonedDrafts = async (posts: Posts): Promise<readonly StoredDraft[]> => {
  const records = (await readAll()).drafts;
  const snapshot = await locks()?.query();
  const owned = new Set(snapshot?.held?.map((lock) => lock.name));
  const ids = new Set(posts.stored?.response.map(({ id }) => id));
  const follow = async (draft: StoredDraft): Promise<StoredDraft> => {
    const id = postIdOfForm(draft.form);
    if (id === undefined || ids.has(id) || isOfNewPost(draft)) return draft;
    const post = await posts.read(id).catch(() => undefined);
    return post ? { ...draft, form: postFormName(post.response.id) } : draft;
  };
  const drafts = records.flatMap(readDraft).filter(({ id }) => !owned.has(lockName(id)));
  return Promise.all(drafts.toSorted((one, other) => other.storedAt - one.storedAt).map(follow));
};
