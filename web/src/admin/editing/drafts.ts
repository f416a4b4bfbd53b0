import { createBrowserStore } from './browser-store.ts';
import type { Draft } from './edit-state.ts';
import { readSubject, type SubjectName } from './subjects.ts';

/**
 * What was typed and not saved, in the browser's own database, and which of it belongs to a form
 * that is open. Every function rejects where the browser keeps no such database.
 */

/** A draft as it was kept, perhaps by another version of the product. */
export interface KeptDraft extends Draft<unknown> {
  readonly name: SubjectName;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const readKept = (found: unknown): KeptDraft[] => {
  if (!isObject(found) || !isObject(found['base'])) return [];
  const { id, base, value, lost, keptAt } = found;
  const name = typeof found['name'] === 'string' ? readSubject(found['name']) : undefined;
  if (typeof id !== 'string' || name === undefined || typeof keptAt !== 'number') return [];
  const { answer, revision } = base;
  return [
    {
      id,
      name,
      base: { answer, revision: typeof revision === 'string' ? revision : undefined },
      value,
      lost: Array.isArray(lost) ? lost : [],
      keptAt,
    },
  ];
};

/** A draft whose values are read as `read` says, whatever shape they were kept in. */
export const readDraft = <Value>(
  { id, base, value, lost, keptAt }: Draft<unknown>,
  read: (kept: unknown) => Value,
): Draft<Value> => ({
  id,
  base: { ...base, answer: read(base.answer) },
  value: read(value),
  lost: lost.map(read),
  keptAt,
});

const inStore = createBrowserStore('drafts', 'name');

/** Keeps a draft in place of an earlier one of its id. */
export const keepDraft = async (draft: KeptDraft): Promise<void> => {
  await inStore('readwrite', (store) => store.put(draft));
};

/** Nothing happens without such a draft. */
export const dropDraft = async (id: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(id));
};

const locks = (): LockManager | undefined => (isSecureContext ? navigator.locks : undefined);
const lockName = (draftId: string): string => `draft ${draftId}`;

/**
 * Owns a draft until the function that it returns is called. The browser itself forgets an owner
 * that is gone, also after a crash. Where it knows no locks, no draft has an owner.
 */
export const ownDraft = (draftId: string): (() => void) => {
  const released = Promise.withResolvers<undefined>();
  void locks()?.request(lockName(draftId), () => released.promise);
  return () => released.resolve(undefined);
};

/** The drafts without an owner, newest first: all, or those of what is called `name`. */
export const abandonedDrafts = async (name?: SubjectName): Promise<readonly KeptDraft[]> => {
  const found = await inStore<unknown[]>('readonly', (store) =>
    name === undefined ? store.getAll() : store.index('by-name').getAll(name),
  );
  const snapshot = await locks()?.query();
  const owned = new Set(snapshot?.held?.map((lock) => lock.name));
  return found
    .flatMap(readKept)
    .filter(({ id }) => !owned.has(lockName(id)))
    .toSorted((one, other) => other.keptAt - one.keptAt);
};
