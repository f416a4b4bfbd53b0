import { isPlainObject, isSame } from 'content-schema/merge';
import type { Posts } from '../../../../data/posts.ts';
import { createBrowserStore } from './browser-store.ts';
import type { Draft, FormValue } from './edit-state.ts';
import { EMPTY_POST } from './post-form.ts';
import { isPostForm, postFormName, postIdOfForm, readFormName, type FormName } from './targets.ts';

/**
 * Drafts of unsaved edits in IndexedDB, and which of them belong to an open form. Storing and
 * finding drafts rejects where the browser has no IndexedDB.
 */

/** Unique among the browser's tabs. */
const TAB = `${Date.now()}.${Math.random()}`;

/** Unique among all forms in the browser. */
export const newDraftId = (): string => `${TAB}-${Math.random()}`;

/** A stored draft. Another version of the product may have written it. */
export interface StoredDraft extends Draft {
  readonly form: FormName;
}

/** Where a draft of version 1.12 or earlier belongs, which is of a single part of its form. */
const placeOfPart = (name: unknown) => {
  if (name === 'experiences') return { form: 'experiences', part: name } as const;
  const form = readFormName(name);
  if (form !== undefined) return { form, part: 'post' } as const;
  const isOnDashboard = name === 'site' || name === 'profile' || name === 'sections';
  return isOnDashboard ? ({ form: 'dashboard', part: name } as const) : undefined;
};

const readStored = (record: unknown): StoredDraft[] => {
  if (!isPlainObject(record) || !isPlainObject(record['base'])) return [];
  const { id, value, lost, storedAt, name } = record;
  const { response, revision } = record['base'];
  const old = name === undefined ? undefined : placeOfPart(name);
  const form = old?.form ?? readFormName(record['form']);
  if (typeof id !== 'string' || form === undefined || typeof storedAt !== 'number') return [];
  if (typeof revision !== 'string') return [];
  const inForm = (value: unknown): FormValue =>
    old ? { [old.part]: value } : isPlainObject(value) ? value : {};
  const base = { response: inForm(response), revision };
  const losses: unknown[] = Array.isArray(lost) ? lost : [];
  return [{ id, form, base, value: inForm(value), lost: losses.map(inForm), storedAt }];
};

const runInStore = createBrowserStore('drafts');

export const storeDraft = async (draft: StoredDraft): Promise<void> => {
  await runInStore('readwrite', (store) => store.put(draft));
};

export const deleteDraft = async (id: string): Promise<void> => {
  await runInStore('readwrite', (store) => store.delete(id)).catch(() => undefined);
};

const allRecords = () => runInStore<unknown[]>('readonly', (store) => store.getAll());

/** All drafts as one text, in which the ids of their photos can be found. */
export const draftsText = async (): Promise<string> => JSON.stringify(await allRecords());

const locks = (): LockManager | undefined => (isSecureContext ? navigator.locks : undefined);
const lockName = (draftId: string): string => `draft ${draftId}`;

/**
 * Marks a draft as belonging to an open form until the returned function is called. Uses a Web
 * Lock, which the browser releases when the page is gone, even after a crash. In browsers without
 * Web Locks no draft is marked.
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
  const records = await allRecords();
  const snapshot = await locks()?.query();
  const owned = new Set(snapshot?.held?.map((lock) => lock.name));
  const ids = new Set(posts.stored?.response.map(({ id }) => id));
  const follow = async (draft: StoredDraft): Promise<StoredDraft> => {
    const id = postIdOfForm(draft.form);
    if (id === undefined || ids.has(id) || isOfNewPost(draft)) return draft;
    const post = await posts.read(id).catch(() => undefined);
    return post ? { ...draft, form: postFormName(post.response.id) } : draft;
  };
  const drafts = records.flatMap(readStored).filter(({ id }) => !owned.has(lockName(id)));
  return Promise.all(drafts.toSorted((one, other) => other.storedAt - one.storedAt).map(follow));
};
